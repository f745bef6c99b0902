// SPDX-License-Identifier: Apache-2.0
// A SAML response without its secrets, and its layout; the parts of a request.

import Formats
import Text

/// A SAML response with places instead of secrets and of values that differ from run to run.
///
///     {{request}}        the ID of the request
///     {{id 1}}           an ID; the same number stands for the same ID
///     {{now-300000}}     a point in time, in milliseconds from the answer
///     {{value 1}}        a text, such as a user's id; the same number stands for the same text
///     {{value 1 4000}}   such a text of that length
///     {{malformed}}      a text that is not well-formed
///
/// Names, issuers, audiences and destinations stay. The signature of a response made from a template
/// does not verify; for a target that checks it, record with secrets.
package struct SAMLTemplate: Sendable, Equatable {
  package let text: String
}

extension SAMLTemplate {
  /// Makes a template of a response.
  ///
  /// - Parameters:
  ///   - requestID: The ID of the request that it answers.
  ///   - now: The time of the answer.
  init(response: String, requestID: String?, now: Timestamp) {
    guard !response.isEmpty else {
      text = ""
      return
    }
    guard (try? XMLReader.read(response)) != nil else {
      text = "{{malformed}}"
      return
    }
    var scanner = SAMLTemplateScanner(response, requestID: requestID, now: now)
    text = scanner.template()
  }

  /// Makes a response from the template.
  func response(requestID: String?, now: Timestamp, randomBytes: (Int) -> [UInt8]) -> String {
    var output = ""
    var ids: [Substring: String] = [:]
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      output += rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else {
        output += "{{"
        break
      }
      let place = rest[..<close.lowerBound]
      rest = rest[close.upperBound...]
      switch place {
      case "request": output += requestID ?? SAMLResponse.newID(randomBytes)
      case "malformed": output += "<samlp:Response ID="
      case "braces": output += "{{"
      case _ where place.hasPrefix("id"):
        let id = ids[place] ?? SAMLResponse.newID(randomBytes)
        ids[place] = id
        output += id
      case _ where place.hasPrefix("now"):
        let distance = Int(place.dropFirst(3)) ?? 0
        let bounded = max(-Self.largestDistance, min(Self.largestDistance, distance))
        output += (now + .milliseconds(bounded)).iso8601
      default: output += Self.value(place)
      }
    }
    return output + rest
  }

  /// Ten years, in milliseconds.
  static let largestDistance = 3650 * 86_400_000
  /// The longest made-up text.
  static let largestValue = 1 << 20

  /// The made-up text for `value 1` or `value 1 4000`.
  private static func value(_ place: Substring) -> String {
    let words = place.split(separator: " ")
    let name = words.prefix(2).joined(separator: " ")
    let digits = SHA256.hexadecimal(Array(name.utf8)).prefix(16)
    guard words.count > 2, let length = Int(words[2]) else { return String(digits) }
    let bounded = max(1, min(length, largestValue))
    return String(String(repeating: String(digits), count: bounded / 16 + 1).prefix(bounded))
  }
}

/// Lays out a document that was written without white space between elements.
enum SAMLLayout {
  /// The document in lines that end with CRLF: one for each element and for each of many
  /// attributes, indented by tabs.
  ///
  /// The cookbook's clean-up joins lines directly, so within a tag lines begin with blanks.
  ///
  /// - Parameter document: Written by `XMLWriter`: `>` only ends tags, and values are in `"`.
  static func pretty(_ document: String) -> String {
    let input = Array(document.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(input.count * 2)
    var level = 0
    var index = 0
    while index < input.count {
      guard input[index] == UInt8(ascii: "<"),
        let end = input[index...].firstIndex(of: UInt8(ascii: ">"))
      else {
        output.append(input[index])
        index += 1
        continue
      }
      let tag = input[index...end]
      let isEnd = tag[tag.startIndex + 1] == UInt8(ascii: "/")
      let isEmpty = input[end - 1] == UInt8(ascii: "/")
      if isEnd { level -= 1 }
      if index > 0, input[index - 1] == UInt8(ascii: ">") { lineBreak(to: &output, level: level) }
      write(tag, to: &output, level: level)
      if !isEnd, !isEmpty { level += 1 }
      index = end + 1
    }
    lineBreak(to: &output, level: 0)
    return String(decoding: output, as: UTF8.self)
  }

  private static func write(_ tag: ArraySlice<UInt8>, to output: inout [UInt8], level: Int) {
    let quote = UInt8(ascii: "\"")
    let isBroken = tag.count(where: { $0 == quote }) > 4
    var isQuoted = false
    for byte in tag {
      if byte == quote { isQuoted.toggle() }
      if byte == 0x20, !isQuoted, isBroken {
        lineBreak(to: &output, level: level + 1)
        output += "  ".utf8
      } else {
        output.append(byte)
      }
    }
  }

  private static func lineBreak(to output: inout [UInt8], level: Int) {
    output += "\r\n".utf8
    output.append(contentsOf: repeatElement(0x09, count: max(0, level)))
  }
}

/// The parts of an authentication request that the response repeats.
///
/// Any root will do: it may be an `AuthnRequest` or an `AttributeQuery`, nobody says which.
struct SAMLRequest: Sendable, Equatable {
  var id: String?
  var issuer: String?
  var assertionConsumerServiceURL: String?
}

extension SAMLRequest {
  /// Reads a token: a document, or its Base64. Of an opaque one (REST API V1), all parts are nil.
  init(verificationToken: String) {
    let text = verificationToken.filter { !$0.isWhitespace }
    let bytes = text.hasPrefix("<") ? Array(verificationToken.utf8) : Base64.decode(text)
    guard let bytes, let root = try? XMLReader.read(bytes) else {
      self.init()
      return
    }
    func known(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    self.init(
      id: known(root.attribute("ID")), issuer: known(root.first("Issuer")?.trimmedText),
      assertionConsumerServiceURL: known(root.attribute("AssertionConsumerServiceURL")))
  }
}

extension SecretPlaceholders {
  /// The template of a document, an answer to a request of that ID.
  static func template(of document: String, requestID: String?, now: Timestamp) -> String {
    SAMLTemplate(response: document, requestID: requestID, now: now).text
  }

  /// A document from its template.
  static func document(
    from template: String, requestID: String?, _ surroundings: FrameworkSurroundings
  ) -> String {
    SAMLTemplate(text: template).response(
      requestID: requestID, now: surroundings.now(), randomBytes: surroundings.randomBytes)
  }
}

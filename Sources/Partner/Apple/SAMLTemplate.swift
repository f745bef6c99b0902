// SPDX-License-Identifier: Apache-2.0
// A SAML response without its secrets.

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

extension SecretPlaceholders {
  /// The template of a document, an answer to a request of that ID.
  static func template(of document: String, requestID: String?, now: Timestamp) -> String {
    SAMLTemplate(response: document, requestID: requestID, now: now).text
  }

  /// A document from its template.
  static func document(
    from template: String, requestID: String?, _ environment: FrameworkEnvironment
  ) -> String {
    SAMLTemplate(text: template).response(
      requestID: requestID, now: environment.now(), randomBytes: environment.randomBytes)
  }
}

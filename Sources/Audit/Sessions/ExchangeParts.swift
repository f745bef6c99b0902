// SPDX-License-Identifier: Apache-2.0
// The parts of an exchange that a recording may lack, and those that are unpacked.

import Formats
import Text

/// The parts of an exchange that a recording has or lacks, one by one.
struct ExchangeParts: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  /// The method, the URL, and the time.
  static let line = ExchangeParts(rawValue: 1)
  static let headers = ExchangeParts(rawValue: 2)
  static let body = ExchangeParts(rawValue: 4)
  static let status = ExchangeParts(rawValue: 8)
  static let answerHeaders = ExchangeParts(rawValue: 16)
  static let answerBody = ExchangeParts(rawValue: 32)
  static let answer: ExchangeParts = [.status, .answerHeaders, .answerBody]
  static let all: ExchangeParts = [.line, .headers, .body, .answer]
}

extension ExchangeParts {
  /// In words, for reasons: `the headers of the request`.
  var words: String {
    let names: [(ExchangeParts, String)] = [
      (.line, "the URL"), (.headers, "the headers of the request"),
      (.body, "the body of the request"), (.status, "the answer"),
      (.answerHeaders, "the headers of the answer"), (.answerBody, "the body of the answer"),
    ]
    if contains(.answer) { return "the answer" }
    return names.filter { contains($0.0) }.map(\.1).joined(separator: " and ")
  }

  /// The part that a member of the document of an exchange stands for.
  static func of(member name: String) -> ExchangeParts {
    switch name {
    case "headers": .headers
    case "form", "json", "text": .body
    case "answer": .answer
    default: .line
    }
  }

  /// The part that a member of `answer` stands for.
  static func of(answerMember name: String) -> ExchangeParts {
    switch name {
    case "status", "time": .status
    case "headers": .answerHeaders
    default: .answerBody
    }
  }

  /// `$.headers['accept']`: the names that a query over the document of an exchange goes through.
  static func names(inQuery source: String) -> [String] {
    source.dropFirst().split { ".[]'\"".contains($0) }.map(String.init)
  }

  /// The header that a query over the document of an exchange reads, in lower case; nil for another
  /// query, and for one of all headers.
  static func header(inQuery source: String) -> String? {
    let names = names(inQuery: source)
    if names.count > 1, names[0] == "headers" { return names[1].lowercased() }
    if names.count > 2, names[0] == "answer", names[1] == "headers" { return names[2].lowercased() }
    return nil
  }

  /// The parts that a query over the document of an exchange reads; all of them where that can't
  /// be told.
  static func read(byQuery source: String) -> ExchangeParts {
    let names = names(inQuery: source)
    guard let first = names.first, !source.hasPrefix("$..") else { return .all }
    if first == "answer", names.count > 1 { return of(answerMember: names[1]) }
    let known = [
      "method", "url", "scheme", "host", "path", "parameters", "query", "headers", "form", "json",
      "text", "time", "answer",
    ]
    return known.contains(first) ? of(member: first) : .all
  }
}

/// A part of an exchange that is packed, such as the Base64 of JSON: its name under `$.decoded`,
/// where it stands, and how it is taken apart.
struct DecodedPart: Sendable {
  enum Step: String, Sendable, CaseIterable {
    case base64
    case json
    /// The header and the claims of a token; its signature is not judged.
    case jws
    /// An object of the attributes of the root element, each with `@` before its local name, and of
    /// the texts of its child elements.
    case xml
  }

  let name: String
  let source: ValueSource
  let steps: [Step]
}

extension DecodedPart {
  /// The value of a text; nil without one, or where it can't be taken apart.
  func value(of text: String?) -> JSONValue? {
    guard let text else { return nil }
    var bytes = Array(text.utf8)
    var value = JSONValue.string(text)
    for step in steps {
      switch step {
      case .base64:
        guard let decoded = Base64.decode(String(decoding: bytes, as: UTF8.self)) else {
          return nil
        }
        bytes = decoded
        value = .string(String(decoding: decoded, as: UTF8.self))
      case .json:
        guard let parsed = try? JSONParser.document(bytes, limits: .answer).root else { return nil }
        value = parsed
      case .jws:
        guard let token = try? JWS.document(String(decoding: bytes, as: UTF8.self)) else {
          return nil
        }
        value = token
      case .xml:
        guard let root = try? XMLReader.read(bytes) else { return nil }
        value = Self.object(root)
      }
    }
    return value
  }

  private static func object(_ root: XMLElement) -> JSONValue {
    var members = root.attributes.map { ("@\($0.localName)", JSONValue.string($0.value)) }
    for element in root.elements where !members.contains(where: { $0.0 == element.localName }) {
      members.append((element.localName, .string(element.trimmedText)))
    }
    return .object(members.unique(by: \.0))
  }
}

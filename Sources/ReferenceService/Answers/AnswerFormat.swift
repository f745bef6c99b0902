// SPDX-License-Identifier: Apache-2.0
// The formats of answers, JSON and XML.

import Formats
import HTTP
import Text

/// The format of an answer ("Response formats"). A request asks for it by the path, by a parameter
/// or by `Accept`. The documents don't say which counts if they conflict; here, the first of these
/// counts.
enum AnswerFormat: String, CaseIterable {
  case xml
  case json

  /// The format of a media type; XML has two. nil for any other type.
  init?(_ type: MediaType) {
    switch (type.type, type.subtype) {
    case ("application", "json"): self = .json
    case ("application", "xml"), ("text", "xml"): self = .xml
    default: return nil
    }
  }

  /// The format that the last segment of a path ends in: `authn.json`.
  init?(suffixOf segment: some StringProtocol) {
    guard let format = Self.allCases.first(where: { segment.hasSuffix(".\($0.rawValue)") }) else {
      return nil
    }
    self = format
  }

  /// A segment without the `.json` or `.xml` at its end.
  static func removingSuffix(of segment: String) -> String {
    AnswerFormat(suffixOf: segment).map { String(segment.dropLast($0.rawValue.count + 1)) }
      ?? segment
  }
}

extension AnswerFormat {
  /// An answer whose XML has the members of its JSON as elements.
  ///
  /// - Parameter root: The name of the XML's root.
  func answer(_ status: Int, _ root: String, _ body: JSONValue) -> ServiceAnswer {
    answer(status, body) { $0.write(root, body) }
  }

  /// An answer whose XML is written by a function of its own.
  func answer(_ status: Int, _ body: JSONValue, xml: (inout XMLWriter) -> Void) -> ServiceAnswer {
    switch self {
    case .json: return .json(status, body)
    case .xml:
      var writer = XMLWriter()
      xml(&writer)
      return .xml(status, writer.bytes)
    }
  }
}

extension XMLWriter {
  /// How deep a value is written; deeper values are left out.
  private static let depthLimit = 32

  /// Writes a value as an element. The items of a list are elements with the list's name without
  /// the `s` at its end, or `item`. A member whose name can't be an element's is an `entry` with an
  /// attribute `name`.
  mutating func write(_ name: String, _ value: JSONValue) { write(name, value, depth: 0) }

  private mutating func write(_ name: String, _ value: JSONValue, depth: Int) {
    guard depth < Self.depthLimit else { return }
    if Self.isElementName(name) {
      startElement(name)
    } else {
      startElement("entry", attributes: [("name", name)])
    }
    switch value {
    case .null: break
    case .boolean(let flag): text(flag ? "true" : "false")
    case .number(let number): text(number.literal)
    case .string(let string): text(string)
    case .array(let items):
      let item = name.hasSuffix("s") && name.utf8.count > 1 ? String(name.dropLast()) : "item"
      for value in items { write(item, value, depth: depth + 1) }
    case .object(let object):
      for member in object.members { write(member.name, member.value, depth: depth + 1) }
    }
    endElement()
  }

  /// Whether a name is plain: ASCII letters, digits and `_.-`, beginning with a letter or `_`.
  private static func isElementName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || $0.isDigit || $0 == 0x2D || $0 == 0x2E }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_")
  }
}

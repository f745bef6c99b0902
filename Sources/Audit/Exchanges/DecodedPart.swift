// SPDX-License-Identifier: Apache-2.0
// A part of an exchange that is packed, taken apart.

internal import Formats
internal import Text

/// A part of an exchange that is packed, such as the Base64 of JSON: its name under `$.decoded`,
/// where it stands, and how it is taken apart.
struct DecodedPart: Sendable {
  enum Step: String, Sendable, CaseIterable {
    case base64
    case json
    /// An object of the attributes of the root element, each with `@` before its local name, and of
    /// the texts of its child elements.
    case xml
  }

  let name: String
  let source: ValueSource
  let steps: [Step]
}

extension DecodedPart {
  /// The value of a text; nil where there is none, or where it can't be taken apart.
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
    var seen: Set<String> = []
    return .object(members.filter { seen.insert($0.0).inserted })
  }
}

// SPDX-License-Identifier: Apache-2.0
// REST API V1: JSON or XML, as the request asks for.

internal import HTTPMessages
internal import JSON
internal import XML

/// The form of an answer ("Response formats"). A request asks for it in one of three ways; where
/// they conflict, which is undefined, the path counts first, then the parameter, then `Accept`.
enum AnswerFormat: String, CaseIterable {
  case xml
  case json

  /// Both names of XML and the one of JSON.
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

  static func removingSuffix(of segment: String) -> String {
    AnswerFormat(suffixOf: segment).map { String(segment.dropLast($0.rawValue.count + 1)) }
      ?? segment
  }
}

extension Exchange {
  /// The form of the answer; XML, the one default that is stated, where nothing asks for one.
  var answerFormat: AnswerFormat {
    let path = request.target.prefix { $0 != "?" && $0 != "#" }
    let segment = path.split(separator: "/").last ?? ""
    return AnswerFormat(suffixOf: segment)
      ?? parameters.text("format").flatMap(AnswerFormat.init(rawValue:)) ?? acceptedFormat ?? .xml
  }

  /// What the field Accept prefers (RFC 9110, section 12.5.1).
  private var acceptedFormat: AnswerFormat? {
    var best: (format: AnswerFormat, quality: Double)?
    for value in request.headers.values(of: "Accept") {
      for item in value.split(separator: ",") {
        guard let type = MediaType(String(item.drop { $0 == " " || $0 == "\t" })),
          let format = AnswerFormat(type)
        else { continue }
        let quality = type[parameter: "q"].map { Double($0) ?? 0 } ?? 1
        if quality > best?.quality ?? 0 { best = (format, quality) }
      }
    }
    return best?.format
  }

  /// An answer whose XML is the JSON object's: an element for each member, in a root.
  func answer(_ status: Int, _ root: String, _ members: JSONObject) -> ServiceAnswer {
    answer(status, members) { $0.write(root, .object(members)) }
  }

  /// An answer in the form that was asked for.
  func answer(
    _ status: Int, _ members: JSONObject, xml: (inout XMLWriter) -> Void
  ) -> ServiceAnswer {
    switch answerFormat {
    case .json: return .json(status, .object(members))
    case .xml:
      var writer = XMLWriter()
      xml(&writer)
      return .xml(status, writer.bytes)
    }
  }
}

extension XMLWriter {
  /// How deep a value is written; what is below is left out.
  private static let depthLimit = 32

  /// Writes a value as an element. The items of a list have its name without the `s` at its end,
  /// or `item`; a member that can't be an element's name is an `entry` with that name.
  mutating func write(_ name: String, _ value: JSONValue) {
    write(name, value, depth: 0)
  }

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

  /// A plain name: ASCII letters, digits and `_.-`, beginning with a letter or `_`.
  private static func isElementName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_")
  }
}

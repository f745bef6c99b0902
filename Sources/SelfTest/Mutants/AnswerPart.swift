// SPDX-License-Identifier: Apache-2.0
// The parts of an answer that can be changed.

import Expectations
import Formats
import HTTP
import Suites

/// A part of an answer.
struct AnswerPart: Sendable {
  enum Site: Sendable {
    case status
    case header(String)
    case body
    case json(JSONPointer, JSONValue)
    /// The indices of the elements on the way from the root, and the name of an attribute.
    case element([Int])
    case attribute([Int], String)
    case text([Int])
  }

  let site: Site
  /// The place with the names of members; an index, and a name that is no name of a member, such as
  /// that of an entry in a map, is `*`. So it never shows a value.
  let place: String
  /// The same as a place that requirements and freedoms can hold.
  let pattern: PlacePattern?
  /// The value of a text, for what other answers have at the place; nil for another part.
  let text: String?
  /// Whether the text is a word of the documents.
  var isWord = false
  /// Whether it is an object with objects under names that no document has.
  var hasEntryNames = false
}

extension AnswerPart {
  /// The first of the entries that the part holds; nil where it holds none.
  var firstEntry: JSONValue? {
    guard case .json(_, let value) = site else { return nil }
    switch value {
    case .array(let items): return items.first?.object == nil ? nil : items.first
    case .object: return hasEntryNames ? value.object?.members.first?.value : nil
    case .null, .boolean, .number, .string: return nil
    }
  }
}

/// Finds the parts of answers.
struct AnswerParts {
  /// The words of the suites and of the catalogues.
  let knownWords: Set<String>
  /// Of an array so many items are changed: the first ones, and the last.
  private static let itemLimit = 3

  private static let framing = [
    "content-length", "transfer-encoding", "connection", "keep-alive", "trailer", "date", "server",
  ]
}

extension AnswerParts {
  /// The parts of an answer, in its order.
  func parts(of response: HTTPResponse, _ content: AnswerContent) -> [AnswerPart] {
    var parts = [AnswerPart(site: .status, place: "status", pattern: .status, text: nil)]
    var names: Set<String> = []
    for field in response.headers.fields {
      let name = field.name.lowercased()
      // The transport reads these, and judges them itself.
      guard names.insert(name).inserted, !Self.framing.contains(name) else { continue }
      parts.append(
        AnswerPart(
          site: .header(field.name), place: "header \(field.name)", pattern: .header(field.name),
          text: field.value))
    }
    if !response.body.isEmpty {
      parts.append(AnswerPart(site: .body, place: "body", pattern: .bodyText, text: nil))
    }
    switch content {
    case .json(let root): add(root, at: .root, place: "", pattern: .json, to: &parts)
    case .xml(let root):
      add(root, at: [], place: "/\(shown(root.localName))", exact: "/\(root.localName)", to: &parts)
    case .other: break
    }
    return parts
  }

  /// A path with `{…}` for each segment that the documents don't have.
  func knownPath(_ path: String) -> String {
    path.split(separator: "/").map { segment in
      let words = segment.split { $0 == "." }
      return "/" + (words.allSatisfy { knownWords.contains(String($0)) } ? segment : "{…}")
    }.joined()
  }

  /// The name of a member, an element or an attribute; `*` for a text that is hardly one.
  private func shown(_ name: String) -> String {
    if knownWords.contains(name) { return name }
    let isName =
      (1...40).contains(name.utf8.count) && !(name.utf8.first.map { 0x30...0x39 ~= $0 } ?? true)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    return isName ? name : "*"
  }

  private func add(
    _ value: JSONValue, at pointer: JSONPointer, place: String, pattern: PlacePattern,
    to parts: inout [AnswerPart]
  ) {
    parts.append(
      AnswerPart(
        site: .json(pointer, value), place: place.isEmpty ? "/" : place, pattern: pattern,
        text: value.string, isWord: value.string.map(knownWords.contains) ?? false,
        hasEntryNames: value.object.map(hasEntryNames) ?? false))
    switch value {
    case .array(let items):
      for (index, item) in items.enumerated()
      where index < Self.itemLimit || index == items.count - 1 {
        add(
          item, at: pointer.appending(index: index), place: "\(place)/*",
          pattern: pattern.member(String(index)), to: &parts)
      }
    case .object(let object):
      let isMap = hasEntryNames(object)
      for member in object.members {
        let name = isMap ? "*" : shown(member.name)
        add(
          member.value, at: pointer.appending(name: member.name), place: "\(place)/\(name)",
          pattern: pattern.member(member.name), to: &parts)
      }
    case .null, .boolean, .number, .string: break
    }
  }

  private func hasEntryNames(_ object: JSONObject) -> Bool {
    !object.isEmpty
      && object.members.allSatisfy { $0.value.object != nil && !knownWords.contains($0.name) }
  }

  private func add(
    _ element: XMLElement, at path: [Int], place: String, exact: String,
    to parts: inout [AnswerPart]
  ) {
    let pattern = try? PlacePattern(exact)
    parts.append(AnswerPart(site: .element(path), place: place, pattern: pattern, text: nil))
    for attribute in element.attributes where !attribute.name.hasPrefix("xmlns") {
      let place = "\(place)/@\(shown(attribute.localName))"
      parts.append(
        AnswerPart(
          site: .attribute(path, attribute.name), place: place,
          pattern: try? PlacePattern("\(exact)/@\(attribute.localName)"), text: attribute.value))
    }
    if element.elements.isEmpty, !element.text.isEmpty {
      parts.append(
        AnswerPart(site: .text(path), place: place, pattern: pattern, text: element.text))
    }
    for (index, node) in element.children.enumerated() {
      guard case .element(let child) = node else { continue }
      add(
        child, at: path + [index], place: "\(place)/\(shown(child.localName))",
        exact: "\(exact)/\(child.localName)", to: &parts)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// `!base64`, `!json` and `!xml`: strings that hold something encoded.

internal import Encodings
internal import Findings
internal import JSON
internal import SourceText
internal import XML

/// A path of `xml:` or `!xml` and what it must select.
package struct XMLEntry: Sendable, Equatable {
  let path: XMLPath
  package let source: String
  package let pattern: Pattern

  package static func == (left: XMLEntry, right: XMLEntry) -> Bool {
    left.source == right.source && left.pattern == right.pattern
  }
}

extension XMLEntry {
  func accepts(_ root: XMLElement, in scope: Scope) -> Bool {
    pattern.acceptsSelection(values(in: root), .nodes, in: scope)
  }

  /// - Parameter place: Of the document that `root` is the root of; nil for the body.
  func mismatches(_ root: XMLElement, inside place: Place?, in scope: Scope) -> [Finding] {
    let own = Place.xml(source)
    let here = place.map { .inside($0, own) } ?? own
    let values = values(in: root)
    let mismatches = pattern.selectionMismatches(
      values.map { (value: $0, place: here) }, .nodes, at: here, in: scope)
    guard values.isEmpty, let other = Self.otherRoot(of: source, root) else { return mismatches }
    return mismatches.map { mismatch in
      Finding(
        place: mismatch.place, position: mismatch.position, expected: mismatch.expected,
        found: mismatch.found, nearest: other)
    }
  }

  /// What the root element is, where a path begins with another; nil for one that does not, or
  /// that looks at any depth.
  static func otherRoot(of source: String, _ root: XMLElement) -> String? {
    guard source.hasPrefix("/"), !source.hasPrefix("//") else { return nil }
    let first = source.dropFirst().prefix { !"/[@".contains($0) }
    let name = first.split(separator: ":").last.map(String.init) ?? ""
    guard !name.isEmpty, name != "*", name != root.localName else { return nil }
    return "the root element is `\(Wording.cut(root.localName))`"
  }

  private func values(in root: XMLElement) -> [JSONValue] {
    path.values(in: root).map { .string($0) }
  }
}

enum EncodedText {
  static func acceptsBase64(_ text: String, _ pattern: Pattern?, in scope: Scope) -> Bool {
    guard let bytes = Base64.decode(text) else { return false }
    guard let pattern else { return true }
    return String(validating: bytes, as: UTF8.self)
      .map { pattern.accepts(.string($0), in: scope) } ?? false
  }

  static func acceptsJSON(_ text: String, _ pattern: Pattern?, in scope: Scope) -> Bool {
    guard let value = JSONText(Array(text.utf8)).value else { return false }
    return pattern?.accepts(value, in: scope.over(value)) ?? true
  }

  static func acceptsXML(_ text: String, _ entries: [XMLEntry], in scope: Scope) -> Bool {
    guard case .success(let root) = xml(text) else { return false }
    return entries.allSatisfy { $0.accepts(root, in: scope) }
  }

  static func xml(_ text: String) -> Result<XMLElement, XMLError> {
    do throws(XMLError) {
      return .success(try XMLReader.read(Array(text.utf8)))
    } catch {
      return .failure(error)
    }
  }

  /// Why a string is no Base64.
  static func base64Reason(_ text: String, _ place: Place) -> String? {
    let subject = "\(place.name) is no Base64:"
    var offset = 0
    for byte in text.utf8 {
      offset += 1
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"),
        UInt8(ascii: "="):
        continue
      case 0x0A, 0x0D: return "\(subject) character \(offset) is a line break"
      case 0x09, 0x20: return "\(subject) character \(offset) is white space"
      case UInt8(ascii: "-"), UInt8(ascii: "_"):
        return "\(subject) character \(offset) is of the alphabet for URLs"
      case UInt8(ascii: "%"):
        return "\(subject) character \(offset) is '%': it may be percent-encoded"
      default: return "\(subject) character \(offset) is not of its alphabet"
      }
    }
    if !text.utf8.count.isMultiple(of: 4) {
      return "\(subject) its length, \(text.utf8.count), is no multiple of 4"
    }
    return Base64.decode(text) == nil ? "\(subject) it ends wrongly" : nil
  }

  static func jsonReason(_ text: String, _ place: Place) -> String? {
    let bytes = Array(text.utf8)
    return JSONText(bytes).problem?.reason(of: bytes, as: place.name)
  }

  static func xmlReason(_ text: String, _ place: Place) -> String? {
    guard case .failure(let error) = xml(text) else { return nil }
    return "\(place.name) is no XML: at byte \(error.offset), \(error.description)"
  }
}

extension Pattern {
  func base64Mismatches(_ value: JSONValue, _ pattern: Pattern, at place: Place, in scope: Scope)
    -> [Finding]
  {
    guard let bytes = value.string.flatMap(Base64.decode) else { return [] }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return [
        mismatch(
          value, at: place,
          nearest: "\(place.name) decodes to \(Wording.count(bytes.count, "byte"))"
            + " that are no UTF-8 text")
      ]
    }
    return pattern.mismatches(.string(text), at: .inside(place, .decoded), in: scope)
  }

  func jsonMismatches(_ value: JSONValue, _ pattern: Pattern, at place: Place, in scope: Scope)
    -> [Finding]
  {
    guard let document = value.string.flatMap({ JSONText(Array($0.utf8)).value }) else { return [] }
    return pattern.mismatches(
      document, at: .inside(place, .body(.root)), in: scope.over(document))
  }

  func xmlMismatches(_ value: JSONValue, _ entries: [XMLEntry], at place: Place, in scope: Scope)
    -> [Finding]
  {
    guard let text = value.string, case .success(let root) = EncodedText.xml(text) else {
      return []
    }
    return entries.flatMap { $0.mismatches(root, inside: place, in: scope) }
  }
}

extension PatternCompilation {
  /// A map of paths to patterns; nil or an empty one asks for any document.
  mutating func xml(_ argument: PatternNode?, _ tag: Tag) -> Pattern.Form? {
    switch argument {
    case nil: return .xml([])
    case .map(let entries, _)?: return xmlEntries(entries).map { .xml($0) }
    case .unknown?: return .unknown
    case .list(let items, _)? where items.count == 1: return xml(items[0], tag)
    case let argument?:
      fail("\(tag.name) wants a map of paths to patterns", at: argument.position)
      return nil
    }
  }

  /// - Returns: nil after a mistake.
  mutating func xmlEntries(_ entries: [PatternEntry]) -> [XMLEntry]? {
    var result: [XMLEntry] = []
    var isValid = true
    for entry in entries {
      let compiled = pattern(
        entry.value, .items(of: .text("the value of an XML path"), .nodes))
      guard let compiled, let path = path(entry) else {
        isValid = false
        continue
      }
      result.append(XMLEntry(path: path, source: entry.key.source, pattern: compiled))
    }
    return isValid ? result : nil
  }

  private mutating func path(_ entry: PatternEntry) -> XMLPath? {
    switch entry.key {
    case .path(let path, _): return path
    case .query(_, let source):
      fail("'\(source)' is a JSONPath query; an XML path begins with '/'", at: entry.keyPosition)
      return nil
    case .name(let name):
      do throws(XMLPathError) {
        return try XMLPath(name)
      } catch {
        fail(
          "invalid XML path: \(error.description)",
          at: entry.keyPosition.advanced(by: error.offset))
        return nil
      }
    }
  }
}

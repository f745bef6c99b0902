// SPDX-License-Identifier: Apache-2.0
// The way to a value in the document of an exchange, through what is packed in texts.

internal import Encodings
internal import JSON
internal import XML

/// A step on the way to a value in the document of an exchange.
enum DocumentStep: Sendable, Hashable {
  case name(String)
  case index(Int)
  /// Into a text that is in Base64.
  case base64
  /// Into a text that is JSON.
  case json
  /// The value of an attribute in a text that is XML.
  case attribute(String)
}

/// Another value at a place in the document of an exchange; nil where it is taken away.
struct DocumentChange: Sendable {
  let path: [DocumentStep]
  let value: JSONValue?
}

extension DocumentChange: CustomStringConvertible {
  /// Where it is: `headers x-device-info, json model`. It has no value in it.
  var description: String {
    let words = path.compactMap { step -> String? in
      switch step {
      case .name(let name), .attribute(let name): name
      case .index(let index): String(index)
      case .base64, .json: nil
      }
    }
    return words.joined(separator: " ")
  }
}

extension JSONValue {
  /// The value that a way leads to; nil where there is none.
  func value(at path: some Sequence<DocumentStep>) -> JSONValue? {
    var value: JSONValue? = self
    for step in path {
      switch step {
      case .name(let name): value = value?[name]
      case .index(let index):
        let items = value?.array ?? []
        value = items.indices.contains(index) ? items[index] : nil
      case .base64:
        value = value?.string.flatMap { Base64.decode($0) }
          .map { .string(String(decoding: $0, as: UTF8.self)) }
      case .json:
        value = value?.string.flatMap { try? JSONParser.document(Array($0.utf8)).root }
      case .attribute(let name):
        value = value?.string.flatMap { try? XMLReader.read(Array($0.utf8)) }
          .flatMap { $0.attribute(name) }.map(JSONValue.string)
      }
    }
    return value
  }

  /// A value with another one at the end of a way; what is missing on the way is made.
  static func changed(
    _ value: JSONValue?, at path: ArraySlice<DocumentStep>, to new: JSONValue?
  ) -> JSONValue? {
    guard let step = path.first else { return new }
    let rest = path.dropFirst()
    switch step {
    case .name(let name):
      var object = value?.object ?? JSONObject()
      object[name] = changed(object[name], at: rest, to: new)
      return .object(object)
    case .index(let index):
      var items = value?.array ?? []
      guard index <= items.count else { return value }
      let old = index < items.count ? items[index] : nil
      let item = changed(old, at: rest, to: new)
      if index < items.count { items.remove(at: index) }
      if let item { items.insert(item, at: index) }
      return .array(items)
    case .base64:
      let inner = value?.value(at: [.base64])
      return changed(inner, at: rest, to: new)?.string.map { .string(Base64.encode($0)) }
    case .json:
      let inner = value?.value(at: [.json])
      return changed(inner, at: rest, to: new).map { .string(JSONWriter.text($0)) }
    case .attribute(let name):
      guard var text = value?.string, let old = rootAttribute(name, in: text) else { return value }
      text.replaceSubrange(old, with: escaped(new?.string ?? ""))
      return .string(text)
    }
  }

  /// Where the value of an attribute of the root element stands in an XML text, without its quotes.
  private static func rootAttribute(_ name: String, in text: String) -> Range<String.Index>? {
    guard let root = rootStart(in: text) else { return nil }
    var rest = text[root...].dropFirst().drop { !$0.isWhitespace && $0 != ">" }
    while true {
      rest = rest.drop { $0.isWhitespace }
      let found = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != ">" }
      rest = rest[found.endIndex...].drop { $0.isWhitespace || $0 == "=" }
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      let value = rest.dropFirst().prefix { $0 != quote }
      if found == name { return value.startIndex..<value.endIndex }
      rest = rest[value.endIndex...].dropFirst()
    }
  }

  /// Where the root element begins: after the declaration, comments and instructions.
  private static func rootStart(in text: String) -> String.Index? {
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      let end: String
      if rest[start...].hasPrefix("<!--") {
        end = "-->"
      } else if rest[start...].hasPrefix("<?") {
        end = "?>"
      } else {
        return start
      }
      guard let range = rest[start...].firstRange(of: end) else { return nil }
      rest = rest[range.upperBound...]
    }
    return nil
  }

  /// A text as it stands in an attribute.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
  }
}

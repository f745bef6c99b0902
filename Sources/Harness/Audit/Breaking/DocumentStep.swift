// SPDX-License-Identifier: Apache-2.0
// The way to a value in the document of an exchange, through what is packed in texts.

internal import Encodings
internal import JSON

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
        value = value?.string.flatMap { Self.attribute(name, in: $0) }
          .map { .string(String($0)) }
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
      guard var text = value?.string, let old = attribute(name, in: text) else { return value }
      text.replaceSubrange(old.startIndex..<old.endIndex, with: new?.string ?? "")
      return .string(text)
    }
  }

  /// The value of the first attribute of a name in an XML text.
  private static func attribute(_ name: String, in text: String) -> Substring? {
    for quote in ["\"", "'"] {
      guard let start = text.firstRange(of: " \(name)=\(quote)")?.upperBound else { continue }
      guard let end = text[start...].firstRange(of: quote)?.lowerBound else { continue }
      return text[start..<end]
    }
    return nil
  }
}

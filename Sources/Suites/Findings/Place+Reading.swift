// SPDX-License-Identifier: Apache-2.0
// Reading a place back from the text that a record holds.

import Formats

extension Place {
  /// At most so many documents within documents are told apart: a record may come from anywhere.
  private static let depthLimit = 16

  /// Reads the text that `description` writes.
  ///
  /// Every text is read, and the `description` of the result is that text again. A text that
  /// `description` never writes gives `.other`.
  package init(reading text: String) {
    var rest = ArraySlice(text.utf8)
    var place = Self.outermost(Self.next(&rest, isLast: false))
    for depth in 1...Self.depthLimit where !rest.isEmpty {
      place = .inside(place, Self.inner(Self.next(&rest, isLast: depth == Self.depthLimit)))
    }
    self = place
  }

  /// Takes the text up to the next arrow, and the arrow, from the front.
  private static func next(_ rest: inout ArraySlice<UInt8>, isLast: Bool) -> ArraySlice<UInt8> {
    let separator = Array(separator.utf8)
    // An arrow at the end belongs to the last place: no place has an empty name.
    if !isLast, let arrow = rest.firstRange(of: separator), arrow.upperBound < rest.endIndex {
      defer { rest = rest[arrow.upperBound...] }
      return rest[..<arrow.lowerBound]
    }
    defer { rest = [] }
    return rest
  }

  private static func outermost(_ bytes: ArraySlice<UInt8>) -> Place {
    if let place = anywhere(bytes) { return place }
    let text = String(decoding: bytes, as: UTF8.self)
    switch text {
    case "status": return .status
    case "body": return .body(.root)
    case "text": return .text
    case "statuses": return .statuses(nil)
    case "retry": return .retry
    case "error": return .frameworkError
    case "visit": return .visit
    default: break
    }
    if let name = bytes.rest(after: "header ") { return .header(name) }
    if let name = bytes.rest(after: "save: ") { return .saved(name) }
    if let name = bytes.rest(after: "framing ") { return .framing(name) }
    if let name = bytes.rest(after: "fragment ") { return .fragment(name) }
    if let index = bytes.rest(after: "statuses/").flatMap(JSONPointer.index) {
      return .statuses(index)
    }
    if let name = bytes.dropLast().rest(after: "${"), bytes.last == UInt8(ascii: "}") {
      return .variable(name)
    }
    if bytes.first == UInt8(ascii: "$") { return .query(text) }
    let isWord = !bytes.isEmpty && bytes.allSatisfy { 0x61...0x7A ~= $0 }
    return isWord ? .call(text) : .other(text)
  }

  private static func inner(_ bytes: ArraySlice<UInt8>) -> Place {
    let text = String(decoding: bytes, as: UTF8.self)
    return switch text {
    case "json": .body(.root)
    case "decoded": .decoded
    case _ where bytes.first == UInt8(ascii: "$"): .query(text)
    default: anywhere(bytes) ?? .part(text)
    }
  }

  /// The places that are written in the same way within a document and outside of one.
  private static func anywhere(_ bytes: ArraySlice<UInt8>) -> Place? {
    if let path = bytes.rest(after: "xml ") { return .xml(path) }
    return JSONPointer(reading: bytes).map { .body($0) }
  }
}

extension ArraySlice<UInt8> {
  /// The text after a prefix; nil for a text without it. By bytes: a name may begin with a mark
  /// that joins the prefix's last character.
  fileprivate func rest(after prefix: String) -> String? {
    starts(with: prefix.utf8) ? String(decoding: dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }
}

extension JSONPointer {
  /// Reads a pointer to a part of a value (RFC 6901); nil for another text, and for the root.
  ///
  /// The text doesn't tell whether digits are an index or a name: they are read as an index.
  fileprivate init?(reading text: ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: "/") else { return nil }
    var tokens: [Token] = []
    for part in text.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let name = Self.unescaped(part) else { return nil }
      tokens.append(Self.index(name).map { .index($0) } ?? .name(name))
    }
    self.init(tokens)
  }

  /// Undoes `~0` and `~1`; nil where something else follows a tilde.
  private static func unescaped(_ part: ArraySlice<UInt8>) -> String? {
    guard let tilde = part.firstIndex(of: UInt8(ascii: "~")) else {
      return String(decoding: part, as: UTF8.self)
    }
    var bytes = Array(part[..<tilde])
    var escape = false
    for byte in part[tilde...] {
      switch (escape, byte) {
      case (false, UInt8(ascii: "~")): escape = true
      case (false, _): bytes.append(byte)
      case (true, UInt8(ascii: "0")), (true, UInt8(ascii: "1")):
        bytes.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        escape = false
      case (true, _): return nil
      }
    }
    return escape ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// An index as `description` writes it: no sign, no leading zero.
  fileprivate static func index(_ text: String) -> Int? {
    guard let index = Int(text), index >= 0, String(index).utf8.elementsEqual(text.utf8) else {
      return nil
    }
    return index
  }
}

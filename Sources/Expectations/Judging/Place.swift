// SPDX-License-Identifier: Apache-2.0
// The place of a finding, and how it is written and read.

package import Formats

/// The place of a finding, as reports name it: a part of an answer, or what else a step checks.
package indirect enum Place: Sendable, Hashable {
  case status
  case header(String)
  /// A value in a JSON body or in the JSON of a call.
  case body(JSONPointer)
  /// The selection of a query: all of it, or the fact that it is empty.
  case query(String)
  /// The selection of an XML path in the body.
  case xml(String)
  /// The body as text.
  case text
  /// The status codes of a burst, or one of them by its index.
  case statuses(Int?)
  /// A part of a URL, `host`, or one value of its query, `query code`.
  case part(String)
  /// The text that a Base64 string decodes to.
  case decoded
  /// The value of a variable, under `when:`.
  case variable(String)
  /// A place in the document that a string holds.
  case inside(Place, Place)

  /// A value that `save:` takes from the answer, by the name of its variable.
  case saved(String)
  /// The condition of `retry:`.
  case retry
  /// The fragment that the step uses, by its name.
  case fragment(String)
  case frameworkError
  /// A call to the partner's framework: `authenticate`.
  case call(String)
  /// The way of a user agent.
  case visit
  /// A header that says how to read the body, by its name: the answer is of no use to any client.
  case framing(String)
  /// Another text of a record, such as one that was masked.
  case other(String)
}

extension Place: CustomStringConvertible {
  /// `/profiles/0/mvpd`, `header Content-Type`, `/request → decoded → xml /Request/@ID`.
  package var description: String {
    switch self {
    case .status: "status"
    case .header(let name): "header \(name)"
    case .body(let pointer): pointer.tokens.isEmpty ? "body" : "\(pointer)"
    case .query(let source): source
    case .xml(let path): "xml \(path)"
    case .text: "text"
    case .statuses(let index): index.map { "statuses/\($0)" } ?? "statuses"
    case .part(let name), .call(let name), .other(let name): name
    case .decoded: "decoded"
    case .variable(let name): "${\(name)}"
    case .inside(let outer, let inner): "\(outer)\(Self.separator)\(inner.innerDescription)"
    case .saved(let name): "save: \(name)"
    case .retry: "retry"
    case .fragment(let name): "fragment \(name)"
    case .frameworkError: "error"
    case .visit: "visit"
    case .framing(let name): "framing \(name)"
    }
  }

  private var innerDescription: String {
    if case .body(let pointer) = self, pointer.tokens.isEmpty { return "json" }
    return description
  }

  static let separator = " → "
}

extension Place {
  /// At most so many documents within documents are told apart: a record may come from anywhere.
  private static let depthLimit = 16

  /// Reads the text that `description` writes.
  ///
  /// Every text is read, as `.other` where needed; the result's `description` is that text again.
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
    if let place = words[text] { return place }
    for (prefix, place) in prefixes {
      if let name = bytes.rest(after: prefix) { return place(name) }
    }
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

  private static let words: [String: Place] = [
    "status": .status, "body": .body(.root), "text": .text, "statuses": .statuses(nil),
    "retry": .retry, "error": .frameworkError, "visit": .visit,
  ]
  private static let prefixes: [(text: String, place: @Sendable (String) -> Place)] = [
    ("header ", { .header($0) }), ("save: ", { .saved($0) }), ("framing ", { .framing($0) }),
    ("fragment ", { .fragment($0) }),
  ]

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
    let pieces = part.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    var bytes = Array(pieces[0])
    for piece in pieces.dropFirst() {
      guard let code = piece.first, code == UInt8(ascii: "0") || code == UInt8(ascii: "1") else {
        return nil
      }
      bytes.append(code == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
      bytes += piece.dropFirst()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An index as `description` writes it: no sign, no leading zero.
  fileprivate static func index(_ text: String) -> Int? {
    guard let index = Int(text), index >= 0, String(index).utf8.elementsEqual(text.utf8) else {
      return nil
    }
    return index
  }
}

// SPDX-License-Identifier: Apache-2.0
// Bodies and headers laid out for reading: indented, decoded, with the places of findings marked.

import Formats
import HTTP
import Record
import Text

/// A body, or the text that a header encodes, laid out for reading.
struct BodyLayout {
  struct Line {
    var text: String
    /// Whether a finding is about it.
    var isMarked = false
  }

  let lines: [Line]
}

extension BodyLayout {
  /// Lays out a body: JSON and XML indented, a form as its fields, other text as it is.
  ///
  /// - Parameter marked: The places in JSON that findings are about. Where such a place is missing,
  ///   the nearest one that holds it is marked.
  init(_ body: String, isForm: Bool = false, marked: [JSONPointer] = []) {
    if isForm, let fields = Self.fields(of: body) {
      lines = fields
    } else if let value = try? JSONParser.document(Array(body.utf8)).root {
      var writer = JSONLines(marked: marked.map { Self.nearest($0, in: value) })
      writer.add(value, at: .root, name: nil, comma: false)
      lines = writer.lines
    } else if let xml = Self.xml(body) {
      lines = xml.split(separator: "\n").map { Line(text: String($0)) }
    } else {
      lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Line(text: String($0)) }
    }
  }

  /// Lays out the body of a request.
  init(requestOf detail: ExchangeRecord.Detail) {
    let type = detail.requestHeaders.first { HeaderList.isSame($0.name, "Content-Type") }
    self.init(
      detail.requestBody,
      isForm: type?.value.hasPrefix("application/x-www-form-urlencoded") ?? false)
  }

  /// Lays out a header that is the Base64 of JSON or XML; nil for another header.
  ///
  /// A word before it, as in `fingerprint aGVsbG8=`, is not looked at.
  init?(header value: String) {
    guard let text = Base64.text(value) else { return nil }
    let isJSON = (try? JSONParser.document(text).root.object) != nil
    guard isJSON || Self.xml(text) != nil else { return nil }
    self.init(text)
  }

  /// Header fields, each followed by what its Base64 says where that is JSON or XML.
  ///
  /// - Parameter marked: The names of those that findings are about, in lower case.
  static func lines(of fields: [HeaderField], marked: Set<String> = []) -> [Line] {
    fields.flatMap { field -> [Line] in
      let isMarked = marked.contains(field.name.lowercased())
      return [Line(text: "\(field.name): \(field.value)", isMarked: isMarked)]
        + document(in: field.value)
    }
  }

  /// Each field of a form on a line, decoded; the Base64 of a document is laid out below its field.
  private static func fields(of body: String) -> [Line]? {
    guard let fields = FormBody.decode(Array(body.utf8)), !fields.isEmpty else { return nil }
    return fields.flatMap { [Line(text: "\($0.name) = \($0.value)")] + document(in: $0.value) }
  }

  /// The lines of a document that a value encodes, below the value's own; none for another value.
  private static func document(in value: String) -> [Line] {
    BodyLayout(header: value)?.lines.map { Line(text: "    \($0.text)") } ?? []
  }

  private static func xml(_ text: String) -> String? {
    guard text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "<"),
      let root = try? XMLReader.read(Array(text.utf8))
    else { return nil }
    var writer = XMLWriter(indented: true, declaration: false)
    write(root, to: &writer)
    return writer.text
  }

  private static func write(_ element: XMLElement, to writer: inout XMLWriter) {
    writer.startElement(element.name, attributes: element.attributes.map { ($0.name, $0.value) })
    for child in element.children {
      switch child {
      case .element(let inner): write(inner, to: &writer)
      case .text(let text):
        let isBlank = text.utf8.allSatisfy { $0 <= 0x20 }
        if !isBlank { writer.text(text) }
      }
    }
    writer.endElement()
  }

  /// The place itself, or the nearest one above it that the value has.
  private static func nearest(_ pointer: JSONPointer, in root: JSONValue) -> JSONPointer {
    var value = root
    var found = JSONPointer.root
    for token in pointer.tokens {
      switch token {
      case .name(let name):
        guard let next = value[name] else { return found }
        (value, found) = (next, found.appending(name: name))
      case .index(let index):
        guard let items = value.array, items.indices.contains(index) else { return found }
        (value, found) = (items[index], found.appending(index: index))
      }
    }
    return found
  }
}

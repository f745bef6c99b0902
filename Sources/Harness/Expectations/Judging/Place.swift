// SPDX-License-Identifier: Apache-2.0
// Where in an answer something did not match.

package import JSON

/// A part of an answer, as reports name it.
package indirect enum Place: Sendable, Hashable {
  case status
  case header(String)
  /// In a JSON body or the JSON of a call.
  case body(JSONPointer)
  /// What a query selects: all of it, or that it selects nothing.
  case query(String)
  /// What an XML path selects in the body.
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
    case .part(let name): name
    case .decoded: "decoded"
    case .variable(let name): "${\(name)}"
    case .inside(let outer, let inner): "\(outer) → \(inner.innerDescription)"
    }
  }

  private var innerDescription: String {
    if case .body(let pointer) = self, pointer.tokens.isEmpty { return "json" }
    return description
  }
}

extension Place {
  /// The place of a member of the value that stands here.
  func member(_ name: String) -> Place {
    switch self {
    case .body(let pointer): .body(pointer.appending(name: name))
    case .inside(let outer, let inner): .inside(outer, inner.member(name))
    case .part(let part): .part("\(part) \(name)")
    default: self
    }
  }

  /// The place of an item of the array that stands here.
  func item(_ index: Int) -> Place {
    switch self {
    case .body(let pointer): .body(pointer.appending(index: index))
    case .statuses: .statuses(index)
    case .inside(let outer, let inner): .inside(outer, inner.item(index))
    default: self
    }
  }

  /// The place of what a query selected in the document that this place is in.
  func selected(_ pointer: JSONPointer) -> Place {
    if case .inside(let outer, _) = self { return .inside(outer, .body(pointer)) }
    return .body(pointer)
  }

  /// The place of the result of a query over the document that this place is in.
  func query(_ source: String) -> Place {
    if case .inside(let outer, _) = self { return .inside(outer, .query(source)) }
    return .query(source)
  }

  /// What sentences call the value: the last name of the place.
  var name: String {
    switch self {
    case .body(let pointer):
      switch pointer.tokens.last {
      case .name(let name)?: "`\(name)`"
      case .index?: "`\(pointer)`"
      case nil: "the body"
      }
    case .header(let name), .part(let name): "`\(name)`"
    case .query(let source), .xml(let source): "`\(source)`"
    case .status: "the status"
    case .text: "the body"
    case .statuses(let index): index == nil ? "the list of statuses" : "the status"
    case .decoded: "the decoded text"
    case .variable(let name): "`${\(name)}`"
    case .inside(_, .body(JSONPointer.root)): "the document"
    case .inside(_, let inner): inner.name
    }
  }
}

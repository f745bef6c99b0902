// SPDX-License-Identifier: Apache-2.0
// The places of the parts of a value, and the name of a place in sentences.

import Formats

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

  /// The place of a value that a query selected in the document of this place.
  func selected(_ pointer: JSONPointer) -> Place {
    if case .inside(let outer, _) = self { return .inside(outer, .body(pointer)) }
    return .body(pointer)
  }

  /// The place of the result of a query over the document of this place.
  func query(_ source: String) -> Place {
    if case .inside(let outer, _) = self { return .inside(outer, .query(source)) }
    return .query(source)
  }

  /// The name of the value in sentences: the last part of the place.
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
    case .saved, .retry, .fragment, .frameworkError, .call, .visit, .framing, .other: "`\(self)`"
    }
  }
}

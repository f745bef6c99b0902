// SPDX-License-Identifier: Apache-2.0
// Whether a finding concerns the value that a source takes from an answer.

internal import Formats
internal import HTTP

extension Source {
  /// Whether something that a finding is about is the value of this source, a part of it, or what
  /// it is a part of: then nobody knows whether the value is right.
  package func isDoubted(by place: Place, in observation: Observation) -> Bool {
    switch form {
    case .first(let sources):
      return sources.contains { $0.isDoubted(by: place, in: observation) }
    case .optional(let source), .list(let source):
      return source.isDoubted(by: place, in: observation)
    case .status: return place.outermost == .status
    case .header(let name):
      if case .header(let other) = place.outermost { return HeaderList.isSame(name, other) }
      return false
    case .path:
      return switch place.outermost {
      case .xml, .text, .body(JSONPointer.root): true
      default: false
      }
    case .text: return place.isInBody
    case .query(let query):
      switch place.outermost {
      case .text: return true
      case .body, .query: break
      default: return false
      }
      guard case .success(let root) = observation.json,
        let nodes = try? query.path.nodes(in: root, limits: observation.queryLimits),
        let doubted = place.outermost.pointers(in: root, observation.queryLimits)
      else { return true }
      return nodes.contains { node in
        let pointer = node.pointer
        return doubted.contains { $0.isRelated(to: pointer) }
      }
    }
  }
}

extension Place {
  /// Whether something that a finding is about is a member of the answer, or a part of it.
  package func isWithin(memberNamed name: String, of observation: Observation) -> Bool {
    guard case .success(let root) = observation.json,
      let pointers = outermost.pointers(in: root, observation.queryLimits)
    else { return outermost.isInBody }
    let member = JSONPointer([.name(name)])
    return pointers.contains { $0.isRelated(to: member) }
  }

  /// The place in the answer itself, where it is one within a text of the answer.
  package var outermost: Place {
    if case .inside(let outer, _) = self { outer.outermost } else { self }
  }

  /// Whether it is a place of the body.
  package var isInBody: Bool {
    switch outermost {
    case .body, .query, .xml, .text: true
    default: false
    }
  }

  /// What it stands for in a document; nil where that can't be told, as for a query with variables.
  fileprivate func pointers(in root: JSONValue, _ limits: JSONPathLimits) -> [JSONPointer]? {
    switch self {
    case .body(let pointer): return [pointer]
    case .query(let source):
      guard let path = try? JSONPath(source) else { return nil }
      return (try? path.nodes(in: root, limits: limits))?.map(\.pointer)
    default: return []
    }
  }
}

extension JSONPointer {
  /// Whether one of the two stands within the other.
  fileprivate func isRelated(to other: JSONPointer) -> Bool {
    let (short, long) =
      tokens.count < other.tokens.count ? (tokens, other.tokens) : (other.tokens, tokens)
    return long.starts(with: short)
  }
}

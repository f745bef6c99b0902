// SPDX-License-Identifier: Apache-2.0
// Places in a JSON value (RFC 6901).

/// A place in a JSON value, written `/profiles/0/mvpd` (RFC 6901).
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  package enum Token: Sendable {
    case name(String)
    /// An index of an array, from 0.
    case index(Int)
  }

  package let tokens: [Token]

  package init(_ tokens: [Token] = []) { self.tokens = tokens }

  /// The whole value: no tokens.
  package static let root = JSONPointer()

  package func appending(name: String) -> JSONPointer { JSONPointer(tokens + [.name(name)]) }

  package func appending(index: Int) -> JSONPointer { JSONPointer(tokens + [.index(index)]) }

  /// This place, seen from the root of the value that `base` points at the root of.
  package func appending(_ further: JSONPointer) -> JSONPointer {
    JSONPointer(tokens + further.tokens)
  }

  /// The place as a JSONPath query: `$['profiles'][0]` (RFC 9535, section 2.7).
  package var normalizedPath: String {
    tokens.reduce(into: "$") { path, token in
      switch token {
      case .index(let index): path += "[\(index)]"
      case .name(let name):
        path += "['"
        for scalar in name.unicodeScalars { path += Self.normalized(scalar) }
        path += "']"
      }
    }
  }

  private static func normalized(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\u{8}": return "\\b"
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\u{C}": return "\\f"
    case "\r": return "\\r"
    case "'": return "\\'"
    case "\\": return "\\\\"
    case "\u{0}"..<" ": return JSONWriter.escape(ofControl: UInt8(scalar.value))
    default: return String(scalar)
    }
  }

  /// As RFC 6901 has it, `~` and `/` in names as `~0` and `~1`; empty for the root.
  package var description: String {
    tokens.reduce(into: "") { text, token in
      text += "/"
      switch token {
      case .index(let index): text += String(index)
      case .name(let name):
        for scalar in name.unicodeScalars {
          switch scalar {
          case "~": text += "~0"
          case "/": text += "~1"
          default: text.unicodeScalars.append(scalar)
          }
        }
      }
    }
  }
}

extension JSONPointer.Token: Hashable {
  /// Names by their scalars: Swift's own comparison takes texts of different bytes for equal.
  package static func == (left: JSONPointer.Token, right: JSONPointer.Token) -> Bool {
    switch (left, right) {
    case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
    case (.index(let left), .index(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .name(let name): hasher.combine(name)
    case .index(let index): hasher.combine(index)
    }
  }
}

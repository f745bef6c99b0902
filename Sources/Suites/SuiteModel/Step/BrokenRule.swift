// SPDX-License-Identifier: Apache-2.0
// A rule for applications that a suite breaks on purpose.

internal import Formats
package import Text

/// A requirement that binds the application, and that a suite breaks on purpose to see what the
/// service makes of it: an item of `breaks:`.
package struct BrokenRule: Sendable, Equatable {
  /// The id of the requirement.
  package let id: String
  package let position: Position
}

extension BrokenRule {
  /// Reads `breaks:`, a list of ids; a row of cases may give none.
  static func list(_ node: YAMLNode, _ nodes: inout NodeReader) -> [BrokenRule] {
    guard let items = nodes.list(node, "'breaks'") else { return [] }
    return items.compactMap { item in
      nodes.text(item, "the id of a requirement").map {
        BrokenRule(id: $0, position: item.position)
      }
    }
  }
}

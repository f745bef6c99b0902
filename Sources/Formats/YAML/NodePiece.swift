// SPDX-License-Identifier: Apache-2.0
// A node that may turn out to be a key.

/// A node without what may still follow it: a colon that makes it a key.
struct NodePiece {
  let node: YAMLNode
  /// Where it began.
  let line: Int
  let isAlias: Bool
  /// Whether a colon may follow it without a space behind: after quotes and brackets.
  let isJSONLike: Bool

  init(_ node: YAMLNode, line: Int, isAlias: Bool = false, isJSONLike: Bool = false) {
    self.node = node
    self.line = line
    self.isAlias = isAlias
    self.isJSONLike = isJSONLike
  }
}

// SPDX-License-Identifier: Apache-2.0
// The tag and the anchor before a node.

import Text

/// The properties before a node: `!tag`, `&anchor`, both or neither.
struct NodeProperties {
  struct Anchor {
    let name: String
    let position: Position
    let length: Int
    /// The parser's counts where the anchor stood.
    let nodeCount: Int
    let deepest: Int
  }

  var tag: YAMLTag?
  var anchor: Anchor?
  /// The place of the first of them.
  var position: Position?
  var length = 1

  var isEmpty: Bool { position == nil }
}

/// The node that an anchor names.
enum AnchoredNode {
  /// Its node is being read.
  case open
  /// With the nodes in it, and the collections within each other.
  case node(YAMLNode, nodeCount: Int, height: Int)
}

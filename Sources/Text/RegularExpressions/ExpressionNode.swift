// SPDX-License-Identifier: Apache-2.0
// The tree of a regular expression, and how large its program will be.

/// A part of a regular expression.
struct ExpressionNode: Sendable {
  indirect enum Kind: Sendable {
    case empty
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
    /// The start of the text.
    case start
    /// The end of the text.
    case end
    case sequence([ExpressionNode])
    case choice([ExpressionNode])
    case repetition(ExpressionNode, atLeast: Int, atMost: Int?)
  }

  let kind: Kind
  /// How many instructions it becomes, repetitions written out.
  let size: Int

  static let empty = ExpressionNode(kind: .empty, size: 0)
  static let start = ExpressionNode(kind: .start, size: 1)
  static let end = ExpressionNode(kind: .end, size: 1)
}

extension ExpressionNode {
  static func set(_ set: ScalarSet) -> ExpressionNode { ExpressionNode(kind: .set(set), size: 1) }

  /// One character; without regard to case, where that makes a difference to it.
  static func scalar(_ scalar: Unicode.Scalar, foldsCase: Bool) -> ExpressionNode {
    if foldsCase, ScalarSet.variants(of: scalar).count > 1 {
      return .set(ScalarSet([.range(scalar.value...scalar.value)], foldsCase: true))
    }
    return ExpressionNode(kind: .scalar(scalar), size: 1)
  }

  static func sequence(_ nodes: [ExpressionNode]) -> ExpressionNode {
    if nodes.count == 1 { return nodes[0] }
    return ExpressionNode(kind: .sequence(nodes), size: nodes.reduce(0) { $0 + $1.size })
  }

  static func choice(_ nodes: [ExpressionNode]) -> ExpressionNode {
    if nodes.count == 1 { return nodes[0] }
    let jumps = 2 * (nodes.count - 1)
    return ExpressionNode(kind: .choice(nodes), size: nodes.reduce(jumps) { $0 + $1.size })
  }

  /// - Parameter atMost: nil for any number of times.
  static func repetition(
    _ node: ExpressionNode, atLeast: Int, atMost: Int?
  ) -> ExpressionNode {
    // What has no instructions would be written out in no space, but in all the time of the loop.
    if node.size == 0 || atMost == 0 { return .empty }
    let optional = atMost.map { ($0 - atLeast) * (node.size + 1) }
    let endless = atLeast == 0 ? node.size + 2 : 1
    return ExpressionNode(
      kind: .repetition(node, atLeast: atLeast, atMost: atMost),
      size: atLeast * node.size + (optional ?? endless))
  }
}

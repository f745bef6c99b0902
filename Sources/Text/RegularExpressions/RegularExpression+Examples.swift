// SPDX-License-Identifier: Apache-2.0
// Writes texts that match a regular expression.

extension RegularExpression {
  /// Some texts that match, shortest repetitions first: each choice of an expression is in one of
  /// them, as far as there is room.
  ///
  /// - Parameters:
  ///   - source: In the dialect of the suites.
  ///   - limit: How many there are at most.
  /// - Returns: Nothing for an expression with a mistake.
  package static func examples(of source: String, limit: Int = 16) -> [String] {
    guard let expression = try? RegularExpression(source) else { return [] }
    var parser = ExpressionParser(source, dialect: .suite)
    guard let node = try? parser.expression() else { return [] }
    return node.examples(limit: limit).filter { expression.matchesWhole($0) }
  }
}

extension ExpressionNode {
  /// So often the longest repetition is written out.
  private static let repetitionLimit = 64
  /// What stands for a set, the first that it has.
  private static let samples =
    Array("x1A /+=%.-_:<&?#\t\n".unicodeScalars) + (0x21...0x7E).compactMap { Unicode.Scalar($0) }

  fileprivate func examples(limit: Int) -> [String] {
    switch kind {
    case .empty, .start, .end: return [""]
    case .scalar(let scalar): return [String(scalar)]
    case .set(let set):
      return Self.samples.first { set.contains($0) }.map { [String($0)] } ?? []
    case .choice(let nodes):
      return Array(nodes.flatMap { $0.examples(limit: limit) }.prefix(limit))
    case .sequence(let nodes):
      return nodes.reduce([""]) { texts, node in
        let next = node.examples(limit: limit)
        // The first of all, and each of this node after the first of what stands before.
        let first = texts.first.map { text in next.map { text + $0 } } ?? []
        let rest = texts.dropFirst().flatMap { text in next.prefix(2).map { text + $0 } }
        return Array((first + rest).prefix(limit))
      }
    case .repetition(let node, let least, _):
      let once = node.examples(limit: limit)
      if least == 0 { return Array(([""] + once).prefix(limit)) }
      return once.map { String(repeating: $0, count: min(least, Self.repetitionLimit)) }
    }
  }
}

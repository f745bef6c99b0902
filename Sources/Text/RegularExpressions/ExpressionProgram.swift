// SPDX-License-Identifier: Apache-2.0
// The tree of a regular expression as instructions (Thompson's construction).

/// Instructions for a matcher that follows all their ways at once.
struct ExpressionProgram: Sendable {
  enum Instruction: Sendable {
    /// Goes on after this character.
    case scalar(UInt32)
    /// Goes on after a character of that set of `sets`.
    case set(Int)
    /// Goes on at both.
    case split(Int, Int)
    case jump(Int)
    /// Goes on at the start of the text only.
    case start
    /// Goes on at the end of the text only.
    case end
    /// What was read matches.
    case match
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [ScalarSet] = []

  init(_ root: ExpressionNode) {
    append(root)
    instructions.append(.match)
  }

  /// Recursion ends with the depth of groups, which the parser limits.
  private mutating func append(_ node: ExpressionNode) {
    switch node.kind {
    case .empty: break
    case .scalar(let scalar): instructions.append(.scalar(scalar.value))
    case .set(let set):
      instructions.append(.set(sets.count))
      sets.append(set)
    case .start: instructions.append(.start)
    case .end: instructions.append(.end)
    case .sequence(let nodes): for node in nodes { append(node) }
    case .choice(let nodes): append(choice: nodes)
    case .repetition(let node, let atLeast, let atMost):
      append(node, atLeast: atLeast, atMost: atMost)
    }
  }

  private mutating func append(choice nodes: [ExpressionNode]) {
    var exits: [Int] = []
    for (index, node) in nodes.enumerated() {
      guard index < nodes.count - 1 else {
        append(node)
        break
      }
      let split = reserve()
      append(node)
      exits.append(reserve())
      instructions[split] = .split(split + 1, instructions.count)
    }
    for exit in exits { instructions[exit] = .jump(instructions.count) }
  }

  private mutating func append(_ node: ExpressionNode, atLeast: Int, atMost: Int?) {
    var last = instructions.count
    for _ in 0..<atLeast {
      last = instructions.count
      append(node)
    }
    if let atMost {
      var splits: [Int] = []
      for _ in atLeast..<atMost {
        splits.append(reserve())
        append(node)
      }
      for split in splits { instructions[split] = .split(split + 1, instructions.count) }
    } else if atLeast > 0 {
      instructions.append(.split(last, instructions.count + 1))
    } else {
      let split = reserve()
      append(node)
      instructions.append(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
    }
  }

  /// A place for an instruction that is known later.
  private mutating func reserve() -> Int {
    instructions.append(.match)
    return instructions.count - 1
  }
}

// SPDX-License-Identifier: Apache-2.0
// The tree as instructions (Thompson's construction), and how they are followed.

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
    /// The text read so far matches.
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

/// One run of a program over a text.
///
/// For each character every instruction is looked at once at most, so the time is bounded by the
/// product of both; there is no way back in the text, and nothing to try again.
struct ExpressionMatcher {
  private let program: ExpressionProgram
  /// The instructions that wait for the next character.
  private var waiting: [Int] = []
  /// The step in which each instruction was reached last.
  private var reached: [Int]
  private var step = 0
  /// Instructions still to be followed in this step.
  private var pending: [Int] = []
  /// Whether what was read so far matches.
  private var isMatched = false

  init(_ program: ExpressionProgram) {
    self.program = program
    reached = Array(repeating: 0, count: program.instructions.count)
  }

  /// - Parameter somewhere: A part of the text is enough.
  consuming func matches(_ text: String, somewhere: Bool) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    step = 1
    follow(0, isStart: true, isEnd: next == nil)
    var ready: [Int] = []
    while let scalar = next, !(somewhere && isMatched) {
      if waiting.isEmpty, !somewhere { return false }
      next = scalars.next()
      step += 1
      isMatched = false
      swap(&ready, &waiting)
      waiting.removeAll(keepingCapacity: true)
      for index in ready where accepts(scalar, at: index) {
        follow(index + 1, isStart: false, isEnd: next == nil)
      }
      if somewhere { follow(0, isStart: false, isEnd: next == nil) }
    }
    return isMatched
  }

  private func accepts(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    switch program.instructions[index] {
    case .scalar(let value): value == scalar.value
    case .set(let set): program.sets[set].contains(scalar)
    default: false
    }
  }

  /// Adds the instructions that can be reached from one without reading a character.
  private mutating func follow(_ index: Int, isStart: Bool, isEnd: Bool) {
    pending.append(index)
    while let index = pending.popLast() {
      guard reached[index] != step else { continue }
      reached[index] = step
      switch program.instructions[index] {
      case .scalar, .set: waiting.append(index)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .jump(let target): pending.append(target)
      case .start: if isStart { pending.append(index + 1) }
      case .end: if isEnd { pending.append(index + 1) }
      case .match: isMatched = true
      }
    }
  }
}

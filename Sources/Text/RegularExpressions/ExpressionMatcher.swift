// SPDX-License-Identifier: Apache-2.0
// Follows all the ways through a program at once, a character at a time.

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

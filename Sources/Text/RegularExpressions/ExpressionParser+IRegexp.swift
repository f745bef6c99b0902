// SPDX-License-Identifier: Apache-2.0
// I-Regexp (RFC 9485): characters, escapes and classes, by its grammar.

extension ExpressionParser {
  /// A single character or a class. The index is at the character, which is there.
  mutating func iRegexpAtom() throws(ExpressionError) -> ExpressionNode {
    let start = index
    guard let scalar = next else { return .empty }
    index += 1
    switch scalar {
    case "\\":
      switch try iRegexpEscape(of: start) {
      case .range(let range): return .set(ScalarSet([.range(range)]))
      case let category: return .set(ScalarSet([category]))
      }
    case "[": return .set(try iRegexpClass(of: start))
    case "*", "+", "?", "{", "}", "]":
      throw ExpressionError(.syntax("'\(scalar)' can't stand here"), at: start)
    // See the type: the two anchors that the JSONPath test suite knows.
    case "^" where start == 0 && !isRepetitionNext: return .start
    case "$" where index == scalars.count: return .end
    default: return .scalar(scalar, foldsCase: false)
    }
  }

  private var isRepetitionNext: Bool {
    next.map { "*+?{".unicodeScalars.contains($0) } ?? false
  }

  /// `SingleCharEsc`, `catEsc` or `complEsc`.
  private mutating func iRegexpEscape(of start: Int) throws(ExpressionError) -> ScalarSet.Item {
    let malformed = ExpressionError(.syntax("no escape of I-Regexp"), at: start)
    guard let scalar = next else { throw malformed }
    index += 1
    switch scalar {
    case "n": return .range(0x0A...0x0A)
    case "r": return .range(0x0D...0x0D)
    case "t": return .range(0x09...0x09)
    case "("..."+", "-", ".", "?", "["..."^", "{"..."}": return .range(scalar.value...scalar.value)
    case "p", "P":
      guard skip("{") else { throw malformed }
      var name = ""
      while let letter = next, letter != "}", name.utf8.count <= 2 {
        name.unicodeScalars.append(letter)
        index += 1
      }
      guard skip("}"), let category = ScalarCategory(name, isComplement: scalar == "P") else {
        throw malformed
      }
      return .category(category)
    default: throw malformed
    }
  }

  /// `charClassExpr`; the index is after its `[`.
  private mutating func iRegexpClass(of start: Int) throws(ExpressionError) -> ScalarSet {
    let isNegated = skip("^")
    var items: [ScalarSet.Item] = []
    if skip("-") { items.append(.range(0x2D...0x2D)) }
    while let scalar = next, scalar != "]" {
      let first = index
      if scalar == "-" {
        index += 1
        items.append(.range(0x2D...0x2D))
        guard next == "]" else {
          throw ExpressionError(.syntax("a '-' can't stand in the middle of a class"), at: first)
        }
        continue
      }
      let member = try iRegexpClassMember()
      guard case .range(let lower) = member, next == "-", self.scalar(after: 1) != "]" else {
        items.append(member)
        continue
      }
      index += 1
      let end = index
      guard next != "-", next != nil, case .range(let upper) = try iRegexpClassMember(),
        lower.lowerBound <= upper.upperBound
      else { throw ExpressionError(.syntax("no end of a range"), at: end) }
      items.append(.range(lower.lowerBound...upper.upperBound))
    }
    guard !items.isEmpty, skip("]") else {
      throw ExpressionError(.syntax("a class without its end, or without characters"), at: start)
    }
    return ScalarSet(items, isNegated: isNegated)
  }

  private mutating func iRegexpClassMember() throws(ExpressionError) -> ScalarSet.Item {
    let start = index
    guard let scalar = next, scalar != "[" else {
      throw ExpressionError(.syntax("'[' can't stand in a class"), at: start)
    }
    index += 1
    if scalar == "\\" { return try iRegexpEscape(of: start) }
    return .range(scalar.value...scalar.value)
  }
}

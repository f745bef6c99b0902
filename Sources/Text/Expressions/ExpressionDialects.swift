// SPDX-License-Identifier: Apache-2.0
// The two dialects: that of the suites, and I-Regexp (RFC 9485).

extension ExpressionParser {
  /// A single character, an anchor or a class. The index is at the character, which is there.
  mutating func suiteAtom() throws(ExpressionError) -> ExpressionNode {
    let start = index
    guard let scalar = next else { return .empty }
    index += 1
    switch scalar {
    case "^": return .start
    case "$": return .end
    case "\\":
      switch try suiteEscape(of: start) {
      case .scalar(let scalar): return .scalar(scalar, foldsCase: foldsCase)
      case .items(let items): return .set(ScalarSet(items, foldsCase: foldsCase))
      }
    case "[": return .set(try suiteClass(of: start))
    case "*", "+", "?", "{":
      throw ExpressionError(
        .syntax(
          "there is nothing to repeat before '\(scalar)'; for the character write '\\\(scalar)'"),
        at: start)
    default: return .scalar(scalar, foldsCase: foldsCase)
    }
  }

  /// The texts that may follow the `(` of a group: nothing, or `?:`.
  mutating func skipGroupKind() throws(ExpressionError) {
    guard next == "?" else { return }
    func unsupported(_ what: String, _ instead: String) -> ExpressionError {
      ExpressionError(.unsupported(what, instead: instead), at: index - 1)
    }
    switch (scalar(after: 1), scalar(after: 2)) {
    case (":", _): index += 2
    case ("=", _), ("!", _):
      throw unsupported("look-ahead", "match the whole text, or use !all and !not")
    case ("<", "="), ("<", "!"):
      throw unsupported("look-behind", "match the whole text, or use !all and !not")
    case ("<", _), ("P", _), ("'", _): throw unsupported("a named group", "write '('")
    case (">", _): throw unsupported("an atomic group", "write '('")
    case ("#", _): throw unsupported("a comment", "leave it out")
    case ("i", ")"):
      throw unsupported("(?i) after the start", "write it in front of the expression")
    default: throw unsupported("this kind of group", "write '(' or '(?:'; '(?i)' stands in front")
    }
  }

  private enum Escape {
    case scalar(Unicode.Scalar)
    case items([ScalarSet.Item])
  }

  /// An escape, read from behind its backslash, in and outside of a class.
  private mutating func suiteEscape(of start: Int) throws(ExpressionError) -> Escape {
    guard let scalar = next else {
      throw ExpressionError(.syntax(#"a '\' at the end; for the character write '\\'"#), at: start)
    }
    index += 1
    if let items = ScalarSet.shorthand(scalar) { return .items(items) }
    func unsupported(_ what: String, _ instead: String) -> ExpressionError {
      ExpressionError(.unsupported(what, instead: instead), at: start)
    }
    switch scalar {
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "t": return .scalar("\t")
    case "1"..."9", "k", "g": throw unsupported("a back-reference", "write the group again")
    case "b", "B": throw unsupported("a word boundary", "match the whole text")
    case "A", "G", "Z", "z": throw unsupported("'\\\(scalar)'", "write '^' or '$'")
    case "p", "P": throw unsupported("a Unicode property", "write a class such as [A-Za-z]")
    case "Q", "E": throw unsupported("quoting", "write a '\\' before each character")
    case "0", "x", "u", "U", "N", "c", "f", "v", "a", "e":
      throw unsupported("'\\\(scalar)'", "write the character itself")
    case "0"..."9", "A"..."Z", "a"..."z":
      throw ExpressionError(
        .syntax("'\\\(scalar)' is not an escape; for the letter write '\(scalar)'"), at: start)
    case " "..."~": return .scalar(scalar)
    default:
      throw ExpressionError(.syntax("only punctuation is escaped; leave out this '\\'"), at: start)
    }
  }

  /// A class; the index is after its `[`.
  private mutating func suiteClass(of start: Int) throws(ExpressionError) -> ScalarSet {
    let isNegated = skip("^")
    var items: [ScalarSet.Item] = []
    while let scalar = next, scalar != "]" {
      let first = index
      guard let lower = try suiteClassMember(&items, isFirst: items.isEmpty) else {
        // A range can't begin with a class such as \d; and a '-' after it would be doubtful.
        if next == "-", self.scalar(after: 1) != "]" { throw Self.doubtfulDash(at: index) }
        continue
      }
      guard next == "-", let after = self.scalar(after: 1), after != "]" else {
        items.append(.range(lower.value...lower.value))
        continue
      }
      index += 1
      guard let upper = try suiteClassMember(&items, isFirst: false) else {
        throw Self.doubtfulDash(at: first)
      }
      guard lower <= upper else {
        throw ExpressionError(.syntax("the range ends before it begins"), at: first)
      }
      items.append(.range(lower.value...upper.value))
      if next == "-", self.scalar(after: 1) != "]" { throw Self.doubtfulDash(at: index) }
    }
    guard skip("]") else {
      throw ExpressionError(
        .syntax(#"a '[' without its ']'; for the character write '\['"#), at: start)
    }
    guard !items.isEmpty else {
      throw ExpressionError(
        .syntax(#"a class without characters; for a ']' in it write '\]'"#), at: start)
    }
    return ScalarSet(items, isNegated: isNegated, foldsCase: foldsCase)
  }

  private static func doubtfulDash(at offset: Int) -> ExpressionError {
    ExpressionError(
      .syntax(#"this range has no end of one character; for a '-' write '\-'"#), at: offset)
  }

  /// One character of a class; nil for a shorthand, whose items it appends.
  private mutating func suiteClassMember(
    _ items: inout [ScalarSet.Item], isFirst: Bool
  ) throws(ExpressionError) -> Unicode.Scalar? {
    let start = index
    guard let scalar = next else { return nil }
    if isTemplate, starts(with: "${") || starts(with: "$${") {
      throw ExpressionError(
        .syntax(#"a variable can't stand in a class; for the character write '\$'"#), at: start)
    }
    index += 1
    switch scalar {
    case "\\":
      switch try suiteEscape(of: start) {
      case .scalar(let scalar): return scalar
      case .items(let more):
        items += more
        return nil
      }
    case "[":
      throw ExpressionError(
        .unsupported("a class in a class", instead: #"for the character write '\['"#), at: start)
    case "&" where next == "&":
      throw ExpressionError(
        .unsupported("an intersection of classes", instead: #"for the character write '\&'"#),
        at: start)
    case "-" where !isFirst && next != "]": throw Self.doubtfulDash(at: start)
    default: return scalar
    }
  }

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

  private var isRepetitionNext: Bool { next.map { "*+?{".unicodeScalars.contains($0) } ?? false }

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

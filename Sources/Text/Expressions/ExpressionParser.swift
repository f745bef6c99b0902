// SPDX-License-Identifier: Apache-2.0
// The text of a regular expression to a tree: what both dialects have in common.

/// Reads a regular expression; what a single character or class is differs by dialect.
struct ExpressionParser {
  let scalars: [Unicode.Scalar]
  let dialect: RegularExpression.Dialect
  /// Whether `${…}` is a variable and `$${` a literal `${`.
  let isTemplate: Bool
  var index = 0
  var foldsCase = false
  /// The variables and the literal `${` of a template, in order.
  var slots: [Slot] = []
  private var depth = 0

  /// A part of a template that is not as it stands.
  struct Slot: Sendable, Equatable {
    let range: Range<Int>
    /// nil for a literal `${`.
    let variable: TemplateVariable?
  }

  init(_ source: String, dialect: RegularExpression.Dialect, isTemplate: Bool = false) {
    scalars = Array(source.unicodeScalars)
    self.dialect = dialect
    self.isTemplate = isTemplate
  }

  /// The whole expression.
  mutating func expression() throws(ExpressionError) -> ExpressionNode {
    if dialect == .suite, starts(with: "(?i)") {
      foldsCase = true
      index = 4
    }
    let node = try choice()
    guard next == nil else {
      throw ExpressionError(
        .syntax(#"a ')' without its '('; for the character write '\)'"#), at: index)
    }
    return node
  }

  /// The character at the index; nil at the end.
  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  func scalar(after distance: Int) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  func starts(with text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

  /// Moves over a character, if it stands there.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  /// Alternatives, up to the end or a `)`.
  private mutating func choice() throws(ExpressionError) -> ExpressionNode {
    var branches = [try branch(sizeBefore: 0)]
    var size = branches[0].size
    while skip("|") {
      guard size + 2 < RegularExpression.sizeLimit else {
        throw ExpressionError(.tooLarge(limit: RegularExpression.sizeLimit), at: index - 1)
      }
      let branch = try branch(sizeBefore: size + 2)
      size += branch.size + 2
      branches.append(branch)
    }
    return .choice(branches)
  }

  /// - Parameter sizeBefore: The size of the alternatives before it.
  private mutating func branch(sizeBefore: Int) throws(ExpressionError) -> ExpressionNode {
    var nodes: [ExpressionNode] = []
    var size = sizeBefore
    while let scalar = next, scalar != "|", scalar != ")" {
      let start = index
      let node = try repetition(of: try atom())
      size += node.size
      guard size < RegularExpression.sizeLimit else {
        throw ExpressionError(.tooLarge(limit: RegularExpression.sizeLimit), at: start)
      }
      nodes.append(node)
    }
    return .sequence(nodes)
  }

  private mutating func atom() throws(ExpressionError) -> ExpressionNode {
    if skip(".") { return .set(.dot) }
    if next == "(" { return try group() }
    if let node = try template() { return node }
    return dialect == .suite ? try suiteAtom() : try iRegexpAtom()
  }

  private mutating func group() throws(ExpressionError) -> ExpressionNode {
    let start = index
    depth += 1
    defer { depth -= 1 }
    guard depth <= RegularExpression.depthLimit else {
      throw ExpressionError(.tooDeep(limit: RegularExpression.depthLimit), at: start)
    }
    index += 1
    if dialect == .suite { try skipGroupKind() }
    let node = try choice()
    guard skip(")") else {
      throw ExpressionError(
        .syntax(#"a '(' without its ')'; for the character write '\('"#), at: start)
    }
    return node
  }

  /// A variable, or a literal `${`, of a template.
  private mutating func template() throws(ExpressionError) -> ExpressionNode? {
    guard isTemplate else { return nil }
    let start = index
    if starts(with: "$${") {
      index += 3
      slots.append(Slot(range: start..<index, variable: nil))
    } else if starts(with: "${") {
      guard let variable = TemplateVariable(in: scalars, at: start) else {
        throw ExpressionError(.syntax(TemplateVariable.mistake), at: start)
      }
      index = variable.end.value
      slots.append(Slot(range: start..<index, variable: variable))
    } else {
      return nil
    }
    // Some text will stand there: a repetition may follow.
    return .scalar("$", foldsCase: false)
  }

  /// The atom with the repetition after it, if there is one.
  private mutating func repetition(
    of atom: ExpressionNode
  ) throws(ExpressionError) -> ExpressionNode {
    let start = index
    let isAnchor =
      switch atom.kind {
      // Not in a group.
      case .start, .end: scalars[start - 1] != ")"
      default: false
      }
    guard let (atLeast, atMost) = try counts() else { return atom }
    if dialect == .suite {
      if isAnchor { throw ExpressionError(.syntax("'^' and '$' can't be repeated"), at: start) }
      if next == "+" {
        throw ExpressionError(
          .unsupported("a possessive repetition", instead: "leave out this '+'"), at: index)
      }
      _ = skip("?")
    }
    if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
      throw ExpressionError(.syntax("a repetition can't be repeated; put it in a group"), at: index)
    }
    let node = ExpressionNode.repetition(atom, atLeast: atLeast, atMost: atMost)
    guard node.size < RegularExpression.sizeLimit else {
      throw ExpressionError(.tooLarge(limit: RegularExpression.sizeLimit), at: start)
    }
    return node
  }

  private mutating func counts() throws(ExpressionError) -> (atLeast: Int, atMost: Int?)? {
    switch next {
    case "*":
      index += 1
      return (0, nil)
    case "+":
      index += 1
      return (1, nil)
    case "?":
      index += 1
      return (0, 1)
    case "{":
      let start = index
      index += 1
      guard let atLeast = try count() else { throw Self.malformedCounts(at: start) }
      var atMost: Int? = atLeast
      if skip(",") { atMost = try count() }
      guard skip("}") else { throw Self.malformedCounts(at: start) }
      if let atMost, atMost < atLeast {
        throw ExpressionError(.syntax("the second count is less than the first"), at: start)
      }
      return (atLeast, atMost)
    default: return nil
    }
  }

  private static func malformedCounts(at start: Int) -> ExpressionError {
    ExpressionError(
      .syntax(#"a repetition is written {3}, {3,} or {3,5}; for the character write '\{'"#),
      at: start)
  }

  private mutating func count() throws(ExpressionError) -> Int? {
    let start = index
    var value = 0
    while let digit = next, "0"..."9" ~= digit {
      value = min(value * 10 + Int(digit.value - 0x30), RegularExpression.repetitionLimit + 1)
      index += 1
    }
    guard value <= RegularExpression.repetitionLimit else {
      throw ExpressionError(
        .tooManyRepetitions(limit: RegularExpression.repetitionLimit), at: start)
    }
    return index == start ? nil : value
  }
}

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
  static func repetition(_ node: ExpressionNode, atLeast: Int, atMost: Int?) -> ExpressionNode {
    // What has no instructions would be written out in no space, but in all the time of the loop.
    if node.size == 0 || atMost == 0 { return .empty }
    let optional = atMost.map { ($0 - atLeast) * (node.size + 1) }
    let endless = atLeast == 0 ? node.size + 2 : 1
    return ExpressionNode(
      kind: .repetition(node, atLeast: atLeast, atMost: atMost),
      size: atLeast * node.size + (optional ?? endless))
  }
}

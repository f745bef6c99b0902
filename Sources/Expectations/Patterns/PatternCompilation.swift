// SPDX-License-Identifier: Apache-2.0
// Compiles a pattern as written to a pattern to judge by.

import Formats
package import Text

/// The compilation of one pattern or expectation, and the mistakes it has found.
struct PatternCompilation {
  /// Values for the variables.
  let bindings: Bindings
  private(set) var errors: [PatternError] = []
  private var evaluationError: EvaluationError?
  private var depth = 0

  /// How deep patterns may be nested.
  static let depthLimit = 64

  init(in bindings: Bindings) { self.bindings = bindings }
}

extension PatternCompilation {
  mutating func fail(_ message: String, at position: Position, length: Int = 1) {
    errors.append(PatternError(message, at: position, length: length))
  }

  mutating func mistake<Value>(_ message: String, at position: Position, length: Int = 1)
    -> Argument<Value>
  {
    fail(message, at: position, length: length)
    return .mistake
  }

  /// Reports a mistake that underlines the tag.
  mutating func mistake<Value>(_ message: String, at tag: TagUse) -> Argument<Value> {
    mistake(message, at: tag.tag.position, length: tag.tag.length)
  }

  /// Reports a mistake in the argument; without an argument, it underlines the tag.
  mutating func mistake<Value>(_ message: String, inArgumentOf tag: TagUse) -> Argument<Value> {
    mistake(message, at: tag.argumentPosition, length: tag.argument == nil ? tag.tag.length : 1)
  }

  /// Evaluates something; reports a variable that has no value, or one that does not fit.
  mutating func evaluated<Value>(
    at position: Position, _ value: (Bindings) throws(EvaluationError) -> Value
  ) -> Value? {
    do throws(EvaluationError) {
      return try value(bindings)
    } catch {
      evaluationError = evaluationError ?? error
      fail(error.message, at: error.position ?? position)
      return nil
    }
  }

  /// Returns a value if there was no mistake, and throws all mistakes otherwise.
  func result<Value>(_ value: Value?) throws(PatternErrors) -> Value {
    if let value, errors.isEmpty { return value }
    throw PatternErrors(errors, evaluation: evaluationError)
  }

  /// Compiles a pattern.
  ///
  /// - Returns: nil after a mistake.
  mutating func pattern(_ template: ValueTemplate, _ subject: Subject) -> Pattern? {
    guard let node = node(template) else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      fail("patterns are nested more than \(Self.depthLimit) deep", at: node.position)
      return nil
    }
    switch node {
    case .scalar(let value, let written, let isPlain, _):
      if case .status = subject.single {
        return checked(status(value, written, isPlain: isPlain, at: node.position), node, subject)
      }
      return checked(.literal(Literal(value, written: isPlain ? written : nil)), node, subject)
    case .text, .variable:
      // The value of a variable is known only in a run, where a wrong one is a mismatch.
      let form = node.variableValue.map { Pattern.Form.literal(Literal($0)) } ?? .unknown
      return Pattern(form, at: node.position)
    case .list(let items, _):
      return checked(patterns(items, subject.item).map { .list($0) }, node, subject)
    case .map(let members, _): return checked(object(members, isClosed: false), node, subject)
    case .tagged(let tag, let argument): return matcher(tag, argument, node, subject)
    case .expression:
      fail("a regular expression stands under !matches", at: node.position)
      return nil
    }
  }

  /// The template with the value of a variable or a text in its place; nil after a mistake.
  mutating func node(_ template: ValueTemplate) -> ValueTemplate? {
    evaluated(at: template.position) { bindings throws(EvaluationError) in
      try template.node(in: bindings)
    }
  }

  private mutating func matcher(
    _ tag: ValueTemplate.Tag, _ argument: ValueTemplate?, _ node: ValueTemplate, _ subject: Subject
  ) -> Pattern? {
    guard let entry = MatcherTable.entry(named: tag.name) else {
      fail(
        "unknown matcher '!\(tag.name)'\(MatcherTable.hint(for: tag.name))", at: tag.position,
        length: tag.length)
      return nil
    }
    var use = TagUse(tag: tag, argument: nil, subject: subject)
    if let argument {
      guard let node = self.node(argument) else { return nil }
      use = TagUse(tag: tag, argument: node, subject: subject)
    }
    switch entry.form(use, &self) {
    case .known(let form):
      if use.argument?.variableValue != nil { return Pattern(form, at: node.position) }
      return checked(form, node, subject)
    case .unknown: return Pattern(.unknown, at: node.position)
    case .mistake: return nil
    }
  }

  /// Compiles each; nil after a mistake in one.
  mutating func patterns(_ templates: [ValueTemplate], _ subject: Subject) -> [Pattern]? {
    let compiled = templates.map { pattern($0, subject) }
    let patterns = compiled.compactMap { $0 }
    return patterns.count == templates.count ? patterns : nil
  }

  /// Compiles the members of a map; nil after a mistake in one.
  mutating func object(_ members: [ValueTemplate.Member], isClosed: Bool) -> Pattern.Form? {
    var entries: [ObjectPattern.Entry] = []
    entries.reserveCapacity(members.count)
    for member in members {
      let key = key(of: member)
      // Without a key, the other mistakes are found, too.
      let pattern = pattern(member.value, key?.subject ?? .json)
      if let key, let pattern { entries.append(ObjectPattern.Entry(key: key, pattern: pattern)) }
    }
    return entries.count == members.count
      ? .object(ObjectPattern(entries: entries, isClosed: isClosed)) : nil
  }

  private mutating func key(of member: ValueTemplate.Member) -> ObjectPattern.Key? {
    switch member.key {
    case .name(let text): return name(text, at: member.position).map { .name($0) }
    case .query(let query):
      return evaluated(at: member.position) { bindings throws(EvaluationError) in
        .query(try query.written(in: bindings))
      }
    case .path(let path):
      fail("'\(path.source)' is an XML path: it stands under 'xml' or !xml", at: member.position)
      return nil
    }
  }

  /// The text of a key; nil after a mistake.
  mutating func name(_ text: TextTemplate, at position: Position) -> String? {
    if let constant = text.constant { return constant }
    return evaluated(at: position) { bindings throws(EvaluationError) in try text.text(in: bindings)
    }
  }

  /// The pattern of a form, if some value can match it; reports one that nothing can match.
  private mutating func checked(_ form: Pattern.Form?, _ node: ValueTemplate, _ subject: Subject)
    -> Pattern?
  {
    guard let form else { return nil }
    let pattern = Pattern(form, at: node.position)
    return canMatch(pattern, subject, node) ? pattern : nil
  }

  private mutating func canMatch(_ pattern: Pattern, _ subject: Subject, _ node: ValueTemplate)
    -> Bool
  {
    if case .items(_, let style) = subject {
      switch pattern.form {
      // Their patterns are asked one by one, and were checked one by one.
      case .all, .oneOf, .not, .optional: return true
      case .unknown, .literal, .statusClass, .object, .list, .absent, .matcher:
        if pattern.seesArray(style) { return true }
      }
    }
    let mark = node.mark
    if pattern.mayAccept.isEmpty {
      let isAll = if case .all = pattern.form { true } else { false }
      fail(
        isAll ? "nothing can match all of these patterns" : "nothing can match this",
        at: mark.position, length: mark.length)
      return false
    }
    let allowed = subject.kinds
    guard pattern.mayAccept.isDisjoint(with: allowed.kinds) else { return true }
    if pattern.mayAccept == .nothing {
      fail("\(allowed.noun) is always there", at: mark.position, length: mark.length)
      return false
    }
    var message =
      "\(allowed.noun) is \(allowed.kinds.noun), and this matches only \(pattern.mayAccept)"
    if case .scalar(_, let written, true, _) = node, allowed.kinds.contains(.string) {
      message += "; as a text it is written \(JSONWriter.text(.string(written)))"
    }
    fail(message, at: mark.position, length: mark.length)
    return false
  }
}

extension ObjectPattern.Key {
  /// The value that the pattern under the key is asked about.
  fileprivate var subject: Subject {
    if case .query(let query) = self, !query.path.isSingular { return .items(of: .item, .nodes) }
    return .json
  }
}

extension PatternCompilation {
  /// A scalar in the pattern of a status: 100 to 599, or `1xx` to `5xx`.
  mutating func status(_ value: JSONValue, _ written: String, isPlain: Bool, at position: Position)
    -> Pattern.Form?
  {
    if case .number(let number) = value, let code = number.integer, 100...599 ~= code {
      return .literal(Literal(value, written: isPlain ? written : nil))
    }
    let scalars = Array(written.utf8)
    if value.string != nil, scalars.count == 3, 0x31...0x35 ~= scalars[0],
      scalars[1] == UInt8(ascii: "x"), scalars[2] == UInt8(ascii: "x")
    {
      return .statusClass(Int(scalars[0]) - 0x30)
    }
    fail(
      "'\(written)' is not a status: it is a number from 100 to 599, or a class such as 2xx",
      at: position, length: isPlain ? written.unicodeScalars.count : 1)
    return nil
  }
}

extension ValueTemplate {
  /// Compiles the template as a pattern for a JSON value.
  ///
  /// - Throws: Where a variable has no value, or one that does not fit where it stands.
  package func pattern(in bindings: Bindings) throws(EvaluationError) -> Pattern {
    do throws(PatternErrors) {
      return try checkedPattern(in: bindings)
    } catch {
      throw error.evaluationError
    }
  }

  /// The same with all mistakes, as `check` reports them.
  package func checkedPattern(in bindings: Bindings = .unknown) throws(PatternErrors) -> Pattern {
    var compilation = PatternCompilation(in: bindings)
    let pattern = compilation.pattern(self, .json)
    return try compilation.result(pattern)
  }

  fileprivate func node(in bindings: Bindings) throws(EvaluationError) -> ValueTemplate {
    switch self {
    case .text(let text) where !bindings.isUnknown || text.variables.isEmpty:
      let filled = try text.text(in: bindings)
      return .scalar(.string(filled), written: filled, isPlain: false, at: text.position)
    case .variable(let expression):
      switch try expression.value(in: bindings) {
      case .json(let value): return .variable(expression.replacingAll(by: .value(value)))
      case .pattern(let template): return try template.node(in: bindings)
      case .unknown: return self
      }
    default: return self
    }
  }

  /// The value of a variable, to be equal as a whole; nil for an unknown one, or another template.
  var variableValue: JSONValue? {
    if case .variable(let expression) = self, case .value(let value) = expression.root {
      value
    } else {
      nil
    }
  }

  /// Whether a node still is a variable, or a text with one: its value is not known yet.
  var isUnknown: Bool {
    switch self {
    case .text: true
    case .variable: variableValue == nil
    case .scalar, .list, .map, .tagged, .expression: false
    }
  }

  /// Where a message about the node as a whole points to.
  fileprivate var mark: (position: Position, length: Int) {
    switch self {
    case .scalar(_, let written, true, let position): (position, written.unicodeScalars.count)
    case .tagged(let tag, _): (tag.position, tag.length)
    default: (position, 1)
    }
  }
}

/// A mistake in a pattern: what was found and what to write instead, and where it stands.
package struct PatternError: Error, Sendable, Hashable {
  package let message: String
  package let position: Position
  /// How many scalars the mistake is long, from 1.
  package let length: Int

  init(_ message: String, at position: Position, length: Int = 1) {
    self.message = message
    self.position = position
    self.length = max(1, length)
  }
}

/// All the mistakes of one pattern or expectation, in the order of their places; at least one.
package struct PatternErrors: Error, Sendable, Equatable {
  package let errors: [PatternError]
  /// The first variable that has no value, if that is among the mistakes.
  private let evaluation: EvaluationError?

  init(_ errors: [PatternError], evaluation: EvaluationError? = nil) {
    self.errors = errors.sorted { ($0.position, $0.message) < ($1.position, $1.message) }
    self.evaluation = evaluation
  }

  /// The error that ends a step while the suite runs.
  var evaluationError: EvaluationError {
    evaluation
      ?? EvaluationError(
        errors.first?.message ?? "the pattern can't be used", at: errors.first?.position)
  }
}

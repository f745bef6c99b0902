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

  init(in bindings: Bindings) {
    self.bindings = bindings
  }
}

extension PatternCompilation {
  mutating func fail(_ message: String, at position: Position, length: Int = 1) {
    errors.append(PatternError(message, at: position, length: length))
  }

  /// Reports a mistake that underlines the tag.
  mutating func fail(_ message: String, at tag: TagUse) {
    fail(message, at: tag.position, length: tag.length)
  }

  /// Reports a mistake in the argument; it underlines the tag where there is none.
  mutating func failAtArgument(_ message: String, of tag: TagUse) {
    fail(message, at: tag.argumentPosition, length: tag.argument == nil ? tag.length : 1)
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
}

extension PatternCompilation {
  /// Compiles a pattern.
  ///
  /// - Returns: nil after a mistake.
  mutating func pattern(_ template: ValueTemplate, _ subject: Subject) -> Pattern? {
    guard let node = node(template) else { return nil }
    return pattern(node, subject)
  }

  /// The node of a template with its own variables filled in; nil after a mistake.
  mutating func node(_ template: ValueTemplate) -> TemplateNode? {
    evaluated(at: template.position) { bindings throws(EvaluationError) in
      try TemplateNode(template, in: bindings)
    }
  }

  mutating func pattern(_ node: TemplateNode, _ subject: Subject) -> Pattern? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      fail("patterns are nested more than \(Self.depthLimit) deep", at: node.position)
      return nil
    }
    switch node.content {
    case .scalar(let value, let written, let isPlain):
      if case .status = subject.single {
        return checked(
          status(value, written, isPlain: isPlain, at: node.position), node, subject)
      }
      return checked(
        .literal(Literal(value, written: isPlain ? written : nil)), node, subject)
    // The value of a variable is known only in a run, where a wrong one is a mismatch.
    case .value(let value): return Pattern(.literal(Literal(value)), at: node.position)
    case .unknown: return Pattern(.unknown, at: node.position)
    case .list(let items):
      return checked(patterns(items, subject.item).map { .list($0) }, node, subject)
    case .map(let members): return checked(object(members, isClosed: false), node, subject)
    case .tagged(let tag, let argument): return matcher(tag, argument, node, subject)
    case .expression:
      fail("a regular expression stands under !matches", at: node.position)
      return nil
    }
  }

  private mutating func matcher(
    _ tag: ValueTemplate.Tag, _ argument: ValueTemplate?, _ node: TemplateNode, _ subject: Subject
  ) -> Pattern? {
    guard let type = MatcherTable.tag(named: tag.name) else {
      fail(
        "unknown matcher '!\(tag.name)'\(MatcherTable.hint(for: tag.name))", at: tag.position,
        length: tag.length)
      return nil
    }
    var use = TagUse(tag, nil, subject)
    if let argument {
      guard let node = self.node(argument) else { return nil }
      use = TagUse(tag, node, subject)
    }
    switch type.form(use, &self) {
    case .known(let form):
      if case .value? = use.argument?.content { return Pattern(form, at: node.position) }
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
    object(members, isClosed: isClosed) { compilation, index, subject in
      compilation.pattern(members[index].value, subject)
    }
  }

  /// - Parameter value: Compiles the value of the member with this index.
  mutating func object(
    _ members: [ValueTemplate.Member], isClosed: Bool,
    value: (inout Self, Int, Subject) -> Pattern?
  ) -> Pattern.Form? {
    var entries: [ObjectPattern.Entry] = []
    entries.reserveCapacity(members.count)
    for (index, member) in members.enumerated() {
      guard let key = key(of: member) else {
        // Its other mistakes are found, too.
        _ = value(&self, index, .json)
        continue
      }
      if let pattern = value(&self, index, key.subject) {
        entries.append(ObjectPattern.Entry(key: key, pattern: pattern))
      }
    }
    return entries.count == members.count
      ? .object(ObjectPattern(entries: entries, isClosed: isClosed)) : nil
  }

  private mutating func key(of member: ValueTemplate.Member) -> ObjectPattern.Key? {
    switch member.key {
    case .name(let text): return name(text, at: member.position).map { .name($0) }
    case .query(let query):
      let path = evaluated(at: member.position) { bindings throws(EvaluationError) in
        try query.bound(in: bindings)
      }
      return path.map { .query(Query(path: $0, source: query.source)) }
    case .path(let path):
      fail("'\(path.source)' is an XML path: it stands under 'xml' or !xml", at: member.position)
      return nil
    }
  }

  /// The text of a key; nil after a mistake.
  mutating func name(_ text: TextTemplate, at position: Position) -> String? {
    if let constant = text.constant { return constant }
    return evaluated(at: position) { bindings throws(EvaluationError) in
      try text.text(in: bindings)
    }
  }
}

extension PatternCompilation {
  /// The pattern of a form, if some value can match it; reports one that nothing can match.
  private mutating func checked(_ form: Pattern.Form?, _ node: TemplateNode, _ subject: Subject)
    -> Pattern?
  {
    guard let form else { return nil }
    let pattern = Pattern(form, at: node.position)
    return canMatch(pattern, subject, node) ? pattern : nil
  }

  private mutating func canMatch(_ pattern: Pattern, _ subject: Subject, _ node: TemplateNode)
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
    if case .scalar(_, let written, true) = node.content, allowed.kinds.contains(.string) {
      message += "; as a text it is written \(JSONWriter.text(.string(written)))"
    }
    fail(message, at: mark.position, length: mark.length)
    return false
  }
}

extension ObjectPattern.Key {
  /// The value that the pattern under the key is asked about.
  fileprivate var subject: Subject {
    if case .query(let query) = self, !query.path.isSingular {
      return .items(of: .item, .nodes)
    }
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

/// A mistake in a pattern: what was found and what to write instead, and where it stands.
package struct PatternError: Error, Sendable, Hashable {
  package let message: String
  package let position: Position
  /// How many scalars the mistake is long, from 1.
  package let length: Int

  package init(_ message: String, at position: Position, length: Int = 1) {
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
    self.errors = errors.sorted {
      ($0.position, $0.message) < ($1.position, $1.message)
    }
    self.evaluation = evaluation
  }
}

extension PatternErrors {
  /// The error that ends a step while the suite runs.
  var evaluationError: EvaluationError {
    evaluation
      ?? EvaluationError(
        errors.first?.message ?? "the pattern can't be used", at: errors.first?.position)
  }
}

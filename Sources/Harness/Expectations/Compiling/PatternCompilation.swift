// SPDX-License-Identifier: Apache-2.0
// Compiles a pattern as written to a pattern to judge by, and collects all its mistakes.

internal import JSON
internal import SourceText

/// Compiles patterns.
package enum PatternCompiler {
  /// How deep patterns may be nested.
  package static let depthLimit = 64

  /// Compiles a pattern for a JSON value.
  ///
  /// - Throws: All mistakes, each with its place: unknown matchers, wrong arguments, bounds that
  ///   can't hold, expressions that do not parse, patterns that nothing can match.
  package static func compile(_ node: PatternNode) throws(PatternErrors) -> Pattern {
    var compilation = PatternCompilation()
    let pattern = compilation.pattern(node, .json)
    return try compilation.result(pattern)
  }
}

/// The compilation of one pattern or expectation, and the mistakes it has found.
struct PatternCompilation {
  private(set) var errors: [PatternError] = []
  private var depth = 0

  mutating func fail(_ message: String, at position: Position, length: Int = 1) {
    errors.append(PatternError(message, at: position, length: length))
  }

  /// Reports a mistake that underlines the tag.
  mutating func fail(_ message: String, at tag: Tag) {
    fail(message, at: tag.position, length: tag.length)
  }

  /// Reports a mistake in the argument; it underlines the tag where there is none.
  mutating func failAtArgument(_ message: String, of tag: Tag) {
    fail(
      message, at: tag.argumentPosition, length: tag.argument == nil ? tag.length : 1)
  }

  /// Returns a value if there was no mistake, and throws all mistakes otherwise.
  func result<Value>(_ value: Value?) throws(PatternErrors) -> Value {
    if let value, errors.isEmpty { return value }
    throw PatternErrors(errors)
  }

  /// Compiles a pattern.
  ///
  /// - Returns: nil after a mistake.
  mutating func pattern(_ node: PatternNode, _ subject: Subject) -> Pattern? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= PatternCompiler.depthLimit else {
      fail("patterns are nested more than \(PatternCompiler.depthLimit) deep", at: node.position)
      return nil
    }
    guard let form = form(node, subject) else { return nil }
    if case .compiled(let pattern) = node { return pattern }
    let pattern = Pattern(form, at: node.position)
    // The value of a variable is known only in a run, where a wrong one is a mismatch.
    return node.isGiven || canMatch(pattern, subject, node) ? pattern : nil
  }

  private mutating func form(_ node: PatternNode, _ subject: Subject) -> Pattern.Form? {
    switch node {
    case .scalar(let value, let written, let isPlain, let position):
      if case .status = subject.single {
        return status(value, written, isPlain: isPlain, at: position)
      }
      return .literal(Literal(value, written: isPlain ? written : nil))
    case .value(let value, _): return .literal(Literal(value))
    case .unknown: return .unknown
    case .compiled(let pattern): return pattern.form
    case .list(let items, _): return patterns(items, subject.item).map { .list($0) }
    case .map(let entries, _): return object(entries, isClosed: false)
    case .tagged(let name, let argument, let position):
      let tag = Tag(name: "!\(name)", position: position, argument: argument, subject: subject)
      return matcher(named: name, tag)
    case .expression(_, _, let position):
      fail("a regular expression stands under !matches", at: position)
      return nil
    }
  }

  /// Compiles each; nil after a mistake in one.
  mutating func patterns(_ nodes: [PatternNode], _ subject: Subject) -> [Pattern]? {
    let compiled = nodes.map { pattern($0, subject) }
    let patterns = compiled.compactMap { $0 }
    return patterns.count == nodes.count ? patterns : nil
  }

  /// Compiles the members of a map; nil after a mistake in one.
  mutating func object(_ entries: [PatternEntry], isClosed: Bool) -> Pattern.Form? {
    var result: [ObjectPattern.Entry] = []
    var isValid = true
    for entry in entries {
      let key: ObjectPattern.Key
      var subject = Subject.json
      switch entry.key {
      case .name(let name): key = .name(name)
      case .query(let path, let source):
        key = .query(Query(path: path, source: source))
        if !path.isSingular { subject = .items(of: .item, .nodes) }
      case .path(_, let source):
        fail("'\(source)' is an XML path: it stands under 'xml' or !xml", at: entry.keyPosition)
        isValid = false
        continue
      }
      if let pattern = pattern(entry.value, subject) {
        result.append(ObjectPattern.Entry(key: key, pattern: pattern))
      } else {
        isValid = false
      }
    }
    return isValid ? .object(ObjectPattern(entries: result, isClosed: isClosed)) : nil
  }

  private mutating func matcher(named name: String, _ tag: Tag) -> Pattern.Form? {
    guard let type = MatcherTable.tag(named: name) else {
      fail("unknown matcher '!\(name)'\(MatcherTable.hint(for: name))", at: tag)
      return nil
    }
    switch type.form(tag, &self) {
    case .known(let form): return form
    case .unknown: return .unknown
    case .mistake: return nil
    }
  }

  /// Whether some value can match; reports a pattern that none can.
  private mutating func canMatch(_ pattern: Pattern, _ subject: Subject, _ node: PatternNode)
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
    if pattern.mayAccept.isEmpty {
      let isAll = if case .all = pattern.form { true } else { false }
      fail(
        isAll ? "nothing can match all of these patterns" : "nothing can match this",
        at: node.position, length: node.length)
      return false
    }
    let allowed = subject.kinds
    guard pattern.mayAccept.isDisjoint(with: allowed.kinds) else { return true }
    if pattern.mayAccept == .nothing {
      fail("\(allowed.noun) is always there", at: node.position, length: node.length)
      return false
    }
    var message =
      "\(allowed.noun) is \(allowed.kinds.subtracting(.nothing)),"
      + " and this matches only \(pattern.mayAccept)"
    if case .scalar(_, let written, true, _) = node, allowed.kinds.contains(.string) {
      message += "; as a text it is written \(JSONWriter.text(.string(written)))"
    }
    fail(message, at: node.position, length: node.length)
    return false
  }
}

extension PatternNode {
  /// Whether it is what a variable gave.
  fileprivate var isGiven: Bool {
    switch self {
    case .value, .unknown, .compiled: true
    case .tagged(_, .value?, _): true
    default: false
    }
  }

  var isScalar: Bool {
    if case .scalar = self { true } else { false }
  }

  /// How many scalars a message underlines.
  fileprivate var length: Int {
    switch self {
    case .scalar(_, let written, true, _): written.unicodeScalars.count
    case .tagged(let name, _, _): name.unicodeScalars.count + 1
    default: 1
    }
  }
}

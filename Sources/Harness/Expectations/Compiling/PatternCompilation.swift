// SPDX-License-Identifier: Apache-2.0
// A pattern as written to a pattern to judge by; all its mistakes at once.

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

  /// The names of all matchers, without `!`, in the order of their alphabet.
  package static let matcherNames = [
    "absent", "all", "any", "array", "base64", "boolean", "contains", "each", "enhanced-error",
    "exactly", "integer", "json", "matches", "media-type", "none", "not", "number", "object",
    "one-of", "optional", "size", "some", "starts-with", "string", "timestamp", "unordered", "url",
    "uuid", "xml",
  ]
}

/// What a pattern will be asked about: by that a pattern that nothing can match is seen at load.
indirect enum Subject: Sendable {
  /// One value of some kinds.
  case one(Kinds, noun: String)
  /// A status code: `2xx` is a class of them.
  case status
  /// Several values: patterns for arrays see them all, others one.
  case items(of: Subject, SelectionStyle)
  /// The array of the status codes of a burst.
  case statuses

  /// A member of an object.
  static let json = one(.everything, noun: "a member")
  /// The root of a document: it is there.
  static let root = one(.values, noun: "the body")
  /// An item of an array: it is there.
  static let item = one(.values, noun: "an item")

  static func text(_ noun: String) -> Subject { one(.string, noun: noun) }
}

/// The compilation of one pattern or expectation: what it collects on its way.
struct PatternCompilation {
  private(set) var errors: [PatternError] = []
  private var depth = 0

  /// A matcher where it stands.
  struct Tag {
    /// With `!`.
    let name: String
    let position: Position
    var length: Int { name.unicodeScalars.count }
  }

  mutating func fail(_ message: String, at position: Position, length: Int = 1) {
    errors.append(PatternError(message, at: position, length: length))
  }

  /// What was made, if there was no mistake.
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
    // What a variable gives is known only in a run, where it is a mismatch.
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
      return matcher(Tag(name: "!\(name)", position: position), argument, subject)
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

  mutating func object(_ entries: [PatternEntry], isClosed: Bool) -> Pattern.Form? {
    var result: [ObjectMatcher.Entry] = []
    var isValid = true
    for entry in entries {
      let key: ObjectMatcher.Key
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
        result.append(ObjectMatcher.Entry(key: key, pattern: pattern))
      } else {
        isValid = false
      }
    }
    return isValid ? .object(ObjectMatcher(entries: result, isClosed: isClosed)) : nil
  }

  private mutating func canMatch(_ pattern: Pattern, _ subject: Subject, _ node: PatternNode)
    -> Bool
  {
    if case .items(_, let style) = subject {
      switch pattern.form {
      // Each of their patterns is asked anew, and was looked at by itself.
      case .all, .oneOf, .not, .optional: return true
      default: if pattern.seesArray(style) { return true }
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

extension Subject {
  /// What one of several values is, or the value itself.
  fileprivate var single: Subject {
    if case .items(let item, _) = self { item } else { self }
  }

  /// What the items of a value are, as far as is known.
  fileprivate var item: Subject {
    switch self {
    case .items(let item, _): item
    case .statuses: .status
    case .one, .status: .item
    }
  }

  fileprivate var kinds: (kinds: Kinds, noun: String) {
    switch self {
    case .one(let kinds, let noun): (kinds, noun)
    case .status: (.number, "a status")
    case .items(let item, _): (item.kinds.kinds.union(.nothing), item.kinds.noun)
    case .statuses: (.array, "the list of statuses")
    }
  }

  /// For the patterns in a matcher of arrays.
  var inner: Subject { item }
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

// SPDX-License-Identifier: Apache-2.0
// Typed access to the nodes of a YAML file, which collects the mistakes.

import Expectations
package import Formats
package import Text

/// Reads nodes of one file as texts, lists, maps, numbers and durations.
///
/// A node of another kind is reported, and reading goes on: one load shows all mistakes.
package struct NodeReader: Sendable {
  /// The file's name as messages print it.
  package let file: String
  /// The mistakes and doubts found so far, each once.
  package private(set) var diagnostics: [Diagnostic] = []
  /// How many mistakes were found; one in a row of `cases` counts as often as the row is used.
  package private(set) var mistakeCount = 0
  package var hints = Hints()
  /// The actions that an enhanced error may have in this file; nil for any.
  var actions: [String]?
  /// The steps of cookbooks that the file can name; nil where none are looked for.
  var cookbookSteps: CookbookSteps?
  private var reported: Set<Diagnostic> = []
  private var valueCount = 0
  /// Whether messages show no text of the file: it is a profile, which holds secrets.
  private let hidesTexts: Bool

  /// How many values a file may have, each counted as often as a row of `cases` repeats it.
  private static let valueLimit = 1_000_000

  /// - Parameter hidesTexts: Whether messages show no text of the file.
  package init(file: String, hidesTexts: Bool = false) {
    self.file = file
    self.hidesTexts = hidesTexts
  }
}

extension NodeReader {
  /// What a check before a run knows.
  var bindings: Bindings {
    var bindings = Bindings.unknown
    bindings.actions = actions
    return bindings
  }

  package mutating func error(
    _ message: String, at position: Position, length: Int = 1, missing: Diagnostic.Missing? = nil
  ) {
    report(.error, message, at: position, length: length, missing)
  }

  package mutating func error(
    _ message: String, at node: YAMLNode, missing: Diagnostic.Missing? = nil
  ) {
    error(message, at: node.position, length: node.length, missing: missing)
  }

  package mutating func warning(_ message: String, at position: Position, length: Int = 1) {
    report(.warning, message, at: position, length: length)
  }

  package mutating func warning(_ message: String, at node: YAMLNode) {
    warning(message, at: node.position, length: node.length)
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, at position: Position, length: Int,
    _ missing: Diagnostic.Missing? = nil
  ) {
    let diagnostic = Diagnostic(
      severity, message, file: file, at: position, length: length, missing: missing)
    if severity == .error { mistakeCount += 1 }
    // A row of `cases` is put in at many places; its mistake is reported once.
    if reported.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  /// Counts values towards the limit of the file.
  ///
  /// - Returns: false once there are too many; the first time, this is reported.
  package mutating func counts(_ count: Int, _ node: YAMLNode) -> Bool {
    guard valueCount <= Self.valueLimit else { return false }
    valueCount += count
    if valueCount <= Self.valueLimit { return true }
    error(
      "the file has more than \(Self.valueLimit) values, those that 'cases' repeat included; "
        + "split it", at: node)
    return false
  }

  /// A text that is not empty; numbers and `null` are not texts unless they are quoted.
  ///
  /// - Parameter what: The value that is expected here, for the message.
  package mutating func text(_ node: YAMLNode, _ what: String) -> String? {
    if node.tag == nil, case .scalar(let scalar) = node.content,
      case .string(let text) = scalar.coreValue, !text.isEmpty
    {
      return text
    }
    error("expected \(what), a text, found \(found(node))", at: node)
    return nil
  }

  package mutating func list(_ node: YAMLNode, _ what: String) -> [YAMLNode]? {
    if node.tag == nil, case .sequence(let items) = node.content {
      return counts(items.count, node) ? items : nil
    }
    error("expected \(what), a list, found \(found(node))", at: node)
    return nil
  }

  /// The node in an author's words: `the number 200`; `a number` where texts are hidden.
  package func found(_ node: YAMLNode) -> String { node.described(hidingText: hidesTexts) }

  /// The texts of a list; an item that is not a text is reported and left out.
  package mutating func texts(_ node: YAMLNode, _ what: String) -> [String] {
    (list(node, what) ?? []).compactMap { text($0, "an item of \(what)") }
  }

  package mutating func mapping(_ node: YAMLNode, _ what: String) -> [YAMLEntry]? {
    if node.tag == nil, case .mapping(let entries) = node.content {
      return counts(entries.count, node) ? entries : nil
    }
    error("expected \(what), a map, found \(found(node))", at: node)
    return nil
  }

  /// `true` or `false`; false for anything else, which is reported.
  mutating func boolean(_ node: YAMLNode, _ what: String) -> Bool {
    if node.tag == nil, case .scalar(let scalar) = node.content,
      case .boolean(let value) = scalar.coreValue
    {
      return value
    }
    error("\(what) is true or false, found \(node.withArticle)", at: node)
    return false
  }

  /// The name of a variable, as an author chooses it. A wrong one is reported, and returned.
  mutating func name(_ node: YAMLNode, _ what: String) -> String? {
    guard let name = text(node, what) else { return nil }
    checkName(name, node)
    return name
  }

  /// Reports a text that can't be the name of a variable, or is the name of a built-in.
  mutating func checkName(_ name: String, _ node: YAMLNode) {
    if let problem = Names.problem(with: name) {
      error(problem, at: node)
    } else if Names.builtIns.contains(name) {
      error("'\(name)' is built in and can't be hidden", at: node)
    }
  }

  package mutating func duration(_ node: YAMLNode, _ what: String) -> Duration? {
    if node.tag == nil, let text = node.text, let duration = DurationText.parse(text) {
      return duration
    }
    error("expected \(what): \(DurationText.form); found \(found(node))", at: node)
    return nil
  }

  /// A whole number within bounds.
  package mutating func integer(
    _ node: YAMLNode, _ what: String, in range: ClosedRange<Int>
  ) -> Int? {
    if node.tag == nil, case .scalar(let scalar) = node.content,
      case .integer(let literal) = scalar.coreValue, let value = Int(literal), range.contains(value)
    {
      return value
    }
    error(
      "expected \(what), a whole number from \(range.lowerBound) to \(range.upperBound), "
        + "found \(found(node))", at: node)
    return nil
  }

  /// The members of a map whose keys are known; every other key is reported.
  ///
  /// - Parameter guesses: Whether a mistyped key stands for the known one nearest to it, so that
  ///   this one does not seem to be missing. Not where the key may be right in another place.
  package mutating func members(
    _ node: YAMLNode, _ what: String, known: [String], guesses: Bool = true
  ) -> NodeMembers? {
    guard let entries = mapping(node, what) else { return nil }
    var written: [String: YAMLNode] = [:]
    var meant: [String: YAMLNode] = [:]
    var hasForeignKeys = false
    for entry in entries {
      guard let key = entry.key.text else { continue }
      if known.contains(key) {
        written[key] = entry.value
      } else if let nearest = unknownKey(entry.key, key, of: what, known: known), guesses {
        meant[nearest] = entry.value
      } else {
        hasForeignKeys = true
      }
    }
    return NodeMembers(
      values: written.merging(meant) { written, _ in written }, hasForeignKeys: hasForeignKeys)
  }

  /// The value of a key that has to be there.
  ///
  /// - Parameter message: Reported where it is missing, unless an unknown key may be meant for it.
  mutating func required(
    _ key: String, _ members: NodeMembers, _ message: String, at node: YAMLNode
  ) -> YAMLNode? {
    if members.lacks(key) { error(message, at: node) }
    return members[key]
  }

  /// Whether a text can only be a word: short, or of lower-case letters, `_` and `-`.
  package static func isWord(_ text: String) -> Bool {
    if text.utf8.count <= 5 { return text.utf8.allSatisfy { 0x30...0x7A ~= $0 && $0 != 0x3A } }
    return text.utf8.count <= 40
      && text.utf8.allSatisfy {
        0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      }
  }

  /// The keys that earlier versions had, each with what says the same now.
  private static let replacements = [
    "breaks": "hostile: true", "only-on": "needs", "skip": "tags",
    "testableBy": "shownBy: [service], [application], [framework], [outside] or [none]",
  ]

  /// Reports an unknown key.
  ///
  /// - Returns: The known key nearest to it, if one is near.
  @discardableResult
  package mutating func unknownKey(
    _ node: YAMLNode, _ key: String, of what: String, known: [String]
  ) -> String? {
    let replacement = Self.replacements[key].flatMap { written in
      known.contains(String(written.prefix { $0 != ":" })) ? written : nil
    }
    let nearest = replacement == nil ? hints.nearest(to: key, among: known) : nil
    let hint =
      replacement.map { "it is gone: use '\($0)'" } ?? Suggestion.text(nearest, among: known)
    let shown = hidesTexts && !Self.isWord(key) ? "unknown key" : "unknown key '\(key)'"
    error("\(shown) in \(what), \(hint)", at: node)
    return nearest
  }
}

/// The members of a map by their keys.
package struct NodeMembers: Sendable {
  /// By known key; a member under a mistyped key stands under the known one that it seems to mean.
  fileprivate let values: [String: YAMLNode]
  /// Whether the map has a key that resembles no known one.
  fileprivate let hasForeignKeys: Bool

  package subscript(_ key: String) -> YAMLNode? { values[key] }

  /// How many known keys have a value.
  package var count: Int { values.count }

  package var isEmpty: Bool { values.isEmpty }

  package func has(_ key: String) -> Bool { self[key] != nil }

  /// Whether to report a missing key: not if an unknown key, already reported, may stand for it.
  package func lacks(_ key: String) -> Bool { !has(key) && !hasForeignKeys }

  /// Whether to report that all these keys are missing.
  package func lacksAll(of keys: [String]) -> Bool { keys.allSatisfy { lacks($0) } }
}

extension YAMLNode {
  /// The text of a scalar of any type; nil for collections.
  package var text: String? {
    if case .scalar(let scalar) = content { scalar.text } else { nil }
  }

  /// The items of a list, or the keys and the values of a map.
  var children: [YAMLNode] {
    switch content {
    case .scalar: []
    case .sequence(let items): items
    case .mapping(let entries): entries.flatMap { [$0.key, $0.value] }
    }
  }

  func entry(_ key: String) -> YAMLEntry? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key.text == key }
  }

  /// Whether the node is empty or `null`.
  package var isNull: Bool {
    if tag == nil, case .scalar(let scalar) = content, case .null = scalar.coreValue {
      true
    } else {
      false
    }
  }

  /// Whether nothing, or an empty map, stands after its tag.
  var hasNoArgument: Bool {
    if case .mapping(let entries) = content { return entries.isEmpty }
    return untagged.isNull && text?.isEmpty == true
  }

  /// The node in an author's words: `the number 200`, `a list`.
  package var withArticle: String { described(hidingText: false) }

  /// The node in an author's words; only its kind, such as `a number`, where its text is hidden.
  fileprivate func described(hidingText isHidden: Bool) -> String {
    if let tag { return isHidden ? "a tag" : "the matcher !\(tag.name)" }
    switch content {
    case .sequence: return "a list"
    case .mapping: return "a map"
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: return scalar.text.isEmpty ? "nothing" : "null"
      case .boolean: return isHidden ? "a boolean" : "the boolean \(scalar.text)"
      case .integer, .float, .nonFinite: return isHidden ? "a number" : "the number \(scalar.text)"
      case .string(""): return "an empty text"
      case .string(let text): return isHidden ? "a text" : "the text '\(text.prefix(40))'"
      }
    }
  }
}

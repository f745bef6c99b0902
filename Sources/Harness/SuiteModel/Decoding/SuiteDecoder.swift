// SPDX-License-Identifier: Apache-2.0
// What all decoding of suites shares: where we are, and the mistakes found so far.

import Encodings
import JSON
package import SourceText
import YAML

/// Reads the nodes of one file and collects every mistake in it.
package struct SuiteDecoder {
  package let file: SourceFile
  package private(set) var diagnostics: [Diagnostic] = []
  /// The row of `cases` that is put in.
  var row = RowSubstitution()
  /// Variables of the row whose values are being read: one inside another.
  var activeNames: [String] = []
  /// The other devices of the scenario that is being read, `device` among them; nil in a fragment.
  var deviceNames: [String]?
  /// What the steps that could not be read would have bound, since a scenario or fragment began.
  var lost = LostNames()
  /// The same of each fragment of the file, by name.
  var lostOfFragments: [String: LostNames] = [:]
  /// The requirements that steps of the file name.
  private(set) var covers: Set<Cover> = []
  /// Gives the id of the fragment that a name stands for in this file.
  let fragment: (String) -> FragmentID?
  /// All names that `fragment` knows, for suggestions.
  let fragmentNames: [String]
  /// Whether every file of fragments that `fragment` looks in could be read.
  let knowsAllFragments: Bool
  /// Whether `fragment` looks in the folder above, too.
  let looksAbove: Bool
  var defaults = Defaults()
  private var reported: Set<Diagnostic> = []
  private var valueCount = 0
  var hints = Hints()
  /// Mistakes found, each as often as a row of `cases` repeats it.
  private(set) var mistakeCount = 0

  /// How many values a file may have, each counted as often as a row of `cases` repeats it.
  static let valueLimit = 1_000_000

  /// What a file gives to the steps written in it.
  struct Defaults {
    var headers: [RequestTemplate.Field] = []
    var headersNode: YAMLNode?
    var timeout: Duration?
  }

  /// Names that nobody can tell whether they would be bound.
  struct LostNames {
    var names: Set<String> = []
    /// Whether any other name might be bound, too: a fragment that is not known gives what it does.
    var isOpen = false
  }

  /// A requirement that a step names.
  struct Cover: Hashable {
    let id: String
    let position: Position
    let length: Int
  }

  package init(
    file: SourceFile, fragmentNames: [String] = [], knowsAllFragments: Bool = true,
    looksAbove: Bool = true, fragment: @escaping (String) -> FragmentID? = { _ in nil }
  ) {
    self.file = file
    self.fragment = fragment
    self.fragmentNames = fragmentNames
    self.knowsAllFragments = knowsAllFragments
    self.looksAbove = looksAbove
  }
}

extension SuiteDecoder {
  package mutating func error(_ message: String, at position: Position, length: Int = 1) {
    report(.error, message, at: position, length: length)
  }

  mutating func error(_ message: String, at node: YAMLNode) {
    error(message, at: node.position, length: node.length)
  }

  mutating func warning(_ message: String, at node: YAMLNode) {
    report(.warning, message, at: node.position, length: node.length)
  }

  mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, at position: Position, length: Int
  ) {
    let diagnostic = Diagnostic(
      severity, message, file: file.name, at: position, length: length)
    if severity == .error { mistakeCount += 1 }
    // A row of `cases` is put in many times; its mistake is one.
    if !reported.contains(diagnostic) {
      reported.insert(diagnostic)
      diagnostics.append(diagnostic)
    }
  }

  /// Counts values that are read; false where there are too many, which is reported once.
  mutating func counts(_ count: Int, _ node: YAMLNode) -> Bool {
    guard valueCount <= Self.valueLimit else { return false }
    valueCount += count
    if valueCount <= Self.valueLimit { return true }
    error(
      "the file has more than \(Self.valueLimit) values, those that 'cases' repeat included; "
        + "split it", at: node)
    return false
  }

  mutating func cover(_ id: String, _ node: YAMLNode) {
    covers.insert(Cover(id: id, position: node.position, length: node.length))
  }
}

extension SuiteDecoder {
  /// The text of a plain or quoted scalar that is a text and not a number or `null`.
  mutating func text(_ node: YAMLNode, _ what: String) -> String? {
    if node.tag == nil, case .scalar(let scalar) = node.content,
      case .string(let text) = scalar.coreValue, !text.isEmpty
    {
      return text
    }
    error("expected \(what), a text, found \(node.withArticle)", at: node)
    return nil
  }

  mutating func list(_ node: YAMLNode, _ what: String) -> [YAMLNode]? {
    if node.tag == nil, case .sequence(let items) = node.content {
      return counts(items.count, node) ? items : nil
    }
    error("expected \(what), a list, found \(node.withArticle)", at: node)
    return nil
  }

  mutating func texts(_ node: YAMLNode, _ what: String) -> [String] {
    (list(node, what) ?? []).compactMap { text($0, "an item of \(what)") }
  }

  mutating func mapping(_ node: YAMLNode, _ what: String) -> [YAMLEntry]? {
    if node.tag == nil, case .mapping(let entries) = node.content {
      return counts(entries.count, node) ? entries : nil
    }
    error("expected \(what), a map, found \(node.withArticle)", at: node)
    return nil
  }

  mutating func duration(_ node: YAMLNode, _ what: String) -> Duration? {
    if node.tag == nil, let text = node.text, let duration = DurationText.parse(text) {
      return duration
    }
    error("expected \(what): \(DurationText.form); found \(node.withArticle)", at: node)
    return nil
  }

  /// A whole number within bounds.
  mutating func integer(_ node: YAMLNode, _ what: String, in range: ClosedRange<Int>) -> Int? {
    if node.tag == nil, case .scalar(let scalar) = node.content,
      case .integer(let literal) = scalar.coreValue, let value = Int(literal),
      range.contains(value)
    {
      return value
    }
    error(
      "expected \(what), a whole number from \(range.lowerBound) to \(range.upperBound), "
        + "found \(node.withArticle)", at: node)
    return nil
  }

  /// The members of a map whose keys are known; every other key is a mistake, and stands for the
  /// one that was meant, so that nothing seems to be missing beside it.
  ///
  /// - Parameter guesses: Whether it does; not where a key may be right in another place.
  mutating func members(
    _ node: YAMLNode, _ what: String, known: [String], guesses: Bool = true
  ) -> [String: YAMLNode]? {
    guard let entries = mapping(node, what) else { return nil }
    var result: [String: YAMLNode] = [:]
    var meant: [String: YAMLNode] = [:]
    for entry in entries {
      guard let key = entry.key.text else { continue }
      if known.contains(key) {
        result[key] = entry.value
      } else if let nearest = unknownKey(entry.key, key, of: what, known: known) {
        meant[nearest] = entry.value
      }
    }
    return guesses ? result.merging(meant) { written, _ in written } : result
  }

  /// - Returns: The key that was meant, if one is near.
  @discardableResult
  mutating func unknownKey(
    _ node: YAMLNode, _ key: String, of what: String, known: [String]
  ) -> String? {
    let nearest = hints.nearest(to: key, among: known)
    let hint =
      nearest.map { "did you mean '\($0)'?" } ?? "known are \(known.joined(separator: ", "))"
    error("unknown key '\(key)' in \(what), \(hint)", at: node)
    return nearest
  }
}

extension YAMLNode {
  /// The text of a scalar, whatever it means; nil for collections.
  var text: String? {
    if case .scalar(let scalar) = content { scalar.text } else { nil }
  }

  /// Whether nothing is written here, or `null`.
  var isNull: Bool {
    if tag == nil, case .scalar(let scalar) = content, case .null = scalar.coreValue {
      true
    } else {
      false
    }
  }

  /// What it is, in an author's words: `the number 200`, `a list`.
  var withArticle: String {
    if let tag { return "the matcher !\(tag.name)" }
    switch content {
    case .sequence: return "a list"
    case .mapping: return "a map"
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: return scalar.text.isEmpty ? "nothing" : "null"
      case .boolean: return "the boolean \(scalar.text)"
      case .integer, .float, .nonFinite: return "the number \(scalar.text)"
      case .string(let text):
        return text.isEmpty ? "an empty text" : "the text '\(text.prefix(40))'"
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Writes expectations that would catch a mutant, with the words of suites.

import Expectations
import Formats
import HTTP
import Runner
import Suites
import Text

/// Expectations that may catch a mutant of an answer, as a suite writes them.
///
/// No value of the answer is in them: a value is written as the name that has it, as a word of the
/// documents, or by its kind.
struct SuggestionWriter {
  let part: AnswerPart
  let kind: MutationKind
  let answer: DissectedAnswer
  let judged: PassedAnswer
  let knownWords: Set<String>
}

extension SuggestionWriter {
  /// The first of the possible expectations that the answer meets and the mutant does not; nil where
  /// none does.
  func suggestion(against mutant: Observation) -> String? {
    candidates.first { text in
      guard let expected = expectation(text) else { return false }
      return expected.holds(for: answer.observation) && !expected.holds(for: mutant)
    }
  }

  /// The expectation that a text means where it would stand in the suite.
  private func expectation(_ text: String) -> Expectation? {
    let file = SourceFile(name: "", bytes: Array(text.utf8))
    guard let root = try? YAMLParser.documents(of: file).first?.root else { return nil }
    var nodes = NodeReader(file: "")
    let template = ValueReader().expectation(root, of: .response, &nodes)
    guard let template, nodes.diagnostics.isEmpty else { return nil }
    var names = judged.names
    for saved in judged.saved { names.saved[saved.name] = .json(saved.value) }
    return try? template.expectation(evaluatedIn: names.bindings)
  }

  private var candidates: [String] {
    switch part.site {
    case .status: ["status: \(answer.status)"]
    case .header(let name):
      patterns(of: .string(part.text ?? "")).map { "headers: {\(Self.key(name)): \($0)}" }
        + [mediaType].compactMap { $0 }
    case .body:
      switch answer.content {
      case .json(.array): ["json: !array {}"]
      case .json: ["json: !object {}"]
      case .xml: ["text: !xml {}"]
      case .other: ["text: !string {length: {min: 1}}"]
      }
    case .json(let pointer, let value):
      patterns(of: value).flatMap { pattern in
        [Nesting.each, .some].map { json(pointer.tokens[...], pattern, $0) }
      }
    case .element, .text, .attribute:
      (["!size 1"] + patterns(of: .string(part.text ?? "")) + ["!string {}"]).map {
        "xml: {\(Self.key(part.place)): \($0)}"
      }
    }
  }

  private var mediaType: String? {
    guard let text = part.text else { return nil }
    let type = text.prefix { $0 != ";" }
    let isPlain = type.allSatisfy { $0.isLetter || $0.isNumber || "/+-.".contains($0) }
    return isPlain ? "headers: {\(Self.key(part.headerName)): !media-type \(type)}" : nil
  }

  /// Patterns that the value matches, the most telling ones first.
  private func patterns(of value: JSONValue) -> [String] {
    var patterns: [String] = []
    if kind.leavesKind { return weakest(of: value) }
    if let name = name(of: value) { patterns.append("\"${\(name)}\"") }
    switch value {
    case .string(let text):
      if knownWords.contains(text) { patterns.append(Self.key(text)) }
      // A short text may be Base64 by accident, as application/json is.
      let isCoded = text.utf8.count >= 24 && text.contains(where: \.isNumber)
      patterns += [
        "!url {origin: target}", "!uuid {}", isCoded ? "!base64 {}" : "!timestamp {after: now}",
        "!timestamp {before: now, after: now - 365d}", "!string {length: {min: 1}}", "!string {}",
      ]
    case .number:
      patterns += [
        "!timestamp {after: now, before: now + 3650d}",
        "!timestamp {before: now, after: now - 365d}", "!integer {min: 0}", "!number {}",
      ]
    case .boolean(let flag): patterns += [flag ? "true" : "false", "!boolean {}"]
    case .array(let items): patterns += ["!array {}", "!size {min: 1}", "!size \(items.count)"]
    case .object(let object): patterns += ["!object {}", "!size {min: 1}", "!size \(object.count)"]
    case .null: patterns.append("null")
    }
    return patterns
  }

  /// The patterns that say no more than what the mutant broke: that the value is there.
  private func weakest(of value: JSONValue) -> [String] {
    switch value {
    case .string: ["!string {}", "!string {length: {min: 1}}"]
    case .number(let number): number.isInteger ? ["!integer {}"] : ["!number {}"]
    case .boolean: ["!boolean {}"]
    case .array: ["!array {}", "!size {min: 1}"]
    case .object: ["!object {}", "!size {min: 1}"]
    case .null: ["null"]
    }
  }

  /// A name of the suite that has the value; nil for a value that could be a coincidence.
  private func name(of value: JSONValue) -> String? {
    guard ValueFlow.isDistinct(value) else { return nil }
    let own = judged.names.saved.merging(judged.names.given) { first, _ in first }
    return own.keys.sorted().first { own[$0]?.json == value }
      ?? judged.names.factNames(of: value).first
  }

  private enum Nesting { case each, some }

  /// The pattern at a place of the body, with the members around it.
  private func json(
    _ tokens: ArraySlice<JSONPointer.Token>, _ pattern: String, _ nesting: Nesting
  ) -> String {
    var inner = pattern
    var isMap = false
    // The place has `*` where a name is not to be shown.
    for (token, shown) in zip(tokens, part.place.split(separator: "/")).reversed() {
      switch token {
      case .name(let text) where shown != "*":
        inner = "{\(Self.key(text)): \(inner)}"
        isMap = true
      case .name(let text):
        if let name = name(of: .string(text)) {
          inner = "{\"${\(name)}\": \(inner)}"
          isMap = true
        } else {
          inner = all(inner, isMap: isMap, nesting)
          isMap = false
        }
      case .index:
        inner = all(inner, isMap: isMap, nesting)
        isMap = false
      }
    }
    return "json: \(inner)"
  }

  private func all(_ inner: String, isMap: Bool, _ nesting: Nesting) -> String {
    let tag = nesting == .each ? "!each" : "!some"
    return isMap ? "\(tag) \(inner)" : "\(tag) [\(inner)]"
  }

  /// A key or a word, in quotes where it needs them.
  private static func key(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter ?? false
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      && !["true", "false", "null"].contains(text)
    return isPlain ? text : "\"\(text)\""
  }
}

extension MutationKind {
  /// Whether it takes the value away, or replaces it by another kind or an empty one.
  var leavesKind: Bool { [.remove, .null, .retype, .clear].contains(edit) }
}

extension AnswerPart {
  fileprivate var headerName: String {
    if case .header(let name) = site { name } else { "" }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads patterns of exchanges, and the values that rules save.

import Formats
import Suites
import Text

/// Reads the patterns of one rule file.
struct PatternReader {
  let vocabulary: ExchangeVocabulary
  /// The number of the next pattern.
  var nextID = 0
  /// The kinds that a pattern named.
  var usedKinds: Set<Int> = []
  /// The values that a pattern named.
  var usedValues: Set<Int> = []
  let expectations = ValueReader()

  /// The members of the document that a pattern may name.
  static let requestKeys = [
    "method", "url", "scheme", "host", "path", "parameters", "query", "headers", "form", "json",
    "text", "time", "decoded",
  ]
  static let partKeys = requestKeys + ["answer"]
  static let patternKeys = partKeys + ["is", "same", "within", "valid", "expired", "save"]
}

extension PatternReader {
  /// A pattern: a name, a list of names, or a map.
  ///
  /// - Parameters:
  ///   - more: Keys that stand in the same map and are read by the caller.
  ///   - isOwn: Whether it is of occasions.
  mutating func pattern(
    _ node: YAMLNode, _ what: String, more: [String] = [], isOwn: Bool = false,
    _ nodes: inout NodeReader
  ) -> (pattern: ExchangePattern, members: NodeMembers?)? {
    let mistakes = nodes.mistakeCount
    guard node.tag == nil, case .mapping = node.content else {
      let kinds = kinds(node, &nodes)
      guard nodes.mistakeCount == mistakes else { return nil }
      return (make(kinds, [], isOwn: isOwn, text: kindsText(kinds), node), nil)
    }
    let (members, parts) = members(node, what, known: Self.patternKeys + more, &nodes)
    guard let members else { return nil }
    let kinds = members["is"].map { self.kinds($0, &nodes) } ?? []
    let same = members["same"].map { values($0, &nodes) } ?? []
    let within = members["within"].flatMap { nodes.duration($0, "'within'") }
    let valid = members["valid"].flatMap { validity($0, isValid: true, &nodes) }
    let expired = members["expired"].flatMap { validity($0, isValid: false, &nodes) }
    if let node = members["expired"], members.has("valid") {
      nodes.error("'valid' and 'expired' exclude each other", at: node)
    }
    let saves = members["save"].map { self.saves($0, &nodes) } ?? []
    let partPatterns = self.parts(parts, mayAlwaysHold: true, &nodes)
    if members.isEmpty, parts.isEmpty {
      nodes.error("\(what) says which exchanges are meant: add 'is: NAME'", at: node)
    }
    guard nodes.mistakeCount == mistakes else { return nil }
    var text = kindsText(kinds)
    let named = parts.compactMap { $0.key.text }.filter { $0 != "answer" }
    let answered = parts.filter { $0.key.text == "answer" }.flatMap { entry -> [String] in
      guard case .mapping(let entries) = entry.value.content else { return [] }
      return entries.compactMap { $0.key.text.map { "answer \($0)" } }
    }
    let details = named + answered + same.map { "the same \(vocabulary.valueNames[$0])" }
    if !details.isEmpty { text += " (\(details.joined(separator: ", ")))" }
    if valid != nil { text += ", still valid" }
    if expired != nil { text += ", expired" }
    if let within { text += " within \(within.formatted)" }
    return (
      make(
        kinds, partPatterns, same: same, within: within, validity: valid ?? expired, saves: saves,
        isOwn: isOwn, text: text, node), members
    )
  }

  mutating func make(
    _ kinds: [Int], _ parts: [PartPattern], same: [Int] = [], within: Duration? = nil,
    validity: ExchangeValidity? = nil, saves: [SavedValue] = [],
    isOwn: Bool = false, text: String, _ node: YAMLNode
  ) -> ExchangePattern {
    defer { nextID += 1 }
    return ExchangePattern(
      id: nextID, kinds: kinds.isEmpty ? vocabulary.requestKinds : kinds,
      readsCalls: kinds.contains { vocabulary.kinds[$0].isCall },
      readsRequests: kinds.isEmpty || kinds.contains { !vocabulary.kinds[$0].isCall }, parts: parts,
      same: same, within: within, validity: validity, saves: saves, isOwn: isOwn, text: text,
      position: node.position)
  }

  private func kindsText(_ kinds: [Int]) -> String {
    kinds.isEmpty ? "exchange" : kinds.map { vocabulary.kinds[$0].name }.joined(separator: " or ")
  }

  /// The members under known keys, and the parts of the document with the queries over it.
  func members(
    _ node: YAMLNode, _ what: String, known: [String], _ nodes: inout NodeReader
  ) -> (NodeMembers?, parts: [YAMLEntry]) {
    guard node.tag == nil, case .mapping(let entries) = node.content else {
      nodes.error("expected \(what), a map, found \(nodes.found(node))", at: node)
      return (nil, [])
    }
    var queries: [YAMLEntry] = []
    var parts: [YAMLEntry] = []
    var rest: [YAMLEntry] = []
    for entry in entries {
      let key = entry.key.text ?? ""
      if key == "$" || key.hasPrefix("$.") || key.hasPrefix("$[") {
        queries.append(entry)
      } else {
        rest.append(entry)
        if Self.partKeys.contains(key) { parts.append(entry) }
      }
    }
    let bare = YAMLNode(.mapping(rest), at: node.position, length: node.length)
    let members = nodes.members(bare, what, known: known)
    return (members, parts + queries)
  }

  /// The indices of kinds by their names.
  mutating func kinds(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Int] {
    let items = node.itemsOrSelf
    if items.isEmpty { nodes.error("name at least one exchange", at: node) }
    var kinds: [Int] = []
    for item in items {
      guard let name = nodes.text(item, "the name of an exchange") else { continue }
      guard let index = vocabulary.kinds.firstIndex(where: { $0.name == name }) else {
        let names = vocabulary.kinds.map(\.name)
        nodes.error(
          "\(vocabulary.file) has no exchange '\(name)'\(nodes.hints.hint(for: name, among: names))",
          at: item)
        continue
      }
      usedKinds.insert(index)
      kinds.append(index)
    }
    return kinds.sorted()
  }

  /// The indices of values by their names.
  mutating func values(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Int] {
    let items = node.itemsOrSelf
    var values: [Int] = []
    for item in items {
      guard let name = nodes.text(item, "the name of a value") else { continue }
      guard let index = vocabulary.valueNames.firstIndex(of: name) else {
        nodes.error(
          "\(vocabulary.file) has no value '\(name)'"
            + nodes.hints.hint(for: name, among: vocabulary.valueNames), at: item)
        continue
      }
      usedValues.insert(index)
      values.append(index)
    }
    return values.sorted()
  }
}

extension YAMLNode {
  /// The items of a list; another node as the only item.
  var itemsOrSelf: [YAMLNode] {
    if tag == nil, case .sequence(let items) = content { items } else { [self] }
  }
}

extension Duration {
  /// `3s`, `1500ms`.
  var formatted: String {
    let milliseconds = wholeMilliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}

extension PatternReader {
  /// The values of `save:`.
  func saves(_ node: YAMLNode, _ nodes: inout NodeReader) -> [SavedValue] {
    var saves: [SavedValue] = []
    for entry in nodes.mapping(node, "what is saved") ?? [] {
      guard let name = entry.key.text else { continue }
      guard Names.isName(name), !Names.builtIns.contains(name) else {
        nodes.error(
          "'\(name)' can't be a name: lower-case letters, digits and '_', a letter first, and not "
            + "'now', 'device' or 'run'", at: entry.key)
        continue
      }
      let items = entry.value.itemsOrSelf
      if items.isEmpty { nodes.error("a list of sources has at least one", at: entry.value) }
      let sources = items.compactMap { source($0, &nodes) }
      guard sources.count == items.count, !sources.isEmpty else { continue }
      saves.append(SavedValue(name: name, sources: sources))
    }
    return saves
  }

  /// A query over the document of the exchange, or an XML path into its answer.
  private func source(_ node: YAMLNode, _ nodes: inout NodeReader) -> SavedSource? {
    let text = node.text ?? ""
    if let tag = node.tag, tag.name != "optional", tag.name != "list" {
      nodes.error(
        "expected a JSONPath query over the exchange ($…) or an XML path into the answer (/…)",
        at: node)
      return nil
    }
    guard let (template, _) = ValueReader().source(node, &nodes) else { return nil }
    let isOfAnswer = text.hasPrefix("/")
    return SavedSource(
      template: template, names: node.tag == nil ? JSONPath.names(of: text) : nil,
      isOfAnswer: isOfAnswer,
      parts: isOfAnswer ? [.status, .answerBody] : vocabulary.parts(readBy: text),
      header: vocabulary.header(readBy: text))
  }

  /// `{for: QUERY}` in seconds, or `{until: QUERY}` in milliseconds or seconds since 1970.
  func validity(_ node: YAMLNode, isValid: Bool, _ nodes: inout NodeReader) -> ExchangeValidity? {
    let what = isValid ? "'valid'" : "'expired'"
    guard let members = nodes.members(node, what, known: ["for", "until", "margin"]) else {
      return nil
    }
    let margin =
      members["margin"].flatMap { nodes.duration($0, "'margin'") } ?? ExchangeDocument.tolerance
    guard members.has("for") != members.has("until"),
      let written = members["for"] ?? members["until"]
    else {
      nodes.error(
        "\(what) has 'for', a query for seconds, or 'until', one for milliseconds since 1970",
        at: node)
      return nil
    }
    guard let source = source(written, &nodes) else { return nil }
    return ExchangeValidity(
      isValid: isValid, end: members.has("for") ? .after(source.template) : .at(source.template),
      parts: source.parts.union(members.has("for") ? .status : []), header: source.header,
      margin: margin)
  }
}

extension JSONPath {
  /// The names that a query of names only goes through; nil for another query.
  static func names(of text: String) -> [String]? {
    guard text.hasPrefix("$"), !text.contains("${"), let query = try? JSONPath(text) else {
      return nil
    }
    return query.memberNames
  }

  /// The names that it goes through, where it has nothing but names.
  var memberNames: [String]? {
    let names = isSingular ? outline.map(\.name) : [nil]
    return names.contains(nil) ? nil : names.compactMap(\.self)
  }
}

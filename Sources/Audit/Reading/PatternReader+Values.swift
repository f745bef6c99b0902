// SPDX-License-Identifier: Apache-2.0
// Reads the values that rules save, and how long what an answer gave holds.

internal import Formats
internal import Suites
internal import Text

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
      var items = [entry.value]
      if entry.value.tag == nil, case .sequence(let list) = entry.value.content { items = list }
      if items.isEmpty { nodes.error("a list of sources has at least one", at: entry.value) }
      let sources = items.compactMap { source($0, &nodes) }
      guard sources.count == items.count, !sources.isEmpty else { continue }
      saves.append(SavedValue(name: name, sources: sources, position: entry.key.position))
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
    guard let (template, _) = SourceReader().source(node, &nodes) else { return nil }
    let isOfAnswer = text.hasPrefix("/")
    return SavedSource(
      template: template, names: node.tag == nil ? JSONPath.names(of: text) : nil,
      isOfAnswer: isOfAnswer,
      parts: isOfAnswer ? [.status, .answerBody] : vocabulary.parts(readBy: text),
      header: vocabulary.header(readBy: text))
  }

  /// `{for: QUERY}` in seconds, or `{until: QUERY}` in milliseconds since 1970.
  func validity(
    _ node: YAMLNode, isValid: Bool, _ nodes: inout NodeReader
  ) -> ExchangeValidity? {
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
      isValid: isValid,
      end: members.has("for") ? .after(source.template) : .at(source.template),
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

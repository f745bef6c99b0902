// SPDX-License-Identifier: Apache-2.0
// Reads `exchanges.yaml`.

internal import Documents
internal import JSON
internal import SourceText
internal import YAML

/// Reads the kinds of exchanges, the values that identify them, and how sessions are told apart.
struct VocabularyReader {
  private var vocabulary: ExchangeVocabulary

  init(file: String) { vocabulary = ExchangeVocabulary(file: file) }
}

extension VocabularyReader {
  static func read(_ root: YAMLNode, _ nodes: inout NodeReader) -> ExchangeVocabulary {
    var reader = VocabularyReader(file: nodes.file)
    reader.file(root, &nodes)
    return reader.vocabulary
  }

  private mutating func file(_ root: YAMLNode, _ nodes: inout NodeReader) {
    let known = ["about", "exchanges", "every", "sessions"]
    guard let members = nodes.members(root, "a file of exchanges", known: known) else { return }
    if members.lacks("exchanges") {
      nodes.error("a file of exchanges has 'exchanges', a list", at: root)
    }
    if let every = members["every"] { vocabulary.every = values(every, &nodes) }
    for item in members["exchanges"].flatMap({ nodes.list($0, "'exchanges'") }) ?? [] {
      exchange(item, &nodes)
    }
    if let sessions = members["sessions"] { self.sessions(sessions, &nodes) }
  }

  private mutating func exchange(_ node: YAMLNode, _ nodes: inout NodeReader) {
    let known = ["exchange", "about", "request", "values", "shared", "common"]
    guard let members = nodes.members(node, "an exchange", known: known) else { return }
    for key in ["exchange", "request"] where members.lacks(key) {
      nodes.error("an exchange has '\(key)'", at: node)
    }
    guard let nameNode = members["exchange"], let request = members["request"],
      let name = nodes.text(nameNode, "the name of an exchange")
    else { return }
    if let first = vocabulary.kinds.first(where: { $0.name == name }) {
      nodes.error("an exchange is called '\(name)' already, at \(first.position)", at: nameNode)
    }
    var items = [request]
    if request.tag == nil, case .sequence(let list) = request.content { items = list }
    let routes = items.compactMap { route($0, &nodes) }
    guard routes.count == items.count, !routes.isEmpty else { return }
    let shared = members["shared"].map { boolean($0, "'shared'", &nodes) } ?? false
    vocabulary.add(
      ExchangeKind(
        name: name, routes: routes, values: members["values"].map { values($0, &nodes) } ?? [:],
        isShared: shared,
        isCommon: members["common"].map { boolean($0, "'common'", &nodes) } ?? false,
        position: nameNode.position))
  }

  private func route(_ node: YAMLNode, _ nodes: inout NodeReader) -> ExchangeRoute? {
    guard let text = nodes.text(node, "a method and a path") else { return nil }
    if let route = ExchangeRoute(text) { return route }
    nodes.error(
      "expected a method (or ANY) and a path, as in 'POST /o/client/token'; {name} stands for any "
        + "segment, {name}.json for one with that end", at: node)
    return nil
  }

  private func boolean(_ node: YAMLNode, _ what: String, _ nodes: inout NodeReader) -> Bool {
    if node.tag == nil, case .scalar(let scalar) = node.content,
      case .boolean(let value) = scalar.coreValue
    {
      return value
    }
    nodes.error("expected \(what), true or false, found \(nodes.found(node))", at: node)
    return false
  }

  /// Values by the indices of their names; null for one that there is not.
  private mutating func values(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> [Int: [ValueSource]] {
    var values: [Int: [ValueSource]] = [:]
    for entry in nodes.mapping(node, "values") ?? [] {
      guard let name = nodes.text(entry.key, "the name of a value") else { continue }
      let index = vocabulary.index(ofValue: name)
      if entry.value.isNull {
        values[index] = []
        continue
      }
      var items = [entry.value]
      if entry.value.tag == nil, case .sequence(let list) = entry.value.content { items = list }
      values[index] = items.compactMap { source($0, &nodes) }
    }
    return values
  }

  /// A query, or `{path: QUERY, after: TEXT}`.
  private func source(_ node: YAMLNode, _ nodes: inout NodeReader) -> ValueSource? {
    guard node.tag == nil, case .mapping = node.content else {
      return query(node, prefix: nil, &nodes)
    }
    guard let members = nodes.members(node, "the source of a value", known: ["path", "after"])
    else { return nil }
    guard let path = members["path"] else {
      if members.lacks("path") { nodes.error("the source of a value has a 'path'", at: node) }
      return nil
    }
    let prefix = members["after"].flatMap { nodes.text($0, "'after'") }
    return query(path, prefix: prefix, &nodes)
  }

  private func query(
    _ node: YAMLNode, prefix: String?, _ nodes: inout NodeReader
  ) -> ValueSource? {
    guard let text = nodes.text(node, "a JSONPath query over the exchange") else { return nil }
    do throws(JSONPathError) {
      let query = try JSONPath(text)
      let names = query.isSingular ? query.outline.map(\.name) : [nil]
      return ValueSource(
        query: query, names: names.contains(nil) ? nil : names.compactMap(\.self), prefix: prefix,
        parts: .read(byQuery: text), header: ExchangeParts.header(inQuery: text))
    } catch {
      nodes.error(
        "invalid JSONPath: \(error.description)", at: node.position(atScalar: error.offset))
      return nil
    }
  }

  private mutating func sessions(_ node: YAMLNode, _ nodes: inout NodeReader) {
    let known = ["by", "links", "begins"]
    guard let members = nodes.members(node, "'sessions'", known: known) else { return }
    if let by = members["by"] { vocabulary.sessionValue = value(by, &nodes) }
    for item in members["links"].flatMap({ nodes.list($0, "'links'") }) ?? [] {
      if let index = value(item, &nodes) { vocabulary.links.append(index) }
    }
    var reader = PatternReader(vocabulary, nextID: 0)
    if let begins = members["begins"] {
      vocabulary.beginnings = Set(reader.kinds(begins, &nodes))
    }
  }

  private func value(_ node: YAMLNode, _ nodes: inout NodeReader) -> Int? {
    var reader = PatternReader(vocabulary, nextID: 0)
    return reader.values(node, &nodes).first
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads `exchanges.yaml`.

import Formats
import Suites
import Text

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
    let known = [
      "about", "exchanges", "ignore", "follows", "suggests", "decoded", "every", "once", "sessions",
      "freedoms", "framework",
    ]
    guard let members = nodes.members(root, "a file of exchanges", known: known) else { return }
    if members.lacks("exchanges") {
      nodes.error("a file of exchanges has 'exchanges', a list", at: root)
    }
    if let decoded = members["decoded"] { self.decoded(decoded, &nodes) }
    if let every = members["every"] { vocabulary.every = values(every, &nodes) }
    for item in members["exchanges"].flatMap({ nodes.list($0, "'exchanges'") }) ?? [] {
      exchange(item, &nodes)
    }
    if let sessions = members["sessions"] { self.sessions(sessions, &nodes) }
    for item in members["once"].flatMap({ nodes.list($0, "'once'") }) ?? [] {
      if let index = value(item, &nodes) { vocabulary.once.append(index) }
    }
    if let framework = members["framework"] { pairs(framework, &nodes) }
    var reader = PatternReader(vocabulary: vocabulary)
    vocabulary.ignored =
      (members["ignore"].flatMap { nodes.list($0, "'ignore'") } ?? []).compactMap {
        constant($0, "an exchange to ignore", "what is ignored", &reader, &nodes)
      }
    for entry in members["follows"].flatMap({ nodes.mapping($0, "'follows'") }) ?? [] {
      let patterns = entry.value.itemsOrSelf.compactMap {
        constant($0, "an exchange", "what shows a cookbook", &reader, &nodes)
      }
      vocabulary.follows.append((entry.key, patterns))
    }
    for entry in members["suggests"].flatMap({ nodes.mapping($0, "'suggests'") }) ?? [] {
      if let (reason, pattern) = suggestion(entry.value, &reader, &nodes) {
        vocabulary.suggests.append((entry.key, reason, pattern))
      }
    }
    for item in members["freedoms"].flatMap({ nodes.list($0, "'freedoms'") }) ?? [] {
      if let freedom = FreedomReader.read(item, &reader, &nodes) {
        vocabulary.freedoms.append(freedom)
      }
    }
  }

  /// `{by: PATTERN, because: TEXT}`
  private func suggestion(
    _ node: YAMLNode, _ reader: inout PatternReader, _ nodes: inout NodeReader
  ) -> (String, ExchangePattern)? {
    let what = "what suggests a cookbook"
    guard let members = nodes.members(node, what, known: ["by", "because"]) else { return nil }
    for key in ["by", "because"] where members.lacks(key) {
      nodes.error("\(what) has '\(key)'", at: node)
    }
    guard let by = members["by"], let because = members["because"],
      let pattern = constant(by, "an exchange", what, &reader, &nodes),
      let reason = nodes.text(because, "'because'")
    else { return nil }
    return (reason, pattern)
  }

  /// A pattern that depends on the exchange alone.
  private func constant(
    _ node: YAMLNode, _ what: String, _ subject: String, _ reader: inout PatternReader,
    _ nodes: inout NodeReader
  ) -> ExchangePattern? {
    guard let (pattern, _) = reader.pattern(node, what, &nodes) else { return nil }
    if !pattern.isConstant || !pattern.same.isEmpty || pattern.within != nil {
      nodes.error("\(subject) depends on the exchange alone", at: node)
    }
    return pattern
  }

  /// `{name: {path: QUERY, as: [base64, json]}}`
  private mutating func decoded(_ node: YAMLNode, _ nodes: inout NodeReader) {
    for entry in nodes.mapping(node, "'decoded'") ?? [] {
      guard let name = nodes.text(entry.key, "the name of a part"),
        let members = nodes.members(entry.value, "a part to decode", known: ["path", "as"])
      else { continue }
      for key in ["path", "as"] where members.lacks(key) {
        nodes.error("a part to decode has '\(key)'", at: entry.value)
      }
      var steps: [DecodedPart.Step] = []
      for item in members["as"].flatMap({ nodes.list($0, "'as'") }) ?? [] {
        guard let text = nodes.text(item, "a coding") else { continue }
        guard let step = DecodedPart.Step(rawValue: text) else {
          let all = DecodedPart.Step.allCases.map(\.rawValue).joined(separator: ", ")
          nodes.error("unknown coding '\(text)', expected one of: \(all)", at: item)
          continue
        }
        steps.append(step)
      }
      guard let path = members["path"], let source = query(path, prefix: nil, &nodes) else {
        continue
      }
      vocabulary.decoded.append(DecodedPart(name: name, source: source, steps: steps))
    }
  }

  private mutating func exchange(_ node: YAMLNode, _ nodes: inout NodeReader) {
    let known = [
      "exchange", "about", "request", "values", "shared", "common", "core", "url-of", "framework",
    ]
    guard let members = nodes.members(node, "an exchange", known: known) else { return }
    if members.has("url-of") { return opening(members, &nodes) }
    if members.has("framework") { return call(members, &nodes) }
    for key in ["exchange", "request"] where members.lacks(key) {
      nodes.error("an exchange has '\(key)'", at: node)
    }
    guard let nameNode = members["exchange"], let request = members["request"],
      let name = nodes.text(nameNode, "the name of an exchange")
    else { return }
    if let first = vocabulary.kinds.first(where: { $0.name == name }) {
      nodes.error("an exchange is called '\(name)' already, at \(first.position)", at: nameNode)
    }
    let items = request.itemsOrSelf
    let routes = items.compactMap { route($0, &nodes) }
    guard routes.count == items.count, !routes.isEmpty else { return }
    vocabulary.add(
      ExchangeKind(
        name: name, routes: routes, values: members["values"].map { values($0, &nodes) } ?? [:],
        isShared: members["shared"].map { boolean($0, "'shared'", &nodes) } ?? false,
        isCommon: members["common"].map { boolean($0, "'common'", &nodes) } ?? false,
        core: members["core"].flatMap {
          nodes.text($0, "'core', a part of every application's walk")
        },
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

  /// `{exchange: NAME, url-of: VALUE}`: entries of any host whose URL an exchange was answered with.
  private mutating func opening(_ members: NodeMembers, _ nodes: inout NodeReader) {
    guard let nameNode = members["exchange"], let valueNode = members["url-of"],
      let name = nodes.text(nameNode, "the name of an exchange"),
      let value = nodes.text(valueNode, "the name of a value")
    else { return }
    let index = vocabulary.index(ofValue: value)
    vocabulary.openings.append((vocabulary.kinds.count, index))
    vocabulary.add(
      ExchangeKind(
        name: name, routes: [], values: [index: []], isShared: true, isCommon: true,
        core: nil, position: nameNode.position))
  }

  /// `{exchange: NAME, framework: CALL}`: calls of the partner framework, as a log has them.
  private mutating func call(_ members: NodeMembers, _ nodes: inout NodeReader) {
    guard let nameNode = members["exchange"], let written = members["framework"],
      let name = nodes.text(nameNode, "the name of an exchange")
    else { return }
    let calls = written.itemsOrSelf.compactMap { nodes.text($0, "the name of a call") }
    guard !calls.isEmpty else { return }
    vocabulary.add(
      ExchangeKind(
        name: name, routes: [], calls: calls, values: [:], isShared: true, isCommon: true,
        core: nil, position: nameNode.position))
  }

  /// `{secret: {MEMBER: VALUE}, alike: {MEMBER: VALUE}, until: MEMBER}`
  private mutating func pairs(_ node: YAMLNode, _ nodes: inout NodeReader) {
    guard let members = nodes.members(node, "'framework'", known: ["secret", "alike", "until"])
    else {
      return
    }
    vocabulary.validity = members["until"].flatMap {
      nodes.text($0, "'until', a member of an answer")
    }
    for key in ["secret", "alike"] {
      for entry in members[key].flatMap({ nodes.mapping($0, "'\(key)'") }) ?? [] {
        guard let member = nodes.text(entry.key, "a member of a call") else { continue }
        if key == "secret" { vocabulary.secretMembers.insert(member) }
        // A secret that no exchange has.
        if entry.value.isNull { continue }
        guard let value = value(entry.value, &nodes) else { continue }
        vocabulary.pairs.append(
          CallPair(member: member, value: value, isSecret: key == "secret"))
      }
    }
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

  /// Values by the indices of their names; null for one that the exchange lacks.
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
      values[index] = entry.value.itemsOrSelf.compactMap { source($0, &nodes) }
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

  private func query(_ node: YAMLNode, prefix: String?, _ nodes: inout NodeReader) -> ValueSource? {
    guard let text = nodes.text(node, "a JSONPath query over the exchange") else { return nil }
    do throws(JSONPathError) {
      let query = try JSONPath(text)
      return ValueSource(
        query: query, names: query.memberNames, prefix: prefix,
        parts: vocabulary.parts(readBy: text), header: vocabulary.header(readBy: text))
    } catch {
      nodes.error(
        "invalid JSONPath: \(error.description)", at: node.position(atScalar: error.offset))
      return nil
    }
  }

  private mutating func sessions(_ node: YAMLNode, _ nodes: inout NodeReader) {
    let known = ["by", "links", "begins", "application"]
    guard let members = nodes.members(node, "'sessions'", known: known) else { return }
    if let by = members["by"] { vocabulary.sessionValue = value(by, &nodes) }
    for item in members["links"].flatMap({ nodes.list($0, "'links'") }) ?? [] {
      if let index = value(item, &nodes) { vocabulary.links.append(index) }
    }
    for item in members["application"].flatMap({ nodes.list($0, "'application'") }) ?? [] {
      if let index = value(item, &nodes) { vocabulary.applicationValues.append(index) }
    }
    var reader = PatternReader(vocabulary: vocabulary)
    if let begins = members["begins"] { vocabulary.beginnings = Set(reader.kinds(begins, &nodes)) }
  }

  private func value(_ node: YAMLNode, _ nodes: inout NodeReader) -> Int? {
    var reader = PatternReader(vocabulary: vocabulary)
    return reader.values(node, &nodes).first
  }
}

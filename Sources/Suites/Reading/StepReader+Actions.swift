// SPDX-License-Identifier: Apache-2.0
// Reads the action of a step, and its `advice:`.

import Expectations
import Formats
import Text

extension StepReader {
  /// The action under a key of a step; nil where it holds a mistake, which is reported.
  ///
  /// - Parameter members: The members of the step, since `burst` and `with` belong to the action.
  func action(_ key: Action.Key, _ members: NodeMembers, _ nodes: inout NodeReader) -> Action? {
    guard let node = members[key.rawValue] else { return nil }
    return switch key {
    case .request: values.request(node, burst: members["burst"], &nodes).map { .request($0) }
    case .partner: partner(node, &nodes).map { .partner($0) }
    case .user: user(node, &nodes).map { .user($0) }
    case .wait: wait(node, &nodes).map { .wait($0) }
    case .use: use(node, with: members["with"], &nodes).map { .use($0) }
    }
  }

  private func partner(_ node: YAMLNode, _ nodes: inout NodeReader) -> PartnerAction? {
    guard let entries = nodes.mapping(node, "'partner'") else { return nil }
    let keys = ["state", "call"] + PartnerAction.shorthands
    let written = entries.filter { keys.contains($0.key.text ?? "") }
    guard written.count == 1, let entry = written.first, let key = entry.key.text else {
      nodes.error("'partner' has one of \(keys.joined(separator: ", "))", at: node)
      return nil
    }
    if key == "call" {
      guard let members = nodes.members(node, "'partner'", known: ["call", "with"]),
        let name = nodes.text(entry.value, "the name of a call")
      else { return nil }
      let none = ValueTemplate.scalar(.null, written: "", isPlain: true, at: entry.value.position)
      guard let argument = members["with"].map({ values.value($0, .value, &nodes) }) ?? none
      else { return nil }
      return PartnerAction(
        call: name, callPosition: entry.value.position, argument: argument, options: [],
        position: node.position)
    }
    var options: [NamedValue] = []
    for other in entries where other.key.text != key {
      guard let name = other.key.text else { continue }
      guard key == "state" else {
        nodes.unknownKey(other.key, name, of: "a call of the framework", known: keys)
        continue
      }
      if let value = values.value(other.value, .value, &nodes) {
        options.append(NamedValue(name: name, value: value, position: other.key.position))
      }
    }
    guard let argument = values.value(entry.value, .value, &nodes) else { return nil }
    return PartnerAction(
      call: key == "state" ? nil : key, callPosition: entry.key.position, argument: argument,
      options: options, position: node.position)
  }

  private func user(_ node: YAMLNode, _ nodes: inout NodeReader) -> UserActionTemplate? {
    guard node.tag == nil else {
      nodes.error("expected an action of the user, found \(node.withArticle)", at: node)
      return nil
    }
    let key: YAMLNode
    var argument: ValueTemplate?
    if case .mapping(let entries) = node.content {
      guard entries.count == 1, let entry = entries.first else {
        nodes.error("'user' has one action", at: node)
        return nil
      }
      key = entry.key
      argument = values.value(entry.value, .value, &nodes)
      if argument == nil { return nil }
    } else {
      key = node
    }
    guard let name = nodes.text(key, "an action of the user") else { return nil }
    let kind = UserActionTemplate.Kind(name: name)
    if kind == .visit, argument == nil {
      nodes.error("'\(name)' names a URL: {\(name): …}", at: key)
      return nil
    }
    return UserActionTemplate(
      kind: kind, argument: argument, position: node.position, namePosition: key.position)
  }

  private func wait(_ node: YAMLNode, _ nodes: inout NodeReader) -> WaitTemplate? {
    if case .mapping(let entries) = node.content {
      if entries.isEmpty { nodes.error("expected a duration, or {until: TIME}", at: node) }
      guard let members = nodes.members(node, "'wait'", known: ["until"]),
        let until = members["until"]
      else { return nil }
      return time(until, &nodes).map { .until($0, at: node.position) }
    }
    return values.duration(node, "how long to wait", &nodes)
      .map { .duration($0, at: node.position) }
  }

  /// A time: milliseconds, `now`, or `now + 24h`.
  private func time(_ node: YAMLNode, _ nodes: inout NodeReader) -> ValueTemplate? {
    switch node.content {
    case .scalar(let scalar) where node.tag == nil:
      switch scalar.coreValue {
      case .integer: return values.value(node, .value, &nodes)
      case .string(let text):
        if text.hasPrefix("${") || !text.isEmpty && text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
          return values.value(node, .value, &nodes)
        }
        if let now = ValueReader.now(text, at: node.position) { return now }
      case .null, .boolean, .float, .nonFinite: break
      }
    case .scalar, .sequence, .mapping: break
    }
    nodes.error(
      "expected a time: milliseconds since 1970, now, or now + 24h; found \(node.withArticle)",
      at: node)
    return nil
  }

  private func use(
    _ node: YAMLNode, with arguments: YAMLNode?, _ nodes: inout NodeReader
  ) -> FragmentUse? {
    var written: [NamedValue] = []
    for entry in arguments.flatMap({ nodes.mapping($0, "'with'") }) ?? [] {
      guard let name = entry.key.text, let value = values.value(entry.value, .pattern, &nodes)
      else { continue }
      written.append(NamedValue(name: name, value: value, position: entry.key.position))
    }
    guard let name = nodes.text(node, "the name of a fragment"),
      let id = scope.fragments.id(of: name, node, &nodes)
    else { return nil }
    return FragmentUse(fragment: id, arguments: written, position: node.position)
  }

  /// Reads `advice:`, a text or a list of texts with conditions.
  ///
  /// - Parameter answer: The answer of the step's action, which conditions look at; nil without one.
  func advice(_ node: YAMLNode, of answer: AnswerKind?, _ nodes: inout NodeReader) -> [Advice] {
    guard case .sequence = node.content, let items = nodes.list(node, "'advice'") else {
      return values.text(node, "'advice'", &nodes).map { [Advice(condition: nil, text: $0)] } ?? []
    }
    if items.isEmpty { nodes.error("'advice' is empty; write at least one entry", at: node) }
    var result: [Advice] = []
    for item in items {
      if result.last?.condition == nil, !result.isEmpty {
        nodes.error(
          "nothing reaches this entry: the one before has no 'when'; put that one last", at: item)
        break
      }
      guard let advice = entry(item, of: answer, &nodes) else { return [] }
      result.append(advice)
    }
    return result
  }

  /// One entry; nil where it holds a mistake, which is reported.
  private func entry(
    _ node: YAMLNode, of answer: AnswerKind?, _ nodes: inout NodeReader
  ) -> Advice? {
    guard let members = nodes.members(node, "an entry of 'advice'", known: ["when", "say"]) else {
      return nil
    }
    let text = nodes.required(
      "say", members, "an entry of 'advice' says what to do: add 'say: …'", at: node
    ).flatMap { values.text($0, "what to do", &nodes) }
    guard let when = members["when"] else { return text.map { Advice(condition: nil, text: $0) } }
    guard let answer else {
      nodes.error("'when' needs an answer, and this action has none", at: when)
      return nil
    }
    let condition = values.expectation(when, of: answer, mayAlwaysHold: true, &nodes)
    guard let condition, let text else { return nil }
    return Advice(condition: condition, text: text)
  }
}

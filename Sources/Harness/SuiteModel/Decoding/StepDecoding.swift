// SPDX-License-Identifier: Apache-2.0
// Reading steps and their actions.

import Encodings
import SourceText
import YAML

extension SuiteDecoder {
  private static let around = [
    "step", "about", "covers", "device", "when", "save", "expect", "should", "retry", "burst",
    "timeout",
  ]
  private static let retryLimit = 10_000
  private static let actions = ["request", "partner", "user", "wait", "use"]

  mutating func steps(_ node: YAMLNode, _ what: String) -> [Step] {
    guard let items = list(node, what) else { return [] }
    if items.isEmpty { error("\(what) are empty; write at least one step", at: node) }
    return items.compactMap { step($0) }
  }

  mutating func step(_ node: YAMLNode) -> Step? {
    guard
      let members = members(node, "a step", known: Self.around + Self.actions + ["with"])
    else {
      lost.isOpen = true
      return nil
    }
    let written = Self.actions.filter { members[$0] != nil }
    if written.count != 1 {
      error(
        written.isEmpty
          ? "a step has an action: one of \(Self.actions.joined(separator: ", "))"
          : "a step has exactly one action, and this has \(written.joined(separator: " and "))",
        at: node)
    }
    let kind = written.count == 1 ? written[0] : nil
    var name: String?
    if let node = members["step"] {
      name = stepName(node)
    } else if kind == "request" {
      error("a step that sends a request has a name, for the report: add 'step: …'", at: node)
    }
    checkCompany(of: kind, members)
    let action = kind.flatMap { kind in members[kind].flatMap { self.action(kind, $0, members) } }
    let answer = kind.flatMap { answerKind($0, members) }
    let covers = members["covers"].map { requirements($0) } ?? []
    let save = members["save"].map { saveRules($0) } ?? []
    let conditions = members["when"].map { self.conditions($0) } ?? []
    let device = members["device"].flatMap { self.device($0) }
    let about = members["about"].flatMap { text($0, "'about'") }
    let timeout = members["timeout"].flatMap { duration($0, "the step's timeout") }
    let expect = answer.flatMap { kind in members["expect"].flatMap { expectation($0, kind) } }
    let should = answer.flatMap { kind in members["should"].flatMap { expectation($0, kind) } }
    let retry = answer.flatMap { kind in members["retry"].flatMap { self.retry($0, kind) } }
    guard let action else {
      lost.names.formUnion(save.map(\.name))
      if written.contains("use") { lost.isOpen = true }
      return nil
    }
    if kind == "request", members["expect"] == nil, members["save"] == nil {
      warning("this step sends and expects nothing, so it proves nothing; add 'expect'", at: node)
    } else if !covers.isEmpty, answer != nil, kind != "use",
      ["expect", "should", "save"].allSatisfy({ members[$0] == nil })
    {
      // What a fragment expects earns what its user covers.
      warning(
        "'covers' is not earned: nothing is expected of the answer", at: members["covers"] ?? node)
    }
    return Step(
      name: name ?? Self.name(of: action), about: about, covers: covers, device: device,
      conditions: conditions, action: action, save: save, expect: expect, should: should,
      retry: retry, timeout: timeout ?? defaults.timeout, defaultHeaders: defaults.headers,
      file: file.name, position: node.position)
  }

  /// Reports what does not go with the action; nil for none, or several.
  private mutating func checkCompany(of kind: String?, _ members: [String: YAMLNode]) {
    guard let kind else { return }
    if kind != "request", let burst = members["burst"] {
      error("'burst' goes with a request only", at: burst)
    }
    if kind != "use", let with = members["with"] {
      error("'with' goes with 'use' only", at: with)
    }
    guard answerKind(kind, members) == nil else { return }
    for key in ["save", "expect", "should", "retry"] {
      if let node = members[key] {
        error("'\(key)' has nothing to look at: this action has no answer", at: node)
      }
    }
  }

  /// The name of a step, with the texts of the row in it.
  private mutating func stepName(_ node: YAMLNode) -> String? {
    guard let text = text(node, "the name of the step") else { return nil }
    guard !row.isEmpty, text.utf8.contains(UInt8(ascii: "$")) else { return text }
    return textTemplate(node, "the name of the step")?.text
  }

  private mutating func requirements(_ node: YAMLNode) -> [String] {
    var ids: [String] = []
    for item in list(node, "'covers'") ?? [] {
      guard let id = text(item, "an item of 'covers'") else { continue }
      cover(id, item)
      ids.append(id)
    }
    return ids
  }

  private mutating func device(_ node: YAMLNode) -> String? {
    guard let name = text(node, "the name of a device") else { return nil }
    guard let known = deviceNames else {
      error("a fragment acts on the device of its user; it can't name one", at: node)
      return nil
    }
    guard known.contains(name) else {
      error("unknown device '\(name)'\(Suggestion.hint(for: name, among: known))", at: node)
      return nil
    }
    return name
  }

  /// The answer of an action, which may be told before the action is read; nil where it has none.
  private func answerKind(_ action: String, _ members: [String: YAMLNode]) -> AnswerKind? {
    func has(_ key: String) -> Bool {
      guard case .mapping(let entries)? = members[action]?.content else { return false }
      return entries.contains { $0.key.text == key }
    }
    switch action {
    case "request": return members["burst"] == nil ? .response : .statuses
    case "partner": return has("state") ? nil : .json
    case "user": return has("visit") ? .json : nil
    case "use": return .json
    default: return nil
    }
  }

  /// What a step does, for one that has no name.
  private static func name(of action: Action) -> String {
    switch action {
    case .request(let request): request.method.written
    case .partner(let partner):
      partner.call == .state ? "The framework's state" : "Framework: \(partner.call.rawValue)"
    case .user(let user): "The user: \(user.kind.rawValue)"
    case .wait: "Wait"
    case .use(let use): use.fragment.name
    }
  }

  private mutating func action(
    _ kind: String, _ node: YAMLNode, _ members: [String: YAMLNode]
  ) -> Action? {
    switch kind {
    case "request":
      return request(node, burst: members["burst"]).map { .request($0) }
    case "partner": return partner(node).map { .partner($0) }
    case "user": return user(node).map { .user($0) }
    case "wait": return wait(node).map { .wait($0) }
    default: return use(node, with: members["with"]).map { .use($0) }
    }
  }

  private mutating func conditions(_ node: YAMLNode) -> [Step.Condition] {
    var result: [Step.Condition] = []
    for entry in mapping(node, "'when'") ?? [] {
      guard let name = entry.key.text, let pattern = value(entry.value, .pattern) else { continue }
      do {
        let written = try VariableExpression(name, at: entry.key.position)
        guard let variable = inlined(written) else { continue }
        result.append(Step.Condition(variable: variable, pattern: pattern))
      } catch {
        self.error(
          "'when' maps names of variables to patterns: \(error.message)", at: entry.key)
      }
      checkPattern(pattern)
    }
    return result
  }

  private mutating func retry(_ node: YAMLNode, _ answer: AnswerKind) -> Step.Retry? {
    let known = ["while", "every", "at-most"]
    guard let members = members(node, "'retry'", known: known) else { return nil }
    for key in known where members[key] == nil {
      error("'retry' has 'while', 'every' and 'at-most'; '\(key)' is missing", at: node)
    }
    guard let condition = members["while"].flatMap({ expectation($0, answer) }),
      let every = members["every"], let interval = duration(every, "'every'"),
      let limitNode = members["at-most"], let limit = duration(limitNode, "'at-most'")
    else { return nil }
    if interval < .milliseconds(1) {
      error("'every' is at least 1ms", at: every)
      return nil
    }
    if limit > .seconds(86_400) { error("'at-most' is at most 24h", at: limitNode) }
    if limit.wholeMilliseconds / interval.wholeMilliseconds > Self.retryLimit {
      error(
        "a step is tried at most \(Self.retryLimit) times, and this would be more; "
          + "write a longer 'every' or a shorter 'at-most'", at: every)
    }
    return Step.Retry(condition: condition, interval: interval, limit: limit)
  }

  private mutating func wait(_ node: YAMLNode) -> WaitTemplate? {
    if case .mapping(let entries) = node.content {
      if entries.isEmpty { error("expected a duration, or {until: TIME}", at: node) }
      guard let members = members(node, "'wait'", known: ["until"]), let until = members["until"]
      else { return nil }
      return time(until).map { .until($0, at: node.position) }
    }
    return duration(node, "how long to wait").map { .duration($0, at: node.position) }
  }

  /// A time: milliseconds, `now`, or `now + 24h`.
  private mutating func time(_ node: YAMLNode) -> ValueTemplate? {
    switch node.content {
    case .scalar(let scalar) where node.tag == nil:
      switch scalar.coreValue {
      case .integer: return value(node, .value)
      case .string(let text):
        if text.hasPrefix("${") || !text.isEmpty && text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
          return value(node, .value)
        }
        if text.hasPrefix("now"),
          let expression = try? VariableExpression(text, at: node.position),
          expression.name == "now", expression.parts.isEmpty, expression.filters.isEmpty
        {
          return .variable(expression)
        }
      case .null, .boolean, .float, .nonFinite: break
      }
    case .scalar, .sequence, .mapping: break
    }
    error(
      "expected a time: milliseconds since 1970, now, or now + 24h; found \(node.withArticle)",
      at: node)
    return nil
  }

  private mutating func use(_ node: YAMLNode, with arguments: YAMLNode?) -> FragmentUse? {
    var values: [(name: String, value: ValueTemplate, position: Position)] = []
    for entry in arguments.flatMap({ mapping($0, "'with'") }) ?? [] {
      guard let name = entry.key.text, let value = value(entry.value, .pattern) else { continue }
      values.append((name, value, entry.key.position))
    }
    guard let name = text(node, "the name of a fragment"), let id = knownFragment(name, node)
    else { return nil }
    return FragmentUse(fragment: id, arguments: values, position: node.position)
  }

  /// The fragment of a name; nil where there is none, which is reported.
  mutating func knownFragment(_ name: String, _ node: YAMLNode) -> FragmentID? {
    if let id = fragment(name) { return id }
    // A file that can't be read is reported; what it would have held can't be told.
    guard knowsAllFragments else { return nil }
    let hint =
      hints.nearest(to: name, among: fragmentNames).map { ", did you mean '\($0)'?" }
      ?? (looksAbove
        ? "; it is looked up in this file, in 'fragments.yaml' beside it and in the folder above"
        : "; it is looked up in this file alone: for a suite below, nothing further up is read")
    error("unknown fragment '\(name)'\(hint)", at: node)
    return nil
  }
}

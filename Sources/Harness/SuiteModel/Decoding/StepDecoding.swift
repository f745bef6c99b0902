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
  private static let actions = ["request", "partner", "user", "wait", "use"]

  mutating func steps(_ node: YAMLNode, _ what: String) -> [Step] {
    guard let items = list(node, what) else { return [] }
    if items.isEmpty { error("\(what) are empty; write at least one step", at: node) }
    return items.compactMap { step(substituted($0)) }
  }

  private mutating func step(_ node: YAMLNode) -> Step? {
    guard
      let members = members(node, "a step", known: Self.around + Self.actions + ["with"])
    else { return nil }
    let written = Self.actions.filter { members[$0] != nil }
    guard written.count == 1, let kind = written.first, let actionNode = members[kind] else {
      error(
        written.isEmpty
          ? "a step has an action: one of \(Self.actions.joined(separator: ", "))"
          : "a step has exactly one action, and this has \(written.joined(separator: " and "))",
        at: node)
      return nil
    }
    var name: String?
    if let node = members["step"] {
      name = text(node, "the name of the step")
    } else if kind == "request" {
      error("a step that sends a request has a name, for the report: add 'step: …'", at: node)
    }
    if kind != "request", let burst = members["burst"] {
      error("'burst' goes with a request only", at: burst)
    }
    if kind != "use", let with = members["with"] {
      error("'with' goes with 'use' only", at: with)
    }
    guard let action = action(kind, actionNode, members) else { return nil }
    let answer = answerKind(of: action)
    for key in ["save", "expect", "should", "retry"] where answer == nil {
      if let node = members[key] {
        error("'\(key)' has nothing to look at: this action has no answer", at: node)
      }
    }
    let judged = answer ?? .json
    let step = Step(
      name: name ?? Self.name(of: action), about: members["about"].flatMap { text($0, "'about'") },
      covers: members["covers"].map { texts($0, "'covers'") } ?? [],
      device: members["device"].flatMap { text($0, "the name of a device") },
      conditions: members["when"].map { conditions($0) } ?? [], action: action,
      save: members["save"].map { saveRules($0) } ?? [],
      expect: members["expect"].flatMap { expectation(substituted($0), judged) },
      should: members["should"].flatMap { expectation(substituted($0), judged) },
      retry: members["retry"].flatMap { retry($0, judged) },
      timeout: members["timeout"].flatMap { duration($0, "the step's timeout") }
        ?? defaults.timeout,
      defaultHeaders: defaults.headers, file: file.name, position: node.position)
    if case .request = action, members["expect"] == nil, members["save"] == nil {
      warning("this step sends and expects nothing, so it proves nothing; add 'expect'", at: node)
    }
    // What a fragment expects earns what its user covers.
    if !step.covers.isEmpty, step.expect == nil, step.should == nil, step.save.isEmpty,
      answer != nil, kind != "use"
    {
      warning(
        "'covers' is not earned: nothing is expected of the answer", at: members["covers"] ?? node)
    }
    return step
  }

  private func answerKind(of action: Action) -> AnswerKind? {
    switch action {
    case .request(let request): request.burst == nil ? .response : .statuses
    case .partner(let partner): partner.call == .state ? nil : .json
    case .user(let user): user.kind == .visit ? .json : nil
    case .wait: nil
    case .use: .json
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
      return request(substituted(node), burst: members["burst"]).map { .request($0) }
    case "partner": return partner(substituted(node)).map { .partner($0) }
    case "user": return user(substituted(node)).map { .user($0) }
    case "wait": return wait(substituted(node)).map { .wait($0) }
    default: return use(node, with: members["with"]).map { .use($0) }
    }
  }

  private mutating func conditions(_ node: YAMLNode) -> [Step.Condition] {
    var result: [Step.Condition] = []
    for entry in mapping(node, "'when'") ?? [] {
      guard let name = entry.key.text, let pattern = value(entry.value, .pattern) else { continue }
      do {
        let variable = inlined(try VariableExpression(name, at: entry.key.position))
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
    guard let condition = members["while"].flatMap({ expectation(substituted($0), answer) }),
      let every = members["every"], let interval = duration(every, "'every'"),
      let limitNode = members["at-most"], let limit = duration(limitNode, "'at-most'")
    else { return nil }
    if interval < .milliseconds(1) { error("'every' is at least 1ms", at: every) }
    if limit > .seconds(86_400) { error("'at-most' is at most 24h", at: limitNode) }
    return Step.Retry(
      condition: condition, interval: max(interval, .milliseconds(1)), limit: limit)
  }

  private mutating func wait(_ node: YAMLNode) -> WaitTemplate? {
    if case .mapping = node.content {
      guard let members = members(node, "'wait'", known: ["until"]), let until = members["until"],
        let time = value(until, .value)
      else {
        error("expected a duration, or {until: TIME}", at: node)
        return nil
      }
      return .until(time, at: node.position)
    }
    return duration(node, "how long to wait").map { .duration($0, at: node.position) }
  }

  private mutating func use(_ node: YAMLNode, with arguments: YAMLNode?) -> FragmentUse? {
    guard let name = text(node, "the name of a fragment") else { return nil }
    guard let id = fragment(name) else {
      let hint =
        Suggestion.nearest(to: name, among: fragmentNames).map { ", did you mean '\($0)'?" }
        ?? "; it is looked up in this file, in 'fragments.yaml' beside it and in the folder above"
      error("unknown fragment '\(name)'\(hint)", at: node)
      return nil
    }
    var values: [(name: String, value: ValueTemplate)] = []
    for entry in arguments.flatMap({ mapping($0, "'with'") }) ?? [] {
      guard let name = entry.key.text, let value = value(entry.value, .pattern) else { continue }
      values.append((name, value))
    }
    return FragmentUse(fragment: id, arguments: values, position: node.position)
  }
}

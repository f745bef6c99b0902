// SPDX-License-Identifier: Apache-2.0
// Reads steps: an action and what stands around it.

import Expectations
import Formats
import Text

/// Reads the steps of a scenario or a fragment.
struct StepReader {
  private static let around = [
    "step", "about", "cookbook-step", "covers", "device", "when", "save", "expect", "should",
    "retry", "burst", "by",
    "timeout", "advice", "with", "hostile", "independent", "stateless", tableKey,
  ]
  static let tableKey = "cases"

  let scope: StepScope

  var values: ValueReader { ValueReader(row: scope.row) }
}

extension StepReader {
  /// - Parameter what: The steps in words, for messages.
  func steps(_ node: YAMLNode, _ what: String, _ nodes: inout NodeReader) -> StepList {
    var list = StepList()
    guard scope.fragments.readsSteps, let items = nodes.list(node, what) else { return list }
    if items.isEmpty { nodes.error("\(what) are empty; write at least one step", at: node) }
    for item in items { list.add(step(item, &nodes)) }
    return list
  }

  /// One step, or one for each row of its `cases`; empty if it holds a mistake, which is reported.
  func step(_ node: YAMLNode, _ nodes: inout NodeReader) -> StepList {
    guard !scope.isRowOfStep, case .mapping(let entries) = node.content, node.tag == nil,
      let cases = entries.first(where: { $0.key.text == Self.tableKey })
    else { return single(node, &nodes) }
    let others = YAMLNode.Content.mapping(entries.filter { $0.key.text != Self.tableKey })
    return steps(of: YAMLNode(others, at: node.position, length: node.length), cases.value, &nodes)
  }

  /// The step that is written once.
  private func single(_ node: YAMLNode, _ nodes: inout NodeReader) -> StepList {
    let keys = Action.Key.allCases.map(\.rawValue)
    let mistakes = nodes.mistakeCount
    guard let members = nodes.members(node, "a step", known: Self.around + keys) else {
      return .unreadable
    }
    let key = actionKey(node, members, &nodes)
    let name = stepName(node, members, key, &nodes)
    let action = key.flatMap { self.action($0, members, &nodes) }
    checkCompany(of: key, action, members, &nodes)
    // A mistake in the action does not hide those in what is expected of its answer.
    let answer = action.map(\.answer) ?? key?.usualAnswer
    let covers = members["covers"].map { requirements($0, &nodes) } ?? []
    var list = StepList(covers: covers)
    let cookbookSteps = members["cookbook-step"].map { self.cookbookSteps($0, &nodes) } ?? []
    let save = members["save"].map { saveRules($0, lost: &list, &nodes) } ?? []
    let conditions = members["when"].map { self.conditions($0, &nodes) } ?? []
    let device = members["device"].flatMap { self.device($0, &nodes) }
    let about = members["about"].flatMap { nodes.text($0, "'about'") }
    let timeout = members["timeout"].flatMap { values.duration($0, "the step's timeout", &nodes) }
    let by = members["by"].flatMap { values.time($0, &nodes) }
    let isIndependent = members["independent"].map { nodes.boolean($0, "'independent'") } ?? false
    let isStateless = members["stateless"].map { nodes.boolean($0, "'stateless'") } ?? false
    let expect = expectation(members["expect"], of: answer, &nodes)
    let should = expectation(members["should"], of: answer, &nodes)
    let advice = members["advice"].map { self.advice($0, of: answer, &nodes) } ?? []
    let retry = answer.flatMap { kind in members["retry"].flatMap { self.retry($0, kind, &nodes) } }
    guard let key, let action else {
      list.lost?.formUnion(save.map(\.name))
      if members.has(Action.Key.use.rawValue) { list.lost = nil }
      return list
    }
    checkProof(of: key, action, covers, members, node, &nodes)
    let isHostile = members["hostile"].map { nodes.boolean($0, "'hostile'") } ?? false
    list.steps = [
      Step(
        name: name ?? Self.name(of: action), about: about, covers: covers.map(\.cover),
        cookbookSteps: cookbookSteps, coverPositions: covers.map(\.position), isHostile: isHostile,
        device: device,
        conditions: conditions, action: action, save: save, expect: expect, should: should,
        retry: retry, by: by, timeout: timeout ?? scope.defaults.timeout, advice: advice,
        defaultHeaders: scope.defaults.headers, isIndependent: isIndependent || scope.isRowOfStep,
        isStateless: isStateless, hasMistakes: nodes.mistakeCount > mistakes, file: nodes.file,
        position: node.position)
    ]
    return list
  }

  /// The key of the step's only action; nil for no action or several, which is reported.
  private func actionKey(
    _ node: YAMLNode, _ members: NodeMembers, _ nodes: inout NodeReader
  ) -> Action.Key? {
    let keys = Action.Key.allCases.map(\.rawValue)
    let written = keys.filter { members.has($0) }
    if written.count > 1 {
      nodes.error(
        "a step has exactly one action, and this has \(written.joined(separator: " and "))",
        at: node)
    } else if members.lacksAll(of: keys) {
      nodes.error("a step has an action: one of \(keys.joined(separator: ", "))", at: node)
    }
    return written.count == 1 ? Action.Key(rawValue: written[0]) : nil
  }

  /// Reports what does not go with the action.
  private func checkCompany(
    of key: Action.Key?, _ action: Action?, _ members: NodeMembers, _ nodes: inout NodeReader
  ) {
    guard let key else { return }
    let opensState = if case .partner(let partner)? = action { partner.call == nil } else { false }
    var refused = [
      ("burst", key == .request, "goes with a request only"),
      (
        "by", key == .request,
        "goes with a request only: it says until when the request has to be sent"
      ), ("with", key == .use, "goes with 'use' only"),
      (
        "hostile", !opensState && key != .wait,
        "goes with a step that sends or asks something: request, a call of partner, user or use"
      ),
      (
        "cookbook-step", [.request, .partner, .user].contains(key),
        "goes with a step that does something itself: request, partner or user"
      ),
      (
        "stateless", key == .request && scope.deviceNames == nil,
        "goes with a request of a fragment only: it says that each answer is judged by the step"
      ),
    ]
    if let action, action.answer == nil {
      refused += ["save", "expect", "should", "retry"].map {
        ($0, false, "needs an answer, and this action has none")
      }
    }
    for (key, isRight, message) in refused where !isRight {
      if let node = members[key] { nodes.error("'\(key)' \(message)", at: node) }
    }
  }

  /// Warns of a step that proves nothing.
  private func checkProof(
    of key: Action.Key, _ action: Action, _ covers: [WrittenCover], _ members: NodeMembers,
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) {
    if key == .request, !members.has("expect"), !members.has("save") {
      nodes.warning(
        "this step sends and expects nothing, so it proves nothing; add 'expect'", at: node)
    } else if !covers.isEmpty, action.answer != nil,
      // A fragment has expectations of its own.
      key != .use, !["expect", "should", "save"].contains(where: { members.has($0) })
    {
      nodes.warning(
        "'covers' proves nothing: nothing is expected of the answer", at: members["covers"] ?? node)
    }
  }

  /// The name of a step, with the texts of the row in it.
  private func stepName(
    _ node: YAMLNode, _ members: NodeMembers, _ key: Action.Key?, _ nodes: inout NodeReader
  ) -> String? {
    if key == .request, members.lacks("step") {
      nodes.error("a step that sends a request has a name, for the report: add 'step: …'", at: node)
    }
    guard let name = members["step"], let text = nodes.text(name, "the name of the step") else {
      return nil
    }
    guard !scope.row.isEmpty, text.utf8.contains(UInt8(ascii: "$")) else { return text }
    return values.text(name, "the name of the step", &nodes)?.text
  }

  private func requirements(_ node: YAMLNode, _ nodes: inout NodeReader) -> [WrittenCover] {
    var covers: [WrittenCover] = []
    for item in nodes.list(node, "'covers'") ?? [] {
      let what = "an item of 'covers'"
      var written: [(YAMLNode, String, YAMLNode?)] = [(item, what, nil)]
      if item.tag == nil, case .mapping = item.content {
        written = (nodes.mapping(item, what) ?? [])
          .map { ($0.key, "the id of a requirement", $0.value) }
      }
      for (node, what, value) in written {
        guard let id = nodes.text(node, what) else { continue }
        covers.append(
          WrittenCover(
            cover: Cover(id: id, places: value.flatMap { nodes.places($0) }),
            position: node.position, length: node.length))
      }
    }
    return covers
  }

  private func device(_ node: YAMLNode, _ nodes: inout NodeReader) -> String? {
    guard let name = nodes.text(node, "the name of a device") else { return nil }
    guard let known = scope.deviceNames else {
      nodes.error("a fragment acts on the device of its user; it can't name one", at: node)
      return nil
    }
    guard known.contains(name) else {
      nodes.error("unknown device '\(name)'\(Suggestion.hint(for: name, among: known))", at: node)
      return nil
    }
    return name
  }

  /// The name of a step that is written without one: what it does.
  private static func name(of action: Action) -> String {
    switch action {
    case .request(let request): request.method.written
    case .partner(let partner):
      partner.call.map { "Framework: \($0)" } ?? "The framework's state"
    case .user(let user): "The user: \(user.kind.name)"
    case .wait: "Wait"
    case .use(let use): use.fragment.name
    }
  }

  private func expectation(
    _ node: YAMLNode?, of answer: AnswerKind?, _ nodes: inout NodeReader
  ) -> ExpectationTemplate? {
    guard let node, let answer else { return nil }
    return values.expectation(node, of: answer, &nodes)
  }

  private func conditions(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Step.Condition] {
    var result: [Step.Condition] = []
    for entry in nodes.mapping(node, "'when'") ?? [] {
      guard let name = entry.key.text, let pattern = values.value(entry.value, .pattern, &nodes)
      else { continue }
      do {
        let written = try VariableExpression(name, at: entry.key.position)
        guard let variable = values.filled(written, &nodes) else { continue }
        result.append(Step.Condition(variable: variable, pattern: pattern))
      } catch {
        nodes.error("'when' maps names of variables to patterns: \(error.message)", at: entry.key)
      }
      ValueReader.check(pattern, &nodes)
    }
    return result
  }

  private func retry(
    _ node: YAMLNode, _ answer: AnswerKind, _ nodes: inout NodeReader
  ) -> Step.Retry? {
    let known = ["while", "every", "at-most"]
    guard let members = nodes.members(node, "'retry'", known: known) else { return nil }
    for key in known where members.lacks(key) {
      nodes.error("'retry' has 'while', 'every' and 'at-most'; '\(key)' is missing", at: node)
    }
    guard let condition = members["while"].flatMap({ expectation($0, of: answer, &nodes) }),
      let every = members["every"], let interval = values.duration(every, "'every'", &nodes),
      let atMost = members["at-most"], let limit = values.duration(atMost, "'at-most'", &nodes)
    else { return nil }
    if let interval = interval.constant, let problem = Step.Retry.problem(withInterval: interval) {
      nodes.error(problem, at: every)
      return nil
    }
    if let limit = limit.constant, let problem = Step.Retry.problem(withLimit: limit) {
      nodes.error(problem, at: atMost)
    }
    if let interval = interval.constant, let limit = limit.constant,
      let problem = Step.Retry.problem(withInterval: interval, limit)
    {
      nodes.error(problem, at: every)
    }
    return Step.Retry(condition: condition, interval: interval, limit: limit)
  }

  /// The rules of `save:`; a name whose source is unreadable is lost to the list.
  private func saveRules(
    _ node: YAMLNode, lost list: inout StepList, _ nodes: inout NodeReader
  ) -> [Step.SaveRule] {
    var rules: [Step.SaveRule] = []
    for entry in nodes.mapping(node, "what is saved") ?? [] {
      guard let name = entry.key.text else { continue }
      if let problem = Names.problem(with: name) {
        nodes.error(problem, at: entry.key)
      } else if let (source, compiled) = values.source(entry.value, &nodes) {
        rules.append(
          Step.SaveRule(
            name: name, position: entry.key.position, source: source, compiled: compiled))
      } else {
        list.lost?.insert(name)
      }
    }
    return rules
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads the `advice:` of a step.

import Formats
import Text

/// Reads what to do when a step fails: a text, or a list of texts with conditions.
struct AdviceReader {
  private let values: ValueReader
  private let expectations: ExpectationReader

  init(row: CaseRow) {
    values = ValueReader(row: row)
    expectations = ExpectationReader(row: row)
  }
}

extension AdviceReader {
  /// - Parameter answer: The answer of the step's action, which conditions look at; nil for none.
  func advice(
    _ node: YAMLNode, of answer: AnswerKind?, _ nodes: inout NodeReader
  ) -> [Advice] {
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
    if members.lacks("say") {
      nodes.error("an entry of 'advice' says what to do: add 'say: …'", at: node)
    }
    let text = members["say"].flatMap { values.text($0, "what to do", &nodes) }
    guard let when = members["when"] else { return text.map { Advice(condition: nil, text: $0) } }
    guard let answer else {
      nodes.error("'when' needs an answer, and this action has none", at: when)
      return nil
    }
    let condition = expectations.expectation(when, of: answer, mayAlwaysHold: true, &nodes)
    guard let condition, let text else { return nil }
    return Advice(condition: condition, text: text)
  }
}

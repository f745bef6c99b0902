// SPDX-License-Identifier: Apache-2.0
// Reads the steps of the cookbook that a step is, as `cookbook-step:` lists them.

import Formats

extension StepReader {
  /// The steps that a number or a list of numbers names: `C5`, `[C12, C13]`, `rest-api-v2/A1`. One
  /// that no catalogue has is left out, and reported.
  func cookbookSteps(_ node: YAMLNode, _ nodes: inout NodeReader) -> [CookbookStep] {
    var items = [node]
    if case .sequence(let list) = node.content, node.tag == nil { items = list }
    if items.isEmpty { nodes.error("'cookbook-step' is empty; leave it out", at: node) }
    var steps: [CookbookStep] = []
    for item in items {
      guard let number = number(item, &nodes), let known = nodes.cookbookSteps else { continue }
      var hints = nodes.hints
      var mistakes: [String] = []
      let step = known.step(number, &hints) { mistakes.append($0) }
      nodes.hints = hints
      for mistake in mistakes { nodes.error(mistake, at: item) }
      guard let step else { continue }
      if steps.contains(step) { nodes.error("the step '\(number)' stands twice", at: item) }
      steps.append(step)
    }
    return steps
  }

  /// A number as the cookbook writes it, which may be all digits.
  private func number(_ node: YAMLNode, _ nodes: inout NodeReader) -> String? {
    if node.tag == nil, case .scalar(let scalar) = node.content {
      switch scalar.coreValue {
      case .string(let text) where !text.isEmpty && !text.hasPrefix("${"): return text
      case .integer(let digits): return digits
      default: break
      }
    }
    nodes.error(
      "expected the number of a step of the cookbook, such as C5, found \(nodes.found(node))",
      at: node)
    return nil
  }
}

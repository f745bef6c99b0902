// SPDX-License-Identifier: Apache-2.0
// Finds what a step marked `stateless` says that an exchange alone does not show.

import Expectations
import Text

extension Step {
  /// The mistakes of a step that is marked `stateless`: it has to be judged by a request and its
  /// answer, and by nothing else.
  var mistakesAsStateless: [Diagnostic] {
    guard isStateless, case .request(let request) = action else { return [] }
    func error(_ message: String, _ position: Position, length: Int = 1) -> Diagnostic {
      Diagnostic(.error, "'stateless': \(message)", file: file, at: position, length: length)
    }
    guard request.burst == nil, let expect else {
      return [error("the step has an 'expect', and no 'burst'", position)]
    }
    var mistakes: [Diagnostic] = []
    if !expect.tellsStatus {
      mistakes.append(
        error(
          "'expect' says of which answers it holds: write their 'status', or one in each "
            + "alternative of 'either'", expect.position))
    }
    guard let form = RequestForm(request) else {
      return mistakes + [
        error("the request has a method and a path that are written here", request.position)
      ]
    }
    var shown = form.names.union(["now"])
    var used: [VariableExpression] = []
    for rule in save {
      used += rule.source.variables.filter { !shown.contains($0.name ?? "") }
      shown.insert(rule.name)
    }
    used += (expect.variables + (should?.variables ?? []))
      .filter { !shown.contains($0.name ?? "") }
    mistakes += used.map { expression in
      error(
        "an answer is judged by its request alone, which does not show "
          + "${\(expression.written)}: use a variable that stands alone in its path, parameters, headers or body, or one that this "
          + "step saves", expression.position, length: expression.written.unicodeScalars.count + 3)
    }
    return mistakes
  }
}

extension ExpectationTemplate {
  /// Whether it says which statuses it is about.
  fileprivate var tellsStatus: Bool {
    status != nil
      || !alternatives.isEmpty && alternatives.allSatisfy(\.expectation.tellsStatus)
  }
}

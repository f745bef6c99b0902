// SPDX-License-Identifier: Apache-2.0
// On which occasion a call fails that is else answered as expected.

import Expectations
import Record
import Suites
import Text

extension IncidentGroup {
  /// The occasion on which the call fails: ``with another `access_token` than at the user's sign-in``,
  /// `in 'A device leaves' and 1 other scenario, after 'Log out'`. nil where it fails whenever it is
  /// made, or where the occasion has no name.
  var circumstance: String? {
    guard isOccasional, let visit = incident.visit else { return nil }
    let others = places.count - 1
    var parts: [String] = []
    if let difference = otherSignIn {
      parts.append(difference)
    } else if fragments.isEmpty {
      let more = others > 0 ? " and \(Wording.count(others, "other scenario"))" : ""
      parts.append("in \(Self.quoted(scenario.name))\(more)")
    } else {
      // A shared fragment is called as the suites do; its steps tell more.
      parts.append("at \(Self.quoted(visit.step.name))")
    }
    // Where the request alone does not tell why, it is what happened before.
    if !fragments.isEmpty || contrast?.isNearlySame ?? false {
      if let last = visit.lastAct(in: scenario.steps, after: contrast?.place ?? []) {
        parts.append("after \(Self.quoted(last.name))\(who(made: last))")
      } else if let contrast {
        parts.append("after \(Self.quoted(contrast.step))")
      }
    }
    return parts.joined(separator: ", ")
  }

  /// ``, with another `access_token` ``, where the last request of a step had what the call that fails has
  /// in another way; empty elsewhere.
  private func who(made step: StepRecord) -> String {
    var last: ExchangeRecord?
    [step].visit { visit in
      if visit.step.action == .request { last = visit.step.exchanges.last ?? last }
    }
    guard let last, let failed = incident.step?.exchanges.last else { return "" }
    let names = HiddenParts([last]).names(differingFrom: HiddenParts([failed]))
    return names.isEmpty ? "" : " with another \(UserSignIn.listed(names))"
  }

  /// What the call has in another way than the user who is signed in; nil where that is the same user.
  private var otherSignIn: String? { isOfOthers ? signIn?.difference : nil }

  /// Whether the occasion names the cases in which the call fails.
  var circumstanceNamesCases: Bool {
    circumstance != nil && fragments.isEmpty && otherSignIn == nil
  }

  private static func quoted(_ name: String) -> String { "'\(Sanitized.name(name, limit: 100))'" }
}

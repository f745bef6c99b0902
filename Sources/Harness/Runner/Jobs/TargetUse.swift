// SPDX-License-Identifier: Apache-2.0
// Whether steps ask the target, which is known before they are run.

import SuiteModel

/// Whether steps ask the target, as far as the suites tell.
struct TargetUse {
  let fragments: [FragmentID: Fragment]
}

extension TargetUse {
  /// Whether one of the steps, or of the steps of their fragments, may send something.
  func isMade(by steps: some Sequence<Step>) -> Bool {
    var seen: Set<FragmentID> = []
    return isMade(by: steps, &seen)
  }

  private func isMade(by steps: some Sequence<Step>, _ seen: inout Set<FragmentID>) -> Bool {
    for step in steps {
      switch step.action {
      case .request: return true
      case .user(let user): if user.kind == .visit { return true }
      case .partner, .wait: break
      case .use(let use):
        // The loader has checked that fragments don't use each other in circles.
        guard seen.insert(use.fragment).inserted else { continue }
        // A shared fragment has a clock of its own.
        guard let fragment = fragments[use.fragment], !fragment.isShared else { return true }
        if isMade(by: fragment.steps, &seen) { return true }
      }
    }
    return false
  }
}

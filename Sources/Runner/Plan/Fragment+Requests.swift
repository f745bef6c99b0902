// SPDX-License-Identifier: Apache-2.0
// Whether steps, or the fragments that they use, may ask the target.

import Suites

extension [FragmentID: Fragment] {
  /// Whether one of the steps, or of their fragments, may ask the target, as the suites tell.
  func haveRequest(among steps: some Sequence<Step>) -> Bool {
    var seen: Set<FragmentID> = []
    return haveRequest(among: steps, &seen)
  }

  private func haveRequest(among steps: some Sequence<Step>, _ seen: inout Set<FragmentID>) -> Bool
  {
    for step in steps {
      switch step.action {
      case .request: return true
      case .user(let user): if user.kind == .visit { return true }
      case .partner, .wait: break
      case .use(let use):
        // The loader has checked that fragments don't use each other in circles.
        guard seen.insert(use.fragment).inserted else { continue }
        // A shared fragment has a clock of its own.
        guard let fragment = self[use.fragment], !fragment.isShared else { return true }
        if haveRequest(among: fragment.steps, &seen) { return true }
      }
    }
    return false
  }
}

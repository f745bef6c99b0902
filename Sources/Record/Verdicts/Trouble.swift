// SPDX-License-Identifier: Apache-2.0
// Why a run has no verdict: something that is not the service's conduct.

/// What kept a run from a verdict and is not the service's conduct.
package struct Trouble: Sendable, Equatable {
  /// The reasons in their order: of several, the first is the most specific one.
  package enum Reason: String, Sendable, CaseIterable, Comparable {
    /// No connection to the target could be made.
    case unreachable
    /// The target is something else than the API of the cookbooks.
    case notTheAPI = "not-the-api"
    /// From some time on, the target gave nothing but 5xx, or no answer.
    case outage
    /// From some time on, the target answered nothing but 429.
    case throttled
    /// The clocks of the target and of this machine differ.
    case clock
    /// Some requests got a 5xx or no answer, in no order that a client could know.
    case sporadic
    /// A preflight failed: what the profile says does not fit the target.
    case preflight
    /// The suite, the partner's framework or this machine is at fault.
    case harness

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  package let reason: Reason
  /// The reason for people; begins in lower case, without a full stop.
  package let sentence: String
}

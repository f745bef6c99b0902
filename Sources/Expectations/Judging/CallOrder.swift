// SPDX-License-Identifier: Apache-2.0
// How the calls of an application stand in a wrong order, or at a wrong distance.

package import Text

/// How calls of an application stand in a wrong order, or at a wrong distance: both ends, and what
/// was demanded. A rule about order and time finds it.
package struct CallOrder: Sendable, Hashable {
  package enum Demand: String, Sendable, CaseIterable {
    /// Such a call comes before it.
    case earlier
    case notEarlier = "not-earlier"
    /// Such a call comes after it.
    case later
    case notLater = "not-later"
    /// The next such call is as the rule says.
    case next
    /// The last such call before it is as the rule says.
    case latest
    /// It sends a value of an earlier answer.
    case value
    /// No more than so many such calls come after it.
    case atMost = "at-most"
    /// The next such call comes no sooner.
    case apart
  }

  package var demand: Demand
  /// The calls that are meant, as the documents write them; empty for any.
  package var wanted: [String] = []
  /// The names of the values that these have to share with the call.
  package var same: [String] = []
  /// Whether their answer has to hold still, or to be over; nil where that does not count.
  package var isValid: Bool?
  /// The calls where looking for them ends; empty for no such end.
  package var bound: [String] = []
  /// How far they may be from the call, or how far they have to be at least; nil for any distance.
  package var limit: Duration?
  /// How many may come at most; nil for other demands.
  package var most: Int?
  /// The call that was judged.
  package var call: TimedCall
  /// The other end: the calls that were found, in the order of time. Of many only some.
  package var others: [TimedCall] = []
  /// How many were found.
  package var count = 0

  package init(_ demand: Demand, of call: TimedCall) {
    self.demand = demand
    self.call = call
  }
}

/// A call of an application, and where it is recorded.
package struct TimedCall: Sendable, Hashable {
  package var method: String
  /// Without the query.
  package var path: String
  /// 0 where no answer came.
  package var status: Int
  /// When it was sent.
  package var time: Timestamp
  /// The header of its answer that says how long to wait; nil without one.
  package var retryAfter: String?
  /// The name of the recording.
  package var recording: String
  /// The index in the recording, from 0.
  package var entry: Int

  package init(
    method: String, path: String, status: Int, time: Timestamp, retryAfter: String? = nil,
    recording: String, entry: Int
  ) {
    self.method = method
    self.path = path
    self.status = status
    self.time = time
    self.retryAfter = retryAfter
    self.recording = recording
    self.entry = entry
  }
}

extension TimedCall {
  /// Whether it is the same call of the API as another one.
  package func isAlike(_ other: TimedCall) -> Bool { method == other.method && path == other.path }

  /// Whether it stands before another one on a time line.
  package func isBefore(_ other: TimedCall) -> Bool {
    (time.milliseconds, recording, entry) < (other.time.milliseconds, other.recording, other.entry)
  }

  /// How long after another one it was sent, either way.
  package func distance(from other: TimedCall) -> Duration {
    let (gap, isTooFar) = time.milliseconds.subtractingReportingOverflow(other.time.milliseconds)
    return isTooFar ? .longest : .bounded(milliseconds: Int(clamping: gap.magnitude))
  }
}

extension CallOrder {
  /// Whether the order of the calls is all that is wrong, and not what one of them sends.
  package var isOfCallsAlone: Bool {
    switch demand {
    case .earlier, .notEarlier, .later, .notLater, .atMost, .apart: true
    case .next, .latest, .value: false
    }
  }

  /// All its calls, in the order of time.
  package var calls: [TimedCall] { ([call] + others).sorted { $0.isBefore($1) } }
}

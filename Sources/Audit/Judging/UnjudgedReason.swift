// SPDX-License-Identifier: Apache-2.0
// The reasons why a recording does not show what a rule asks.

import Suites

/// The reason why a recording does not show whether a rule was obeyed.
enum UnjudgedReason: Error, Sendable, Hashable {
  case lacks(ExchangeParts)
  /// It may have come before the recording.
  case beginsInTheMiddle
  /// It may have come after the recording.
  case endsTooSoon
  /// The exchange has no such value, though another has to have the same.
  case noValue(String)
  /// A value that the rule needs is not there.
  case nothingSaved(String)
  /// The time is too near to the end of the validity.
  case nearEnd
  /// The recording has no exchange to compare with.
  case nothingToCompare(String)
  /// A value does not fit where the rule puts it.
  case unfit(String)
  /// There are too many to look at.
  case tooMany
  /// No log has what the application asked its framework.
  case noLog
  /// It was sent to break a rule.
  case deliberate
  /// It was wrong before, and counts there.
  case wrongBefore
  /// The recording has the requests to the service alone.
  case otherHost
}

extension UnjudgedReason: CustomStringConvertible {
  /// As a reason in reports.
  var description: String {
    switch self {
    case .lacks(let parts): "the recording lacks \(parts.words)"
    case .beginsInTheMiddle: "the recording may begin in the middle"
    case .endsTooSoon: "the recording ends before it could be seen"
    case .noValue(let name): "the exchange has no value '\(name)'"
    case .nothingSaved(let name): "the exchange has nothing to save as '\(name)'"
    case .nearEnd: "it is too near to the end of the validity"
    case .nothingToCompare(let what): "the recording has no \(what) to compare with"
    case .unfit(let message): message
    case .tooMany: "there are too many exchanges to compare with"
    case .noLog: "no framework log"
    case .deliberate: "the exchange was sent to break a rule on purpose"
    case .otherHost: "the recording has no other host than the service's"
    case .wrongBefore: "the same value was wrong in an earlier exchange, and counts there"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Why something can't be judged.

/// Why nobody can tell from a recording whether something is so.
enum Doubt: Error, Sendable, Hashable {
  case lacks(ExchangeParts)
  /// It may have come before the recording.
  case beginsInTheMiddle
  /// It may have come after the recording.
  case endsTooSoon
  /// The exchange has no such value, though another has to have the same.
  case noValue(String)
  /// A value that the rule needs is not there.
  case nothingSaved(String)
  /// So near to the end of its validity, nobody knows.
  case nearEnd
  /// There is none to compare with.
  case nothingToCompare(String)
  /// A value does not fit where the rule puts it.
  case unfit(String)
  /// There are too many to look at.
  case tooMany
  /// It was sent to break a rule.
  case deliberate
}

extension Doubt: CustomStringConvertible {
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
    case .deliberate: "the exchange was sent to break a rule on purpose"
    }
  }
}

/// Whether something is so.
enum Match {
  case yes
  case no
  case unknown(Doubt)
}

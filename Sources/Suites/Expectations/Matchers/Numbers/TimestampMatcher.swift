// SPDX-License-Identifier: Apache-2.0
// `!timestamp`: milliseconds since 1970, and where they must lie.

internal import Formats
internal import Text

/// `!timestamp {after, before, at}`: milliseconds since 1970 of 12 digits or more, as a number or
/// a string of digits. `after` and `before` do not include their bound.
struct TimestampMatcher: Matcher {
  static let name = "timestamp"

  let bounds: TimeBounds

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    TimeBounds.read(tag, &compilation).map { Self(bounds: $0) }
  }
}

extension TimestampMatcher {
  var mayAccept: Kinds { [.number, .string] }
  var noun: String { "milliseconds since 1970, 12 digits or more" }
  var argumentText: QuotingText? { bounds.text }
  var dependsOnlyOnValue: Bool { bounds.areExact }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    guard let time = Self.milliseconds(value) else { return false }
    return bounds.broken(by: time...time, at: scope.moment) == nil
  }

  /// The time that a value stands for; the greatest `Int` for a later one, nil for a value that is
  /// not a timestamp.
  static func milliseconds(_ value: JSONValue) -> Int? {
    switch value {
    case .number(let number):
      guard number.isInteger, !(number < least) else { return nil }
      return number.integer ?? .max
    case .string(let text):
      let digits = text.utf8
      guard digits.count >= 12, digits.allSatisfy({ 0x30...0x39 ~= $0 }),
        digits.first != UInt8(ascii: "0")
      else { return nil }
      return Int(text) ?? .max
    default: return nil
    }
  }

  /// The least number of 12 digits: 1973.
  private static let least = JSONNumber(100_000_000_000)

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    let moment = scope.moment
    guard let time = Self.milliseconds(value) else {
      return "\(Pattern.subject(value, place)), \(Self.kind(of: value)); expected \(noun)"
    }
    let subject = "\(place.name) is \(Self.date(time))"
    switch bounds.broken(by: time...time, at: moment) {
    case .after(let bound): return "\(subject), not after \(Self.name(bound, moment))"
    case .before(let bound): return "\(subject), not before \(Self.name(bound, moment))"
    case .at(let bound): return "\(subject), not \(Self.name(bound, moment))"
    case nil: return nil
    }
  }

  private static func kind(of value: JSONValue) -> String {
    let text = value.string ?? value.number?.literal ?? ""
    let isDigits = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    return isDigits ? MessageText.count(text.utf8.count, "digit") : MessageText.kind(value)
  }

  private static func name(_ bound: TimeBound, _ moment: Moment) -> String {
    switch bound {
    case .exact(let time, _): return date(time)
    case .now(let offset, let written):
      let time = moment.now.milliseconds.saturatingAdding(offset)
      return "\(written), \(date(time)) give or take \(DurationText.text(moment.tolerance))"
    }
  }

  /// As a date where its year has four digits, else as the number.
  private static func date(_ time: Int) -> String {
    0...253_402_300_799_999 ~= time ? Timestamp(milliseconds: time).iso8601 : String(time)
  }
}

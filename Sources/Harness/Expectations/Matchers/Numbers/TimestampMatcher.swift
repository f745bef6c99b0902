// SPDX-License-Identifier: Apache-2.0
// `!timestamp`: milliseconds since 1970, and where they must lie.

internal import Encodings
internal import Findings
internal import JSON
internal import SourceText

/// `!timestamp {after, before, at}`: milliseconds since 1970 of 12 digits or more, as a number or
/// a string of digits. `after` and `before` do not include their bound.
struct TimestampMatcher: Matcher {
  static let name = "timestamp"

  let after: TimeBound?
  let before: TimeBound?
  let at: TimeBound?

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    let options = compilation.options(tag, ["after", "before", "at"]) { compilation, option in
      compilation.constant(
        option,
        else: "'\(option.name)' must be milliseconds since 1970, as a number or a string of digits,"
          + " or 'now', 'now + 24h', 'now - 5m'", TimeBound.init)
    }
    return options.flatMap { options in
      let matcher = Self(after: options["after"], before: options["before"], at: options["at"])
      if let contradiction = matcher.contradiction {
        compilation.fail(contradiction, at: tag.argumentPosition)
        return .mistake
      }
      return options.hasUnknown ? .unknown : .known(matcher)
    }
  }
}

extension TimestampMatcher {
  var mayAccept: Kinds { [.number, .string] }
  var noun: String { "milliseconds since 1970, 12 digits or more" }
  var argumentText: String? {
    let bounds = [("after", after), ("before", before), ("at", at)].compactMap { name, bound in
      bound.map { (name, $0.written) }
    }
    return bounds.isEmpty ? nil : FlowText.options(bounds)
  }

  /// Whether no bound is `now`.
  var dependsOnlyOnValue: Bool {
    [after, before, at].allSatisfy { bound in
      if case .now? = bound { false } else { true }
    }
  }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    let moment = scope.moment
    guard let time = Self.milliseconds(value) else { return false }
    if let after, time <= after.range(at: moment).lowerBound { return false }
    if let before, time >= before.range(at: moment).upperBound { return false }
    if let at, !at.range(at: moment).contains(time) { return false }
    return true
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

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> String? {
    let moment = scope.moment
    guard let time = Self.milliseconds(value) else {
      return "\(Pattern.subject(value, place)), \(Self.kind(of: value)); expected \(noun)"
    }
    let subject = "\(place.name) is \(Self.date(time))"
    if let after, time <= after.range(at: moment).lowerBound {
      return "\(subject), not after \(Self.name(after, after.range(at: moment), moment))"
    }
    if let before, time >= before.range(at: moment).upperBound {
      return "\(subject), not before \(Self.name(before, before.range(at: moment), moment))"
    }
    guard let at else { return nil }
    return "\(subject), not \(Self.name(at, at.range(at: moment), moment))"
  }

  private static func kind(of value: JSONValue) -> String {
    let text = value.string ?? value.number?.literal ?? ""
    let isDigits = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    return isDigits ? MessageText.count(text.utf8.count, "digit") : MessageText.kind(value)
  }

  private static func name(_ bound: TimeBound, _ range: ClosedRange<Int>, _ moment: Moment)
    -> String
  {
    switch bound {
    case .exact(let time, _): return date(time)
    case .now(_, let written):
      let middle = range.lowerBound.saturatingAdding((range.upperBound - range.lowerBound) / 2)
      let tolerance = DurationText.text(moment.tolerance)
      return "\(written), \(date(middle)) give or take \(tolerance)"
    }
  }

  /// As a date where its year has four digits, else as the number.
  private static func date(_ time: Int) -> String {
    0...253_402_300_799_999 ~= time ? Timestamp(milliseconds: time).iso8601 : String(time)
  }
}

extension TimestampMatcher {
  /// Why no time can match, if the bounds as written show it.
  fileprivate var contradiction: String? {
    func isBefore(_ left: TimeBound, _ right: TimeBound) -> Bool? {
      switch (left, right) {
      case (.exact(let left, _), .exact(let right, _)): left < right
      case (.now(let left, _), .now(let right, _)): left < right
      default: nil
      }
    }
    if let after, let before, isBefore(after, before) == false {
      return "no time is after \(after.written) and before \(before.written)"
    }
    if let after, let at, isBefore(after, at) == false {
      return "no time is after \(after.written) and at \(at.written)"
    }
    if let at, let before, isBefore(at, before) == false {
      return "no time is before \(before.written) and at \(at.written)"
    }
    return nil
  }
}

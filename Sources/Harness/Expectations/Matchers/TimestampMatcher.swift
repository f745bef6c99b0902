// SPDX-License-Identifier: Apache-2.0
// `!timestamp`: milliseconds since 1970, and where they must lie.

internal import Encodings
internal import Findings
internal import JSON
internal import SourceText

/// `!timestamp {after, before, at}`: milliseconds since 1970 of 12 digits or more, as a number or
/// a string of digits. `after` and `before` do not include their bound.
package struct TimestampMatcher: Sendable, Equatable {
  package let after: TimeBound?
  package let before: TimeBound?
  package let at: TimeBound?
}

/// What a timestamp is compared with.
package enum TimeBound: Sendable, Equatable {
  case exact(Int, written: String)
  /// So many milliseconds from when the answer came, give or take the clock tolerance.
  case now(offset: Int, written: String)
}

extension TimeBound {
  var written: String {
    switch self {
    case .exact(_, let written), .now(_, let written): written
    }
  }

  /// The times that it may stand for.
  func range(at moment: Moment) -> ClosedRange<Int> {
    switch self {
    case .exact(let time, _): return time...time
    case .now(let offset, _):
      let time = moment.now.milliseconds.saturatingAdding(offset)
      let tolerance = max(0, moment.tolerance.wholeMilliseconds)
      return time.saturatingAdding(-tolerance)...time.saturatingAdding(tolerance)
    }
  }
}

extension TimestampMatcher {
  func accepts(_ value: JSONValue, at moment: Moment) -> Bool {
    guard let time = Self.milliseconds(value) else { return false }
    if let after, time <= after.range(at: moment).lowerBound { return false }
    if let before, time >= before.range(at: moment).upperBound { return false }
    if let at, !at.range(at: moment).contains(time) { return false }
    return true
  }

  /// The time that a value is; beyond `Int` the greatest. Nil for what is no timestamp.
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

  var text: String {
    let bounds = [("after", after), ("before", before), ("at", at)].compactMap { name, bound in
      bound.map { "\(name): \($0.written)" }
    }
    return "!timestamp {\(bounds.joined(separator: ", "))}"
  }

  func reason(_ value: JSONValue, at place: Place, _ moment: Moment) -> String? {
    guard let time = Self.milliseconds(value) else {
      return "\(Pattern.subject(value, place)), \(Self.kind(of: value));"
        + " expected milliseconds since 1970, 12 digits or more"
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
    return isDigits ? Wording.count(text.utf8.count, "digit") : Wording.kind(value)
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

  /// As a date where that is one of four digits' years, else as the number.
  private static func date(_ time: Int) -> String {
    0...253_402_300_799_999 ~= time ? Timestamp(milliseconds: time).iso8601 : String(time)
  }
}

extension Int {
  fileprivate func saturatingAdding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow
      ? (other < 0 ? .min / 4 : .max / 4) : Swift.max(.min / 4, Swift.min(sum, .max / 4))
  }
}

extension PatternCompilation {
  /// The argument of `!timestamp`: nil, or `{after, before, at}`.
  mutating func timestamp(_ argument: PatternNode?, _ tag: Tag) -> Pattern.Form? {
    guard let argument else {
      return .timestamp(TimestampMatcher(after: nil, before: nil, at: nil))
    }
    if case .unknown = argument { return .unknown }
    let names = ["after", "before", "at"]
    guard let members = members(argument, of: tag, allowed: names) else { return nil }
    var bounds: [String: TimeBound] = [:]
    var isKnown = true
    var isValid = true
    for member in members {
      switch constant(member.value) {
      case .unknown: isKnown = false
      case .known(let value):
        if let bound = Self.bound(value) {
          bounds[member.name] = bound
          continue
        }
        fallthrough
      case .notConstant:
        fail(
          "'\(member.name)' must be milliseconds since 1970, as a number or a string of digits,"
            + " or 'now', 'now + 24h', 'now - 5m'", at: member.value.position)
        isValid = false
      }
    }
    guard isValid else { return nil }
    let matcher = TimestampMatcher(
      after: bounds["after"], before: bounds["before"], at: bounds["at"])
    if let contradiction = matcher.contradiction {
      fail(contradiction, at: argument.position)
      return nil
    }
    return isKnown ? .timestamp(matcher) : .unknown
  }

  private static func bound(_ value: JSONValue) -> TimeBound? {
    switch value {
    case .number(let number): return number.integer.map { .exact($0, written: number.literal) }
    case .string(let text):
      if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
        return Int(text).map { .exact($0, written: "\"\(text)\"") }
      }
      guard text.hasPrefix("now") else { return nil }
      let rest = text.dropFirst(3).drop { $0 == " " }
      if rest.isEmpty { return .now(offset: 0, written: text) }
      guard let sign = rest.first, sign == "+" || sign == "-",
        let duration = DurationText.parse(String(rest.dropFirst().drop { $0 == " " }))
      else { return nil }
      let milliseconds = duration.wholeMilliseconds
      return .now(offset: sign == "+" ? milliseconds : -milliseconds, written: text)
    default: return nil
    }
  }
}

extension TimestampMatcher {
  /// Why no time can match, where that is plain from what is written.
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

// SPDX-License-Identifier: Apache-2.0
// Matchers of numbers and times: `!integer`, `!number`, `!timestamp`, `!http-date`.

import Formats
import HTTP
import Text

/// `!number {min, max}`: a number within bounds, which are included. `!integer {min, max}`: a whole
/// one, also `1.0` or `1e3`.
struct NumberMatcher: Matcher {
  let bounds: NumberBounds
  let isWhole: Bool

  var mayAccept: Kinds { .number }
  var alwaysAccepts: Kinds { bounds.isOpen && !isWhole ? .number : [] }
  var argumentText: QuotingText? { bounds.text }
  var noun: String { isWhole ? "an integer" : mayAccept.noun }
  var phrase: QuotingText {
    let noun = QuotingText(words: noun)
    return switch (bounds.min?.literal, bounds.max?.literal) {
    case (nil, nil): noun
    case (let min?, nil): "\(noun) of \(min) or more"
    case (nil, let max?): "\(noun) of \(max) or less"
    case (let min?, let max?): "\(noun) from \(min) to \(max)"
    }
  }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    value.number.map { ($0.isInteger || !isWhole) && bounds.contain($0) } ?? false
  }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    guard isWhole, let number = value.number, !number.isInteger else { return nil }
    return "\(Pattern.subject(value, place)), not a whole number"
  }
}

/// `{min: 1, max: 2.5}`, both included and both optional.
struct NumberBounds: Sendable, Equatable {
  let min: JSONNumber?
  let max: JSONNumber?

  /// Whether every number is within them.
  var isOpen: Bool { min == nil && max == nil }

  func contain(_ number: JSONNumber) -> Bool {
    if let min, number < min { return false }
    if let max, max < number { return false }
    return true
  }

  /// As written in a suite; nil for no bounds.
  var text: QuotingText? {
    FlowText.options([("min", min), ("max", max)].map { ($0, $1.map { .text($0.literal) }) })
  }
}

extension PatternCompilation {
  /// Reads the argument of `!integer` or `!number`: nothing, or `{min, max}`.
  mutating func number(_ tag: TagUse, isWhole: Bool) -> Argument<NumberMatcher> {
    let options = options(tag, ["min", "max"]) { compilation, option in
      compilation.constant(
        option, else: "'\(option.name)' must be \(isWhole ? "an integer" : "a number")"
      ) { value in
        value.number.flatMap { !isWhole || $0.isInteger ? $0 : nil }
      }
    }
    return options.flatMap { options in
      let bounds = NumberBounds(min: options["min"], max: options["max"])
      if let min = bounds.min, let max = bounds.max, max < min {
        return mistake(
          "no number is from \(min.literal) to \(max.literal)", at: tag.argumentPosition)
      }
      return options.hasUnknown ? .unknown : .known(NumberMatcher(bounds: bounds, isWhole: isWhole))
    }
  }
}

/// `!timestamp {after, before, at}`: milliseconds since 1970 of 12 digits or more, as a number or
/// a string of digits. `after` and `before` do not include their bound. `!timestamp-seconds` is the
/// same of seconds, as claims of a token have them: a number of 9 to 11 digits.
struct TimestampMatcher: Matcher {
  let bounds: TimeBounds
  let isInSeconds: Bool

  var mayAccept: Kinds { isInSeconds ? .number : [.number, .string] }
  var noun: String { "\(unit) since 1970, \(isInSeconds ? "9 to 11 digits" : "12 digits or more")" }
  private var unit: String { isInSeconds ? "seconds" : "milliseconds" }
  var phrase: QuotingText {
    "a time\(bounds.isOpen ? "" : "\(bounds.phrase),") in \(words: unit) since 1970"
  }
  var argumentText: QuotingText? { bounds.text }
  var dependsOnlyOnValue: Bool { bounds.areExact }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    guard let time = time(value) else { return false }
    let isRight = bounds.broken(by: time...time, at: scope.referenceTime) == nil
    if case .now(0, _)? = bounds.before {
      let now = scope.referenceTime.now.milliseconds
      scope.referenceTime.past?.note(lead: time.saturatingAdding(-now), isRight: isRight)
    }
    return isRight
  }

  private func time(_ value: JSONValue) -> Int? {
    if !isInSeconds { return Self.milliseconds(value) }
    return value.isInSeconds ? value.number?.integer.map { $0 * 1000 } : nil
  }

  /// The time that a value stands for, at most the greatest `Int`; nil for no timestamp.
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
    let referenceTime = scope.referenceTime
    guard let time = time(value) else {
      return "\(Pattern.subject(value, place)), \(Self.kind(of: value)); expected \(noun)"
    }
    let subject = "\(place.name) is \(Self.date(time))"
    switch bounds.broken(by: time...time, at: referenceTime) {
    case .after(let bound): return "\(subject), not after \(Self.name(bound, referenceTime))"
    case .before(let bound): return "\(subject), not before \(Self.name(bound, referenceTime))"
    case .at(let bound): return "\(subject), not \(Self.name(bound, referenceTime))"
    case nil: return nil
    }
  }

  /// The date that a number stands for, also where it is in the other unit, which it names then.
  func gloss(_ value: JSONValue) -> String? {
    guard let number = value.number?.integer ?? value.string.flatMap({ Int($0) }),
      number >= 100_000_000
    else { return nil }
    let isNumberInSeconds = number < 100_000_000_000
    let date = Self.date(isNumberInSeconds ? number * 1000 : number).replacing(".000Z", with: "Z")
    if isNumberInSeconds == isInSeconds { return date }
    return "\(date) in \(isNumberInSeconds ? "seconds" : "milliseconds")"
  }

  private static func kind(of value: JSONValue) -> String {
    let text = value.string ?? value.number?.literal ?? ""
    let isDigits = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    return isDigits ? MessageText.count(text.utf8.count, "digit") : MessageText.kind(value)
  }

  private static func name(_ bound: TimeBound, _ referenceTime: ReferenceTime) -> String {
    switch bound {
    case .exact(let time, _): return date(time)
    case .now(let offset, let written):
      let time = referenceTime.now.milliseconds.saturatingAdding(offset)
      return "\(written), \(date(time)) give or take \(DurationText.text(referenceTime.tolerance))"
    }
  }

  /// As a date where its year has four digits, else as the number.
  private static func date(_ time: Int) -> String {
    0...253_402_300_799_999 ~= time ? Timestamp(milliseconds: time).iso8601 : String(time)
  }
}

extension JSONValue {
  /// Whether it is a time in seconds since 1970, from 1973 on, and not one in milliseconds.
  package var isInSeconds: Bool {
    number?.integer.map { 100_000_000..<100_000_000_000 ~= $0 } ?? false
  }
}

/// `!http-date {after, before, at}`: a date as header fields have it (RFC 9110, section 5.6.7). It
/// has no fraction, so it stands for any time of its second.
struct HTTPDateMatcher: Matcher {
  let bounds: TimeBounds

  var mayAccept: Kinds { .string }
  var noun: String { "a date such as Sun, 06 Nov 1994 08:49:37 GMT" }
  var phrase: QuotingText { "a date of HTTP\(bounds.phrase)" }
  var argumentText: QuotingText? { bounds.text }
  var dependsOnlyOnValue: Bool { bounds.areExact }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    guard let times = Self.times(value, in: scope) else { return false }
    return bounds.broken(by: times, at: scope.referenceTime) == nil
  }

  /// The times of the second that a value stands for; nil for a value that is not a date.
  private static func times(_ value: JSONValue, in scope: Scope) -> ClosedRange<Int>? {
    guard let text = value.string,
      let time = HTTPDate.timestamp(text, now: scope.referenceTime.now)?.milliseconds
    else { return nil }
    return time...(time + 999)
  }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    guard let times = Self.times(value, in: scope) else {
      return "\(Pattern.subject(value, place)), not \(noun)"
    }
    let referenceTime = scope.referenceTime
    switch bounds.broken(by: times, at: referenceTime) {
    case .after(let bound): return "\(place.name) is not after \(bound.written)"
    case .before(let bound): return "\(place.name) is not before \(bound.written)"
    case .at(.now(0, _)):
      let distance = Self.distance(from: referenceTime.now.milliseconds, to: times)
      let side = times.lowerBound > referenceTime.now.milliseconds ? "ahead of" : "behind"
      return "the target's clock is \(Self.rounded(distance)) \(side) ours; clock-tolerance is "
        + "\(DurationText.text(referenceTime.tolerance))"
    case .at(let bound): return "\(place.name) is not \(bound.written)"
    case nil: return nil
    }
  }

  /// How far a time is from the middle of some others, in milliseconds.
  private static func distance(from time: Int, to others: ClosedRange<Int>) -> Int {
    let middle = others.lowerBound + (others.upperBound - others.lowerBound) / 2
    return abs(middle - time)
  }

  /// `47 s`, `12 min`, `3 h`, `5 days`.
  private static func rounded(_ milliseconds: Int) -> String {
    let seconds = (milliseconds + 500) / 1000
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\((seconds + 30) / 60) min"
    case ..<172_800: "\((seconds + 1800) / 3600) h"
    default: "\((seconds + 43_200) / 86_400) days"
    }
  }
}

/// A bound of `!timestamp`.
enum TimeBound: Sendable, Equatable {
  case exact(Int, written: String)
  /// So many milliseconds after the answer came, give or take the clock tolerance.
  case now(offset: Int, written: String)

  var written: String {
    switch self {
    case .exact(_, let written), .now(_, let written): written
    }
  }

  /// The times it may stand for.
  func range(at referenceTime: ReferenceTime) -> ClosedRange<Int> {
    switch self {
    case .exact(let time, _): return time...time
    case .now(let offset, _):
      let time = referenceTime.now.milliseconds.saturatingAdding(offset)
      let tolerance = max(0, referenceTime.tolerance.wholeMilliseconds)
      return time.saturatingAdding(-tolerance)...time.saturatingAdding(tolerance)
    }
  }

  /// Reads a bound: a number, a string of digits, `now`, `now + 24h`. Nil for any other value.
  init?(_ value: JSONValue) {
    switch value {
    case .number(let number):
      guard let time = number.integer else { return nil }
      self = .exact(time, written: number.literal)
    case .string(let text):
      if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
        guard let time = Int(text) else { return nil }
        self = .exact(time, written: "\"\(text)\"")
        return
      }
      guard text.hasPrefix("now"), let offset = Self.offset(in: text.dropFirst(3)) else {
        return nil
      }
      self = .now(offset: offset, written: text)
    case .null, .boolean, .array, .object: return nil
    }
  }

  /// The milliseconds of ` + 24h`; 0 for nothing.
  private static func offset(in text: Substring) -> Int? {
    let text = text.drop { $0 == " " }
    guard let sign = text.first else { return 0 }
    guard sign == "+" || sign == "-",
      let duration = DurationText.parse(String(text.dropFirst().drop { $0 == " " }))
    else { return nil }
    let milliseconds = duration.wholeMilliseconds
    return sign == "+" ? milliseconds : -milliseconds
  }
}

/// `{after, before, at}`: where a time must lie. `after` and `before` do not include their bound.
struct TimeBounds: Sendable, Equatable {
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
      let bounds = Self(after: options["after"], before: options["before"], at: options["at"])
      if let contradiction = bounds.contradiction {
        return compilation.mistake(contradiction, at: tag.argumentPosition)
      }
      return options.hasUnknown ? .unknown : .known(bounds)
    }
  }

  /// As a suite writes them; nil without bounds.
  var text: QuotingText? {
    FlowText.options(
      [("after", after), ("before", before), ("at", at)].map { ($0, $1.map { .text($0.written) }) })
  }

  var isOpen: Bool { after == nil && before == nil && at == nil }

  /// ` in the future and before now + 24h`; empty without bounds.
  var phrase: QuotingText {
    let held: [QuotingText] = [
      ("after", "in the future", after), ("before", "in the past", before), ("at", "at now", at),
    ].compactMap { (word: String, side: String, bound: TimeBound?) in
      if case .now(0, _)? = bound { return " \(words: side)" }
      return bound.map { " \(words: word) \($0.written)" }
    }
    return held.joined(separator: " and")
  }

  var areExact: Bool {
    [after, before, at].allSatisfy { bound in
      if case .now? = bound { false } else { true }
    }
  }

  /// The first bound that no time of a range keeps; nil if one keeps them all.
  ///
  /// - Parameter times: The times that a value may stand for.
  func broken(by times: ClosedRange<Int>, at referenceTime: ReferenceTime) -> Broken? {
    if let after, times.upperBound <= after.range(at: referenceTime).lowerBound {
      return .after(after)
    }
    if let before, times.lowerBound >= before.range(at: referenceTime).upperBound {
      return .before(before)
    }
    if let at, !at.range(at: referenceTime).overlaps(times) { return .at(at) }
    return nil
  }

  enum Broken {
    case after(TimeBound)
    case before(TimeBound)
    case at(TimeBound)
  }

  /// Why no time can match, if the bounds as written show it.
  private var contradiction: String? {
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

extension Int {
  /// The sum, kept within a quarter of the range of `Int`, so that a few more can be added.
  func saturatingAdding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow
      ? (other < 0 ? .min / 4 : .max / 4) : Swift.max(.min / 4, Swift.min(sum, .max / 4))
  }
}

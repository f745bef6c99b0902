// SPDX-License-Identifier: Apache-2.0
// Durations within limits, and as suites and profiles write them.

extension Duration {
  /// The whole milliseconds in it; what is beyond `Int` is cut there.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
    return product + Int(attoseconds / 1_000_000_000_000_000)
  }
}

extension Duration {
  /// The longest duration that a number from outside gives: 100,000 days.
  package static let longest = Duration.seconds(8_640_000_000)

  /// So many seconds, between zero and `longest`; zero for what is not a number.
  ///
  /// `Duration.seconds(_:)` ends the program for a number that it can't hold.
  package static func bounded(seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    return seconds < 8_640_000_000 ? .seconds(seconds) : longest
  }

  /// So many seconds, between zero and `longest`.
  package static func bounded(seconds: Int) -> Duration {
    seconds > 0 ? .seconds(Swift.min(seconds, 8_640_000_000)) : .zero
  }

  /// So many milliseconds, between zero and `longest`.
  package static func bounded(milliseconds: Int) -> Duration {
    milliseconds > 0 ? .milliseconds(Swift.min(milliseconds, 8_640_000_000_000)) : .zero
  }
}

/// Durations in text: an integer and `ms`, `s`, `m`, `h` or `d`.
package enum DurationText {
  /// The message where a text is not a time.
  package static let form = "an integer and ms, s, m, h or d, such as 500ms, 3s or 24h"

  /// - Returns: nil for another form, and for more than 100,000 days.
  package static func parse(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.utf8.count <= 15, let count = Int(digits),
      let unit = units.first(where: { $0.name == text.dropFirst(digits.count) })
    else { return nil }
    let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
    guard !overflow, milliseconds <= 8_640_000_000_000 else { return nil }
    return .milliseconds(milliseconds)
  }

  /// The shortest text of a duration, in the largest unit that gives a whole number:
  /// `24h`, `90s`, `1500ms`.
  package static func text(_ duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    let unit = units.last { milliseconds >= $0.milliseconds && milliseconds % $0.milliseconds == 0 }
    guard let unit else { return "\(milliseconds)ms" }
    return "\(milliseconds / unit.milliseconds)\(unit.name)"
  }

  /// The time between two calls: `40 ms`, `0.7 s`, `4 min 5 s`, `3 h 20 min`, `2 days`.
  ///
  /// - Parameter isExact: Whether seconds have all their digits: `0.683 s`.
  package static func span(_ duration: Duration, isExact: Bool = false) -> String {
    let milliseconds = max(0, duration.wholeMilliseconds)
    let seconds = (milliseconds + 500) / 1000
    let minutes = (seconds + 30) / 60
    switch milliseconds {
    case ..<100: return "\(milliseconds) ms"
    case ..<60_000 where isExact: return "\(decimal(milliseconds, of: 1000)) s"
    case ..<59_950: return "\(decimal((milliseconds + 50) / 100, of: 10)) s"
    case ..<3_599_500:
      return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    case ..<172_800_000:
      return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    default: return "\((milliseconds + 43_200_000) / 86_400_000) days"
    }
  }

  /// A number of parts, such as tenths, without zeros at the end.
  private static func decimal(_ number: Int, of parts: Int) -> String {
    let rest = number % parts
    if rest == 0 { return "\(number / parts)" }
    var digits = String(rest + parts).dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(number / parts).\(digits)"
  }

  /// A duration that is an estimate: in seconds below two minutes, in minutes below two hours, in
  /// hours and minutes above; at least a second.
  package static func estimate(_ duration: Duration) -> String {
    let seconds = max(1, (duration.wholeMilliseconds + 500) / 1000)
    if seconds < 120 { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    return minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private static let units: [(name: Substring, milliseconds: Int)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]
}

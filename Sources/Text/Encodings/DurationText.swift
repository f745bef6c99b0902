// SPDX-License-Identifier: Apache-2.0
// Durations as suites and profiles write them.

/// Durations in text: an integer and `ms`, `s`, `m`, `h` or `d`.
package enum DurationText {
  /// What to say where a text is none.
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

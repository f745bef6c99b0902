// SPDX-License-Identifier: Apache-2.0
// Writes numbers, durations and lists for people.

import Suites
import Text

/// Writes numbers, durations and lists for people.
package enum Wording {
  /// `1 scenario`, `2 scenarios`, `10,000 scenarios`.
  ///
  /// - Parameter plural: The plural; nil for the singular with an `s`.
  package static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? singular : plural ?? singular + "s")"
  }

  /// The number with a comma at each thousand: `10,000`.
  package static func grouped(_ number: Int) -> String { number.grouped }

  /// `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String], _ conjunction: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// A duration for people: `0.4 ms`, `12 ms`, `1.25 s`, `2 min 5 s`.
  package static func duration(_ duration: Duration) -> String {
    let microseconds = max(0, duration.wholeMicroseconds)
    let milliseconds = microseconds / 1000
    switch milliseconds {
    case ..<10: return "\(milliseconds).\(microseconds % 1000 / 100) ms"
    case ..<1000: return "\(milliseconds) ms"
    case ..<60_000:
      let hundredths = milliseconds % 1000 / 10
      return "\(milliseconds / 1000).\(hundredths < 10 ? "0" : "")\(hundredths) s"
    case ..<3_600_000: return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
    default: return "\(milliseconds / 3_600_000) h \(milliseconds / 60_000 % 60) min"
    }
  }

  /// Seconds with three decimals, `0.012`; never below zero.
  package static func seconds(_ duration: Duration) -> String {
    thousandths(max(0, duration.wholeMilliseconds))
  }

  /// Milliseconds with three decimals: `12.345`.
  package static func milliseconds(_ duration: Duration) -> String {
    thousandths(duration.wholeMicroseconds)
  }

  private static func thousandths(_ number: Int) -> String {
    let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 1000)
    let zeros = rest < 10 ? "00" : rest < 100 ? "0" : ""
    return "\(number < 0 ? "-" : "")\(whole).\(zeros)\(rest)"
  }
}

extension Duration {
  /// The duration without what is below a microsecond, which no report keeps.
  package var inMicroseconds: Duration { .microseconds(wholeMicroseconds) }

  /// The whole microseconds; a number beyond `Int` gives one near its limit.
  package var wholeMicroseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
    return product + Int(attoseconds / 1_000_000_000_000)
  }
}

extension Wording {
  /// How many scenarios there are, in the words of all commands: `697 scenarios, 23 that the
  /// service's own lists add, and 12 preflights`.
  ///
  /// - Parameters:
  ///   - further: What tables give besides the scenarios that stand for them in the suites.
  package static func size(
    _ scenarios: Int, of subject: JudgedSide = .service, further: Int = 0, preflights: Int = 0
  ) -> String {
    var text = scenarios == 0 && preflights > 0 ? "" : count(scenarios, subject.caseWord)
    if further > 0 {
      // Before a third part the second has no "and".
      text += preflights > 0 ? ", " : ", and "
      text += "\(grouped(further)) that the service's own lists add"
      if preflights > 0 { text += "," }
    }
    if preflights > 0 { text += "\(text.isEmpty ? "" : " and ")\(count(preflights, "preflight"))" }
    return text
  }
}

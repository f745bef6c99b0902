// SPDX-License-Identifier: Apache-2.0
// Writes a list of known failures from what fails in one run and did not in another.

import Suites
import Text

/// A list of known failures whose reasons are to be filled in.
package struct KnownDraft: Sendable {
  /// The file.
  package let text: String
  /// How many cases are in the list.
  package let caseCount: Int
  /// How many cases fail now that can't be in a list: those in error, and shared fragments.
  package let otherCount: Int

  /// How each reason begins. A list with such a reason is refused.
  package static let openReason = "to be filled in"
}

extension KnownDraft {
  /// Cases that break the same requirements in one file.
  private struct Entry {
    let subject: JudgedParty
    let file: String
    let requirements: [String]
    let headline: String
    var names: [String]
  }

  /// - Parameters:
  ///   - diff: What changed.
  ///   - run: The later one of the runs that were compared.
  ///   - expires: The last day of each entry.
  package init(_ diff: RecordDiff, in run: RunJudgement, expires: CalendarDay) {
    var entries: [Entry] = []
    var numbers: [[String]: Int] = [:]
    var others = run.fragmentCases.count
    for place in diff.newFailures {
      let suite = run.record.suites[place.suite]
      let judgement = run.scenarios[place.suite][place.scenario]
      guard judgement.kind == .failed, !suite.isPreflight,
        judgement.incidents.allSatisfy({ $0.problem == nil })
      else {
        others += 1
        continue
      }
      let requirements = Set(judgement.incidents.flatMap(\.covers)).sorted()
      // Without a requirement for each finding, only the case as a whole can be named.
      let isWhole = judgement.incidents.contains { incident in
        incident.findings.contains { incident.covers(of: [$0]).isEmpty }
          && !incident.findings.contains { $0.place == .status }
      }
      let named = isWhole ? [] : requirements
      let key = [suite.subject.rawValue, suite.file] + named
      let name = suite.scenarios[place.scenario].name
      if let number = numbers[key] {
        entries[number].names.append(name)
      } else {
        numbers[key] = entries.count
        entries.append(
          Entry(
            subject: suite.subject, file: suite.file, requirements: named,
            headline: judgement.incidents.first?.findings.first?.description ?? "it failed",
            names: [name]))
      }
    }
    caseCount = entries.reduce(0) { $0 + $1.names.count }
    otherCount = others
    text = entries.reduce(Self.beginning(isEmpty: entries.isEmpty)) { text, entry in
      text + Self.lines(of: entry, expires)
    }
  }

  private static func beginning(isEmpty: Bool) -> String {
    """
    # Failures that are known, for 'sso-conformance run --known FILE'. Say in each reason why it fails
    # and who mends it, and add a 'link:'. After the day 'expires' it fails again.
    known:\(isEmpty ? " []" : "")

    """
  }

  private static func lines(of entry: Entry, _ expires: CalendarDay) -> String {
    let word = entry.subject == .application ? "rule" : "scenario"
    var text =
      entry.names.count == 1 ? "  - \(word): \(quoted(entry.names[0]))\n" : "  - \(word):\n"
    if entry.names.count > 1 { for name in entry.names { text += "      - \(quoted(name))\n" } }
    // The folder may be another one elsewhere.
    let file = entry.file.split(separator: "/").suffix(2).joined(separator: "/")
    text += "    file: \(quoted(file))\n"
    if !entry.requirements.isEmpty {
      text += "    requirement: [\(entry.requirements.map(quoted).joined(separator: ", "))]\n"
    }
    let headline = Visible.line(entry.headline, limit: 200)
    return text + "    reason: \(quoted("\(openReason): \(headline)"))\n"
      + "    expires: \(quoted(expires.description))\n"
  }

  /// The text between double quotes, in which everything that is not to be seen is escaped.
  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": output += "\\\(scalar)"
      case _ where isShown(scalar): output.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value > 0xFFFF ? 8 : 4
        output +=
          (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count)
          + digits
      }
    }
    return output + "\""
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }
}

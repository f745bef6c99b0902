// SPDX-License-Identifier: Apache-2.0
// Known failures with an expiry date.

import Expectations
import Suites
import Text

/// A failure that the users of a suite know and excuse until a day.
package struct KnownFailure: Sendable, Equatable {
  /// Whose suites have the cases; nil where only requirements are named.
  package var subject: JudgedSide?
  /// The names of the scenarios, or of the rules; empty for all that break one of `requirements`.
  package var cases: [String] = []
  /// The end of the path of the file that the cases are in, such as `apple-v2/e-logout.yaml`; nil
  /// for any file.
  package var file: String?
  /// The ids of the requirements that may be broken; empty for every failure of the cases.
  package var requirements: [String] = []
  package var reason: String
  package var link: String?
  /// The last day on which the failure is known.
  package var expires: CalendarDay
  /// Its place in the list.
  package var location: SourceLocation

  /// Whether a path has these folders and this file at its end; true without an end.
  package static func path(_ path: String, endsWith end: String?) -> Bool {
    guard let end else { return true }
    let (parts, last) = (path.split(separator: "/"), end.split(separator: "/"))
    return parts.suffix(last.count).elementsEqual(last)
  }

  /// `the reason, until 2027-01-31 (https://…)`
  package var sentence: String { "\(reason), until \(expires)" + (link.map { " (\($0))" } ?? "") }
}

/// The known failures of a run that have not expired.
package struct KnownFailures: Sendable {
  /// Each with its index in the list.
  private let all: [(index: Int, failure: KnownFailure)]

  /// - Parameter day: That of the run.
  package init(_ all: [KnownFailure] = [], on day: CalendarDay) {
    self.all = zip(all.indices, all).filter { $0.1.expires >= day }
  }

  /// The failures that a case may be. What a preflight asks for has to be there.
  package func failures(of suite: SuiteRecord, case name: String) -> CaseFailures {
    suite.isPreflight ? CaseFailures() : failures(file: suite.file, suite.subject, case: name)
  }

  /// - Parameters:
  ///   - file: The file of the suite.
  ///   - subject: Whose suite it is.
  package func failures(file: String, _ subject: JudgedSide, case name: String) -> CaseFailures {
    CaseFailures(
      named: all.filter { _, failure in
        failure.cases.contains(name) && failure.subject ?? subject == subject
          && KnownFailure.path(file, endsWith: failure.file)
      }, others: all.filter(\.failure.cases.isEmpty))
  }
}

/// The known failures that one case may be, each with its index in the list.
package struct CaseFailures: Sendable {
  /// Those that name the case.
  let named: [(index: Int, failure: KnownFailure)]
  /// Those that name only requirements.
  let others: [(index: Int, failure: KnownFailure)]
}

extension CaseFailures {
  package init() { self.init(named: [], others: []) }

  package var isEmpty: Bool { named.isEmpty && others.isEmpty }

  /// All that fails in the case is known by this.
  private var whole: Int? { named.first { $0.failure.requirements.isEmpty }?.index }

  func index(ofBroken id: String) -> Int? {
    whole ?? (named + others).first { $0.failure.requirements.contains(id) }?.index
  }

  struct Split {
    var known: Incident?
    var rest: Incident?
    var indices: Set<Int> = []
  }

  /// Takes what is known from an incident: each finding that breaks nothing but requirements that are
  /// known to be broken. That there was no answer to judge is never known, since it can't be told
  /// whether it is the same failure.
  func split(_ incident: Incident) -> Split {
    guard incident.problem == nil else { return Split(rest: incident) }
    if let whole { return Split(known: incident, indices: [whole]) }
    var split = Split()
    var rest: [Bool] = []
    let hasKnownStatus = self.hasKnownStatus(incident)
    for finding in incident.findings {
      let ids = incident.covers(of: [finding])
      let known = ids.compactMap { index(ofBroken: $0) }
      // An answer with another status is judged no further.
      let isConsequence = ids.isEmpty && hasKnownStatus && finding.place != .status
      rest.append(!isConsequence && (ids.isEmpty || known.count < ids.count))
      if rest.last == false { split.indices.formUnion(known) }
    }
    split.known = incident.keeping { !rest[$0] }
    split.rest = incident.keeping { rest[$0] }
    return split
  }

  private func hasKnownStatus(_ incident: Incident) -> Bool {
    guard let status = incident.step?.verdict.findings.first(where: { $0.place == .status })
    else { return false }
    let ids = incident.covers(of: [status])
    return !ids.isEmpty && ids.allSatisfy { index(ofBroken: $0) != nil }
  }
}

/// How a known failure ended in a run.
package struct KnownFailureStatus: Sendable {
  package let failure: KnownFailure
  /// Whether its last day was before the run, so that it excuses nothing.
  package let isExpired: Bool
  /// How many cases fail with it.
  package fileprivate(set) var failingCount = 0
  /// The cases, or the requirements, that it names and that are right now.
  package fileprivate(set) var passing: [String] = []

  init(_ failure: KnownFailure, on day: CalendarDay) {
    self.failure = failure
    isExpired = failure.expires < day
  }

  /// The names that are right, and should leave the list.
  package var unexpected: [String] { isExpired ? [] : passing }
}

extension [KnownFailureStatus] {
  /// Adds a case of the run.
  ///
  /// - Parameter failures: Those that the case may be.
  mutating func add(_ failures: CaseFailures, _ judgement: ScenarioJudgement, name: String) {
    for index in judgement.knownFailures { self[index].failingCount += 1 }
    guard judgement.isRight else { return }
    for (index, _) in failures.named { self[index].passing.append(name) }
  }

  /// Adds the requirements that hold everywhere, though they are known to be broken somewhere. A part
  /// of a run does not show that.
  mutating func add(_ coverage: Coverage, isWhole: Bool) {
    guard isWhole, contains(where: { $0.failure.cases.isEmpty }) else { return }
    let proved = Set(coverage.rows.filter { $0.verdict == .passed }.map(\.requirement.id))
    for index in indices where self[index].failure.cases.isEmpty {
      self[index].passing = self[index].failure.requirements.filter { proved.contains($0) }
    }
  }
}

/// A list of known failures whose reasons are to be filled in.
package struct KnownFailureTemplate: Sendable {
  /// The file.
  package let text: String
  /// How many cases are in the list.
  package let caseCount: Int
  /// How many cases fail now that can't be in a list: those in error, and shared fragments.
  package let otherCount: Int

  /// How each reason begins. A list with such a reason is refused.
  package static let openReason = "to be filled in"
}

extension KnownFailureTemplate {
  /// Cases that break the same requirements in one file.
  private struct Entry {
    let subject: JudgedSide
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
    let headline = Sanitized.line(entry.headline, limit: 200)
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

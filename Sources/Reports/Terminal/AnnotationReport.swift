// SPDX-License-Identifier: Apache-2.0
// Annotations on the lines of suites, as GitHub reads them from the log.

import Expectations
package import Record
import Suites
package import Text

/// Workflow commands of GitHub Actions: one for each failure, at the suite's file and line. GitHub
/// can't show a file that the repository does not have; the place is a line of the message then.
///
/// GitHub shows ten of a kind for each step of a job and drops the others. Where there are more,
/// the report has one for each suite, with the number of failures.
package struct AnnotationReport: Report {
  private let pathInRepository: @Sendable (String) -> String?

  /// - Parameter pathInRepository: The path of a file from the root of the repository; nil for a file
  ///   that is elsewhere.
  package init(pathInRepository: @escaping @Sendable (String) -> String? = { $0 }) {
    self.pathInRepository = pathInRepository
  }

  package func printed(of run: RunJudgement) -> Printed {
    var annotations = Annotations(run: run, pathInRepository: pathInRepository)
    annotations.write()
    return annotations.output
  }
}

/// The annotations of one run, as far as they are written.
private struct Annotations {
  let run: RunJudgement
  let pathInRepository: (String) -> String?
  var output = Printed()

  /// How many annotations of a kind GitHub shows.
  private static let limit = 10
}

extension Annotations {
  mutating func write() {
    let failures = IncidentGroup.failures(of: run)
    let preflight = failures.filter(\.isPreflight)
    write(preflight.isEmpty ? Array(failures) : preflight, .error)
    write(Array(IncidentGroup.warnings(of: run)), .warning)
    for entry in KnownEntry.all(of: run).prefix(Self.limit) {
      write(.notice, entry.headline, at: entry.failure.location, [entry.reason])
    }
  }

  private mutating func write(_ groups: [IncidentGroup], _ kind: Printed.Annotation) {
    if groups.count <= Self.limit {
      for group in groups { write(group, kind, count: nil) }
      return
    }
    // The suite with the most comes first.
    let bySuite = Dictionary(grouping: groups.enumerated()) { $0.element.suite.name }
    let suites = bySuite.values.sorted {
      ($1.count, $0[0].offset) < ($0.count, $1[0].offset)
    }.map { $0.map(\.element) }
    let shown = suites.count <= Self.limit ? suites.count : Self.limit - 1
    for groups in suites.prefix(shown) { write(groups[0], kind, count: groups.count) }
    if suites.count > shown {
      let left = suites.dropFirst(shown)
      let number = left.reduce(0) { $0 + $1.count }
      let title =
        "\(Wording.count(number, kind.rawValue)) in \(Wording.count(left.count, "other suite"))"
      output += .annotation(kind, ["title": title], ["see the report"])
    }
  }

  /// - Parameter count: How many of the kind the suite has; nil for this one alone.
  private mutating func write(_ group: IncidentGroup, _ kind: Printed.Annotation, count: Int?) {
    let (suite, scenario) = (group.suite, group.scenario)
    let location = group.incident.location ?? scenario.location
    var title = Sanitized.name(group.title, limit: 240)
    if let count, count > 1 {
      title = "\(Sanitized.name(suite.name, limit: 120)): \(Wording.count(count, kind.rawValue))"
    }
    var lines = [
      "\(suite.subject == .application ? "Rule" : "Scenario") '\(Sanitized.name(scenario.name))'"
    ]
    if let step = group.incident.step { lines[0] += ", step '\(Sanitized.name(step.name))'" }
    if let finding = group.telling { lines.append(Sanitized.line("\(finding.told)")) }
    if let advice = group.remedy(in: run) { lines.append("what to do: \(Sanitized.name(advice))") }
    for id in group.covers.prefix(Self.limit) {
      let sentence =
        run.requirements[id].map {
          " (\(Sanitized.name($0.standing))): \(Sanitized.name($0.text))"
        }
        ?? ""
      lines.append("\(Sanitized.line(id))\(sentence)")
    }
    for about in [suite.about, scenario.about, group.incident.step?.about] {
      if let about { lines.append(Sanitized.name(about)) }
    }
    for name in group.incident.step?.chosen ?? [] {
      lines.append("the service chose '\(Sanitized.line(name))'")
    }
    write(kind, title, at: location, lines)
  }

  private mutating func write(
    _ kind: Printed.Annotation, _ title: String, at location: SourceLocation, _ lines: [String]
  ) {
    output += .annotation(kind, title: title, at: location, pathInRepository(location.file), lines)
  }
}

extension Printed {
  /// An annotation of a place in a suite.
  ///
  /// - Parameters:
  ///   - title: Empty for the usual one of GitHub.
  ///   - path: Of the file in the repository; nil for a file that is elsewhere.
  package static func annotation(
    _ kind: Annotation, title: String = "", at location: SourceLocation, _ path: String?,
    _ lines: [String]
  ) -> Printed {
    guard let path else {
      return .annotation(kind, ["title": title], lines + ["in \(location.visible)"])
    }
    return .annotation(
      kind,
      [
        "file": path, "line": "\(location.position.line)", "col": "\(location.position.column)",
        "title": title,
      ], lines)
  }
}

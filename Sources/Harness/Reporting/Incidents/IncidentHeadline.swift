// SPDX-License-Identifier: Apache-2.0
// An incident in one line: the same for every report.

import Catalogues
import Findings
import Results
import SourceText

/// What happened in an incident, in one line.
struct IncidentHeadline {
  /// What went wrong.
  enum Event {
    /// There was no answer to judge, for this reason.
    case problem(String)
    /// The first difference between the answer and what the suite expects.
    case difference(Finding)
    /// The scenario failed and nothing more is known.
    case unknown
  }

  /// The name of the step; nil where the scenario as a whole is meant.
  let step: String?
  let event: Event
  /// How many differences there are besides the first.
  let furtherFindings: Int

  /// The plain form has at most so many characters: readers of JUnit cut messages at 300.
  private static let limit = 280
}

extension IncidentHeadline {
  init(_ incident: Incident) {
    step = incident.step?.name
    if let problem = incident.problem {
      event = .problem(problem.message)
    } else if let finding = incident.findings.first {
      event = .difference(finding)
    } else {
      event = .unknown
    }
    furtherFindings = incident.problem == nil ? max(0, incident.findings.count - 1) : 0
  }

  /// `Create the profile: status: expected 200, found 500`, for JUnit, annotations and terminals.
  var plain: String {
    let step = step.map { "\(Visible.name($0, limit: 80)): " } ?? ""
    let what =
      switch event {
      case .problem(let message): Visible.name(message, limit: 180)
      case .difference(let finding):
        "\(Visible.line(finding.place.description, limit: 60)): "
          + "expected \(Visible.line(finding.expected, limit: 50)), "
          + finding.outcome(Visible.line(finding.found, limit: 50))
      case .unknown: "failed"
      }
    return Visible.name(step + what, limit: Self.limit)
  }

  /// The event in Markdown, without the step: ``status`: expected `200`, found `500```.
  ///
  /// - Parameter limit: How many characters of what was expected and found are kept.
  func markdown(limit: Int) -> String {
    switch event {
    case .problem(let message): Markdown.text(message, limit: 300)
    case .difference(let finding): finding.markdown(limit: limit)
    case .unknown: ""
    }
  }
}

extension Finding {
  /// ``status`: expected `200`, found `500```.
  ///
  /// - Parameter limit: How many characters of what was expected and found are kept.
  func markdown(limit: Int) -> String {
    let place = Markdown.code(place.description, limit: 200)
    let expected = Markdown.code(expected, limit: limit)
    return "\(place): expected \(expected), \(outcome(Markdown.code(found, limit: limit)))"
  }
}

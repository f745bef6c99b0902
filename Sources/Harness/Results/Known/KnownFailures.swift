// SPDX-License-Identifier: Apache-2.0
// Finds the known failures that a case of a run may be.

import Findings

/// The known failures of a run that have not expired, looked up by case.
package struct KnownFailures: Sendable {
  private let all: [KnownFailure]
  /// Indices of those that name cases, by the names.
  private let byCase: [String: [Int]]
  /// Indices of those that name only requirements.
  private let everywhere: [Int]

  /// - Parameter day: That of the run.
  package init(_ all: [KnownFailure] = [], on day: CalendarDay) {
    self.all = all
    var byCase: [String: [Int]] = [:]
    var everywhere: [Int] = []
    for (index, failure) in all.enumerated() where failure.expires >= day {
      if failure.cases.isEmpty { everywhere.append(index) }
      for name in Set(failure.cases) { byCase[name, default: []].append(index) }
    }
    self.byCase = byCase
    self.everywhere = everywhere
  }

  /// The failures that a case may be. What a preflight asks for has to be there.
  package func failures(of suite: SuiteRecord, case name: String) -> CaseFailures {
    suite.isPreflight ? CaseFailures() : failures(file: suite.file, suite.subject, case: name)
  }

  /// - Parameters:
  ///   - file: The file of the suite.
  ///   - subject: Whose suite it is.
  package func failures(
    file: String, _ subject: JudgedParty, case name: String
  ) -> CaseFailures {
    if all.isEmpty { return CaseFailures() }
    let named = (byCase[name] ?? []).filter { index in
      KnownFailure.path(file, endsWith: all[index].file) && all[index].subject ?? subject == subject
    }
    return CaseFailures(
      named: named.map { ($0, all[$0]) }, others: everywhere.map { ($0, all[$0]) })
  }
}

/// The known failures that one case may be.
package struct CaseFailures: Sendable {
  /// Those that name the case, each with its index in the list.
  let named: [(index: Int, failure: KnownFailure)]
  /// Those that name only requirements.
  let others: [(index: Int, failure: KnownFailure)]

  package init() { (named, others) = ([], []) }

  fileprivate init(
    named: [(index: Int, failure: KnownFailure)], others: [(index: Int, failure: KnownFailure)]
  ) {
    self.named = named
    self.others = others
  }
}

extension CaseFailures {
  package var isEmpty: Bool { named.isEmpty && others.isEmpty }

  /// Whatever fails in the case is known by this.
  private var whole: Int? { named.first { $0.failure.requirements.isEmpty }?.index }

  /// The one by which a requirement is known to be broken here; nil where it is not.
  func index(ofBroken id: String) -> Int? {
    whole ?? (named + others).first { $0.failure.requirements.contains(id) }?.index
  }

  /// What is known of an incident, and the rest of it.
  struct Split {
    var known: Incident?
    var rest: Incident?
    /// The indices of the known failures that it is.
    var indices: Set<Int> = []
  }

  /// Takes what is known from an incident: each finding that breaks nothing but requirements that are
  /// known to be broken. That there was no answer to judge is never known, since nobody can tell
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
      // Of an answer with another status nothing else is judged.
      let isConsequence = ids.isEmpty && hasKnownStatus && finding.place != .status
      rest.append(!isConsequence && (ids.isEmpty || known.count < ids.count))
      if rest.last == false { split.indices.formUnion(known) }
    }
    split.known = incident.keeping { !rest[$0] }
    split.rest = incident.keeping { rest[$0] }
    return split
  }

  private func hasKnownStatus(_ incident: Incident) -> Bool {
    guard case .failed(let findings)? = incident.step?.verdict,
      let status = findings.first(where: { $0.place == .status })
    else { return false }
    let ids = incident.covers(of: [status])
    return !ids.isEmpty && ids.allSatisfy { index(ofBroken: $0) != nil }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Requirement × scenarios: what a run proves of each requirement.

package import Suites

/// The requirements of all catalogues of a run, each with the scenarios that show it.
package struct Coverage: Sendable {
  package let cookbooks: [Cookbook]
  /// Ids that steps cover but no catalogue of the record has, in the order in which they are met.
  package let unknown: [String]

  package struct Cookbook: Sendable {
    package let cookbook: String
    package let revision: String
    package let phases: [Phase]
  }

  package struct Phase: Sendable {
    package let id: String
    package let title: String
    /// In the order of the catalogue.
    package let rows: [Row]
  }

  package struct Row: Sendable {
    package let requirement: Requirement
    package let verdict: RequirementVerdict
    /// Who says that it is met, where no traffic shows it; nil without such a person.
    package let attestation: Attestation?
    /// What else shows it; nil where something of this record can.
    package let whyNotShown: String?
    /// Whether something of this record ought to show it.
    package let isProvable: Bool
    /// Whose suites cover it.
    package let subjects: Set<JudgedSide>
    /// Whether it is about a part of every application's walk that no recording has: each application
    /// has to show it some time.
    package let isOwed: Bool
    /// Facts that the target's profile lacks, so that scenarios that cover it were skipped.
    package let missingFacts: [String]
    /// The failed first, then in the order of the run; of each verdict perhaps only the first.
    package let proofs: [Proof]
    /// How many there are of each verdict.
    package let counts: [RequirementVerdict: Int]
    /// The first skipped scenario that covers it, for each reason.
    package let skips: [CasePlace]
  }

  /// A scenario with steps that cover a requirement.
  package struct Proof: Sendable {
    package let place: CasePlace
    /// The step that covers the requirement; of several the worst, and of these the first.
    package let step: CoveringStep

    package var verdict: RequirementVerdict { step.verdict }
  }

  package struct CoveringStep: Sendable {
    package let name: String
    package let location: SourceLocation
    package let verdict: RequirementVerdict
  }
}

extension Coverage {
  /// The coverage of a run.
  ///
  /// - Parameter proofLimit: How many scenarios of each verdict are named for a requirement.
  package init(_ record: RunRecord, proofLimit: Int = .max) {
    var collector = CoverageCollector(record, proofLimit: proofLimit)
    let known = record.knownFailures
    let attested = record.attested
    for (suiteIndex, suite) in record.suites.enumerated() {
      for (scenarioIndex, scenario) in suite.scenarios.enumerated() {
        collector.add(
          scenario, at: CasePlace(suite: suiteIndex, scenario: scenarioIndex),
          subject: suite.subject, known: known.failures(of: suite, case: scenario.name))
      }
    }
    unknown = collector.unknown
    cookbooks = record.catalogues.map { catalogue in
      let witnesses = record.witnesses(of: catalogue.cookbook)
      return Cookbook(
        cookbook: catalogue.cookbook, revision: catalogue.revision,
        phases: catalogue.phases.filter { !$0.requirements.isEmpty }.map { phase in
          Phase(
            id: phase.id, title: phase.title,
            rows: phase.requirements.map {
              Row(
                $0, collector.proofs(of: $0.id), witnesses, met: collector.metCores,
                attestation: attested[$0.id])
            })
        })
    }
  }

  /// All rows, cookbook by cookbook.
  package var rows: [Row] { cookbooks.flatMap { $0.phases.flatMap(\.rows) } }

  /// The rows of the requirements that should be proved and are not.
  package var gaps: [Row] { rows.filter(\.coverage.isGap) }
}

extension Coverage.Row {
  /// Why nothing that is judged can show it, as the catalogue has it; nil where the verdict says all.
  package var whyUnseen: String? {
    let reason = requirement.unrecorded ?? requirement.excuse
    let witness = attestation.map { "by \($0.words)" }
    let parts = [witness ?? (verdict == .shownOutside ? Requirement.attested : nil), reason]
      .compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  package var coverage: CoverageStatus {
    CoverageStatus(
      requirement, isCovered: !proofs.isEmpty, verdict: verdict, missingFacts: missingFacts,
      whyNotShown: whyNotShown)
  }
}

extension RunRecord {
  /// Whose half of a cookbook is judged here.
  package func subjects(of cookbook: String) -> Set<JudgedSide> {
    let all = catalogues.byName
    let subjects = Set(
      suites.filter { suite in
        suite.cookbook.map { all.names(inChainOf: $0).contains(cookbook) } ?? false
      }.map(\.subject))
    return subjects.isEmpty ? Set(subject.halves) : subjects
  }

  /// Who shows requirements of a cookbook here.
  fileprivate func witnesses(of cookbook: String) -> Set<Requirement.Witness> {
    let subjects = subjects(of: cookbook)
    var witnesses: Set<Requirement.Witness> = []
    if subjects.contains(.service) { witnesses.insert(.service) }
    if subjects.contains(.application) {
      witnesses.insert(.application)
      if let audit, audit.calls > 0 { witnesses.insert(.framework) }
    }
    return witnesses
  }
}

extension Coverage.Row {
  /// - Parameters:
  ///   - judged: Who shows something here.
  ///   - met: The parts of every application's walk of which something was judged.
  ///   - attestation: One that counts on the day of the run; nil without one.
  fileprivate init(
    _ requirement: Requirement, _ proofs: CoverageCollector.Proofs,
    _ judged: Set<Requirement.Witness>,
    met: Set<String>, attestation: Attestation?
  ) {
    isOwed =
      [.must, .mustNot].contains(requirement.level) && !proofs.cores.isSubset(of: met)
    self.requirement = requirement
    whyNotShown = requirement.whyNotShown(by: judged)
    subjects = proofs.subjects
    missingFacts = proofs.missingFacts
    let verdicts = RequirementVerdict.allCases.filter { proofs.counts[$0] != nil }
    let unseen = requirement.verdict(withoutProof: judged)
    self.attestation = unseen == .shownOutside ? attestation : nil
    // A rule that was skipped proves nothing of what is shown elsewhere.
    let seen = verdicts.first { unseen == .unproved || $0.isJudged }
    verdict =
      seen ?? (unseen == .shownOutside && attestation != nil ? .attested : unseen)
    // Traffic shows what it has an occasion for, and owes what each application does.
    let isSeen = judged.contains(.application) && (verdict.isJudged || isOwed)
    isProvable =
      requirement.isProvable(by: judged.intersection([.service]))
      || isSeen && requirement.isProvable(by: judged.intersection([.application, .framework]))
    counts = proofs.counts
    skips = proofs.skips
    // Buckets instead of a sort keep the order and take linear time.
    self.proofs =
      verdicts.count == 1
      ? proofs.all : verdicts.flatMap { verdict in proofs.all.filter { $0.verdict == verdict } }
  }
}

extension Requirement {
  /// Whether one of these can show it, and has to.
  package func isProvable(by judged: Set<Witness>) -> Bool {
    isBinding && excuse == nil && verdict(withoutProof: judged) == .unproved
  }

  /// The verdict where nothing covers it.
  ///
  /// - Parameter judged: Who shows something here.
  package func verdict(withoutProof judged: Set<Witness>) -> RequirementVerdict {
    if !judged.isDisjoint(with: shownBy) { return .unproved }
    if shownBy.contains(.service) { return .shownByRun }
    if shownBy.contains(.application) { return .shownByAudit }
    if shownBy.contains(.framework) { return .shownByFrameworkLog }
    return shownBy.contains(.outside) ? .shownOutside : .bindsNoSide
  }

  /// What else shows it; nil where something that is judged can.
  ///
  /// - Parameter judged: Who shows something here.
  package func whyNotShown(by judged: Set<Witness>) -> String? {
    let verdict = verdict(withoutProof: judged)
    switch verdict {
    case .unproved: return nil
    case .shownOutside: return "\(verdict.words): \(Self.attested)"
    default: return verdict.words
    }
  }

  /// Who shows what no traffic shows.
  package static let attested = "attested by people"
}

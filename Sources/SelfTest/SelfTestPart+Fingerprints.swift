// SPDX-License-Identifier: Apache-2.0
// `sso-selftest --fingerprints`: what each seeded defect breaks, as data for failing runs.

import Command
import Formats
import HTTP
import Record
import Runner
import Suites

extension SelfTestPart {
  static let fingerprints = SelfTestPart(
    name: "fingerprints",
    help: "writes what each seeded defect breaks to \(Fingerprints.file), beside the suites; with "
      + "--share, compares that share with the file instead", isStandard: false,
    needsReference: true
  ) { setting, score throws(UsageError) in
    guard setting.arguments.positional.isEmpty, setting.judgement.record.selection == nil,
      let folder = SuiteLocation.shipped(setting.console)
    else { throw UsageError("--fingerprints takes all shipped suites: name none, and select none") }
    let defects = try DeviationTables.load(setting.console).defects
    let trials = setting.fingerprints(of: defects.filter { setting.includes($0.name) })
    let fresh = Fingerprints(trials.map(\.defect))
    if setting.cancellation.isCancelled { return }
    guard setting.share < 1 else {
      let path = "\(folder)/\(Fingerprints.file)"
      let isWritten = setting.console.saves(path) { () throws(FileProblem) in
        try Files.write(Array(fresh.text.utf8), to: path)
      }
      if !isWritten { throw UsageError("'\(path)' was not written") }
      score.namedDefects = trials.map { trial in
        // A defect is not compared with itself: a service of somebody's has others.
        let others = Fingerprints(fresh.defects.filter { $0.name != trial.defect.name })
        return others.likeness(of: trial.evidence).map {
          trial.defect.requirements.contains($0.requirement)
        }
      }
      return
    }
    let known = SuiteLocation.fingerprints(setting.console)?.defects ?? []
    score.staleFingerprints = fresh.defects.filter { defect in
      known.first { $0.name == defect.name }?.isStale(beside: defect) ?? true
    }.map(\.name)
  }
}

/// A defect with what its run shows.
private struct FingerprintTrial: Sendable {
  let defect: Fingerprints.Defect
  let evidence: FailureEvidence
}

extension Fingerprints.Defect {
  /// How like the same fingerprint is that was made at another time: a scenario that waits may fail
  /// now and then.
  private static let leastLikeness = 0.8

  /// Whether it says something else than one that was made anew.
  fileprivate func isStale(beside fresh: Fingerprints.Defect) -> Bool {
    summary != fresh.summary || requirements != fresh.requirements
      || fingerprint.likeness(to: fresh.fingerprint) < Self.leastLikeness
  }
}

extension SelfTestSetting {
  /// Runs all suites against each defect; against one that needs another service than the standard
  /// one, the scenarios that cover its requirements, since it may be slow.
  fileprivate func fingerprints(of defects: [Defect]) -> [FingerprintTrial] {
    let standard = Baseline(judgement)
    let bench = bench
    return
      bench.each(defects) { [surroundings] defect -> FingerprintTrial? in
        let isStandard = defect.setting.name == ServiceSetting.standard.name
        let part =
          isStandard
          ? nil
          : standard.skippedScenarios(covering: defect.requirements)
            .union(standard.scenarios(covering: defect.requirements))
        guard let record = try? bench.run(TrialSubject(defect, surroundings), only: part) else {
          return nil
        }
        let evidence = FailureEvidence(RunJudgement(record))
        if evidence.fingerprint.cases.isEmpty { return nil }
        return FingerprintTrial(
          defect: Fingerprints.Defect(
            name: defect.name, summary: defect.summary, requirements: defect.requirements,
            fingerprint: evidence.fingerprint), evidence: evidence)
      }.compactMap { $0 ?? nil }
  }
}

extension TrialBench {
  /// Starts a service, runs suites against it, and stops it.
  fileprivate func run(_ subject: TrialSubject, only part: Set<Int>?) throws(TrialError)
    -> RunRecord
  {
    let service = try subject.start()
    defer { service.stop() }
    return try run(service, only: part)
  }
}

extension Fingerprint {
  /// How like another one is, from 0 to 1, each part counted once.
  func likeness(to other: Fingerprint) -> Double {
    let all = parts.union(other.parts).count
    return all == 0 ? 1 : Double(parts.intersection(other.parts).count) / Double(all)
  }
}

extension Fingerprints {
  /// The text of the file: a line for each case, place, finding and defect, in which defects name the
  /// others by their numbers: `0-3 17`.
  var text: String {
    let cases = Set(defects.flatMap(\.fingerprint.cases)).sorted()
    let places = Set(defects.flatMap(\.fingerprint.places)).sorted()
    let found = Set(defects.flatMap(\.fingerprint.found)).sorted()
    func numbers(_ names: Set<String>, _ all: [String]) -> JSONValue {
      var runs: [ClosedRange<Int>] = []
      for (number, name) in all.enumerated() where names.contains(name) {
        if let last = runs.last, last.upperBound == number - 1 {
          runs[runs.count - 1] = last.lowerBound...number
        } else {
          runs.append(number...number)
        }
      }
      let texts = runs.map {
        $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
      }
      return .string(texts.joined(separator: " "))
    }
    func list(_ name: String, _ values: [JSONValue]) -> String {
      "\"\(name)\": [\n\(values.map { "  \(JSONWriter.text($0))" }.joined(separator: ",\n"))\n]"
    }
    func list(_ name: String, _ texts: [String]) -> String { list(name, texts.map { .string($0) }) }
    let entries = defects.map { defect -> JSONValue in
      [
        "name": .string(defect.name), "summary": .string(defect.summary),
        "breaks": .strings(defect.requirements),
        "blamed": .strings(defect.fingerprint.blamed.sorted()),
        "cases": numbers(defect.fingerprint.cases, cases),
        "places": numbers(defect.fingerprint.places, places),
        "found": numbers(defect.fingerprint.found, found),
      ]
    }
    return "{\n"
      + [
        list("cases", cases), list("places", places), list("found", found),
        list("defects", entries),
      ].joined(separator: ",\n") + "\n}\n"
  }
}

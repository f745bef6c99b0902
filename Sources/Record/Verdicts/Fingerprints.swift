// SPDX-License-Identifier: Apache-2.0
// What each seeded defect breaks, as data, and which of them a failing run looks like.

import Formats
import Suites
import Text

/// What failed in a run, in a form in which runs can be compared.
package struct Fingerprint: Sendable, Equatable {
  /// The scenarios and shared fragments that failed: `suite › scenario`, with `*` for each id of the
  /// target.
  package var cases: Set<String>
  /// Where they failed: the request, and the last name of the place in the answer.
  package var places: Set<String>
  /// What was found at these places, as far as it tells one defect from another.
  package var found: Set<String> = []
  /// The ids of the requirements that the run holds to be broken.
  package var blamed: Set<String>
}

extension Fingerprint {
  package init(_ run: RunJudgement) {
    self.init(cases: [], places: [], blamed: [])
    for (suite, judgements) in zip(run.record.suites, run.scenarios) where !suite.isPreflight {
      for (scenario, judgement) in zip(suite.scenarios, judgements) {
        add(suite.name, scenario.name, judgement, run.answers)
      }
    }
    for item in run.fragmentCases {
      add(item.suite.name, item.fragment.name, item.judgement, run.answers)
    }
    blamed = Set(run.coverage.rows.filter { $0.verdict == .failed }.map(\.requirement.id))
  }

  private mutating func add(
    _ suite: String, _ name: String, _ judgement: ScenarioJudgement, _ answers: RouteAnswers
  ) {
    guard judgement.kind.isFault else { return }
    cases.insert(Self.title(suite, name, answers))
    for incident in judgement.incidents {
      guard let step = incident.step else { continue }
      let route = step.action == .request ? answers.endpoint(of: step) : step.action.rawValue
      for finding in incident.findings {
        let last = finding.place.description.split(separator: "/").last { Int($0) == nil }
        let place = "\(route) \(last ?? "")"
        places.insert(place)
        found.insert("\(place): \(Self.kind(of: finding, answers))")
      }
    }
  }

  /// A short value without ids and numbers, else how it begins.
  private static func kind(of finding: Finding, _ answers: RouteAnswers) -> String {
    let text = finding.excess == .unwanted ? "too much" : finding.found
    let isKept = finding.place == .status || !text.contains(where: \.isNumber)
    return isKept && text.utf8.count <= 24
      ? answers.ids.reduce(text) { $0.replacing($1, with: "*") } : "\(text.prefix(1))…"
  }

  fileprivate static func title(_ suite: String, _ name: String, _ answers: RouteAnswers) -> String
  {
    answers.ids.reduce("\(suite) › \(name)") { $0.replacing($1, with: "*") }
  }

  /// What tells how like two runs are.
  package var parts: Set<String> { cases.union(places).union(blamed) }
}

/// What a failing run shows of its cause.
package struct FailureEvidence: Sendable {
  /// A requirement that the run holds to be broken.
  struct Broken: Sendable {
    let id: String
    let text: String
    /// How many scenarios show it to be broken, and how many that it holds.
    let failed: Int
    let held: Int
  }

  package let fingerprint: Fingerprint
  /// The scenarios that were run, as the fingerprint names them.
  let judged: Set<String>
  let broken: [Broken]

  package init(_ run: RunJudgement) {
    let fingerprint = Fingerprint(run)
    self.fingerprint = fingerprint
    judged = zip(run.record.suites, run.scenarios).reduce(into: fingerprint.cases) { judged, item in
      for (scenario, judgement) in zip(item.0.scenarios, item.1) where judgement.kind.wasRun {
        judged.insert(Fingerprint.title(item.0.name, scenario.name, run.answers))
      }
    }
    broken = run.coverage.rows.unique(by: \.requirement.id).filter { $0.verdict == .failed }.map {
      Broken(
        id: $0.requirement.id, text: $0.requirement.text, failed: $0.counts[.failed] ?? 0,
        held: $0.counts[.passed] ?? 0)
    }
  }
}

/// The fingerprints of the seeded defects: `fingerprints.json` beside the suites.
package struct Fingerprints: Sendable, Equatable {
  package struct Defect: Sendable, Equatable {
    package let name: String
    /// What is wrong, as a sentence without a full stop.
    package let summary: String
    /// The ids of the requirements that it breaks.
    package let requirements: [String]
    package let fingerprint: Fingerprint

    package init(name: String, summary: String, requirements: [String], fingerprint: Fingerprint) {
      self.name = name
      self.summary = summary
      self.requirements = requirements
      self.fingerprint = fingerprint
    }
  }

  package static let file = "fingerprints.json"
  package let defects: [Defect]

  package init(_ defects: [Defect]) { self.defects = defects.sorted { $0.name < $1.name } }
}

/// The defect, or the kind of defect, that a failing run looks like.
package struct Likeness: Sendable, Equatable {
  /// The id of the requirement that such a defect breaks.
  package var requirement: String
  /// What is wrong: the summary of a defect, or what the requirement demands.
  package var name: String
  /// Whether `name` is what the requirement demands: several defects look the same.
  package var isDemand: Bool
  /// How many of the failures it explains.
  package var fitting: Int
  package var failures: Int

  /// `This looks like “A session is over when it is made” (API-SESSIONS-05)`, or, where only the
  /// requirement is known, what it has to do with the other entries.
  package var sentence: String {
    if !isDemand { return "This looks like “\(name)” (\(requirement))" }
    return fitting < failures
      ? "This looks like a breach of \(requirement)"
      : "Each failure breaks \(requirement); whatever else is wrong may follow from that"
  }
}

extension Likeness: RecordPart {
  init(_ c: RecordCoder, _ old: Likeness?) throws(RecordError) {
    requirement = try c("requirement", old?.requirement, c.string)
    name = try c("name", old?.name, c.string)
    isDemand = try c("isDemand", old?.isDemand, c.flag, unless: false)
    fitting = try c("fitting", old?.fitting, c.integer)
    failures = try c("failures", old?.failures, c.integer)
    c.derived("sentence", old.map { .string($0.sentence) })
  }
}

extension Fingerprints {
  /// How much better than the next one a requirement has to fit, where each fits from 0 to 3.
  private static let margin = 0.42
  /// How like a defect has to be for its summary to be the name, and how much less like others.
  private static let (likeness, distance) = (0.6, 0.05)

  /// What a run looks like; nil where nothing failed that a defect fails as well, where a preflight
  /// failed, or where nothing fits clearly.
  package func likeness(of run: RunJudgement) -> Likeness? {
    let evidence = FailureEvidence(run)
    let cases = evidence.fingerprint.cases
    let isKnown = defects.contains { !$0.fingerprint.cases.isDisjoint(with: cases) }
    return isKnown && run.preflights.isEmpty ? likeness(of: evidence) : nil
  }

  /// What failures look like; nil where nothing fits clearly.
  ///
  /// A requirement fits by itself where it shows in the failures and nowhere else, by the defects
  /// that break it where these break the same scenarios at the same places (rare things weigh more),
  /// and where most of the defects that are blamed on it do break it. The words of a defect are the
  /// name only where it shows all that the run found.
  package func likeness(of evidence: FailureEvidence) -> Likeness? {
    let count = evidence.fingerprint.cases.count
    guard count > 0 else { return nil }
    let alike = similarities(to: evidence)
    var fits = evidence.broken.map {
      broken -> (broken: FailureEvidence.Broken, fit: Double, likeness: Double) in
      let all = broken.held + broken.failed + max(count, broken.failed)
      let likeness = alike.first { $0.defect.requirements.contains(broken.id) }?.value ?? 0
      let own = 2 * Double(broken.failed) / Double(max(all, 1)) + trust(in: broken.id)
      return (broken, own + likeness, likeness)
    }
    fits.sort { $0.fit > $1.fit }
    guard let best = fits.first, best.fit - (fits.dropFirst().first?.fit ?? 0) >= Self.margin else {
      return nil
    }
    let near = alike.filter {
      $0.defect.requirements.contains(best.broken.id)
        && $0.value > max(Self.likeness, best.likeness - Self.distance)
    }
    let isSame = near.first?.defect.fingerprint.found.isSuperset(of: evidence.fingerprint.found)
    let summary = near.count == 1 && isSame ?? false ? near.first?.defect.summary : nil
    return Likeness(
      requirement: best.broken.id, name: summary ?? best.broken.text, isDemand: summary == nil,
      fitting: min(best.broken.failed, count), failures: count)
  }

  /// How many of the defects that are blamed on a requirement break it, from 0 to 1; a half where
  /// none is.
  private func trust(in id: String) -> Double {
    let blamed = defects.filter { $0.fingerprint.blamed.contains(id) }
    return (Double(blamed.count { $0.requirements.contains(id) }) + 0.5) / Double(blamed.count + 1)
  }

  /// How like each defect is, from 0 to 1, the most like first. What the run did not try does not
  /// count.
  private func similarities(to evidence: FailureEvidence) -> [(defect: Defect, value: Double)] {
    let parts = defects.map { defect in
      var fingerprint = defect.fingerprint
      fingerprint.cases.formIntersection(evidence.judged)
      return fingerprint.parts
    }
    let counts = parts.reduce(into: [String: Int]()) { counts, parts in
      for part in parts { counts[part, default: 0] += 1 }
    }
    func weight(_ parts: Set<String>) -> Double {
      parts.reduce(0) { sum, part in
        sum + (Double(defects.count + 1) / Double(counts[part] ?? 1)).squareRoot()
      }
    }
    let mine = evidence.fingerprint.parts
    return zip(defects, parts).map { defect, parts in
      let common = weight(parts.intersection(mine))
      return (defect, common == 0 ? 0 : common / weight(parts.union(mine)))
    }.sorted { $0.1 > $1.1 }
  }

  /// Reads the file.
  ///
  /// - Returns: nil for another text.
  package init?(_ bytes: [UInt8]) {
    guard let root = try? JSONParser.document(bytes).root,
      let cases = root["cases"]?.array?.map(\.string),
      let places = root["places"]?.array?.map(\.string), let entries = root["defects"]?.array
    else { return nil }
    let found = root["found"]?.array?.map(\.string) ?? []
    func texts(_ value: JSONValue?) -> [String]? { value?.array?.compactMap(\.string) }
    func names(_ value: JSONValue?, _ all: [String?]) -> Set<String>? {
      value?.string.map { text in
        text.split(separator: " ").reduce(into: []) { names, run in
          let bounds = run.split(separator: "-").compactMap { Int($0) }
          guard let first = bounds.first, let last = bounds.last, first <= last, first < all.count
          else { return }
          for name in all[first...min(last, all.count - 1)] { if let name { names.insert(name) } }
        }
      }
    }
    var defects: [Defect] = []
    for entry in entries {
      guard let name = entry["name"]?.string, let summary = entry["summary"]?.string,
        let breaks = texts(entry["breaks"]), let blamed = texts(entry["blamed"]),
        let own = names(entry["cases"], cases), let at = names(entry["places"], places)
      else { return nil }
      let fingerprint = Fingerprint(
        cases: own, places: at, found: names(entry["found"], found) ?? [], blamed: Set(blamed))
      defects.append(
        Defect(name: name, summary: summary, requirements: breaks, fingerprint: fingerprint))
    }
    self.init(defects)
  }
}

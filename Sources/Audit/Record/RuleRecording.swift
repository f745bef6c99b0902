// SPDX-License-Identifier: Apache-2.0
// The result of one rule as the record of a scenario.

import Expectations
import Formats
import Record
import Redaction
import Suites
import Text

/// Makes the record of one rule.
struct RuleRecording {
  let rule: AuditRule
  let location: SourceLocation
  /// nil where the rule was not judged at all.
  let result: RuleResult?
  /// The ids of the requirements that are only recommended.
  let advised: Set<String>
  let source: any TrafficSource
  let rules: AuditRules

  /// How many occasions are shown with their exchanges.
  static let shownLimit = 20
  /// The number of other entries of an occasion whose secrets are learned: at least of all that its
  /// findings name.
  private static let otherLimit = 20
}

extension RuleRecording {
  /// The record of the rule, with its secrets.
  ///
  /// - Parameter secrets: Learns what the exchanges hold that are shown.
  func record(learning secrets: inout KnownSecrets) throws(TrafficError) -> ScenarioRecord {
    let broken = result?.broken ?? []
    let count = result?.brokenCount ?? 0
    let met = result?.met ?? 0
    var steps: [StepRecord] = []
    for occasion in broken.prefix(Self.shownLimit) { steps.append(try step(occasion, &secrets)) }
    if count > 1 {
      let more = Wording.count(count - 1, "further occasion")
      steps[0].notes[0].text += ", and \(words: more)"
    }
    if steps.count < count {
      let more = Wording.grouped(count - steps.count)
      steps[0].notes.append("\(words: more) of the occasions are in no report")
    }
    if broken.isEmpty {
      steps.append(step(met > 0 ? .passed : .notReached, rule.covers))
    } else if !obeyed(among: broken).isEmpty {
      steps.append(step(.passed, obeyed(among: broken)))
    }
    if met > 0 { steps[0].notes.append("\(words: obeyed(met))") }
    if met > 0 || !broken.isEmpty {
      for reason in result?.reasons ?? [] {
        steps[0].notes.append(.text("not judged on \(reason)"))
      }
    }
    let findings = broken.first.map { self.findings(of: $0) }
    let verdict: Verdict =
      findings.map { .failed($0) } ?? (met > 0 ? .passed : .skipped(because: whyNotJudged))
    var record = ScenarioRecord(name: rule.name, location: location, verdict: verdict, steps: steps)
    record.about = rule.about
    record.core = rule.core
    record.isAdvisory = !broken.isEmpty && broken.allSatisfy(isAdvice)
    return record
  }

  /// Whether an occasion misses nothing but recommendations.
  private func isAdvice(_ occasion: BrokenOccasion) -> Bool {
    !occasion.blamed.isEmpty && occasion.blamed.allSatisfy { advised.contains($0) }
  }

  /// The requirements that no occasion broke, on which others were.
  private func obeyed(among broken: [BrokenOccasion]) -> [Cover] {
    let blamed = Set(broken.flatMap(\.blamed))
    return rule.covers.filter { !blamed.contains($0.id) }
  }

  private func step(_ verdict: Verdict, _ covers: [Cover]) -> StepRecord {
    StepRecord(
      name: rule.name, about: nil, action: .traffic, location: location, device: "application",
      covers: covers, isFinal: false, verdict: verdict)
  }

  private func step(
    _ occasion: BrokenOccasion, _ secrets: inout KnownSecrets
  ) throws(TrafficError) -> StepRecord {
    let exchange = try source.exchange(occasion.entry)
    secrets.add(occasion.session, named: "device")
    secrets.addSecrets(of: exchange, segments: rules.segments(of: exchange))
    for other in occasion.others.prefix(Self.otherLimit) {
      let other = try source.exchange(other)
      secrets.addSecrets(of: other, segments: rules.segments(of: other))
    }
    // All findings are about these.
    let blamed = occasion.blamed.map { Cover(id: $0) }
    var step = step(.failed(findings(of: occasion)), blamed)
    step.exchanges = [exchange.record]
    step.advice = rule.advice
    let call = TimedCall(exchange, among: source.recordings)
    step.occasion = call
    step.notes = [
      "\(call.method) \(call.path), \(place(of: occasion.entry)), sent at \(words: call.time.iso8601)"
    ]
    return step
  }

  private func findings(of occasion: BrokenOccasion) -> [Finding] {
    guard occasion.findings.isEmpty else { return occasion.findings }
    return [
      Finding(
        place: .other("the exchange"), position: location.position,
        expected: "what the rule says", found: "something else")
    ]
  }

  private func obeyed(_ count: Int) -> String {
    let examples = (result?.examples ?? []).prefix(3).map { place(of: $0) }
    let such = examples.isEmpty ? "" : ", such as \(Wording.list(examples))"
    return "obeyed on \(Wording.count(count, "occasion"))\(such)"
  }

  /// `entry 17 of a.har`.
  private func place(of entry: EntryReference) -> String { entry.place(among: source.recordings) }

  private var whyNotJudged: String { result?.whyNotJudged ?? RuleResult.noOccasion }
}

extension RuleResult {
  static let noOccasion = "the recordings have no occasion for it"

  /// `3 occasions: the recording may begin in the middle`, the most frequent first.
  var reasons: [String] {
    notJudged.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\(Wording.count($0.value, "occasion")): \($0.key)" }
  }

  var whyNotJudged: String {
    if !missingFacts.isEmpty {
      let facts = Wording.list(missingFacts.map { "'\($0)'" })
      return "it needs the fact\(missingFacts.count == 1 ? "" : "s") \(facts): give "
        + "\(missingFacts.count == 1 ? "it" : "them") with --target or --set"
    }
    if lacksLog { return UnjudgedReason.noLog.description }
    return reasons.isEmpty ? Self.noOccasion : "not judged on \(reasons.joined(separator: "; on "))"
  }
}

extension EntryReference {
  /// `entry 17 of a.har`; entries count from 0.
  package func place(among recordings: [String]) -> String {
    recordings.indices.contains(recording)
      ? "entry \(index) of \(recordings[recording])" : "entry \(index)"
  }
}

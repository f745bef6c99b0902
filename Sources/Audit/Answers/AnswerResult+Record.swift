// SPDX-License-Identifier: Apache-2.0
// The verdicts on recorded answers as a record, such as a run makes.

import Expectations
import Formats
package import Record
import Redaction
import Suites
package import Text

extension AnswerResult {
  /// How many bytes of heads and bodies are kept for the reports.
  private static let evidenceBytes = 16_000_000

  /// The verdicts as a record of the service's side, without secrets: a file of fragments is a
  /// suite, a call is a scenario, and a wrong answer is a step.
  ///
  /// - Parameters:
  ///   - audit: How they were judged.
  ///   - result: That of the application by the same traffic.
  ///   - startedAt: When the judging began.
  /// - Throws: `TrafficError` where an entry can't be read again.
  package func record(
    of audit: AnswerAudit, beside result: AuditResult, by tool: ToolRecord, startedAt: Timestamp,
    duration: Duration, isStrict: Bool = false
  ) throws(TrafficError) -> RunRecord {
    let rules = audit.rules
    let expectations = audit.expectations
    let texts = expectations.sources.values.map(\.bytes)
    let own = rules.ownTexts(and: texts + result.source.recordings.map { Array($0.utf8) })
    var known = KnownSecrets(own: own)
    rules.addSecrets(to: &known)
    known.addEncodedHeaders(rules.encodedHeaders)
    known.addShort(of: result.secrets)
    let evidence = Evidence(limitBytes: Self.evidenceBytes)
    var suites: [SuiteRecord] = []
    for call in calls.sorted(by: { $0.call < $1.call }) {
      guard let file = call.file else { continue }
      var secrets = known
      let recording = AnswerRecording(answers: call, source: result.source, rules: rules)
      var record = try recording.record(
        in: file, expectations: expectations, learning: &secrets)
      record.keep(evidence.choice(isFailure: record.verdict.kind == .failed))
      let masked = secrets.mask.masked(record)
      evidence.add(masked.steps)
      if let index = suites.firstIndex(where: { $0.file == file }) {
        suites[index].scenarios.append(masked.value)
      } else {
        var suite = SuiteRecord(
          name: "Answers, by \(file)", file: file, scenarios: [masked.value])
        suite.about =
          "Each answer of the service in the recordings, judged by itself: by the steps of "
          + "fragments that need nothing of what went before"
        suite.digest =
          expectations.sources[file].map { EvidenceFile($0, as: .fragments).digest } ?? ""
        suite.cookbook = expectations.cookbooks[file].map { nearest(to: $0, rules.catalogues) }
        suites.append(suite)
      }
    }
    suites.sort { $0.file < $1.file }
    let origin = result.traffic.origins.first ?? ""
    var record = RunRecord(
      tool: tool,
      target: TargetRecord(
        name: origin, url: origin, serviceProvider: nil, mvpds: [],
        framework: "that of the application"), startedAt: startedAt)
    record.duration = duration
    record.isStrict = isStrict
    record.remarks = [sporadic, strangers, evidence.remark].compactMap(\.self)
    // A suite of the nearest cookbook, so that all that the traffic follows is judged.
    record.catalogues = rules.usedCatalogues.filter { cookbooks.contains($0.cookbook) }
    record.suites = suites
    record.evidence = EvidenceRecord(
      files: expectations.sources.values.map { EvidenceFile($0, as: .fragments) })
    return record
  }

  /// The cookbook that is followed and extends another one, if it is one alone: the other one's calls
  /// are its own.
  private func nearest(to cookbook: String, _ catalogues: [String: Catalogue]) -> String {
    let followers = cookbooks.filter { name in
      catalogues.names(inChainOf: name).contains(cookbook)
        && !cookbooks.contains { catalogues[$0]?.base == name }
    }
    return followers.count == 1 ? followers.first ?? cookbook : cookbook
  }

  /// The calls whose answers no step judges, in a sentence; nil without any.
  private var strangers: String? {
    let names = calls.filter { $0.file == nil && $0.unknown > 0 }.map(\.call).sorted()
    if names.isEmpty { return nil }
    let more = names.count > 5 ? ["\(names.count - 5) more"] : []
    return
      "the answers to \(Wording.list(names.prefix(5) + more)) were not judged: no fragment says "
      + "anything of them that holds whatever went before"
  }

  /// The answers 5xx at calls that had others, in a sentence; nil without any.
  private var sporadic: String? {
    let places = calls.filter { !$0.troubles.isEmpty && !($0.isFailing && $0.file != nil) }
    if places.isEmpty { return nil }
    let all = calls.reduce(0) { $0 + $1.statuses.values.reduce(0, +) }
    let count = places.reduce(0) { $0 + $1.troubleCount }
    let shown = places.map { "\($0.call) (\(Wording.count($0.troubleCount, "time")))" }
    return
      "sporadic trouble: \(Wording.grouped(count)) of \(Wording.count(all, "answer")) were 5xx, "
      + "at \(Wording.list(shown)); no requirement fails by it"
  }
}

extension CallAnswers {
  /// How many answers were 5xx.
  var troubleCount: Int { statuses.reduce(0) { $1.key >= 500 ? $0 + $1.value : $0 } }

  /// Whether the service never answered the call in another way.
  var isFailing: Bool {
    troubleCount >= AnswerResult.fewestAnswers && statuses.keys.allSatisfy { $0 >= 500 }
  }
}

/// Makes the record of the answers to one call.
struct AnswerRecording {
  let answers: CallAnswers
  let source: any TrafficSource
  let rules: AuditRules
}

extension AnswerRecording {
  /// - Parameter secrets: Learns what the exchanges hold that are shown.
  func record(
    in file: String, expectations: AnswerExpectations, learning secrets: inout KnownSecrets
  ) throws(TrafficError) -> ScenarioRecord {
    var steps: [StepRecord] = []
    for answer in answers.broken {
      var step = try step(answer, .failed(answer.verdict.findings), &secrets)
      step.warnings = answer.verdict.warnings
      steps.append(step)
    }
    if answers.brokenCount > answers.broken.count, let last = steps.indices.last {
      let more = Wording.grouped(answers.brokenCount - answers.broken.count)
      steps[last].notes.append("\(words: more) further wrong answers are in no report")
    }
    if answers.isFailing { steps.append(try failingStep(file, &secrets)) }
    for judged in answers.steps {
      var step: StepRecord
      if let warned = judged.warned {
        step = try self.step(warned, .passed, &secrets)
        step.warnings = warned.verdict.warnings
      } else {
        step = StepRecord(judged.step, judged.covers, .passed, call: answers.call)
        let exchange = try source.exchange(judged.first)
        secrets.addSecrets(of: exchange, segments: rules.segments(of: exchange))
        var record = exchange.record
        record.detail = nil
        step.exchanges = [record]
      }
      step.covers = judged.covers
      step.chosen = judged.chosen
      step.notes.append("\(words: Wording.count(judged.right, "answer")) of this kind as expected")
      steps.append(step)
    }
    let firstFailure = steps.first { $0.verdict.kind == .failed }?.verdict
    let reasons = self.reasons
    let verdict: Verdict =
      firstFailure ?? (steps.isEmpty ? .skipped(because: "not judged: \(reasons)") : .passed)
    if !reasons.isEmpty, !steps.isEmpty {
      steps[0].notes.append(.text("not judged: \(reasons)"))
    }
    let location =
      steps.first?.location ?? SourceLocation(file: file, position: .start)
    var record = ScenarioRecord(
      name: "Answers to \(answers.call)", location: location, verdict: verdict, steps: steps)
    record.about = "Each answer is judged by itself, whatever went before."
    return record
  }

  /// `3 answers: the recording has no answer`, the most frequent first.
  private var reasons: String {
    var counts = answers.notJudged
    if answers.troubleCount > 0, !answers.isFailing {
      counts["a 5xx, which may be trouble", default: 0] += answers.troubleCount
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\(Wording.count($0.value, "answer")): \($0.key)" }.joined(separator: "; ")
  }

  private func step(
    _ answer: BrokenAnswer, _ verdict: Verdict, _ secrets: inout KnownSecrets
  ) throws(TrafficError) -> StepRecord {
    let exchange = try source.exchange(answer.entry)
    secrets.addSecrets(of: exchange, segments: rules.segments(of: exchange))
    var step = StepRecord(
      answer.verdict.step, answer.verdict.covers, verdict, call: answers.call)
    step.exchanges = [exchange.record]
    let place = answer.entry.place(among: source.recordings)
    step.notes = ["\(place), sent at \(words: exchange.startedAt.iso8601)"]
    return step
  }

  /// The step that says that the call is never answered but with 5xx.
  private func failingStep(
    _ file: String, _ secrets: inout KnownSecrets
  ) throws(TrafficError) -> StepRecord {
    var exchanges: [ExchangeRecord] = []
    for entry in answers.troubles.prefix(AnswerResult.fewestAnswers) {
      let exchange = try source.exchange(entry)
      secrets.addSecrets(of: exchange, segments: rules.segments(of: exchange))
      exchanges.append(exchange.record)
    }
    let finding = Finding(
      place: .status, position: .start, expected: "an answer that is not 5xx",
      found: FoundValue(of: .integer(exchanges.last?.status ?? 0)),
      nearest: "\(words: Wording.count(answers.troubleCount, "answer")) and none of another kind")
    var step = StepRecord(
      name: "Answer \(answers.call)", about: nil, action: .request,
      location: SourceLocation(file: file, position: .start), device: "device", covers: [],
      isFinal: false, verdict: .failed([finding]), route: answers.call)
    // As many as it takes to tell conduct from trouble.
    step.exchanges = exchanges
    return step
  }
}

extension StepRecord {
  /// The record of a step by which an answer in traffic was judged.
  fileprivate init(_ step: Step, _ covers: [Cover], _ verdict: Verdict, call: String) {
    self.init(
      name: step.name, about: step.about, action: .request,
      location: SourceLocation(file: step.file, position: step.position), device: "device",
      covers: covers, isFinal: false, verdict: verdict, route: call)
    cookbookSteps = step.cookbookSteps
  }
}

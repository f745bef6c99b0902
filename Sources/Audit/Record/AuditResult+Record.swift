// SPDX-License-Identifier: Apache-2.0
// The result of an audit as the record that all reports are made from.

package import Record
import Suites
package import Text

extension AuditResult {
  /// How many bytes of heads and bodies are kept for the reports.
  private static let evidenceBytes = 16_000_000

  /// The result as a record without secrets: a file of rules is a suite, a rule is a scenario, and an
  /// occasion on which the rule was broken is a step.
  ///
  /// - Parameters:
  ///   - outline: The rules that were judged.
  ///   - source: The recordings that were judged.
  ///   - startedAt: When the judging began.
  /// - Throws: `TrafficError` where an entry can't be read again.
  package func record(
    of outline: AuditOutline, from source: any TrafficSource, by tool: ToolRecord,
    startedAt: Timestamp, duration: Duration, isStrict: Bool = false, isInterrupted: Bool = false,
    remarks: [String] = []
  ) throws(TrafficError) -> RunRecord {
    // Whoever names a recording knows its name; and a SAML message has times like those of entries.
    let times = rules.flatMap {
      $0.broken.prefix(RuleRecording.shownLimit).map(\.startedAt.iso8601)
    }
    let own = OwnTexts(outline.texts + (source.recordings + times).map { Array($0.utf8) })
    let evidence = Evidence(limitBytes: Self.evidenceBytes)
    let blame = RuleBlame(outline.catalogues)
    let results = rulesByLocation
    var suites: [SuiteRecord] = []
    for file in outline.files {
      var scenarios: [ScenarioRecord] = []
      for rule in file.rules {
        let location = SourceLocation(file: file.file, position: rule.position)
        let recording = RuleRecording(
          rule: rule, location: location, result: results[location], blame: blame, source: source,
          segments: outline.segments)
        var secrets = KnownSecrets(own: own, numbersValues: true)
        let record = try recording.record(learning: &secrets)
        let isFailure = record.verdict.kind == .failed
        let masked = secrets.mask.masked(record, keeping: evidence.choice(isFailure: isFailure))
        evidence.add(masked.steps)
        scenarios.append(masked.value)
      }
      suites.append(
        SuiteRecord(
          name: file.name, about: file.about, file: file.file, digest: file.digest,
          cookbook: file.cookbook, phase: file.phase, subject: .application,
          scenarios: scenarios))
    }
    return RunRecord(
      tool: tool,
      target: TargetRecord(
        name: "application", url: traffic.origins.first ?? "", serviceProvider: nil, mvpds: [],
        framework: "that of the application"),
      startedAt: startedAt, duration: duration, jobs: 1, isStrict: isStrict,
      isInterrupted: isInterrupted, remarks: remarks + [evidence.remark].compactMap(\.self),
      catalogues: outline.catalogues, sharedFragments: [], suites: suites, subject: .application,
      audit: traffic.record)
  }

  /// The cookbooks of the outline that the traffic follows; all of them where it follows none.
  package func cookbooks(of outline: AuditOutline) -> Set<String> {
    let all = Set(outline.files.compactMap(\.cookbook))
    let followed = all.intersection(traffic.cookbooks)
    return followed.isEmpty ? all : followed
  }
}

extension AuditedTraffic {
  fileprivate var record: AuditRecord {
    AuditRecord(
      recordings: recordings, origins: origins, judged: judged,
      ignored: ignored.keys.sorted().map { IgnoredHost(host: $0, entries: ignored[$0] ?? 0) },
      unanswered: unanswered, deliberate: deliberate, sessions: sessions,
      span: span.map {
        Timestamp(milliseconds: $0.lowerBound)...Timestamp(milliseconds: $0.upperBound)
      })
  }
}

extension RunRecord {
  /// The record of an audit without the rules of the other cookbooks, and with a remark on each of
  /// them.
  package func judging(_ cookbooks: Set<String>) -> RunRecord {
    var record = self
    let others = catalogues.map(\.cookbook).filter { !cookbooks.contains($0) }
    for cookbook in others {
      let count = suites.reduce(0) { $1.cookbook == cookbook ? $0 + $1.scenarios.count : $0 }
      record.remarks.append(
        "\(AuditRecord.remark(onUnseen: cookbook)) its "
          + "\(Wording.count(count, "rule was", "rules were")) not judged")
    }
    record.suites.removeAll { suite in suite.cookbook.map { others.contains($0) } ?? false }
    record.catalogues.removeAll { others.contains($0.cookbook) }
    return record
  }
}

// SPDX-License-Identifier: Apache-2.0
// The record of one occasion, while traffic still comes.

import Expectations
import Formats
package import Record
package import Redaction
import Suites
package import Text

extension AuditRules {
  /// The record that reports would be made from if an occasion were all that an application did. What
  /// looks like a secret is masked, too: what comes later may show that it is one.
  ///
  /// - Parameters:
  ///   - rule: The rule that it breaks.
  ///   - secrets: Those that are known so far.
  /// - Throws: `TrafficError` where an entry can't be read again.
  package func record(
    of occasion: BrokenOccasion, breaking rule: RulePlace, in source: any TrafficSource,
    knowing secrets: KnownSecrets, by tool: ToolRecord, startedAt: Timestamp
  ) throws(TrafficError) -> RunRecord {
    let file = files[rule.file]
    let own = self[rule]
    let location = SourceLocation(file: file.file, position: own.position)
    var result = RuleResult(name: own.name, location: location, covers: own.covers)
    result.broken = [occasion]
    let advised = Set(
      usedCatalogues.flatMap { $0.requirements.values }.lazy.filter { $0.level == .should }.map(
        \.id))
    let recording = RuleRecording(
      rule: own, location: location, result: result, advised: advised, source: source, rules: self)
    var suite = SuiteRecord(name: file.name, file: file.file, scenarios: [])
    suite.cookbook = file.cookbook
    suite.phase = file.phase
    suite.subject = .application
    var record = RunRecord(
      tool: tool,
      target: TargetRecord(
        name: "application", url: "", serviceProvider: nil, mvpds: [],
        framework: "that of the application"), startedAt: startedAt)
    record.subject = .application
    record.audit = AuditRecord(recordings: source.recordings)
    return try self.record(record, suite, knowing: secrets) { known throws(TrafficError) in
      try recording.record(learning: &known)
    }
  }

  /// A record of one suite with one scenario, masked as cautiously as what is shown before the end.
  ///
  /// - Parameters:
  ///   - record: Without catalogues and suites.
  ///   - suite: Without scenarios.
  ///   - secrets: Those that are known so far.
  ///   - scenario: Makes the scenario, and learns what is secret in it.
  func record(
    _ record: RunRecord, _ suite: SuiteRecord, knowing secrets: KnownSecrets,
    _ scenario: (_ known: inout KnownSecrets) throws(TrafficError) -> ScenarioRecord
  ) throws(TrafficError) -> RunRecord {
    var known = secrets
    known.addEncodedHeaders(encodedHeaders)
    let made = try scenario(&known)
    var mask = known.mask
    mask.isCautious = true
    var (record, suite) = (record, suite)
    suite.scenarios = [mask.masked(made).value]
    record.catalogues = usedCatalogues
    record.suites = [suite]
    return record
  }

  /// What is public, and so is no secret: the rules, facts that are not secret, and words of documents.
  ///
  /// - Parameter others: Other texts that are public.
  package func ownTexts(and others: [[UInt8]] = []) -> OwnTexts {
    let facts = facts.filter { name, _ in
      !secretFacts.contains(name) && !KnownSecrets.isSecretName(name)
    }
    return OwnTexts(
      texts + facts.values.map { JSONWriter.bytes($0) } + others, wordsOf: documents)
  }
}

// SPDX-License-Identifier: Apache-2.0
// The record of one occasion, while traffic still comes.

import Expectations
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
    let catalogues = usedCatalogues
    let advised = Set(
      catalogues.flatMap { $0.requirements.values }.lazy.filter { $0.level == .should }.map(\.id))
    let recording = RuleRecording(
      rule: own, location: location, result: result, advised: advised, source: source, rules: self)
    var known = secrets
    known.addEncodedHeaders(encodedHeaders)
    let scenario = try recording.record(learning: &known)
    var mask = known.mask
    mask.isCautious = true
    var suite = SuiteRecord(
      name: file.name, file: file.file, scenarios: [mask.masked(scenario).value])
    suite.cookbook = file.cookbook
    suite.phase = file.phase
    suite.subject = .application
    var record = RunRecord(
      tool: tool,
      target: TargetRecord(
        name: "application", url: "", serviceProvider: nil, mvpds: [],
        framework: "that of the application"), startedAt: startedAt)
    record.catalogues = catalogues
    record.suites = [suite]
    record.subject = .application
    record.audit = AuditRecord(recordings: source.recordings)
    return record
  }

  /// What everybody knows of these rules: no secret stands in it.
  package var ownTexts: OwnTexts { OwnTexts(sources.values.map(\.bytes)) }
}

// SPDX-License-Identifier: Apache-2.0
// The judgements on the scenarios of a suite: a few bytes of each, and the rest when it is needed.

/// The judgements on the scenarios of a suite, in their order. Where the records are put aside, only
/// an outline of each judgement is in memory, and a judgement is made anew when it is asked for.
package struct SuiteJudgements: Sendable {
  /// What most readers ask of a judgement.
  package struct Outline: Sendable {
    package let kind: Verdict.Kind
    package let provesSomething: Bool
    package let traits: ScenarioJudgement.Traits
    /// How many incidents and warnings there are.
    package let incidentCount: Int32
    package let warningCount: Int32
    /// How many findings are warnings; a warning without a finding counts as one.
    package let warningFindings: Int32
  }

  package private(set) var outlines: [Outline] = []
  /// From the start of the suite's first scenario to the end of its last, from the start of the run.
  package private(set) var span: (begin: Duration, end: Duration)?
  /// Empty where the records are put aside.
  private var kept: [ScenarioJudgement] = []
  private let records: ScenarioRecords
  /// Judges a record anew; nil where the judgements are kept.
  private let judge: (@Sendable (ScenarioRecord) -> ScenarioJudgement)?

  /// Without judgements, which are added one by one.
  init(
    _ records: ScenarioRecords, _ judge: @escaping @Sendable (ScenarioRecord) -> ScenarioJudgement
  ) {
    self.records = records
    self.judge = records.isStored ? judge : nil
    outlines.reserveCapacity(records.count)
  }

  /// The judgements on records that are in memory.
  package init(_ records: ScenarioRecords, judgements: [ScenarioJudgement]) {
    self.records = records
    judge = nil
    for (record, judgement) in zip(records, judgements) { add(judgement, on: record) }
  }
}

extension SuiteJudgements {
  mutating func add(_ judgement: ScenarioJudgement, on record: ScenarioRecord) {
    outlines.append(Outline(judgement))
    if judge == nil { kept.append(judgement) }
    let (begin, end) = (record.startedAfter, record.startedAfter + record.duration)
    span =
      span.map { (Swift.min($0.begin, begin), Swift.max($0.end, end)) }
      ?? (begin, Swift.max(begin, end))
  }
}

extension SuiteJudgements.Outline {
  fileprivate init(_ judgement: ScenarioJudgement) {
    kind = judgement.kind
    provesSomething = judgement.provesSomething
    traits = judgement.traits
    incidentCount = Int32(clamping: judgement.incidents.count)
    warningCount = Int32(clamping: judgement.warnings.count)
    warningFindings = Int32(
      clamping: judgement.warnings.reduce(0) { $0 + Swift.max(1, $1.findings.count) })
  }
}

extension SuiteJudgements: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { outlines.count }

  package subscript(index: Int) -> ScenarioJudgement {
    judge.map { $0(records[index]) } ?? kept[index]
  }

  /// The judgement on a record that is in memory already.
  package func judgement(_ index: Int, on record: ScenarioRecord) -> ScenarioJudgement {
    judge.map { $0(record) } ?? kept[index]
  }
}

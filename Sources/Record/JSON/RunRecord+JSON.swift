// SPDX-License-Identifier: Apache-2.0
// Reads and writes the record of a run as JSON, with its catalogues.

package import Formats
import Suites

extension RunRecord {
  /// The value of the member `format`.
  package static let format = "sso-conformance run"

  /// Writes the record as JSON text, with a line for each scenario.
  ///
  /// `outcome`, `totals` and the `verdict` of each requirement follow from the rest. They are written
  /// for other tools, and not read back.
  package static func write(_ judgement: RunJudgement, _ write: ([UInt8]) -> Void) {
    withoutActuallyEscaping(write) { write in
      let coder = RecordCoder(writing: judgement, to: write)
      write(coder.bytes(of: judgement.observed) + "\n".utf8)
    }
  }

  /// All members but the shared fragments and the suites.
  func head(_ judgement: RunJudgement) -> JSONObject {
    var record = self
    (record.sharedFragments, record.suites) = ([], [])
    let bytes = RecordCoder(writing: judgement).bytes(of: record)
    return (try? JSONParser.document(bytes).root.object) ?? JSONObject()
  }

  /// Reads a record.
  ///
  /// - Throws: `RecordError` for the first member that is missing or has a wrong value.
  package init(_ value: JSONValue) throws(RecordError) {
    try self.init(RecordCoder(reading: value), nil)
  }
}

extension RunRecord: RecordPart {
  init(_ c: RecordCoder, _ old: RunRecord?) throws(RecordError) {
    let format = try c("format", old.map { _ in Self.format })
    if format != Self.format {
      throw try c.reader.member("format").error(.unknownValue(format, expected: "'\(Self.format)'"))
    }
    let version = try c("version", old.map { _ in Self.formatVersion })
    if version != Self.formatVersion {
      throw try c.reader.member("version").error(.unknownVersion(version))
    }
    c.derived("outcome", c.judgement?.outcome.json)
    c.derived("totals", c.judgement?.totals.json)
    tool = try c("tool", old?.tool)
    subject = try c("subject", old?.subject, unless: .service)
    target = try c("target", old?.target)
    audit = try c.optional("audit", old?.audit)
    startedAt = try c("startedAt", old?.startedAt)
    duration = try c("durationMs", old?.duration, or: .zero)
    jobs = try c("jobs", old?.jobs)
    isStrict = try c("isStrict", old?.isStrict, or: false)
    atLeast = try c.optionalCount("atLeast", old?.atLeast)
    isInterrupted = try c("isInterrupted", old?.isInterrupted, or: false)
    interruption = try c.optional("interruption", old?.interruption)
    outage = try c.optional("outage", old?.outage)
    clockLead = try c.optional("clockLeadMs", old?.clockLead)
    timesLead = try c.optional("timesLeadMs", old?.timesLead)
    earlierFailures = try c.some("earlierFailures", old?.earlierFailures)
    shard = try c.optional("shard", old?.shard)
    selection = try c.optional("selection", old?.selection)
    evidence = try c.optional("evidence", old?.evidence)
    known = try c.some("known", old?.known)
    attestations = try c.some("attestations", old?.attestations)
    remarks = try c("remarks", old?.remarks, or: [])
    catalogues = try c("catalogues", old?.catalogues, or: [])
    sharedFragments = try c.lines("sharedFragments", old?.sharedFragments)
    suites = try c.lines("suites", old?.suites)
  }
}

extension SelectionRecord: RecordPart {
  init(_ c: RecordCoder, _ old: SelectionRecord?) throws(RecordError) {
    paths = try c("paths", old?.paths, or: [])
    tags = try c("tags", old?.tags, or: [])
    excludedTags = try c.some("excludedTags", old?.excludedTags)
    names = try c("names", old?.names, or: [])
    phases = try c.some("phases", old?.phases)
    requirements = try c.some("requirements", old?.requirements)
    isWalk = try c("isWalk", old?.isWalk, unless: false)
    selected = try c("selected", old?.selected)
    total = try c("total", old?.total)
    budget = try c.optional("budget", old?.budget)
  }
}

extension OutageRecord: RecordPart {
  init(_ c: RecordCoder, _ old: OutageRecord?) throws(RecordError) {
    kind = try c("kind", old?.kind)
    startedAfter = try c("startedAfterMs", old?.startedAfter)
    message = try c("message", old?.message)
  }
}

extension EarlierFailure: RecordPart {
  init(_ c: RecordCoder, _ old: EarlierFailure?) throws(RecordError) {
    suite = try c.optional("suite", old?.suite)
    name = try c("name", old?.name)
    kind = try c("verdict", old?.kind)
  }
}

extension BudgetRecord: RecordPart {
  init(_ c: RecordCoder, _ old: BudgetRecord?) throws(RecordError) {
    limits = try c("limits", old?.limits, or: [])
    requests = try c("requests", old?.requests)
    duration = try c("durationMs", old?.duration, or: .zero)
    leftOut = try c("leftOut", old?.leftOut)
    proves = try c("proves", old?.proves)
    provable = try c("provable", old?.provable)
  }
}

extension ShardRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ShardRecord?) throws(RecordError) {
    index = try c("index", old?.index)
    count = try c("count", old?.count)
    run = try c.optional("run", old?.run)
  }
}

extension ToolRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ToolRecord?) throws(RecordError) {
    name = try c("name", old?.name)
    version = try c("version", old?.version)
  }
}

extension TargetRecord: RecordPart {
  init(_ c: RecordCoder, _ old: TargetRecord?) throws(RecordError) {
    name = try c("name", old?.name)
    url = try c("url", old?.url)
    serviceProvider = try c.optional("serviceProvider", old?.serviceProvider)
    mvpds = try c("mvpds", old?.mvpds, or: [])
    framework = try c("framework", old?.framework)
    argument = try c.optional("argument", old?.argument)
    isEmbedded = try c("isEmbedded", old?.isEmbedded, unless: false)
  }
}

extension SuiteRecord: RecordPart {
  init(_ c: RecordCoder, _ old: SuiteRecord?) throws(RecordError) {
    name = try c("name", old?.name)
    about = try c.optional("about", old?.about)
    file = try c("file", old?.file)
    digest = try c("digest", old?.digest)
    cookbook = try c.optional("cookbook", old?.cookbook)
    phase = try c.optional("phase", old?.phase)
    isPreflight = try c("isPreflight", old?.isPreflight, unless: false)
    isWalk = try c("isWalk", old?.isWalk, unless: false)
    subject = try c("subject", old?.subject, unless: .service)
    scenarios = try c.lines("scenarios", old?.scenarios)
  }
}

extension KnownFailure: RecordPart {
  /// How the failure ended is written with it; that follows from the rest of a record.
  init(_ c: RecordCoder, _ old: KnownFailure?) throws(RecordError) {
    location = try c("at", old?.location)
    subject = try c.optional("subject", old?.subject)
    cases = try c.some("names", old?.cases)
    file = try c.optional("file", old?.file)
    requirements = try c.some("requirements", old?.requirements)
    reason = try c("reason", old?.reason)
    link = try c.optional("link", old?.link)
    expires = try c("expires", old?.expires)
    guard let status = c.knownStatuses.popFirst() else { return }
    c.derived("isExpired", .boolean(status.isExpired))
    c.derived("failingCount", .integer(status.failingCount))
    c.derived("passing", .strings(status.passing))
  }
}

extension Attestation: RecordPart {
  init(_ c: RecordCoder, _ old: Attestation?) throws(RecordError) {
    location = try c("at", old?.location)
    requirement = try c("requirement", old?.requirement)
    by = try c("by", old?.by)
    date = try c("date", old?.date)
    evidence = try c("evidence", old?.evidence)
    file = try c.optional("file", old?.file)
    url = try c.optional("url", old?.url?.text).flatMap(WebAddress.init)
    until = try c.optional("until", old?.until)
  }
}

extension Attestation.File: RecordPart {
  init(_ c: RecordCoder, _ old: Attestation.File?) throws(RecordError) {
    path = try c("path", old?.path)
    digest = try c("sha256", old?.digest)
  }
}

extension RunOutcome {
  fileprivate var json: JSONValue {
    var object = JSONObject([
      ("verdict", .string(kind.rawValue)), ("status", .integer(status)),
      ("sentence", .string(sentence)),
    ])
    if let reason { object.append("reason", .string(reason.rawValue)) }
    return .object(object)
  }
}

extension Totals {
  fileprivate var json: JSONValue {
    let counts = RequirementVerdict.allCases.map {
      (name: $0.rawValue, value: JSONValue.integer(requirements[$0] ?? 0))
    }
    return [
      "scenarios": .integer(scenarios), "passed": .integer(self[.passed]),
      "failed": .integer(self[.failed]), "known": .integer(self[.known]),
      "error": .integer(self[.broken]), "skipped": .integer(self[.skipped]),
      "preflights": .integer(preflights),
      "preflightsPassed": .integer(cases(.passed) - self[.passed]),
      "failedFragments": .integer(failedFragments), "errorFragments": .integer(brokenFragments),
      "blocked": .integer(self[.blocked]), "interrupted": .integer(self[.interrupted]),
      "notReached": .integer(self[.notReached]), "withWarnings": .integer(warned),
      "warnings": .integer(warnings), "steps": .integer(steps),
      "stepsNotRun": .integer(stepsNotRun), "requests": .integer(requests),
      "wireIssues": .integer(wireIssues), "requirements": .object(counts),
      "provable": .integer(provable), "proved": .integer(proved),
    ]
  }
}

extension JSONValue {
  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension Catalogue: RecordPart {
  init(_ c: RecordCoder, _ old: Catalogue?) throws(RecordError) {
    let cookbook = try c("cookbook", old?.cookbook)
    let revision = try c("revision", old?.revision)
    let earlier = try c.some("earlierRevisions", old?.earlierRevisions)
    let base = try c.optional("extends", old?.base)
    let kinds = try c.some("kinds", old?.kinds)
    let ambiguities = try c.parts("ambiguities", old?.ambiguities)
    self.init(
      cookbook: cookbook, revision: revision, base: base, earlierRevisions: earlier,
      phases: try c("phases", old?.phases, or: []), ambiguities: ambiguities, kinds: kinds)
  }
}

extension Catalogue.EarlierRevision: RecordPart {
  init(_ c: RecordCoder, _ old: Catalogue.EarlierRevision?) throws(RecordError) {
    self.init(
      revision: try c("revision", old?.revision),
      demanded: try c("demanded", old?.demanded),
      requirements: try c("requirements", old?.requirements, or: []))
  }
}

extension Catalogue.Phase: RecordPart {
  init(_ c: RecordCoder, _ old: Catalogue.Phase?) throws(RecordError) {
    self.init(
      id: try c("id", old?.id), title: try c("title", old?.title),
      requirements: try c("requirements", old?.requirements, or: []),
      steps: try c.some("steps", old?.steps))
  }
}

extension Catalogue.Step: RecordPart {
  init(_ c: RecordCoder, _ old: Catalogue.Step?) throws(RecordError) {
    self.init(
      number: try c.optional("number", old?.number),
      title: try c("title", old?.title),
      requirements: try c("requirements", old?.requirements, or: []),
      isUnwalked: try c("isUnwalked", old?.isUnwalked, unless: false))
  }
}

extension Requirement: RecordPart {
  init(_ c: RecordCoder, _ old: Requirement?) throws(RecordError) {
    let id = try c("id", old?.id)
    c.derived("verdict", (c.verdicts[id]?.rawValue).map { .string($0) })
    let level = try c("level", old?.level.text)
    let isInferred = try c("inferred", old?.isInferred, unless: false)
    let subject = try c("subject", old?.subject)
    let text = try c("text", old?.text)
    let shownBy = try c.optional("shownBy", old?.shownBy.words)
    // Reports of earlier versions have another word.
    let testableBy = try c.optional("testableBy", nil as String?)
    let endpoint = try c.optional("endpoint", old?.endpoint)
    let source = try c("source", old?.source)
    // An address that no report may link is left out.
    let url = try c.optional("url", old?.url?.text).flatMap { WebAddress($0) }
    let ambiguity = try c.optional("ambiguity", old?.ambiguity)
    let step = try c("step", old?.step)
    let excuse = try c.optional("excuse", old?.excuse)
    let unrecorded = try c.optional("unrecorded", old?.unrecorded)
    let effect = try c.optional("effect", old?.effect)
    let remedy = try c.optional("remedy", old?.remedy)
    let excess = try c.optional("excess", old?.excess)
    self.init(
      id: id, level: Level(level), subject: subject, text: text,
      shownBy: shownBy.map { Set(words: $0) }
        ?? Set(testableBy: testableBy ?? "", isUnrecorded: unrecorded != nil),
      endpoint: endpoint, source: source, ambiguity: ambiguity, step: step, excuse: excuse,
      places: try c.optional("places", old?.places), unrecorded: unrecorded, url: url,
      effect: effect, excess: excess, remedy: remedy, isInferred: isInferred)
  }
}

extension Ambiguity: RecordPart {
  init(_ c: RecordCoder, _ old: Ambiguity?) throws(RecordError) {
    self.init(
      text: try c("text", old?.text),
      isChoice: try c("choice", old?.isChoice, unless: false),
      url: try c.optional("url", old?.url?.text).flatMap { WebAddress($0) })
  }
}

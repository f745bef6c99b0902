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
    let whole = RecordCoder(writing: judgement).writeWhole(judgement.observed)
    write(lines(of: whole, lineBreak: "\n") + "\n".utf8)
  }

  /// The text of an object, with a line for each suite, scenario and shared fragment.
  ///
  /// - Parameter lineBreak: Precedes each member, and the end.
  private static func lines(of object: JSONObject, lineBreak: String) -> [UInt8] {
    var output = Array("{".utf8)
    for (index, member) in object.members.enumerated() {
      output += "\(index > 0 ? "," : "")\(lineBreak)\"\(member.name)\":".utf8
      guard ["sharedFragments", "suites", "scenarios"].contains(member.name),
        case .array(let items) = member.value
      else {
        output += JSONWriter.bytes(member.value)
        continue
      }
      for (index, item) in items.enumerated() {
        output += (index > 0 ? ",\n" : "[\n").utf8
        if case .object(let object) = item { output += lines(of: object, lineBreak: "") }
      }
      output += (!items.isEmpty ? "\n]" : member.name == "suites" ? "[\n]" : "[]").utf8
    }
    return output + "\(lineBreak)}".utf8
  }

  /// All members but the shared fragments and the suites.
  func head(_ judgement: RunJudgement) -> JSONObject {
    var record = self
    (record.sharedFragments, record.suites) = ([], [])
    return RecordCoder(writing: judgement).writeWhole(record)
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
    let format = try c("format", old.map { _ in Self.format }, c.string)
    if format != Self.format {
      throw try c.reader.member("format").error(.unknownValue(format, expected: "'\(Self.format)'"))
    }
    let version = try c("version", old.map { _ in Self.formatVersion }, c.integer)
    if version != Self.formatVersion {
      throw try c.reader.member("version").error(.unknownVersion(version))
    }
    c.derived("outcome", c.judgement?.outcome.json)
    c.derived("totals", c.judgement?.totals.json)
    tool = try c("tool", old?.tool, c.object)
    subject = try c("subject", old?.subject, c.word, unless: .service)
    target = try c("target", old?.target, c.object)
    audit = try c.optional("audit", old?.audit, c.object)
    startedAt = try c("startedAt", old?.startedAt, c.time)
    duration = try c("durationMs", old?.duration, c.duration, or: .zero)
    jobs = try c("jobs", old?.jobs, c.integer)
    isStrict = try c("isStrict", old?.isStrict, c.flag, or: false)
    atLeast = try c.optional("atLeast", old?.atLeast, c.count)
    isInterrupted = try c("isInterrupted", old?.isInterrupted, c.flag, or: false)
    interruption = try c.optional("interruption", old?.interruption, c.string)
    outage = try c.optional("outage", old?.outage, c.object)
    clockLead = try c.optional("clockLeadMs", old?.clockLead, c.duration)
    timesLead = try c.optional("timesLeadMs", old?.timesLead, c.duration)
    earlierFailures = try c("earlierFailures", old?.earlierFailures, c.list, unless: [])
    shard = try c.optional("shard", old?.shard, c.object)
    selection = try c.optional("selection", old?.selection, c.object)
    evidence = try c.optional("evidence", old?.evidence, c.object)
    known = try c("known", old?.known, c.list, unless: [])
    attestations = try c("attestations", old?.attestations, c.list, unless: [])
    remarks = try c("remarks", old?.remarks, c.strings, or: [])
    catalogues = try c("catalogues", old?.catalogues, c.list, or: [])
    sharedFragments = try c("sharedFragments", old?.sharedFragments, c.list, or: [])
    suites = try c("suites", old?.suites, c.list, or: [])
  }
}

extension SelectionRecord: RecordPart {
  init(_ c: RecordCoder, _ old: SelectionRecord?) throws(RecordError) {
    paths = try c("paths", old?.paths, c.strings, or: [])
    tags = try c("tags", old?.tags, c.strings, or: [])
    excludedTags = try c("excludedTags", old?.excludedTags, c.strings, unless: [])
    names = try c("names", old?.names, c.strings, or: [])
    phases = try c("phases", old?.phases, c.strings, unless: [])
    requirements = try c("requirements", old?.requirements, c.strings, unless: [])
    isWalk = try c("isWalk", old?.isWalk, c.flag, unless: false)
    selected = try c("selected", old?.selected, c.integer)
    total = try c("total", old?.total, c.integer)
    budget = try c.optional("budget", old?.budget, c.object)
  }
}

extension OutageRecord: RecordPart {
  init(_ c: RecordCoder, _ old: OutageRecord?) throws(RecordError) {
    kind = try c("kind", old?.kind, c.word)
    startedAfter = try c("startedAfterMs", old?.startedAfter, c.duration)
    message = try c("message", old?.message, c.string)
  }
}

extension EarlierFailure: RecordPart {
  init(_ c: RecordCoder, _ old: EarlierFailure?) throws(RecordError) {
    suite = try c.optional("suite", old?.suite, c.string)
    name = try c("name", old?.name, c.string)
    kind = try c("verdict", old?.kind, c.word)
  }
}

extension BudgetRecord: RecordPart {
  init(_ c: RecordCoder, _ old: BudgetRecord?) throws(RecordError) {
    limits = try c("limits", old?.limits, c.strings, or: [])
    requests = try c("requests", old?.requests, c.integer)
    duration = try c("durationMs", old?.duration, c.duration, or: .zero)
    leftOut = try c("leftOut", old?.leftOut, c.integer)
    proves = try c("proves", old?.proves, c.integer)
    provable = try c("provable", old?.provable, c.integer)
  }
}

extension ShardRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ShardRecord?) throws(RecordError) {
    index = try c("index", old?.index, c.integer)
    count = try c("count", old?.count, c.integer)
    run = try c.optional("run", old?.run, c.string)
  }
}

extension ToolRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ToolRecord?) throws(RecordError) {
    name = try c("name", old?.name, c.string)
    version = try c("version", old?.version, c.string)
  }
}

extension TargetRecord: RecordPart {
  init(_ c: RecordCoder, _ old: TargetRecord?) throws(RecordError) {
    name = try c("name", old?.name, c.string)
    url = try c("url", old?.url, c.string)
    serviceProvider = try c.optional("serviceProvider", old?.serviceProvider, c.string)
    mvpds = try c("mvpds", old?.mvpds, c.strings, or: [])
    framework = try c("framework", old?.framework, c.string)
    argument = try c.optional("argument", old?.argument, c.string)
    isEmbedded = try c("isEmbedded", old?.isEmbedded, c.flag, unless: false)
  }
}

extension SuiteRecord: RecordPart {
  init(_ c: RecordCoder, _ old: SuiteRecord?) throws(RecordError) {
    name = try c("name", old?.name, c.string)
    about = try c.optional("about", old?.about, c.string)
    file = try c("file", old?.file, c.string)
    digest = try c("digest", old?.digest, c.string)
    cookbook = try c.optional("cookbook", old?.cookbook, c.string)
    phase = try c.optional("phase", old?.phase, c.string)
    isPreflight = try c("isPreflight", old?.isPreflight, c.flag, unless: false)
    isWalk = try c("isWalk", old?.isWalk, c.flag, unless: false)
    subject = try c("subject", old?.subject, c.word, unless: .service)
    scenarios = try c("scenarios", old?.scenarios, c.list, or: [])
  }
}

extension KnownFailure: RecordPart {
  /// How the failure ended is written with it; that follows from the rest of a record.
  init(_ c: RecordCoder, _ old: KnownFailure?) throws(RecordError) {
    location = try c("at", old?.location, c.location)
    subject = try c.optional("subject", old?.subject, c.word)
    cases = try c("names", old?.cases, c.strings, unless: [])
    file = try c.optional("file", old?.file, c.string)
    requirements = try c("requirements", old?.requirements, c.strings, unless: [])
    reason = try c("reason", old?.reason, c.string)
    link = try c.optional("link", old?.link, c.string)
    expires = try c("expires", old?.expires, c.day)
    guard let status = c.knownStatuses.popFirst() else { return }
    c.derived("isExpired", .boolean(status.isExpired))
    c.derived("failingCount", .integer(status.failingCount))
    c.derived("passing", .strings(status.passing))
  }
}

extension Attestation: RecordPart {
  init(_ c: RecordCoder, _ old: Attestation?) throws(RecordError) {
    location = try c("at", old?.location, c.location)
    requirement = try c("requirement", old?.requirement, c.string)
    by = try c("by", old?.by, c.string)
    date = try c("date", old?.date, c.day)
    evidence = try c("evidence", old?.evidence, c.string)
    file = try c.optional("file", old?.file, c.object)
    url = try c.optional("url", old?.url?.text, c.string).flatMap(WebAddress.init)
    until = try c.optional("until", old?.until, c.day)
  }
}

extension Attestation.File: RecordPart {
  init(_ c: RecordCoder, _ old: Attestation.File?) throws(RecordError) {
    path = try c("path", old?.path, c.string)
    digest = try c("sha256", old?.digest, c.string)
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
    let cookbook = try c("cookbook", old?.cookbook, c.string)
    let revision = try c("revision", old?.revision, c.string)
    let earlier = try c("earlierRevisions", old?.earlierRevisions, c.list, unless: [])
    let base = try c.optional("extends", old?.base, c.string)
    let kinds = try c("kinds", old?.kinds, c.places, unless: [])
    let ambiguities = try c("ambiguities", old?.ambiguities, c.parts, unless: [:])
    self.init(
      cookbook: cookbook, revision: revision, base: base, earlierRevisions: earlier,
      phases: try c("phases", old?.phases, c.list, or: []), ambiguities: ambiguities, kinds: kinds)
  }
}

extension Catalogue.EarlierRevision: RecordPart {
  init(_ c: RecordCoder, _ old: Catalogue.EarlierRevision?) throws(RecordError) {
    self.init(
      revision: try c("revision", old?.revision, c.string),
      demanded: try c("demanded", old?.demanded, c.string),
      requirements: try c("requirements", old?.requirements, c.strings, or: []))
  }
}

extension Catalogue.Phase: RecordPart {
  init(_ c: RecordCoder, _ old: Catalogue.Phase?) throws(RecordError) {
    self.init(
      id: try c("id", old?.id, c.string), title: try c("title", old?.title, c.string),
      requirements: try c("requirements", old?.requirements, c.list, or: []),
      steps: try c("steps", old?.steps, c.list, unless: []))
  }
}

extension Catalogue.Step: RecordPart {
  init(_ c: RecordCoder, _ old: Catalogue.Step?) throws(RecordError) {
    self.init(
      number: try c.optional("number", old?.number, c.string),
      title: try c("title", old?.title, c.string),
      requirements: try c("requirements", old?.requirements, c.strings, or: []),
      isUnwalked: try c("isUnwalked", old?.isUnwalked, c.flag, unless: false))
  }
}

extension Requirement: RecordPart {
  init(_ c: RecordCoder, _ old: Requirement?) throws(RecordError) {
    let id = try c("id", old?.id, c.string)
    c.derived("verdict", (c.verdicts[id]?.rawValue).map { .string($0) })
    let level = try c("level", old?.level.text, c.string)
    let isInferred = try c("inferred", old?.isInferred, c.flag, unless: false)
    let subject = try c("subject", old?.subject, c.string)
    let text = try c("text", old?.text, c.string)
    let shownBy = try c.optional("shownBy", old?.shownBy.words, c.strings)
    // Reports of earlier versions have another word.
    let testableBy = try c.optional("testableBy", nil, c.string)
    let endpoint = try c.optional("endpoint", old?.endpoint, c.string)
    let source = try c("source", old?.source, c.string)
    // An address that no report may link is left out.
    let url = try c.optional("url", old?.url?.text, c.string).flatMap { WebAddress($0) }
    let ambiguity = try c.optional("ambiguity", old?.ambiguity, c.string)
    let step = try c("step", old?.step, c.string)
    let excuse = try c.optional("excuse", old?.excuse, c.string)
    let unrecorded = try c.optional("unrecorded", old?.unrecorded, c.string)
    let effect = try c.optional("effect", old?.effect, c.string)
    let remedy = try c.optional("remedy", old?.remedy, c.string)
    let excess = try c.optional("excess", old?.excess, c.string)
    self.init(
      id: id, level: Level(level), subject: subject, text: text,
      shownBy: shownBy.map { Set(words: $0) }
        ?? Set(testableBy: testableBy ?? "", isUnrecorded: unrecorded != nil),
      endpoint: endpoint, source: source, ambiguity: ambiguity, step: step, excuse: excuse,
      places: try c.optional("places", old?.places, c.places), unrecorded: unrecorded, url: url,
      effect: effect, excess: excess, remedy: remedy, isInferred: isInferred)
  }
}

extension Ambiguity: RecordPart {
  init(_ c: RecordCoder, _ old: Ambiguity?) throws(RecordError) {
    self.init(
      text: try c("text", old?.text, c.string),
      isChoice: try c("choice", old?.isChoice, c.flag, unless: false),
      url: try c.optional("url", old?.url?.text, c.string).flatMap { WebAddress($0) })
  }
}

// SPDX-License-Identifier: Apache-2.0
// Writes the record of a run as JSON, and reads it back.

import Catalogues
import Encodings
package import JSON

extension RunRecord {
  /// The value of the member `format`.
  package static let format = "sso-conformance run"

  /// Writes the record as JSON text in pieces, with a line for each scenario.
  ///
  /// `outcome`, `totals` and the `verdict` of each requirement follow from the rest. They are written
  /// for other tools, and not read back.
  ///
  /// - Parameter write: Gets the pieces in order.
  package static func write(_ judgement: RunJudgement, _ write: ([UInt8]) -> Void) {
    let record = judgement.record
    write(Array("{\n".utf8))
    for member in record.head(judgement).members {
      write(member.line + Array(",\n".utf8))
    }
    write(Array("\"sharedFragments\":[".utf8))
    lines(record.sharedFragments, write) { $0.write(to: &$1) }
    write(Array("],\n\"suites\":[".utf8))
    for (index, suite) in record.suites.enumerated() {
      write(Array((index == 0 ? "\n{" : ",\n{").utf8))
      for member in suite.head.members { write(member.line + Array(",".utf8)) }
      write(Array("\"scenarios\":[".utf8))
      for index in suite.scenarios.indices {
        write(Array((index == 0 ? "\n" : ",\n").utf8))
        write(suite.scenarios.text(index))
      }
      if !suite.scenarios.isEmpty { write([0x0A]) }
      write(Array("]}".utf8))
    }
    write(Array("\n]\n}\n".utf8))
  }

  private static func lines<Item>(
    _ items: [Item], _ write: ([UInt8]) -> Void, _ body: (Item, inout JSONText) -> Void
  ) {
    var text = JSONText()
    for (index, item) in items.enumerated() {
      write(Array((index == 0 ? "\n" : ",\n").utf8))
      text.removeAll()
      body(item, &text)
      write(text.bytes)
    }
    if !items.isEmpty { write([0x0A]) }
  }

  /// All members but the shared fragments and the suites.
  func head(_ judgement: RunJudgement) -> JSONObject {
    let verdicts = judgement.coverage.rows.reduce(into: [String: RequirementVerdict]()) {
      if $0[$1.requirement.id] == nil { $0[$1.requirement.id] = $1.verdict }
    }
    var head = JSONObject()
    head.append("format", .string(Self.format))
    head.append("version", .integer(Self.formatVersion))
    head.append("outcome", judgement.outcome.json)
    head.append("totals", judgement.totals.json)
    head.append("tool", ["name": .string(tool.name), "version": .string(tool.version)])
    if subject != .service { head.append("subject", .string(subject.rawValue)) }
    head.append("target", target.json)
    head["audit"] = audit?.json
    head.append("startedAt", .string(startedAt.iso8601))
    head.append("durationMs", duration.json)
    head.append("jobs", .integer(jobs))
    head.append("isStrict", .boolean(isStrict))
    head.append("isInterrupted", .boolean(isInterrupted))
    head["interruption"] = interruption.map(JSONValue.string)
    head["shard"] = shard.map { ["index": .integer($0.index), "count": .integer($0.count)] }
    head["selection"] = selection?.json
    head["evidence"] = evidence?.json(tool)
    if !known.isEmpty {
      head.append("known", .array(judgement.known.map { $0.json(in: self) }))
    }
    head.append("remarks", .strings(remarks))
    head.append("catalogues", .array(catalogues.map { $0.json(verdicts) }))
    return head
  }

  /// Reads a record.
  ///
  /// - Throws: `RecordError` for the first member that is missing or has a wrong value.
  package init(_ value: JSONValue) throws(RecordError) {
    let reader = RecordReader(value)
    let format = try reader.member("format")
    if try format.string() != Self.format {
      throw format.error(.unknownValue(try format.string(), expected: "'\(Self.format)'"))
    }
    let version = try reader.integer("version")
    guard version == Self.formatVersion else {
      throw try reader.member("version").error(.unknownVersion(version))
    }
    let tool = try reader.member("tool")
    let startedAt = try reader.member("startedAt").time()
    self.init(
      tool: ToolRecord(name: try tool.string("name"), version: try tool.string("version")),
      target: try TargetRecord(try reader.member("target")), startedAt: startedAt,
      duration: try reader.duration("durationMs"), jobs: try reader.integer("jobs"),
      isStrict: try reader.flag("isStrict"), isInterrupted: try reader.flag("isInterrupted"),
      remarks: try reader.strings("remarks"),
      catalogues: try reader.list("catalogues") { item throws(RecordError) in
        try Catalogue(item)
      },
      sharedFragments: try reader.list("sharedFragments") { item throws(RecordError) in
        try SharedFragmentRecord(item)
      },
      suites: try reader.list("suites") { item throws(RecordError) in try SuiteRecord(item) },
      shard: try reader.shard(),
      selection: try reader.optional("selection") == nil
        ? nil : try SelectionRecord(try reader.member("selection")),
      subject: try reader.subject(),
      audit: try reader.optional("audit") == nil
        ? nil : try AuditRecord(try reader.member("audit")),
      evidence: try reader.optional("evidence").map { item throws(RecordError) in
        try EvidenceRecord(item)
      },
      known: try reader.list("known") { item throws(RecordError) in try KnownFailure(item) })
    interruption = try reader.optionalString("interruption")
  }
}

extension SelectionRecord {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object.append("paths", .strings(paths))
    object.append("tags", .strings(tags))
    if !excludedTags.isEmpty { object["excludedTags"] = .strings(excludedTags) }
    object.append("names", .strings(names))
    if !phases.isEmpty { object["phases"] = .strings(phases) }
    if !requirements.isEmpty { object["requirements"] = .strings(requirements) }
    object.append("selected", .integer(selected))
    object.append("total", .integer(total))
    object["failedIn"] = failedIn.map(JSONValue.string)
    object["budget"] = budget?.json
    return .object(object)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    func strings(_ name: String) throws(RecordError) -> [String] {
      try reader.value[name] == nil ? [] : reader.strings(name)
    }
    self.init(
      paths: try reader.strings("paths"), tags: try reader.strings("tags"),
      excludedTags: try strings("excludedTags"), names: try reader.strings("names"),
      phases: try strings("phases"), requirements: try strings("requirements"),
      failedIn: try reader.optionalString("failedIn"),
      budget: try reader.optional("budget").map { item throws(RecordError) in
        try BudgetRecord(item)
      },
      selected: try reader.integer("selected"), total: try reader.integer("total"))
  }
}

extension RecordReader {
  /// Whose half is judged; that of the service in reports that don't say it.
  fileprivate func subject() throws(RecordError) -> JudgedParty {
    try optional("subject") == nil ? .service : try word("subject")
  }

  fileprivate func shard() throws(RecordError) -> ShardRecord? {
    guard let reader = try optional("shard") else { return nil }
    return ShardRecord(index: try reader.integer("index"), count: try reader.integer("count"))
  }
}

extension RunOutcome {
  fileprivate var json: JSONValue {
    ["verdict": .string(kind.rawValue), "status": .integer(status), "sentence": .string(sentence)]
  }
}

extension Totals {
  fileprivate var json: JSONValue {
    let counts = RequirementVerdict.allCases.map {
      (name: $0.rawValue, value: JSONValue.integer(requirements[$0] ?? 0))
    }
    return [
      "scenarios": .integer(scenarios), "passed": .integer(passed), "failed": .integer(failed),
      "known": .integer(known), "error": .integer(broken), "skipped": .integer(skipped),
      "failedFragments": .integer(failedFragments), "errorFragments": .integer(brokenFragments),
      "blocked": .integer(blocked), "interrupted": .integer(interrupted),
      "notReached": .integer(notReached), "withWarnings": .integer(warned),
      "warnings": .integer(warnings), "steps": .integer(steps),
      "stepsNotRun": .integer(stepsNotRun), "requests": .integer(requests),
      "wireIssues": .integer(wireIssues), "requirements": .object(counts),
      "provable": .integer(provable), "proved": .integer(proved),
    ]
  }
}

extension TargetRecord {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object.append("name", .string(name))
    object.append("url", .string(url))
    object["serviceProvider"] = serviceProvider.map { .string($0) }
    object.append("mvpds", .strings(mvpds))
    object.append("framework", .string(framework))
    return .object(object)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      name: try reader.string("name"), url: try reader.string("url"),
      serviceProvider: try reader.optionalString("serviceProvider"),
      mvpds: try reader.strings("mvpds"), framework: try reader.string("framework"))
  }
}

extension SuiteRecord {
  /// All members but the scenarios.
  fileprivate var head: JSONObject {
    var object = JSONObject()
    object.append("name", .string(name))
    object["about"] = about.map { .string($0) }
    object.append("file", .string(file))
    object.append("digest", .string(digest))
    object["cookbook"] = cookbook.map { .string($0) }
    object["phase"] = phase.map { .string($0) }
    if isPreflight { object.append("isPreflight", true) }
    if subject != .service { object.append("subject", .string(subject.rawValue)) }
    return object
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      name: try reader.string("name"), about: try reader.optionalString("about"),
      file: try reader.string("file"), digest: try reader.string("digest"),
      cookbook: try reader.optionalString("cookbook"), phase: try reader.optionalString("phase"),
      isPreflight: try reader.flag("isPreflight"), subject: try reader.subject(),
      scenarios: try reader.list("scenarios") { item throws(RecordError) in
        try ScenarioRecord(item)
      })
  }
}

extension JSONObject.Member {
  /// `"name":value`.
  fileprivate var line: [UInt8] {
    JSONWriter.bytes(.string(name)) + [UInt8(ascii: ":")] + JSONWriter.bytes(value)
  }
}

extension Duration {
  /// Milliseconds with three decimals.
  var json: JSONValue {
    JSONNumber(literal: Wording.milliseconds(self)).map { .number($0) } ?? 0
  }
}

extension JSONValue {
  package static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }
}

// SPDX-License-Identifier: Apache-2.0
// The result of an audit as the record that reports are made from.

import Formats
import HTTP
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
          cookbook: file.cookbook, phase: file.phase, subject: .application, scenarios: scenarios))
    }
    return RunRecord(
      tool: tool,
      target: TargetRecord(
        name: "application", url: traffic.origins.first ?? "", serviceProvider: nil, mvpds: [],
        framework: "that of the application"), startedAt: startedAt, duration: duration, jobs: 1,
      isStrict: isStrict, isInterrupted: isInterrupted,
      remarks: remarks + [evidence.remark].compactMap(\.self), catalogues: outline.catalogues,
      sharedFragments: [], suites: suites, subject: .application, audit: traffic.record)
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

extension RecordedExchange {
  /// How much of a body a record keeps.
  private static let bodyLimitBytes = 16 * 1024

  /// The exchange with its secrets, to be masked.
  var record: ExchangeRecord {
    let answer = response
    let (body, count) = answer.map { Self.text($0.body) } ?? ("", 0)
    return ExchangeRecord(
      method: request.method, url: request.url, status: answer?.status ?? 0,
      duration: duration ?? .zero, notes: answer == nil ? ["the recording has no answer"] : [],
      detail: ExchangeRecord.Detail(
        requestHeaders: request.headers?.fields ?? [], requestBody: Self.text(request.body).text,
        reason: answer?.reason ?? "", responseHeaders: answer?.headers?.fields ?? [],
        responseBody: body, responseByteCount: count))
  }

  /// The text of a body, cut, and how long the body is.
  private static func text(_ body: RecordedBody) -> (text: String, count: Int) {
    switch body {
    case .none: return ("", 0)
    case .missing(let reason): return ("‹not recorded: \(reason)›", 0)
    case .fields(let fields):
      let text = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      return cut(Array(text.utf8))
    case .bytes(let bytes): return cut(bytes)
    }
  }

  private static func cut(_ bytes: [UInt8]) -> (text: String, count: Int) {
    guard bytes.count > bodyLimitBytes else {
      return (String(decoding: bytes, as: UTF8.self), bytes.count)
    }
    var end = bodyLimitBytes
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return ("\(String(decoding: bytes[..<end], as: UTF8.self))…", bytes.count)
  }
}

extension KnownSecrets {
  /// The names of segments that are secrets; they may also stand before them in a path:
  /// `/profiles/code/ABC123`.
  private static let nameSegments: Set<String> = [
    "code", "regcode", "device", "deviceid", "token", "user", "session",
  ]

  /// Adds the secrets of an exchange: in its URL, its headers and its bodies.
  ///
  /// - Parameter segments: The segments of its path that have names, such as `code`.
  package mutating func addSecrets(
    of exchange: RecordedExchange, segments: [(name: String, value: String)] = []
  ) {
    for (name, value) in segments
    where KnownSecrets.isSecretName(name) || Self.nameSegments.contains(name.lowercased()) {
      add(value, named: name)
    }
    let request = exchange.request
    addSecrets(
      of: HTTPRequest(
        method: request.method, target: request.url, headers: request.headers ?? HeaderList(),
        body: request.body.bytes))
    addFields(of: request.body)
    // What the framework said of one subscriber, in Base64. Findings show the part that matters.
    for value in request.headers?.values(of: "AP-Partner-Framework-Status") ?? [] {
      add(value, named: "framework status")
    }
    addSegments(of: request.url)
    guard let response = exchange.response else { return }
    addSecrets(
      of: HTTPResponse(
        status: response.status, headers: response.headers ?? HeaderList(),
        body: response.body.bytes), json: nil)
    addFields(of: response.body)
  }

  private mutating func addFields(of body: RecordedBody) {
    guard case .fields(let fields) = body else { return }
    addSecrets(in: .object(JSONObject(fields.map { (name: $0.name, value: .string($0.value)) })))
    for field in fields { addSecrets(inText: "\(field.name)=\(field.value)") }
  }

  private mutating func addSegments(of url: String) {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let segments = path.split(separator: "/").map(String.init)
    for (name, value) in zip(segments, segments.dropFirst())
    where Self.nameSegments.contains(name.lowercased()) { add(value, named: name) }
  }
}

extension RecordedBody {
  fileprivate var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}

/// Knows which requirements are only recommended.
struct RuleBlame: Sendable {
  private let advised: Set<String>

  init(_ catalogues: [Catalogue]) {
    advised = Set(
      catalogues.flatMap { $0.requirements.values }.lazy.filter { $0.level == .should }.map(\.id))
  }
}

extension RuleBlame {
  /// Whether the occasion misses nothing but recommendations.
  func isAdvice(_ occasion: BrokenOccasion) -> Bool {
    !occasion.blamed.isEmpty && occasion.blamed.allSatisfy { advised.contains($0) }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The result of an audit as the record that reports are made from.

import Formats
package import HTTP
package import Record
package import Redaction
import Suites
package import Text

extension AuditResult {
  /// How many bytes of heads and bodies are kept for the reports.
  private static let evidenceBytes = 16_000_000

  /// The result as a record without secrets: a file of rules is a suite, a rule is a scenario, and an
  /// occasion on which the rule was broken is a step.
  ///
  /// - Parameters:
  ///   - rules: Those that were judged.
  ///   - startedAt: When the judging began.
  /// - Throws: `TrafficError` where an entry can't be read again.
  package func record(
    of rules: AuditRules, by tool: ToolRecord,
    startedAt: Timestamp, duration: Duration, isStrict: Bool = false, remarks: [String] = []
  ) throws(TrafficError) -> RunRecord {
    // Whoever names a recording knows its name; and a signed message has times like those of entries.
    let times = self.rules.flatMap {
      $0.broken.prefix(RuleRecording.shownLimit).map(\.startedAt.iso8601)
    }
    let own = rules.ownTexts(and: (source.recordings + times).map { Array($0.utf8) })
    let evidence = Evidence(limitBytes: Self.evidenceBytes)
    let catalogues = rules.usedCatalogues
    let advised = Set(
      catalogues.flatMap { $0.requirements.values }.lazy.filter { $0.level == .should }.map(\.id))
    var results = self.rules.makeIterator()
    var known = KnownSecrets(own: own)
    rules.addSecrets(to: &known)
    known.addEncodedHeaders(rules.encodedHeaders)
    known.addShort(of: secrets)
    var suites: [SuiteRecord] = []
    for file in rules.files {
      var scenarios: [ScenarioRecord] = []
      for rule in file.rules {
        let location = SourceLocation(file: file.file, position: rule.position)
        let recording = RuleRecording(
          rule: rule, location: location, result: results.next(), advised: advised, source: source,
          rules: rules)
        var secrets = known
        var record = try recording.record(learning: &secrets)
        record.keep(evidence.choice(isFailure: record.verdict.kind == .failed))
        let masked = secrets.mask.masked(record)
        evidence.add(masked.steps)
        scenarios.append(masked.value)
      }
      var suite = SuiteRecord(name: file.name, file: file.file, scenarios: scenarios)
      suite.about = file.about
      suite.digest = file.digest
      suite.cookbook = file.cookbook
      suite.phase = file.phase
      suite.subject = .application
      suites.append(suite)
    }
    var record = RunRecord(
      tool: tool,
      target: TargetRecord(
        name: "application", url: traffic.origins.first ?? "", serviceProvider: nil, mvpds: [],
        framework: "that of the application"), startedAt: startedAt)
    record.duration = duration
    record.isStrict = isStrict
    record.remarks = remarks + self.remarks + [evidence.remark].compactMap(\.self)
    record.catalogues = catalogues
    record.suites = suites
    record.subject = .application
    record.audit = traffic
    record.audit?.applications = try applications(suites, of: rules, known)
    return record
  }

  /// The applications with what each shows of the rules, which stand in the order of the suites. A call
  /// that several APIs share, such as a registration, meets the rules of those alone that the application
  /// uses.
  private func applications(
    _ suites: [SuiteRecord], of auditRules: AuditRules, _ known: KnownSecrets
  ) throws(TrafficError) -> [AuditApplication] {
    let places = zip(suites, auditRules.files).flatMap { suite, file in
      suite.scenarios.map { (file: suite.file, name: $0.name, vocabulary: file.vocabulary) }
    }
    var all: [AuditApplication] = []
    for (number, seen) in self.applications.enumerated() {
      var application = seen.application
      let headers = try source.exchange(seen.first).request.headers
      application.device = Self.device(headers).map { known.mask.masked($0) }
      application.rules = zip(places, rules).compactMap { place, result in
        guard let shown = result.byApplication[number],
          seen.vocabularies.isEmpty || seen.vocabularies.contains(place.vocabulary)
        else { return nil }
        return AuditApplication.Rule(
          file: place.file, name: place.name, isMet: shown.isMet, broken: shown.broken?.sorted())
      }
      all.append(application)
    }
    return all
  }

  /// How many characters of a user agent are kept.
  private static let deviceLimit = 80

  /// The model of the device, or else the user agent; nil where the headers say neither.
  package static func device(_ headers: HeaderList?) -> String? {
    let info = headers?["X-Device-Info"].flatMap(Base64.text)
      .flatMap { try? JSONParser.document($0).root }
    let model = [info?["model"], info?["osName"]].compactMap { $0?.string }
      .filter { !$0.isEmpty }
    let text = model.isEmpty ? headers?["User-Agent"] : model.joined(separator: " ")
    return text.map { String($0.prefix(deviceLimit)) }
  }

  /// The cookbooks of the rules that the traffic follows; all of them where it follows none.
  package func cookbooks(of rules: AuditRules) -> Set<String> {
    let all = rules.cookbooks
    let followed = all.intersection(cookbooks)
    return followed.isEmpty ? all : followed
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
      record.audit?.unseen[cookbook] = count
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
    let (sent, sentCount) = Self.text(request.body)
    var record = ExchangeRecord(
      method: request.method, url: request.url, status: answer?.status ?? 0,
      duration: duration ?? .zero,
      detail: ExchangeRecord.Detail(
        requestHeaders: request.headers?.fields ?? [], requestBody: sent,
        reason: answer?.reason ?? "", responseHeaders: answer?.headers?.fields ?? [],
        responseBody: body, responseByteCount: count,
        requestIsCut: sentCount > Self.bodyLimitBytes))
    if answer == nil { record.notes = ["the recording has no answer"] }
    return record
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

  /// Adds the id of the service provider in a documented path, which is no secret.
  ///
  /// - Parameter segments: The segments of the path that have names.
  package mutating func addServiceProvider(in segments: [(name: String, value: String)]) {
    // Else each exchange would make the forms of all new secrets again, in a copy.
    settle()
    let id = segments.filter { $0.name == "serviceProvider" && !mask.hidesUnnamed($0.value) }
    addPublic(JSONObject(id.map { (name: $0.name, value: .string($0.value)) }))
  }

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

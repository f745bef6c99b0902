// SPDX-License-Identifier: Apache-2.0
// A bench for the tests: suites in memory against a small service on loopback.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Runner
import Suites
import Synchronization
import TestSupport
import Testing
import Text

/// What a test's run is made with, but for the suite.
struct Bench: Sendable {
  var facts: JSONObject = JSONObject([("service_provider", "SP"), ("mvpd", "M1")])
  var jobs = 1
  /// How many scenarios may wait besides.
  var waiting = 50
  var stopsAtFailure = false
  var isStrict = false
  var selection = Selection()
  var client = ClientSettings(
    connectTimeout: .seconds(5), responseTimeout: .seconds(20), proxies: nil)
  /// Changes to the profile.
  var profile: @Sendable (inout Profile) -> Void = { _ in }
  var environment: @Sendable (inout Environment) -> Void = { _ in }
  var cancellation = Cancellation()
  var evidenceBytes: Int?
  var ended: @Sendable (JudgedScenario) -> Void = { _ in }
  /// Gets each request that was sent.
  var sent: (@Sendable (SentExchange) -> Void)?
  /// Gets the answers of what passed.
  var judged: (@Sendable (PassedAnswers) -> Void)?
  var known: [KnownFailure] = []
  /// What no report may show beside the secrets of the profile.
  var secrets: [String] = []
  /// The other files beside `suite.yaml`.
  var files: [String: String] = [:]
  /// How long it waits for a service in trouble.
  var patience = Bench.patience
  /// The names of facts that are text and declared beside `suite.yaml`.
  var ownFacts: [String] = []
  /// What stands in a suite of steps above them.
  var keys = ""
}

/// A service that a test makes up, which remembers what it was asked.
final class Service: Sendable {
  typealias Log = Lock<[(request: HTTPRequest, at: ContinuousClock.Instant)]>

  private let server: HTTPServer
  /// What came, in its order.
  private let log: Log
  let port: Int

  /// - Parameter answer: Given the request and how many came before it.
  init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> HTTPResponse) throws {
    let log = Log([])
    self.log = log
    server = HTTPServer { incoming in
      let request = incoming.request
      let number = log.change { all in
        all.append((request, .now))
        return all.count - 1
      }
      return answer(request, number)
    }
    port = Int(try server.start())
  }

  var requests: [HTTPRequest] { log.read().map(\.request) }
  var targets: [String] { requests.map { "\($0.method) \($0.target)" } }
  var times: [ContinuousClock.Instant] { log.read().map(\.at) }

  func stop() { server.stop() }

  deinit { server.stop() }
}

extension HTTPResponse {
  /// An answer with JSON in it.
  static func json(_ text: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:])
    -> HTTPResponse
  {
    var list = HeaderList(headers)
    list.append("Content-Type", "application/json")
    return HTTPResponse(status: status, reason: "", headers: list, body: Array(text.utf8))
  }

  static func text(_ text: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:])
    -> HTTPResponse
  {
    HTTPResponse(
      status: status, reason: "", headers: HeaderList(headers), body: Array(text.utf8))
  }
}

extension Bench {
  /// Short times: a test waits for no service to come back.
  static var patience: Patience {
    var patience = Patience()
    (patience.outage, patience.throttled) = (.milliseconds(200), .seconds(4))
    (patience.firstPause, patience.longestPause) = (.milliseconds(10), .milliseconds(50))
    return patience
  }

  /// Loads a suite, which must have no mistake.
  func load(_ suite: String) throws -> SuiteCollection {
    var texts = files
    texts["suite.yaml"] = suite
    texts["usual/facts.yaml"] = FactFile.shipped
    if !ownFacts.isEmpty { texts["facts.yaml"] = FactFile.declaring(texts: ownFacts) }
    // The cookbook of a small catalogue has the name of its file.
    for (path, text) in texts where path.hasSuffix(".json") {
      let name = SuitePath.name(of: path).dropLast(".json".count)
      texts[path] = text.replacing(#""cookbook": "c""#, with: #""cookbook": "\#(name)""#)
    }
    let all = texts
    let files = SuiteFiles(
      kind: { path in
        if all[path] != nil { return .file }
        return path == "." || all.keys.contains { $0.hasPrefix("\(path)/") } ? .folder : nil
      },
      read: { path throws(FileError) in
        guard let text = all[path] else { throw FileError("no file") }
        return Array(text.utf8)
      }, list: { _ throws(FileError) in Array(all.keys) })
    let paths = all.keys.filter {
      !$0.hasSuffix("fragments.yaml") && !$0.hasSuffix("facts.yaml") && $0.hasSuffix(".yaml")
    }
    let collection = SuiteLoader.load(paths.sorted(), shipped: "usual", files: files)
    let mistakes = collection.diagnostics.filter { $0.severity == .error }.map { "\($0)" }
    try #require(mistakes == [])
    return collection
  }

  func makeProfile(port: Int, declared: FactTable = FactTable()) throws -> Profile {
    var profile = Profile(
      name: "bench", baseURL: try BaseURL("http://127.0.0.1:\(port)"), declared: declared)
    for fact in facts.members { profile.facts[fact.name] = fact.value }
    self.profile(&profile)
    return profile
  }

  func plan(_ suite: String, port: Int = 1, identities: Int? = nil) throws -> Plan {
    let collection = try load(suite)
    let profile = try makeProfile(port: port, declared: collection.facts)
    return Planner.plan(
      collection, selection: selection, facts: profile.factsByName, identities: { _ in identities })
  }

  /// Runs a suite against a port.
  func run(_ suite: String, port: Int) throws -> RunRecord {
    let profile = try makeProfile(port: port, declared: try load(suite).facts)
    let now: @Sendable () -> Timestamp = { Timestamp(milliseconds: 1_800_000_000_000) }
    var environment = Environment(
      now: now, randomBytes: seededBytes(), framework: FrameworkSources(.emulator(.apple)))
    self.environment(&environment)
    var settings = RunSettings(
      jobs: jobs, tool: ToolRecord(name: "sso-conformance", version: "test"), client: client)
    settings.waiting = waiting
    settings.patience = patience
    settings.stopsAtFailure = stopsAtFailure
    settings.isStrict = isStrict
    settings.evidenceBytes = evidenceBytes ?? settings.evidenceBytes
    settings.sent = sent
    settings.judged = judged
    settings.known = known
    settings.secrets = secrets
    return Run(
      try plan(suite, port: port, identities: environment.framework.standard.identities),
      profile: profile, settings: settings, environment: environment, cancellation: cancellation
    ).record(ended: ended)
  }

  func run(_ suite: String, on service: Service) throws -> RunRecord {
    defer { service.stop() }
    return try run(suite, port: service.port)
  }

  /// Runs a scenario of these steps, called It.
  func run(steps: String, port: Int) throws -> RunRecord {
    let lines = steps.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    return try run(
      "suite: Small\n\(keys)\nscenarios:\n  - scenario: It\n    steps:\n\(lines)\n", port: port)
  }

  func run(steps: String, on service: Service) throws -> RunRecord {
    defer { service.stop() }
    return try run(steps: steps, port: service.port)
  }

  func run(
    steps: String, _ answer: @escaping @Sendable (HTTPRequest, Int) -> HTTPResponse
  ) throws -> RunRecord {
    try run(steps: steps, on: Service(answer))
  }

  func run(
    _ suite: String, _ answer: @escaping @Sendable (HTTPRequest, Int) -> HTTPResponse
  ) throws -> RunRecord {
    try run(suite, on: Service(answer))
  }

  /// Runs steps against a service that answers all alike.
  func run(steps: String, json: String = "{}", status: Int = 200) throws -> RunRecord {
    try run(steps: steps) { _, _ in .json(json, status: status) }
  }

  func run(_ suite: String, json: String = "{}", status: Int = 200) throws -> RunRecord {
    try run(suite) { _, _ in .json(json, status: status) }
  }
}

extension RunRecord {
  var scenarios: [ScenarioRecord] { suites.flatMap(\.scenarios) }

  func scenario(_ name: String) throws -> ScenarioRecord {
    try #require(scenarios.first { $0.name == name }, "no scenario '\(name)'")
  }

  /// The only one.
  func onlyScenario() throws -> ScenarioRecord {
    try #require(scenarios.count == 1)
    return scenarios[0]
  }
}

extension ScenarioRecord {
  /// A word for each step: `passed`, or `failed: save: id, /a`.
  var outline: [String] { steps.map(\.outline) }

  func step(_ name: String) throws -> StepRecord {
    var found: StepRecord?
    steps.visit { if $0.step.name == name, found == nil { found = $0.step } }
    return try #require(found, "no step '\(name)'")
  }
}

extension StepRecord {
  var outline: String {
    var text = "\(name): \(verdict.outline)"
    if !warnings.isEmpty { text += ", warned: \(warnings.places)" }
    if !chosen.isEmpty { text += ", chosen: \(chosen.joined(separator: " "))" }
    return text
  }
}

extension Verdict {
  /// The kind, and of a failure the places, of an error its kind.
  var outline: String {
    switch self {
    case .passed, .skipped, .blocked, .interrupted, .notReached: kind.rawValue
    case .failed(let findings): "failed at \(findings.places)"
    case .broken(let problem): "error: \(problem.kind.rawValue)"
    }
  }

  /// The findings of a failure; none for others.
  var findings: [Finding] { if case .failed(let findings) = self { findings } else { [] } }

  /// The problem of an error; nil for others.
  var problem: RunProblem? { if case .broken(let problem) = self { problem } else { nil } }

  /// The sentence of an error or of a skip; empty for others.
  var sentence: String {
    switch self {
    case .broken(let problem): problem.message
    case .skipped(let reason), .blocked(let reason, _): reason
    case .passed, .failed, .interrupted, .notReached: ""
    }
  }
}

/// A value that threads share.
final class Lock<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func read() -> Value { value.withLock { $0 } }

  func write(_ new: Value) { value.withLock { $0 = new } }

  func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}

extension [Finding] {
  fileprivate var places: String { map(\.place.description).joined(separator: " ") }
}

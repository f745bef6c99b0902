// SPDX-License-Identifier: Apache-2.0
// Tests of frameworks and their platforms, and of scenarios that need one.

import Formats
import HTTP
import Record
import Runner
import TestSupport
import Testing
import Text

@testable import Partner

/// A framework that has no answer to a call, or gives no status, for a reason.
private final class FaultyFramework: PartnerFramework {
  let error: PartnerError?

  /// - Parameter error: The end of each call; without one, it answers calls with an error.
  init(_ error: PartnerError? = nil) { self.error = error }

  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    if let error { throw error }
    return .error(FrameworkError(code: 1).object)
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    if let error { throw error }
  }

  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String? {
    if error == nil { throw .failed("the program died") }
    return nil
  }
}

struct FrameworkFaultTests {
  /// - Parameters:
  ///   - error: The end of each call; without one, every call is answered but the status.
  ///   - odd: The error with which the state `odd` can't be opened.
  static func bench(
    _ error: PartnerError? = nil, odd: PartnerError? = nil, isProgram: Bool = false
  ) -> Bench {
    var bench = Bench()
    bench.environment = { environment in
      environment.framework.standard = FrameworkSource(name: "faulty", followsClock: !isProgram) {
        { opening, _, _ throws(PartnerError) in
          if opening.state == "odd", let odd { throw odd }
          return FaultyFramework(error)
        }
      }
    }
    return bench
  }

  /// How a call ends, and the scenario: what the framework says is no fault of the suite.
  @Test(
    arguments: [
      (.misuse(PartnerMisuse("it is misused")), "error: suite", "error: suite"),
      (.invalidOption(name: "a", reason: "is odd"), "error: suite", "error: suite"),
      (.unknownState(name: "a", suggestion: nil), "error: suite", "error: suite"),
      (.neverAnswers(call: "permission"), "failed at permission", "failed at permission"),
      (.failed("the program died"), "error: partner", "error: partner"),
      (.unsupported("it can't be so"), "skipped", "skipped"),
    ] as [(PartnerError, String, String)])
  func `a call without an answer ends its scenario`(
    error: PartnerError, step: String, verdict: String
  ) throws {
    let called = try Self.run("partner: {permission: {prompting: true}}", error)
    #expect(called.steps.map(\.verdict.outline) == ["passed", step, "not-reached"])
    #expect(called.verdict.outline == verdict)
    let acted = try Self.run("user: sign-out", error)
    #expect(acted.steps.map(\.verdict.outline) == ["passed", step, "not-reached"])
  }

  @Test func `an error that the framework answers with fails its step, unless it is expected`()
    throws
  {
    let call = "partner: {permission: {prompting: true}}"
    #expect(try Self.run(call).verdict.outline == "failed at error")
    #expect(try Self.run("\(call), expect: {json: {error: {code: 1}}}").verdict == .passed)
  }

  @Test func `a person does something to what a text names`() throws {
    #expect(try Self.run("user: {unlink: [x]}").verdict.outline == "error: suite")
  }

  /// It is the program's error, unless a requirement is judged by it; the service may have been wrong.
  @Test func `an answer of a program that is not expected is an error of it`() throws {
    let call = "partner: {metadata: {isInterruptionAllowed: true, channelIdentifier: "
    let record = try Self.bench(isProgram: true).run(
      steps: """
        - {step: Open, partner: {state: any}}
        - {step: Ask, request: {GET: /x}, save: {given: $.own}}
        - {step: Call, hostile: true, \(call)"${given}"}}}
        """, json: #"{"own": "c"}"#)
    let verdict = try record.onlyScenario().verdict
    #expect(verdict.outline == "error: partner")
    #expect(verdict.sentence.hasSuffix("; or it was given a wrong value: ${given}"))
  }

  private static func run(_ call: String, _ error: PartnerError? = nil) throws -> ScenarioRecord {
    try bench(error).run(
      steps: """
        - {step: Open, partner: {state: any}}
        - {step: Call, \(call)}
        - {step: After, request: {GET: /x}, expect: {status: 200}}
        """
    ).onlyScenario()
  }

  /// A state that a program can't be in: what comes before it, and the verdict of the scenario.
  @Test(
    arguments: table(
      #"""
      {step: A, request: {GET: /a}, expect: {status: 200}}, {step: Odd, partner: {state: odd}} | skipped
      {step: A, request: {GET: /a}, expect: {json: {n: 1}}}, {step: Odd, partner: {state: odd}} | failed at /n
      {use: once} | skipped
      {use: each} | skipped
      """#) as [(String, String)])
  func `a scenario is not certified where the framework can't be in a state`(
    steps: String, verdict: String
  ) throws {
    let record = try Self.bench(odd: .unsupported("it can't be odd")).run(
      """
      suite: S
      fragments:
        - {fragment: once, once: run, steps: [{step: Odd, partner: {state: odd}}]}
        - {fragment: each, steps: [{step: Odd, partner: {state: odd}}]}
      scenarios:
        - {scenario: It, steps: [\(steps), {step: B, request: {GET: /b}, expect: {status: 200}}]}
      """)
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict.outline == verdict)
    if verdict == "skipped" { #expect(scenario.verdict.sentence == "it can't be odd") }
    #expect(scenario.outline.last == "B: not-reached")
  }

  @Test func `no record shows a secret that the framework is told`() throws {
    let record = try Self.bench().run(
      steps: """
        - {step: A, request: {GET: /a}, save: {plain: $.own}}
        - {partner: {state: any, password: "${plain}", inner: {sessionToken: "${plain}x"}}}
        - {step: C, request: {GET: /c}, expect: {status: 404}}
        """, json: #"{"own": "S3cr3t-value"}"#)
    #expect(
      try record.onlyScenario().outline == [
        "A: passed", "The framework's state: passed", "C: failed at status",
      ])
    #expect(!RecordMaskingTests.text(record).contains("S3cr3t"))
  }

  @Test func `a status that the framework does not give is a problem of the framework`() throws {
    let headers = "{AP-Partner-Framework-Status: \"${device.framework_status}\"}"
    let scenario = try Self.run("request: {GET: /x, headers: \(headers)}, expect: {status: 200}")
    #expect(
      scenario.steps.map(\.verdict) == [
        .passed,
        .broken(
          RunProblem(
            .partner, "the framework gave no framework_status: the program died",
            at: SourceLocation(file: "suite.yaml", position: Position(line: 7, column: 31)))),
        .notReached,
      ])
  }
}

/// A framework that grants permission, and remembers what it was asked.
private final class AskedFramework: PartnerFramework {
  let asked: Lock<[String]>

  init(_ asked: Lock<[String]>) { self.asked = asked }

  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    asked.change { $0.append(call.name) }
    let isPermission = call.name == "permission"
    return .result(isPermission ? PermissionAnswer(.granted).object : JSONObject(), remark: "so")
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {}

  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String? { nil }
}

struct RefusedCallTests {
  /// The steps after the opening of a framework, what it was asked, and how the last step ended.
  @Test(
    arguments: table(
      #"""
      {partner: {metadata: {isInterruptionAllowed: true}}} |  | error: suite
      {hostile: true, partner: {metadata: {isInterruptionAllowed: true}}} | metadata | passed
      {partner: {permission: {}}}, {partner: {metadata: {isInterruptionAllowed: true}}} | permission & metadata | passed
      {partner: {permission: {}}}, {partner: {metadata: {}}} | permission | error: suite
      {partner: {permission: {}}}, {hostile: true, partner: {metadata: {}}} | permission & metadata | passed
      // A state that is opened anew neither asks nor forgets.
      {partner: {permission: {}}}, {partner: {state: other}}, {partner: {metadata: {isInterruptionAllowed: true}}} | permission & metadata | passed
      // Each device has to be asked.
      {partner: {permission: {}}}, {device: phone, partner: {state: any}}, {device: phone, partner: {metadata: {isInterruptionAllowed: true}}} | permission | error: suite
      // A fragment has a device of its own only if it runs once for all.
      {use: ask}, {partner: {metadata: {isInterruptionAllowed: true}}} | permission & metadata | passed
      {use: wrong} | metadata | passed
      """#) as [(String, [String], String)])
  func `reach no framework, unless they are wrong on purpose`(
    steps: String, asked: [String], last: String
  ) throws {
    let log = Lock<[String]>([])
    var bench = Bench()
    bench.environment = { environment in
      environment.framework.standard = FrameworkSource(name: "asked", followsClock: true) {
        { _, _, _ throws(PartnerError) in AskedFramework(log) }
      }
    }
    let record = try bench.run(
      """
      suite: S
      fragments:
        - {fragment: ask, steps: [{partner: {permission: {}}}]}
        - {fragment: wrong, hostile: true, steps: [{partner: {metadata: {}}}]}
      scenarios:
        - scenario: It
          devices: {phone: {}}
          steps: [{partner: {state: any}}, \(steps)]
      """
    ).onlyScenario()
    #expect(log.read() == asked)
    #expect(record.steps.last?.verdict.outline == last)
    if last == "error: suite" { #expect(record.steps.last?.call?.answer == "") }
    let remarks = record.steps.flatMap(\.notes).map { "\($0)" }
    #expect(remarks.contains("so") || asked.isEmpty || steps.contains("use"))
  }
}

struct PlatformTests {
  private static let suite = """
    suite: S
    scenarios:
      - scenario: Platforms
        devices: {second: {}}
        steps:
          - step: Send
            request:
              GET: /x
              headers:
                X-Device-Info: "${device.info}"
                X-Platforms: "${device.platform} ${second.platform}"
            expect: {status: 200}
    """

  @Test(
    arguments: [(nil, "tvOS tvOS", "AppleTV"), ("box", "box box", "Box")]
      as [(String?, String, String)])
  func `a device is what the partner says`(name: String?, platforms: String, model: String) throws {
    let bench = Bench(environment: { environment in
      guard let name else { return }
      let box = DevicePlatform(name, information: [("model", "Box")], userAgent: "Box/1")
      environment.framework.standard.declaration.platforms = [box]
    })
    let service = try Service { _, _ in .json("{}") }
    let record = try bench.run(Self.suite, on: service)
    #expect(record.scenarios.map(\.verdict) == [.passed])
    let headers = try #require(service.requests.first).headers
    #expect(headers["X-Platforms"] == platforms)
    #expect((headers["User-Agent"] == "Box/1") == (name == "box"))
    let info = try #require(headers["X-Device-Info"].flatMap { Base64.decode($0) })
    #expect(try JSONParser.document(info).root["model"] == .string(model))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests that a fault of the partner's framework is not taken for one of the suite.

import PartnerFramework
import Results
import Runner
import SourceText
import Testing

/// A framework that answers every call but fails when it is asked for its status.
private final class StatuslessFramework: PartnerFramework {
  func permission(prompting: Bool, deadline: PartnerDeadline) throws(PartnerError)
    -> PermissionAnswer
  {
    PermissionAnswer(.granted)
  }

  func metadata(_ request: MetadataRequest, deadline: PartnerDeadline) throws(PartnerError)
    -> AccountMetadata
  {
    AccountMetadata()
  }

  func authenticate(_ request: AuthenticationRequest, deadline: PartnerDeadline)
    throws(PartnerError) -> AccountMetadata
  {
    AccountMetadata()
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {}

  func status(deadline: PartnerDeadline) throws(PartnerError) -> String? {
    throw .failed("the program died")
  }
}

@Suite struct FrameworkFaultTests {
  static func bench() -> Bench {
    var bench = Bench()
    bench.surroundings = { surroundings in
      surroundings.framework = FrameworkSource(name: "statusless", followsClock: true) {
        { _, _, _ throws(PartnerError) in StatuslessFramework() }
      }
    }
    return bench
  }

  static let suite = """
    suite: S
    scenarios:
      - scenario: Faulty
        steps:
          - {step: Open, partner: {state: any}}
          - step: Send
            request:
              GET: /x
              headers: {AP-Partner-Framework-Status: "${device.framework_status}"}
            expect: {status: 200}
    """

  @Test func `no record shows a secret that the framework is told`() throws {
    let suite = """
      suite: S
      scenarios:
        - scenario: Told
          steps:
            - {step: A, request: {GET: /a}, save: {plain: $.own}}
            - {partner: {state: any, password: "${plain}", inner: {sessionToken: "${plain}x"}}}
            - {step: C, request: {GET: /c}, expect: {status: 404}}
      """
    let record = try Self.bench().run(suite) { _, _ in .json(#"{"own": "S3cr3t-value"}"#) }
    #expect(
      try record.onlyScenario().outline == [
        "A: passed", "The framework's state: passed", "C: failed at status",
      ])
    #expect(!RecordMaskingTests.text(record).contains("S3cr3t"))
  }

  @Test func `a status that the framework does not give is a problem of the framework`() throws {
    let scenario = try Self.bench().run(Self.suite) { _, _ in .json("{}") }.onlyScenario()
    #expect(
      scenario.steps.map(\.verdict) == [
        .passed,
        .broken(
          RunProblem(
            .partner, "the framework gave no status: the program died",
            at: SourceLocation(file: "suite.yaml", position: Position(line: 8, column: 11)))),
      ])
  }
}

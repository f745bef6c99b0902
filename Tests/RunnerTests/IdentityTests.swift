// SPDX-License-Identifier: Apache-2.0
// Scenarios that use one identity never overlap; the others go on meanwhile.

import Formats
import HTTP
import Partner
import Record
import Runner
import Suites
import TestSupport
import Testing

@Suite(.waits) struct IdentityTests {
  /// A service that counts who is signed in at once.
  private final class Account: Sendable {
    private let state = Lock((inside: 0, most: 0))

    /// The most who were ever signed in at once.
    var most: Int { state.read().most }

    func service() throws -> Service {
      try Service { [state] request, _ in
        state.change { state in
          if request.target == "/in" { state.inside += 1 }
          if request.target == "/out" { state.inside -= 1 }
          state.most = max(state.most, state.inside)
        }
        return .json(#"{"items": [1, 2, 3]}"#)
      }
    }
  }

  private static let fragments = """
    suite: One identity
    fragments:
      - {fragment: opens, gives: [], steps: [{partner: {state: denied}}]}
      - {fragment: once, gives: [], once: run, steps: [{use: opens}, {wait: 5ms}]}
      - {fragment: list, gives: [items], steps: [{use: opens}, {step: L, request: {GET: /list}, save: {items: $.items}}]}
    scenarios:

    """

  private static func bench(identities: Int?) -> Bench {
    var bench = Bench(jobs: 4)
    bench.environment = { $0.framework.standard.identities = identities }
    bench.files["facts.yaml"] = """
      facts: [{fact: subject, about: The user., type: text, identity: true, example: u}]
      """
    bench.facts["subject"] = "user"
    return bench
  }

  /// What uses the identity, in scenarios that are signed in over a wait and sign out in the end.
  @Test(
    arguments: table(
      #"""
      [{n: 1}, {n: 2}, {n: 3}] | {partner: {state: denied}}
      [{n: 1}, {n: 2}, {n: 3}] | {use: opens}
      [{n: 1}, {n: 2}, {n: 3}] | {use: once}
      [{n: 1}, {n: 2}, {n: 3}] | {step: S, request: {GET: /a, headers: {S: "${device.framework_status}"}}, expect: {status: 200}}
      [{n: 1}, {n: 2}, {n: 3}] | {step: S, request: {GET: "/${subject}"}, expect: {status: 200}}
      {each: n, of: list, in: "$.items[*]"} | {wait: 1ms}
      """#) as [(String, String)])
  func `never overlap, over waits and to the end`(cases: String, use: String) throws {
    let account = Account()
    let suite = """
      \(Self.fragments)  - scenario: Signed in ${n}
          cases: \(cases)
          steps:
            - \(use)
            - {step: In, request: {POST: /in}, expect: {status: 200}}
            - {wait: 30ms}
            - {step: Ask, request: {GET: /a}, expect: {status: 200}}
          finally: [{wait: 10ms}, {step: Out, request: {POST: /out}, expect: {status: 200}}]
      """
    let record = try Self.bench(identities: 1).run(suite, on: account.service())
    #expect(record.scenarios.map(\.verdict) == [.passed, .passed, .passed])
    #expect(account.most == 1)
  }

  /// The identities, the jobs, and how the second scenario begins; the first waits for how it ends.
  @Test(
    arguments: [
      (nil, 4, "{partner: {state: denied}}"), (1, 1, "{wait: 1ms}"), (1, 4, "{wait: 1ms}"),
    ] as [(Int?, Int, String)])
  func `overlap where there are identities for all, and leave the other scenarios to go on`(
    identities: Int?, jobs: Int, second: String
  ) throws {
    var bench = Self.bench(identities: identities)
    bench.jobs = jobs
    let record = try bench.run(
      """
      \(Self.fragments)  - scenario: Waits
          steps:
            - {partner: {state: denied}}
            - {step: A, request: {GET: /gate}, retry: {while: {status: 202}, every: 10ms, at-most: 50s}, expect: {status: 200}}
        - {scenario: Opens, steps: [\(second), {step: B, request: {POST: /gate}, expect: {status: 200}}]}
      """, on: JobTests.gate())
    #expect(record.scenarios.map(\.verdict) == [.passed, .passed])
  }

  /// The fragment that runs once for all takes longer than the scenario that asks for it first.
  @Test func `wait for a fragment that outlives the time of its scenario`() throws {
    let account = Account()
    let stay =
      "{step: In, request: {POST: /in}, expect: {status: 200}}, {wait: 300ms}, "
      + "{step: Out, request: {POST: /out}, expect: {status: 200}}"
    let record = try Self.bench(identities: 1).run(
      """
      suite: One identity
      fragments:
        - {fragment: slow, gives: [], once: run, steps: [{partner: {state: denied}}, \(stay)]}
      scenarios:
        - {scenario: Gives up, timeout: 100ms, steps: [{use: slow}]}
        - {scenario: Next, steps: [{partner: {state: denied}}, \(stay)]}
      """, on: account.service())
    #expect(record.scenarios.map(\.verdict.outline) == ["error: deadline", "passed"])
    #expect(account.most == 1)
  }

  /// The number of identities, and what becomes of a scenario with two devices.
  @Test(
    arguments: [
      (nil, nil), (2, nil),
      (
        1,
        "needs 2 identities, one for each device that uses the framework (device, tv), and the "
          + "framework has 1"
      ),
    ] as [(Int?, String?)])
  func `are skipped where they need more identities`(identities: Int?, reason: String?) throws {
    let plan = try Bench().plan(
      """
      suite: One identity
      scenarios:
        - scenario: Two devices
          devices: {tv: {}}
          steps: [{partner: {state: denied}}, {device: tv, partner: {state: denied}}]
      """, identities: identities)
    #expect(plan.suites.flatMap(\.scenarios).map(\.skip?.reason) == [reason])
  }

  /// The facts of the profile, and the parts with the numbers of their scenarios and preflights.
  @Test(
    arguments: [
      (1, "", [[1, 2, 4], [], [3]], [["P", "Q"], [], ["Q"]]),
      (nil, "user", [[1, 4], [2], [3]], [["P", "Q"], ["P", "Q"], ["P", "Q"]]),
      (nil, "", [[1, 4], [2], [3]], [["P", "Q"], ["P", "Q"], ["P", "Q"]]),
    ] as [(Int?, String, [[Int]], [[String]])])
  func `are all in the first part, with the preflights that use the identity`(
    identities: Int?, subject: String, numbers: [[Int]], preflights: [[String]]
  ) throws {
    var bench = Self.bench(identities: identities)
    bench.facts["subject"] = .string(subject)
    bench.files["p.yaml"] =
      "suite: P\npreflight: true\nscenarios:\n"
      + "  - {scenario: P, steps: [{partner: {state: denied}}]}\n"
    bench.files["q.yaml"] = bench.files["p.yaml"]?.replacing("P", with: "Q")
      .replacing("partner: {state: denied}", with: "wait: 1ms")
    let ask = "{step: A, request: {GET: /a}, expect: {status: 200}}"
    let plan = try bench.plan(
      """
      suite: One identity
      scenarios:
        - {scenario: A, steps: [\(ask)]}
        - {scenario: B, steps: [{partner: {state: denied}}, \(ask)]}
        - {scenario: C, steps: [\(ask)]}
        - {scenario: D, needs: [subject], steps: [{partner: {state: denied}}, \(ask)]}
      """, identities: identities)
    let parts = try (1...3).map { plan.part(try #require(Shard(index: $0, count: 3))) }
    #expect(parts.map { $0.suites.flatMap(\.scenarios).map(\.index) } == numbers)
    #expect(parts.map { $0.preflights.map(\.suite.name) } == preflights)
  }
}

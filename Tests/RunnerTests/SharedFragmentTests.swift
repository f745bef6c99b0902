// SPDX-License-Identifier: Apache-2.0
// Tests of fragments that run once in a run, and of live tables.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import TestSupport
import Testing
import Text

@testable import Runner
@testable import Suites

@Suite(.waits) struct SharedFragmentTests {
  /// What is remembered of each stays in the memory until the run ends.
  @Test func `run only so often`() throws {
    let shared = SharedFragments(limit: 2)
    let job = Jobs(1) { HTTPClient() }.take(number: 0)
    defer { job.end() }
    let place = SourceLocation(file: "s.yaml", position: .start)
    func ask(_ number: Int) -> String {
      let key = SharedFragments.Key(
        fragment: FragmentID(file: "s.yaml", name: "f"), arguments: "\(number)",
        partner: nil)
      let deadline = Deadline(after: .seconds(60))
      switch shared.result(
        for: key, deadline: deadline, job,
        make: { id, _ in
          let record = SharedFragmentRecord(
            id: id, name: "f", location: place, verdict: .passed, duration: .zero, steps: [])
          return SharedFragments.Result(
            record: Unmasked(value: record, secrets: KnownSecrets()),
            shown: KnownSecrets().mask.masked(record), gives: nil, secrets: KnownSecrets())
        }
      ).outcome {
      case .made(let result): return "\(result.shown.id)"
      case .late: return "late"
      case .tooMany(let limit): return "more than \(limit)"
      }
    }
    #expect([1, 2, 1, 3, 2].map(ask) == ["1", "2", "1", "more than 2", "2"])
    #expect(shared.results.map(\.shown.id) == [1, 2])
  }

  static let suite = """
    suite: Shared
    fragments:
      - fragment: token
        takes: {who: me}
        gives: [token]
        once: run
        steps:
          - {step: Ask, request: {GET: "/token/${who}"}, save: {token: $.token}, expect: {status: 200}}
    scenarios:
      - scenario: Number ${n}
        cases:
          combine:
            - [{n: 1}, {n: 2}, {n: 3}, {n: 4}, {n: 5}, {n: 6}, {n: 7}, {n: 8}]
        steps:
          - {use: token}
          - {step: Use, request: {GET: "/use/${token}"}, expect: {status: 200}}
      - scenario: Another
        steps:
          - {use: token, with: {who: you}}
          - {step: Use, request: {GET: "/use/${token}"}, expect: {status: 200}}
    """

  @Test(arguments: [1, 8]) func `runs once for each set of values, whoever asks`(jobs: Int) throws {
    let service = try Service { request, _ in
      .json(#"{"token": "\#(request.target.contains("you") ? "yours" : "mine")"}"#)
    }
    let record = try Bench(jobs: jobs).run(Self.suite, on: service)
    #expect(record.scenarios.map(\.verdict) == Array(repeating: .passed, count: 9))
    #expect(
      service.targets.filter { $0.contains("/token/") }.sorted() == [
        "GET /token/me", "GET /token/you",
      ])
    #expect(service.targets.filter { $0 == "GET /use/mine" }.count == 8)
    #expect(service.targets.filter { $0 == "GET /use/yours" }.count == 1)
    #expect(record.sharedFragments.map(\.name) == ["token", "token"])
    let ids = Set(record.scenarios.compactMap { $0.steps[0].sharedFragment })
    #expect(ids == Set(record.sharedFragments.map(\.id)))
    #expect(record.scenarios.first?.steps[0].sharedFragment == 1)
  }

  /// A result that holds for so many seconds, asked for by scenarios that each take 0.6 s.
  @Test(arguments: [
    ("fresh-for: 1s", "1", 3), ("fresh-for: \"${lifetime}s\"", "1", 3),
    ("fresh-for: \"${lifetime}s\"", "60", 1), ("fresh-for: \"${lifetime}s\"", "\"soon\"", 1),
    ("fresh-for: \"${lifetime}s\"", "null", 1),
  ])
  func `runs again for those that ask when its result is no longer fresh`(
    key: String, lifetime: String, runs: Int
  ) throws {
    let suite = """
      suite: Fresh
      fragments:
        - fragment: token
          gives: [token]
          once: run
          \(key)
          steps:
            - step: Ask
              request: {GET: /token}
              save: {token: $.token, lifetime: !optional $.expires_in}
      scenarios:
        - scenario: Number ${n}
          cases: [{n: 1}, {n: 2}, {n: 3}]
          steps:
            - {use: token}
            - {wait: 600ms}
            - {step: Use, request: {GET: "/use/${token}"}, expect: {status: 200}}
      """
    var bench = Bench()
    // One after the other.
    bench.waiting = 0
    let service = try Service { request, count in
      .json(#"{"token": "t\#(count)", "expires_in": \#(lifetime)}"#)
    }
    let record = try bench.run(suite, on: service)
    #expect(record.scenarios.map(\.verdict) == Array(repeating: .passed, count: 3))
    #expect(service.targets.count { $0 == "GET /token" } == runs)
    #expect(Set(service.targets.filter { $0.hasPrefix("GET /use") }).count == runs)
    #expect(record.sharedFragments.map(\.id) == Array(1...runs))
    let ids = record.scenarios.map { $0.steps[0].sharedFragment }
    #expect(ids == (runs == 1 ? [1, 1, 1] : [1, 2, 3]))
  }

  @Test func `waits in real time, though nothing is asked afterwards`() throws {
    let record = try Bench().run(
      """
      suite: Waiting
      fragments:
        - {fragment: once, once: run, steps: [{wait: 1ms}]}
        - {fragment: each, steps: [{wait: 1ms}]}
      scenarios:
        - {scenario: One, steps: [{step: A, request: {GET: /a}, expect: {status: 200}}, {use: once}]}
        - {scenario: Two, steps: [{step: A, request: {GET: /a}, expect: {status: 200}}, {use: each}]}
      """)
    #expect(record.scenarios.map(\.verdict) == [.passed, .passed])
    #expect(
      record.sharedFragments.flatMap(\.steps).flatMap(\.notes).map(\.description) == [
        "waited 1ms in real time"
      ])
    // Nobody can tell that the clock of one scenario was set forward.
    #expect(
      record.scenarios[1].steps[1].steps[0].notes.first?.description.hasPrefix(
        "set the emulated clock forward by 1ms") == true)
  }

  @Test func `blocks all that use it where it fails, and fails once itself`() throws {
    let record = try Bench(jobs: 4).run(Self.suite) { request, _ in
      .json(#"{"token": "t"}"#, status: request.target.hasPrefix("/token") ? 500 : 200)
    }
    for scenario in record.scenarios {
      #expect(scenario.outline == ["token: blocked", "Use: not-reached"])
      #expect(scenario.verdict.reason == "the preparation 'token' failed in its step 'Ask'")
      #expect([scenario.verdict.blocker, scenario.steps[0].sharedFragment] != [nil, nil])
    }
    #expect(
      record.sharedFragments.map(\.verdict.outline) == ["failed at status", "failed at status"])
    #expect(record.sharedFragments[0].steps[0].exchanges[0].detail != nil)
  }

  @Test(arguments: [
    (#"{"token": "t"}"#, "passed", "passed", "/scope"),
    (#"{"token": 7, "scope": "all"}"#, "blocked", "not-reached", "/token"),
  ])
  func `serves its users where it failed beside what it gives`(
    answer: String, use: String, next: String, place: String
  ) throws {
    let suite = Self.suite.replacing(
      "expect: {status: 200}}\nscenarios",
      with: "expect: {json: {token: !string {}, scope: all}}}\nscenarios")
    let record = try Bench().run(suite) { request, _ in
      request.target.hasPrefix("/token") ? .json(answer) : .json("{}")
    }
    for scenario in record.scenarios {
      #expect(scenario.outline == ["token: \(use)", "Use: \(next)"])
    }
    #expect(
      record.sharedFragments.map(\.verdict.outline) == ["failed at \(place)", "failed at \(place)"])
  }

  @Test func `blocks all that use it where no answer came`() throws {
    let server = try Service { _, _ in .json("{}") }
    server.stop()
    let record = try Bench().run(Self.suite, port: server.port)
    for scenario in record.scenarios {
      #expect(
        scenario.verdict
          == .blocked(
            because: "the preparation 'token' ended in an error in its step 'Ask'",
            fragment: scenario.steps[0].sharedFragment))
    }
    #expect(record.sharedFragments.allSatisfy { $0.verdict.problem?.isUnreachable == true })
  }

  @Test func `blocks what needs it by way of another fragment`() throws {
    let record = try Bench().run(
      """
      suite: Chain
      fragments:
        - {fragment: token, gives: [], once: run, steps: [{step: Ask, request: {GET: /token}, expect: {status: 200}}]}
        - {fragment: profile, gives: [], once: run, steps: [{use: token}, {step: Read, request: {GET: /profile}, expect: {status: 200}}]}
        - {fragment: plain, gives: [], steps: [{use: token}]}
      scenarios:
        - {scenario: One, steps: [{use: profile}, {step: A, request: {GET: /a}, expect: {status: 200}}]}
        - {scenario: Two, steps: [{use: plain}, {step: B, request: {GET: /b}, expect: {status: 200}}]}
      """, status: 500)
    let reason = "the preparation 'token' failed in its step 'Ask'"
    // Both by the innermost, whose failure it is.
    let id = try #require(record.sharedFragments.first { $0.name == "token" }).id
    let blocked = Verdict.blocked(because: reason, fragment: id)
    #expect(record.scenarios.map(\.verdict) == [blocked, blocked])
    #expect(record.sharedFragments.map(\.name).sorted() == ["profile", "token"])
    for fragment in record.sharedFragments {
      #expect(
        fragment.verdict.outline == (fragment.name == "token" ? "failed at status" : "blocked"))
    }
  }

  @Test func `ends a run with --fail-fast`() throws {
    let bench = Bench(stopsAtFailure: true)
    let record = try bench.run(Self.suite, status: 500)
    #expect(record.scenarios[0].verdict.kind == .blocked)
    #expect(record.scenarios.dropFirst().allSatisfy { $0.verdict.kind == .skipped })
  }

  @Test func `does not keep others beyond their own time`() throws {
    var bench = Bench(jobs: 2)
    bench.client.responseTimeout = .seconds(1)
    let isAsked = Lock(false)
    let record = try bench.run(
      """
      suite: Slow
      fragments:
        - {fragment: slow, gives: [], once: run, steps: [{step: Ask, request: {GET: /a}, expect: {status: 200}}]}
      scenarios:
        - {scenario: First, steps: [{use: slow}]}
        - scenario: Other
          steps:
            - {step: B, request: {GET: /b}, retry: {while: {status: 202}, every: 5ms, at-most: 20s}, expect: {status: 200}}
            - {use: slow, timeout: 100ms}
      """
    ) { request, _ in
      if request.target == "/b" { return .json("{}", status: isAsked.read() ? 200 : 202) }
      isAsked.write(true)
      _ = ServerRequest(request: request, peer: "").pause(for: .seconds(2))
      return .json("{}")
    }
    let other = try record.scenario("Other")
    #expect(other.verdict.outline == "error: deadline")
    #expect(other.steps[1].duration < .milliseconds(900))
    // What it came to is in the record all the same.
    #expect(record.sharedFragments.map(\.verdict.outline) == ["error: transport"])
  }

  /// It runs in the job of the scenario that asks first, whose time is over by then.
  @Test func `is too late for the first that asks where it takes longer than that has`() throws {
    let record = try Bench().run(
      """
      suite: Slow
      fragments:
        - {fragment: slow, gives: [], once: run, steps: [{step: Ask, request: {GET: /a}, expect: {status: 200}}]}
      scenarios:
        - {scenario: First, timeout: 100ms, steps: [{use: slow}]}
        - {scenario: Other, steps: [{use: slow}]}
      """
    ) { request, _ in
      _ = ServerRequest(request: request, peer: "").pause(for: .milliseconds(300))
      return .json("{}")
    }
    #expect(record.scenarios.map(\.verdict.outline) == ["error: deadline", "passed"])
    #expect(record.sharedFragments.map(\.verdict.outline) == ["passed"])
  }

  /// The only job is given back where a scenario waits, the fragment with the identity waits, and the
  /// others wait for it.
  @Test(arguments: [1, 2, 8]) func `ends with any number of jobs`(jobs: Int) throws {
    var bench = Bench(jobs: jobs)
    bench.environment = { $0.framework.standard.identities = 1 }
    let record = try bench.run(
      """
      suite: Chain
      fragments:
        - {fragment: plain, gives: [], once: run, steps: [{wait: 20ms}, {step: A, request: {GET: /a}, expect: {status: 200}}]}
        - {fragment: chain, gives: [], once: run, steps: [{wait: 5ms}, {use: plain}]}
        - {fragment: account, gives: [], once: run, steps: [{partner: {state: denied}}, {use: chain}, {wait: 5ms}]}
      scenarios:
        - {scenario: "Account ${n}", cases: [{n: 1}, {n: 2}, {n: 3}], steps: [{use: account}, {wait: 5ms}, {use: plain}]}
        - {scenario: "Chain ${n}", cases: [{n: 1}, {n: 2}, {n: 3}], steps: [{use: chain}]}
        - {scenario: "Plain ${n}", cases: [{n: 1}, {n: 2}, {n: 3}], steps: [{wait: 5ms}, {use: plain}, {use: chain}]}
      """, json: "{}")
    #expect(record.scenarios.map(\.verdict) == Array(repeating: .passed, count: 9))
    #expect(record.sharedFragments.map(\.name).sorted() == ["account", "chain", "plain"])
  }

  @Test func `refuses a matcher for what it takes, which an inlined fragment is handed`() throws {
    let record = try Bench().run(
      """
      suite: Matcher
      fragments:
        - {fragment: f, takes: [x], gives: [], once: run, steps: [{step: A, request: {GET: /a}, expect: {json: {id: "${x}"}}}]}
        - {fragment: g, takes: [x], gives: [], steps: [{step: A, request: {GET: /a}, expect: {json: {id: "${x}"}}}]}
      scenarios:
        - {scenario: Once, steps: [{use: f, with: {x: !string {}}}]}
        - {scenario: It, steps: [{use: g, with: {x: !string {}}}]}
        - {scenario: Not, steps: [{use: g, with: {x: !integer {}}}]}
      """, json: #"{"id": "x"}"#)
    #expect(record.scenarios[0].verdict.outline == "error: suite")
    #expect(record.scenarios.map(\.verdict.kind) == [.broken, .passed, .failed])
  }

  /// The user of the fragment means the fact by `mvpd`, and gives the fragment another one.
  @Test(arguments: [
    #"{id: "${mvpd}"}"#, #"{text: "a ${mvpd} b"}"#, #"{list: ["x", "${mvpd}"]}"#,
    #"{"${mvpd}": 1}"#, #"{"k-${mvpd}": 2}"#, #"{of: {"${mvpd}": 3}}"#,
    #"{list: [x, "${mvpd}"], "k-${mvpd}": 2, "${mvpd}": 1}"#, #"{"$.of[${mvpd}]": 3}"#,
    #"{id: !one-of [x, "${mvpd}"]}"#, #"{id: !not "${mvpd | lower}"}"#,
    #"{text: !contains " ${mvpd} "}"#, #"{id: !matches "${mvpd}"}"#,
    #"{text: !all [!matches "a ${mvpd} b"]}"#, #"{xml: !xml {"/a[@id='${mvpd}']/b": x}}"#,
  ])
  func `gives a fragment what its names stand for where it is used`(given: String) throws {
    let bench = Bench(
      keys: """
        fragments:
          - fragment: f
            takes: [mvpd, x]
            steps: [{step: A, request: {GET: "/${mvpd}"}, expect: {json: "${x}"}}]
        """)
    let record = try bench.run(
      steps: "- {use: f, with: {mvpd: other, x: \(given)}}",
      json: """
        {"id": "M1", "text": "a M1 b", "list": ["x", "M1"], "M1": 1, "k-M1": 2, "of": {"M1": 3},
         "xml": "<a id='M1'><b>x</b></a>"}
        """)
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict.outline == "passed", "\(scenario.verdict.sentence)")
  }
}

struct LiveTableTests {
  static let suite = """
    suite: Live
    fragments:
      - fragment: configuration
        gives: [mvpds]
        steps:
          - {step: Ask, request: {GET: /configuration}, save: {mvpds: $.mvpds}, expect: {status: 200}}
    scenarios:
      - scenario: Provider ${m.id}
        cases: {each: m, of: configuration, in: "$.mvpds[?@.on == true]"}
        steps:
          - {step: Profile, request: {GET: "/profiles/${m.id}"}, expect: {json: {id: "${m.id}"}}}
      - scenario: Resource ${r}
        cases: {each: r, in: "${resources}"}
        needs: [resources]
        steps:
          - {step: Ask, request: {GET: "/resources/${r}"}, expect: {status: 200}}
    """

  static func run(
    _ mvpds: String, status: Int = 200, resources: JSONValue = ["a", "b"],
    selection: Selection = Selection()
  ) throws -> (RunRecord, Service) {
    let bench = Bench(facts: JSONObject([("resources", resources)]), selection: selection)
    let service = try Service { request, _ in
      request.target == "/configuration"
        ? .json(#"{"mvpds": \#(mvpds)}"#, status: status)
        : .json(#"{"id": "\#(request.target.split(separator: "/").last ?? "")"}"#)
    }
    return (try bench.run(suite, on: service), service)
  }

  @Test func `runs a scenario for each row, doubles dropped`() throws {
    let (record, service) = try Self.run(
      #"[{"id": "x", "on": true}, {"id": "y", "on": false}, {"id": "x", "on": true}, {"id": "z", "on": true}]"#
    )
    #expect(
      record.scenarios.map(\.name) == ["Provider x", "Provider z", "Resource a", "Resource b"])
    #expect(record.scenarios.map(\.verdict) == Array(repeating: .passed, count: 4))
    #expect(service.targets.filter { $0 == "GET /configuration" }.count == 1)
    #expect(record.sharedFragments.map(\.name) == ["configuration"])
  }

  @Test(arguments: [
    (["Provider z"], ["Provider z"]), (["*er z"], ["Provider z"]),
    (["PROVIDER"], ["Provider x", "Provider z"]),
    (["z", "resource b"], ["Provider z", "Resource b"]),
    (["Provider ${m.id}"], ["Provider x", "Provider z"]),
    (["provider ?"], ["Provider x", "Provider z"]), (["Resource z"], []), (["vider q"], []),
    (["zzz *"], []),
  ])
  func `is selected by the names that reports print`(names: [String], found: [String]) throws {
    let (record, service) = try Self.run(
      #"[{"id": "x", "on": true}, {"id": "z", "on": true}]"#, selection: Selection(names: names))
    #expect(record.scenarios.map(\.name) == found)
    if found.isEmpty, names == ["zzz *"] { #expect(service.targets.isEmpty) }
  }

  @Test func `fills no table for a name that is written`() throws {
    let bench = Bench(selection: Selection(names: ["Plain"]))
    let service = try Service { _, _ in .json("{}") }
    let plain =
      "  - {scenario: Plain, steps: [{step: A, request: {GET: /p}, expect: {status: 200}}]}"
    _ = try bench.run("\(Self.suite)\n\(plain)", on: service)
    #expect(service.targets == ["GET /p"])
  }

  @Test func `is selected by a fact in its name`() throws {
    let plan = try Bench(selection: Selection(names: ["of M1"])).plan(
      """
      suite: Names
      scenarios:
        - scenario: The profile of ${m}
          cases: [{m: "${mvpd}"}, {m: other}]
          steps: [{step: A, request: {GET: "/${m}"}, expect: {status: 200}}]
      """)
    #expect(plan.suites.flatMap(\.scenarios).map(\.name) == ["The profile of M1"])
  }

  /// The status of the fragment's answer, the fact, the scenario that is not run, and how it ends.
  @Test(
    arguments: [
      (200, ["a", "b"], 0, "skipped", "no answer of the service has a value to try as 'm'"),
      (500, ["a"], 0, "blocked", "the preparation 'configuration' failed in its step 'Ask'"),
      (200, "text", 1, "error: suite", "${resources} is not a list"),
      (
        200, [], 1, "skipped",
        "needs the fact resources, which the target's profile does not give"
      ),
    ] as [(Int, JSONValue, Int, String, String)])
  func `stands under its unfilled name where it has no row`(
    status: Int, resources: JSONValue, index: Int, verdict: String, sentence: String
  ) throws {
    let (record, _) = try Self.run("[]", status: status, resources: resources)
    let scenario = record.scenarios[index]
    #expect(scenario.name == ["Provider ${m.id}", "Resource ${r}"][index])
    #expect(scenario.verdict.outline == verdict)
    #expect(scenario.verdict.sentence == sentence)
    #expect(scenario.missingFacts == (resources == [] ? ["resources"] : []))
    #expect(scenario.steps.allSatisfy { $0.verdict == .notReached })
  }

  @Test func `tells rows apart whose names are masked alike`() throws {
    let bench = Bench(
      facts: JSONObject([("resources", ["S3cr3t-first", "S3cr3t-second"])]),
      profile: { $0.secrets.append("resources") })
    let record = try bench.run(Self.suite, json: #"{"mvpds": []}"#)
    let names = record.scenarios.dropFirst().map(\.name)
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.hasPrefix("Resource ‹") })
    #expect(names.last == "\(names.first ?? "") (2)")
    #expect(record.scenarios.dropFirst().allSatisfy { $0.template == "Resource ${r}" })
  }

  @Test func `refuses a second row of the same name`() throws {
    let (record, _) = try Self.run(
      #"[{"id": "x", "on": true, "n": 1}, {"id": "x", "on": true, "n": 2}]"#)
    #expect(record.scenarios.prefix(2).map(\.name) == ["Provider x", "Provider x"])
    #expect(record.scenarios.prefix(2).map(\.verdict.outline) == ["passed", "error: suite"])
  }

  @Test func `refuses more rows than a table may have`() throws {
    let rows = (0..<1001).map { #"{"id": "\#($0)", "on": true}"# }.joined(separator: ",")
    let (record, service) = try Self.run("[\(rows)]")
    #expect(record.scenarios[0].verdict.outline == "error: suite")
    #expect(service.requests.count == 3)
  }

  /// So many rows in two tables together, and the error where those are more than a table may have.
  @Test(
    arguments: [(25, nil), (26, "the tables give more than 1000 rows, which is the limit")]
      as [(Int, String?)])
  func `takes no more rows of two tables together than of one`(count: Int, error: String?) throws {
    var bench = Bench(jobs: 4)
    func list(_ count: Int) -> JSONValue { .array((0..<count).map { .string("r\($0)") }) }
    bench.facts = JSONObject([("resources", ["permitted": list(40), "denied": list(count)])])
    let record = try bench.run(
      """
      suite: Live
      scenarios:
        - scenario: ${a} and ${b}
          cases: {combine: [{each: a, in: "${resources.permitted}"}, {each: b, in: "${resources.denied}"}]}
          steps: [{wait: 0s}]
      """)
    if let error {
      #expect(try record.onlyScenario().verdict.outline == "error: suite")
      #expect(try record.onlyScenario().verdict.sentence == error)
    } else {
      let names = record.scenarios.map(\.name)
      #expect(names.count == 1000)
      #expect([names[0], names[25], names[999]] == ["r0 and r0", "r1 and r0", "r39 and r24"])
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests of what a script does that reproduces a failure, without running it.

import Findings
import Foundation
import Reporting
import Results
import Testing

@Suite struct ReproductionScriptTests {
  static let failed = Verdict.failed([SampleRecords.finding("/a", 9, "1", "2")])

  static func step(
    _ name: String, _ method: String = "GET", body: [StepRecipe.Piece] = [],
    verdict: Verdict = .passed, status: Int = 200, times: Int = 1, pause: Int? = nil,
    takes: [StepRecipe.Take] = [], target: [StepRecipe.Piece] = [.literal("/a")],
    action: StepRecord.Action = .request
  ) -> StepRecord {
    var step = SampleRecords.request(
      name, 40, verdict: verdict, exchanges: [SampleRecords.exchange(method, "/a", status)])
    step.action = action
    step.location = SampleRecords.at(name.utf8.count, "s.yaml")
    step.recipe = StepRecipe(
      request: StepRecipe.Request(
        method: method, target: target, body: body, times: times, pauseMilliseconds: pause),
      takes: takes)
    return step
  }

  static func script(
    _ steps: [StepRecord], shared: [SharedFragmentRecord] = [], isStrict: Bool = false,
    upTo place: Results.SourceLocation? = nil
  ) -> String? {
    let scenario = SampleRecords.scenario("walk", 1, failed, steps: steps)
    let suite = SampleRecords.suite([scenario])
    let run = RunJudgement(SampleRecords.run([suite], shared: shared, isStrict: isStrict))
    return ReproductionScript(of: scenario, suite: suite, upTo: place, in: run)?.text
  }

  /// The names of the steps that a script takes, in their order.
  static func names(_ script: String?) -> [String] {
    (script ?? "").matches(of: /\nbegin '([^']*)'/).map { String($0.1) }
  }

  static let last = step("fails", verdict: failed)

  @Test(
    arguments: [
      ("POST", [], ": > \"$work/body\""), ("PUT", [], ": > \"$work/body\""),
      ("PATCH", [], ": > \"$work/body\""), ("GET", [], nil), ("DELETE", [], nil),
      ("POST", [.literal("a=b")], "say 'a=b' > \"$work/body\""),
      ("GET", [.literal("a=b")], "say 'a=b' > \"$work/body\""),
    ] as [(String, [StepRecipe.Piece], String?)])
  func `sends the body of its request, and none of an earlier one`(
    method: String, body: [StepRecipe.Piece], line: String?
  ) throws {
    let text = try #require(
      Self.script([
        Self.step("first", "POST", body: [.literal("x")]),
        Self.step("fails", method, body: body, verdict: Self.failed),
      ]))
    let own = try #require(text.components(separatedBy: "begin 'fails'").last)
    let lines = own.split(separator: "\n").filter { $0.contains("$work/body\"") }
    #expect(lines == [line].compactMap { $0?[...] })
    #expect(own.contains("call '\(method)' '/a' 200"))
  }

  @Test(arguments: [(false, ["warns", "fails"]), (true, ["warns"])])
  func `ends with a warning only where the run was strict`(isStrict: Bool, names: [String]) {
    var warned = Self.step("warns")
    warned.warnings = [SampleRecords.finding("/b", 9, "1", "2")]
    let text = Self.script([warned, Self.last, Self.step("after")], isStrict: isStrict)
    #expect(Self.names(text) == names)
    #expect(text?.contains("  /\(isStrict ? "b" : "a"): expected 1, found 2") == true)
  }

  @Test func `takes the steps that were run, up to the first that failed`() {
    var final = Self.step("last of all")
    final.isFinal = true
    var steps = [final]
    for verdict in [Verdict.skipped(because: "x"), .notReached, .interrupted, .passed] {
      steps.append(Self.step(verdict.kind.rawValue, verdict: verdict))
    }
    #expect(Self.names(Self.script(steps + [Self.last, Self.last])) == ["passed", "fails"])
    let later = Self.step("fails again", verdict: Self.failed)
    #expect(
      Self.names(Self.script([Self.last, later], upTo: later.location)) == ["fails", "fails again"])
    #expect(Self.script([Self.step("passed")]) == nil)
    #expect(Self.script([Self.last], upTo: later.location) == nil)
  }

  @Test func `stops where a call before did not go as in the run`() throws {
    let steps = [
      Self.step("one", status: 201), Self.step("two", status: 0), Self.step("fails", status: 0),
    ]
    var broken = steps
    broken[2].verdict = .broken(RunProblem(.transport, "no answer came", at: nil))
    let text = try #require(Self.script(broken))
    #expect(text.matches(of: /\nas_in_the_run (\d+)/).map { String($0.1) } == ["201", "000"])
    #expect(text.contains("'status in the run: %s; now: %s\\n' 'no answer'"))
    #expect(text.contains("'  no answer came'"))
  }

  @Test func `is none where a step can't be done again`() {
    var unknown = Self.step("unknown")
    unknown.recipe = nil
    #expect(Self.script([unknown, Self.last]) == nil)
    #expect(Self.script([Self.step("seen", action: .traffic), Self.last]) == nil)
    var call = SampleRecords.frameworkCall
    #expect(Self.names(Self.script([call, Self.last])) == ["fails"])
    call.action = .user
    #expect(Self.names(Self.script([call, Self.last])) == ["fails"])
    call.call = nil
    #expect(Self.script([call, Self.last]) == nil)
    call.action = .partner
    call.verdict = Self.failed
    #expect(Self.script([call, Self.last]) == nil)
  }

  @Test(arguments: [(0, nil), (100, nil), (101, 1), (999, 1), (1000, 2), (61_000, 62)])
  func `waits as the scenario did`(milliseconds: Int, seconds: Int?) throws {
    var wait = Self.step("wait", action: .wait)
    wait.duration = .milliseconds(milliseconds)
    let text = try #require(Self.script([wait, Self.last]))
    #expect(text.contains("\nsleep ") == (seconds != nil))
    if let seconds { #expect(text.contains("\n# wait\nsleep \(seconds)\n")) }
  }

  @Test(
    arguments: [
      (1, nil, 0, "call 'GET' '/a' 200", nil), (2, nil, 0, "-lt 2", nil),
      (1000, nil, 0, "-lt 1000", nil),
      (1001, nil, 0, "-lt 1000", nil), (1, 500, 0, "call 'GET' '/a' 200", nil),
      (1, 500, 1, "-lt 2", "sleep 1"), (1, 1000, 4, "-lt 5", "sleep 1"),
      (1, 1001, 4, "-lt 5", "sleep 2"), (1, 1, 99, "-lt 100", "sleep 1"),
      (1, 1, 100, "-lt 100", "sleep 1"),
    ] as [(Int, Int?, Int, String, String?)])
  func `sends again what the run sent again`(
    times: Int, pause: Int?, leftOut: Int, line: String, sleep: String?
  ) throws {
    var step = Self.step("fails", verdict: Self.failed, times: times, pause: pause)
    step.leftOut.add(.init(status: 200, number: leftOut, wireIssues: 0))
    let text = try #require(Self.script([step]))
    #expect(text.contains(line))
    let own = text.components(separatedBy: "begin 'fails'").last ?? ""
    #expect(own.contains("sleep") == (sleep != nil))
    if let sleep { #expect(own.contains("|| \(sleep)\n")) }
  }

  @Test func `takes only the values that later calls use, and asks for secrets once`() throws {
    let takes = [
      StepRecipe.Take(name: "used", origin: .body("/a")),
      StepRecipe.Take(name: "unused", origin: .header("B")),
      StepRecipe.Take(name: "all", origin: .text),
    ]
    let secret: [StepRecipe.Piece] = [.environment("SSO_KEY"), .device("tv"), .made(3, length: 1)]
    let text = try #require(
      Self.script([
        Self.step("first", body: secret, takes: takes),
        Self.step(
          "fails", body: secret + [.encoded(.base64, [.environment("SSO_KEY")])],
          verdict: Self.failed,
          target: [.literal("/"), .value("used"), .encoded(.percent, [.value("all")])]),
      ]))
    #expect(text.contains("\nv_used=$(json_value '/a') || stop "))
    #expect(text.contains("\nv_all=$(cat \"$work/answer\") || stop "))
    #expect(!text.contains("v_unused"))
    #expect(text.ranges(of: "#   SSO_KEY\n").count == 1)
    #expect(text.ranges(of: "[ -n \"${SSO_KEY-}\" ] ||").count == 1)
    #expect(text.ranges(of: "\nv_device_tv=$(new_uuid)").count == 1)
    #expect(text.ranges(of: "\nv_made_3=$(new_id 2)").count == 1)
  }

  @Test func `makes the calls of a shared fragment once`() throws {
    func use(_ name: String) -> StepRecord {
      var step = SampleRecords.useToken(3)
      step.recipe = StepRecipe(takes: [.init(name: name, origin: .shared("token"))])
      return step
    }
    var token = SampleRecords.token
    token.steps = [
      Self.step("get it", takes: [.init(name: "token", origin: .body("/token"))])
    ]
    let last = Self.step(
      "fails", verdict: Self.failed, target: [.value("one"), .value("two")])
    let text = try #require(Self.script([use("one"), use("two"), last], shared: [token]))
    #expect(Self.names(text) == ["get it", "fails"])
    #expect(text.contains("\nv_one=$s1_token\n") && text.contains("\nv_two=$s1_token\n"))
    #expect(Self.script([use("one"), last], shared: []) == nil)
    // The fragment itself failed.
    token.steps[0].verdict = Self.failed
    #expect(Self.names(Self.script([use("one"), last], shared: [token])) == ["get it"])
  }

  @Test(arguments: [20, 21])
  func `tells twenty findings`(count: Int) throws {
    let findings = (0..<count).map { SampleRecords.finding("/m\($0)", 9, "1", "2") }
    let text = try #require(Self.script([Self.step("fails", verdict: .failed(findings))]))
    #expect(text.ranges(of: ": expected 1, found 2").count == 20)
  }

  @Test(arguments: [
    ("reproduce/01-a.sh", true), ("reproduce/10-a-b-9.sh", true), ("reproduce/99-.sh", true),
    ("reproduce/1-a.sh", false), ("reproduce/001-a.sh", false), ("reproduce/01-A.sh", false),
    ("reproduce/01-a.txt", false), ("x/reproduce/01-a.sh", false), ("reproduce/01-a/b.sh", false),
  ])
  func `owns the files of earlier runs`(name: String, isOwn: Bool) {
    #expect(ReproductionReport().owns(name) == isOwn)
  }

  @Test(arguments: [(1, 1), (10, 10), (11, 10)])
  func `has a script for each of ten things to fix`(failures: Int, files: Int) {
    let scenarios = (0..<failures).map { number in
      let verdict = Verdict.failed([SampleRecords.finding("/m\(number)", number + 1, "1", "2")])
      return SampleRecords.scenario(
        "Walk Nr. \(number)!", number + 1, verdict,
        steps: [Self.step("fails" + String(repeating: "x", count: number), verdict: verdict)])
    }
    let run = RunJudgement(SampleRecords.run([SampleRecords.suite(scenarios)]))
    let names = ReproductionReport().files(of: run).map(\.name)
    #expect(names.count == files)
    #expect(names.first == "reproduce/01-walk-nr-0-.sh")
    #expect(!names.contains { !ReproductionReport().owns($0) })
    #expect(names.dropFirst(9).first.map { $0 == "reproduce/10-walk-nr-9-.sh" } ?? true)
  }
}

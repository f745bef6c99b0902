// SPDX-License-Identifier: Apache-2.0
// Tests of what a script does that reproduces a failure, without running it.

import Foundation
import HTTP
import Reports
import Suites
import Testing

@testable import Record

struct ReproductionScriptTests {
  static let failed = Verdict.failed([SampleRecords.finding("/a", 9, "1", "2")])

  static func step(
    _ name: String, _ method: String = "GET", body: String = "", verdict: Verdict = .passed,
    status: Int = 200, pause: Int? = nil, takes: [StepRecipe.Take] = [], target: String = "/a",
    action: StepRecord.Action = .request
  ) -> StepRecord {
    var step = SampleRecords.request(
      name, 40, verdict: verdict, exchanges: [SampleRecords.exchange(method, "/a", status)])
    step.action = action
    step.location = SampleRecords.at(name.utf8.count, "s.yaml")
    var recipe = StepRecipe(method: method, target: target)
    recipe.body = body
    recipe.pauseMilliseconds = pause
    recipe.takes = takes
    step.recipe = recipe
    return step
  }

  static func script(
    _ steps: [StepRecord], shared: [SharedFragmentRecord] = [], isStrict: Bool = false,
    upTo place: Record.SourceLocation? = nil
  ) -> String? {
    let scenario = SampleRecords.scenario("walk", 1, failed, steps: steps)
    let suite = SampleRecords.suite([scenario])
    let run = RunJudgement(SampleRecords.run([suite], shared: shared, isStrict: isStrict))
    return ScriptWriter.script(of: scenario, suite: suite, upTo: place, in: run)
  }

  /// The names of the steps that a script takes, in their order.
  static func names(_ script: String?) -> [String] {
    (script ?? "").matches(of: /\nbegin '([^']*)'/).map { String($0.1) }
  }

  static let last = step("fails", verdict: failed)

  @Test(
    arguments: [
      ("POST", "", "printf '%s' '' > \"$work/body\""),
      ("PUT", "", "printf '%s' '' > \"$work/body\""),
      ("PATCH", "", "printf '%s' '' > \"$work/body\""), ("GET", "", nil), ("DELETE", "", nil),
      ("POST", "a=b", "printf '%s' 'a=b' > \"$work/body\""),
      ("GET", "a=b", "printf '%s' 'a=b' > \"$work/body\""),
    ] as [(String, String, String?)])
  func `sends the body of its request, and none of an earlier one`(
    method: String, body: String, line: String?
  ) throws {
    let text = try #require(
      Self.script([
        Self.step("first", "POST", body: "x"),
        Self.step("fails", method, body: body, verdict: Self.failed),
      ]))
    let own = try #require(text.components(separatedBy: "begin 'fails'").last)
    let lines = own.split(separator: "\n").filter { $0.contains("$work/body\"") }
    #expect(lines.map(String.init) == [line].compactMap(\.self))
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
      (nil, 0, "call 'GET' '/a' 200", nil), (nil, 3, "call 'GET' '/a' 200", nil),
      (0, 1, "-lt 2", nil), (0, 999, "-lt 1000", nil), (0, 1000, "-lt 1000", nil),
      (500, 0, "call 'GET' '/a' 200", nil), (500, 1, "-lt 2", "sleep 1"),
      (1000, 4, "-lt 5", "sleep 1"), (1001, 4, "-lt 5", "sleep 2"),
    ] as [(Int?, Int, String, String?)])
  func `sends again what the run sent again`(
    pause: Int?, leftOut: Int, line: String, sleep: String?
  ) throws {
    var step = Self.step("fails", verdict: Self.failed, pause: pause)
    step.leftOut.add(.init(status: 200, number: leftOut, wireIssues: 0))
    let text = try #require(Self.script([step]))
    #expect(text.contains(line))
    let own = text.components(separatedBy: "begin 'fails'").last ?? ""
    #expect(own.contains("sleep") == (sleep != nil))
    if let sleep { #expect(own.contains("|| \(sleep)\n")) }
  }

  @Test func `puts in what it took, what it made, and secrets of the environment`() throws {
    let takes = [
      StepRecipe.Take("a", .json, "/a"), StepRecipe.Take("b", .header, "B"),
      StepRecipe.Take("all", .body),
    ]
    var last = Self.step(
      "fails", "POST", body: "x=‹$b›&y=‹key›", verdict: Self.failed, target: "‹/a›?b=‹$all›&‹key›")
    last.recipe?.headers = [
      HeaderField("Content-Type", "application/x-www-form-urlencoded"),
      HeaderField("B", "Basic ‹$base64_1›"), HeaderField("C", "‹other key;›‹$x;y›‹"),
    ]
    last.recipe?.encoded = ["<a b=‹~made 1›"]
    let text = try #require(Self.script([Self.step("first", body: "‹key›", takes: takes), last]))
    for line in [
      "v_a=$(json '/a')", "v_b=$(header_value 'B')", #"v_all=$(cat "$work/answer")"#,
      "v_made_1=$(new_id)", #"v_base64_1=$(as @base64 '<a b='"$v_made_1")"#,
      #"header 'B' 'Basic '"$v_base64_1""#, #"header 'C' "$SSO_OTHER_KEY_""$v_x_y"'‹'"#,
      #"printf '%s' 'x='"$(as '@uri' "$v_b")"'&y='"$(as '@uri' "$SSO_KEY")" > "$work/body""#,
      ##"call 'POST' "${v_a#"$ORIGIN"}"'?b='"$(as '@uri' "$v_all")"'&'"$(as '@uri' "$SSO_KEY")" 200"##,
    ] { #expect(text.contains("\(line)\n"), "\(line)") }
    #expect(text.ranges(of: "#   SSO_KEY\n").count == 1)
    #expect(text.ranges(of: "[ -n \"${SSO_KEY-}\" ] ||").count == 1)
  }

  @Test func `makes the calls of a shared fragment once`() throws {
    let use = SampleRecords.useToken(3)
    var token = SampleRecords.token
    token.steps = [Self.step("get it", takes: [.init("token", .json, "/token")])]
    let last = Self.step("fails", verdict: Self.failed, target: "/‹$token›")
    let text = try #require(Self.script([use, use, last], shared: [token]))
    #expect(Self.names(text) == ["get it", "fails"])
    #expect(text.contains("\nv_token=$(json '/token')\n"))
    #expect(Self.script([use, last], shared: []) == nil)
    // The fragment itself failed.
    token.steps[0].verdict = Self.failed
    #expect(Self.names(Self.script([use, last], shared: [token])) == ["get it"])
  }

  @Test(arguments: [20, 21]) func `tells twenty findings`(count: Int) throws {
    let step = Self.step("fails", verdict: SampleRecords.findings(count))
    let text = try #require(Self.script([step]))
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
    let run = RunJudgement(SampleRecords.run(of: scenarios))
    let names = ReproductionReport().files(of: run).map(\.name)
    #expect(names.count == files)
    #expect(names.first == "reproduce/01-walk-nr-0-.sh")
    #expect(!names.contains { !ReproductionReport().owns($0) })
    #expect(names.dropFirst(9).first.map { $0 == "reproduce/10-walk-nr-9-.sh" } ?? true)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests of the order of steps, and of what follows from one that fails.

import HTTP
import Record
import Suites
import TestSupport
import Testing

@Suite struct OrderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var what = ""
    /// The steps, or all keys of the scenario.
    var scenario = ""
    var answers: [String: String] = [:]
    var outline: [String] = []
    var verdict = "passed"
    var testDescription: String { what }
  }

  /// Rows, each of lines: `# what it shows`, the scenario, `> path answer`, and
  /// `= the outline of each step | the verdict`.
  static func read(_ text: String) -> [Row] {
    text.split(separator: "# ").map { block in
      var row = Row()
      for (number, line) in block.split(separator: "\n").enumerated() {
        let rest = String(line.dropFirst(2))
        if number == 0 {
          row.what = String(line)
        } else if line.hasPrefix("> ") {
          let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
          row.answers[parts[0]] = parts[1]
        } else if line.hasPrefix("= ") {
          let parts = rest.split(separator: " | ").map(String.init)
          row.outline = [String](cell: parts[0])
          if parts.count > 1 { row.verdict = parts[1] }
        } else {
          row.scenario += "\(line)\n"
        }
      }
      return row
    }
  }

  /// Answers `/NAME` with what a row says, else with `{"id": "one"}`.
  static func run(_ row: Row, _ bench: Bench = Bench()) throws -> ScenarioRecord {
    let answers = row.answers
    let lines = row.scenario.split(separator: "\n")
    let isSteps = row.scenario.hasPrefix("- ")
    let keys = (isSteps ? ["steps:"] + lines.map { "  \($0)" } : lines.map(String.init))
      .map { "    \($0)" }.joined(separator: "\n")
    let record = try bench.run(
      """
      suite: Small
      fragments:
        - {fragment: pair, takes: {path: /a, by: id}, gives: [first, second], steps: [
            {step: one, request: {GET: "/${path}"}, save: {first: $.id}, expect: {status: 200}},
            {step: two, request: {GET: /b}, save: {second: "$[${by}]"}, expect: {status: 200}}]}
        - {fragment: sloppy, gives: [first, second], steps: [
            {step: one, request: {GET: /a}, save: {first: $.id}, expect: {json: {n: 1}}},
            {step: two, request: {GET: /b}, save: {second: $.id}, expect: {status: 200}}]}
        - {fragment: careful, takes: [go], gives: [result], steps: [
            {step: inner, when: {go: true}, request: {GET: /a}, save: {result: $.id}}]}
        - {fragment: inner, takes: {path: "${mvpd}"}, gives: [result], steps: [
            {step: ask, request: {GET: "/${path}"}, save: {result: $.id}}]}
        - {fragment: hides, takes: [mvpd], gives: [result], steps: [
            {use: inner}, {step: own, request: {GET: "/${mvpd}"}, expect: {status: 200}}]}
        - {fragment: outer, takes: [path], steps: [
            {use: inner, with: {path: "${path}"}}, {use: broken, with: {id: "${result}"}}]}
        - {fragment: broken, takes: [id], steps: [
            {step: ask again, request: {GET: "/${id}"}, expect: {status: 200}}]}
      scenarios:
        - scenario: It
      \(keys)
      """
    ) { request, _ in
      let path = String(request.target.prefix { $0 != "?" }.dropFirst())
      return .json(answers[path] ?? #"{"id": "one"}"#)
    }
    return try record.onlyScenario()
  }

  static let rows: [Row] = read(
    #"""
    # the later steps are not reached
    - {step: a, request: {GET: /a}, expect: {status: 200}}
    - {step: b, request: {GET: /b}, expect: {status: 404, json: {id: two}}}
    - {step: c, request: {GET: /c}, expect: {status: 200}}
    = a: passed & b: failed at status /id & c: not-reached | failed at status /id
    # saves come before expectations
    - step: a
      request: {GET: /a}
      save: {id: $.id}
      expect: {json: {other: "${id}"}}
    > a {"id": "x", "other": "x"}
    = a: passed
    # after an independent step the later ones run, but for those that need what it saved
    - {step: a, independent: true, request: {GET: /a}, save: {id: $.id}, expect: {status: 404}}
    - {step: b, request: {GET: /b}, expect: {status: 200}}
    - {step: c, request: {GET: "/${id}"}, expect: {status: 200}}
    - {step: d, request: {GET: /d}, expect: {status: 200}}
    = a: failed at status & b: passed & c: skipped & d: not-reached | failed at status
    # after an independent step that saves nothing the later ones run
    - {step: a, independent: true, request: {GET: /a}, save: {id: $.nothing}}
    - {step: b, independent: false, request: {GET: /b}, expect: {status: 404}}
    - {step: c, request: {GET: /c}, expect: {status: 200}}
    = a: failed at save: id & b: failed at status & c: not-reached | failed at save: id
    # of the rows of a step each is run, and so are the steps after them
    - step: a ${n}
      cases: [{n: x, s: 200}, {n: y, s: 404}, {n: z, s: 201}, {n: last, s: 200}]
      request: {GET: "/${n}"}
      expect: {status: "${s}"}
    - {step: b, request: {GET: /b}, expect: {status: 200}}
    = a x: passed & a y: failed at status & a z: failed at status & a last: passed & b: passed | failed at status
    # a fragment that was not run to its end leaves the other rows that use it alone
    - {step: "f ${p}", cases: [{p: bad}, {p: good}], use: pair, with: {path: "${p}"}}
    - {step: c, request: {GET: /c}, expect: {status: 200}}
    > bad {}
    = f bad: failed at fragment pair & f good: passed & c: passed | failed at fragment pair
    # rows of a scenario and of its steps go together
    cases: [{word: one, path: a}]
    steps:
      - step: ${n}
        cases: {combine: [[{n: "x ${word}", id: "${word}"}], [{z: "/${path}/b"}]]}
        request: {GET: "${z}"}
        expect: {json: {id: "${id}"}}
    = x one: passed
    # what uses a name that was not saved is not judged
    - {step: a, request: {GET: /a}, save: {missing: $.id}}
    - step: b
      request: {GET: /b}
      save: {missing: $.nothing, then: '$.list[?@.id == ${missing}].n', id: $.id}
      expect: {status: 404, json: {x: "${missing}", y: "${then}", id: "${id}z"}}
      should: {text: "${missing}"}
    > b {"id": "x", "y": 3, "list": [{"id": "one", "n": 2}]}
    = a: passed & b: failed at save: missing status /y /id | failed at save: missing status /y /id
    # several nodes are no value
    - {step: a, request: {GET: /a}, save: {id: $..id}}
    > a [{"id": 1}, {"id": 2}]
    = a: failed at save: id | failed at save: id
    # a missed should is a warning beside the verdict
    - {step: a, request: {GET: /a}, expect: {status: 200}, should: {status: 201}}
    - {step: b, request: {GET: /b}, expect: {status: 200}}
    = a: passed, warned: status & b: passed
    # a failed step has its warnings, too
    - {step: a, request: {GET: /a}, expect: {status: 204}, should: {json: {id: two}}}
    = a: failed at status, warned: /id | failed at status
    # the chosen alternative is named
    - step: a
      request: {GET: /a}
      expect:
        either:
          - {as: refused, status: 400}
          - {as: served, status: 200}
    = a: passed, chosen: served
    # the chosen alternative of a should is named, too
    - step: a
      request: {GET: /a}
      expect: {either: [{as: refused, status: 400}, {as: served, status: 200}]}
      should: {either: [{as: right, json: {id: one}}, {as: empty, status: 204}]}
    = a: passed, chosen: served right
    # a condition beside one that is met has to be met, too
    - {step: a, request: {GET: /a}, save: {id: $.id, other: $.id}}
    - {step: b, when: {id: one, other: two}, request: {GET: /b}, expect: {status: 200}}
    - {step: c, when: {id: two, other: one}, request: {GET: /c}, expect: {status: 200}}
    - {step: d, when: {id: one, other: one}, request: {GET: /d}, expect: {status: 200}}
    = a: passed & b: skipped & c: skipped & d: passed
    # a condition that is not met skips and saves null
    - {step: a, request: {GET: /a}, save: {id: $.id}}
    - {step: b, when: {id: two}, request: {GET: /b}, save: {other: $.id}}
    - {step: c, when: {other: null, id: !string {}}, request: {GET: /c}, expect: {status: 200}}
    = a: passed & b: skipped & c: passed
    # a skipped use gives null
    - {step: a, request: {GET: /a}, save: {id: $.id}}
    - {step: b, when: {id: two}, use: pair}
    - {step: c, request: {GET: /c}, expect: {json: {id: !not [null]}}}
    = a: passed & b: skipped & c: passed
    # a scenario whose steps are all skipped was not run
    - {step: a, when: {mvpd: other}, request: {GET: /a}, expect: {status: 200}}
    = a: skipped | skipped
    # a fragment that skipped its only step gives null and shows nothing
    - {use: careful, with: {go: false}, expect: {json: {result: null}}}
    = careful: passed | skipped
    # a fragment gives what it saved, and use expects and saves of that
    - {use: pair, save: {both: $}, expect: {json: {first: one, second: "${first}"}}}
    - {step: c, request: {GET: "/${second}"}, expect: {status: 200}}
    = pair: passed & c: passed
    # an expectation of a use can fail
    - {use: pair, expect: {json: {first: two}}}
    - {step: c, request: {GET: /c}, expect: {status: 200}}
    = pair: failed at /first & c: passed | failed at /first
    # the later steps run where the status was right and all was saved
    - {step: a, request: {GET: /a}, save: {id: $.id}, expect: {status: 200, json: {n: 1}}}
    - {step: b, request: {GET: "/${id}"}, expect: {json: {n: 2}}}
    - {step: c, request: {GET: /c}, expect: {status: 200}}
    = a: failed at /n & b: failed at /n & c: passed | failed at /n
    # the later steps run where an alternative has the status
    - step: a
      request: {GET: /a}
      expect:
        either:
          - {as: refused, status: 400}
          - {as: served, status: 200, json: {n: 1}}
    - {step: b, request: {GET: /b}, expect: {either: [{as: refused, status: 400}, {as: gone, status: 404}]}}
    - {step: c, request: {GET: /c}, expect: {status: 200}}
    = a: failed at /n & b: failed at status & c: not-reached | failed at /n
    # a step that needs a value that may be wrong is not run
    - {step: a, request: {GET: /a}, save: {id: $.id}, expect: {json: {id: two}}}
    - {step: b, request: {GET: /b}, expect: {json: {id: "${id}x", n: 1}}}
    - {step: c, request: {GET: "/${id}"}, expect: {status: 200}}
    - {step: d, request: {GET: /d}, expect: {status: 200}}
    = a: failed at /id & b: failed at /n & c: skipped & d: not-reached | failed at /id
    # what expects only a value that may be wrong is not judged, and does not pass
    - {step: a, request: {GET: /a}, save: {id: $.id}, expect: {json: {id: two}}}
    - {step: b, request: {GET: /b}, expect: {status: 200, json: {id: "${id}x"}}}
    - {step: c, request: {GET: /c}, expect: {status: 200}}
    = a: failed at /id & b: skipped & c: passed | failed at /id
    # a value that is saved anew is no longer in doubt
    - {step: a, request: {GET: /a}, save: {id: $.id}, expect: {json: {id: two}}}
    - {step: b, request: {GET: /b}, save: {id: $.id}, expect: {status: 200}}
    - {step: c, request: {GET: "/${id}"}, expect: {status: 200}}
    = a: failed at /id & b: passed & c: passed | failed at /id
    # a later step that can't be run is no error after one that failed
    - {step: a, request: {GET: /a}, save: {id: $.id}, expect: {json: {n: 1}}}
    - {step: b, request: {GET: "/${id}"}, expect: {status: 200}}
    - {step: c, request: {GET: /c}, expect: {status: 200}}
    > a {"id": ""}
    = a: failed at /n & b: skipped & c: not-reached | failed at /n
    # a fragment goes on after a failure, gives what it has, and its user goes on
    - {use: sloppy, expect: {json: {second: two}}}
    - {step: c, request: {GET: "/${first}"}, expect: {status: 200}}
    - {step: d, request: {GET: "/${second}"}, expect: {status: 200}}
    = sloppy: failed at fragment sloppy /second & c: passed & d: skipped | failed at fragment sloppy /second
    # an answer of the framework that is not as expected lets the later steps run
    - partner: {state: denied}
    - {step: a, partner: {permission: {prompting: true}}, expect: {json: {accessStatus: granted}}}
    - {step: b, request: {GET: /b}, expect: {status: 200}}
    = The framework's state: passed & a: failed at /accessStatus & b: passed | failed at /accessStatus
    # an error of the framework that was not expected ends the scenario, and so does none
    - partner: {state: denied}
    - {step: a, partner: {permission: {prompting: true}}, expect: {json: {error: {code: 1}}}}
    - {step: b, request: {GET: /b}, expect: {status: 200}}
    = The framework's state: passed & a: failed at /error & b: not-reached | failed at /error
    # a scenario of level should goes on after a warning
    level: should
    steps:
      - {step: a, request: {GET: /a}, expect: {json: {n: 1}}}
      - {step: b, request: {GET: /b}, expect: {status: 200}}
    = a: failed at /n & b: passed
    # a skipped step leaves alone what is saved
    - {step: a, request: {GET: /a}, save: {id: $.id}}
    - {step: b, when: {id: two}, request: {GET: /b}, save: {id: $.id, other: $.id}}
    - {step: c, when: {id: one, other: null}, request: {GET: "/${id}"}, expect: {status: 200}}
    = a: passed & b: skipped & c: passed
    # a skipped use leaves alone what is saved
    - {step: a, request: {GET: /a}, save: {first: $.id}}
    - {step: b, when: {first: two}, use: pair}
    - {step: c, when: {first: one, second: null}, request: {GET: "/${first}"}, expect: {status: 200}}
    = a: passed & b: skipped & c: passed
    # a fragment fails its user, naming its step
    - {use: pair}
    - {step: c, request: {GET: /c}, expect: {status: 200}}
    > b {}
    = pair: failed at fragment pair & c: not-reached | failed at fragment pair
    # in a scenario of level should a failure is a warning and ends it
    level: should
    steps:
      - {step: a, request: {GET: /a}, expect: {status: 404}}
      - {step: b, request: {GET: /b}, expect: {status: 200}}
    = a: failed at status & b: not-reached
    # an error stays one in a scenario of level should
    level: should
    steps:
      - {step: a, request: {GET: /a}, save: {id: $.id}}
      - {step: b, request: {GET: "/${id}"}, expect: {status: 200}}
    > a {"id": ""}
    = a: passed & b: error: suite | error: suite
    # final steps run after a failure, each of them
    steps:
      - {step: a, request: {GET: /a}, save: {id: $.id}}
      - {step: b, request: {GET: /b}, save: {never: $.nothing}}
    finally:
      - {step: x, request: {GET: /x}, expect: {status: 404}}
      - {step: y, request: {GET: "/y/${never}"}, expect: {status: 200}}
      - {step: z, request: {GET: "/z/${id}"}, expect: {status: 200}}
    = a: passed & b: failed at save: never & x: failed at status & y: skipped & z: passed | failed at save: never
    # a clean-up step that can't be run is an error, after a failure, too
    steps:
      - {step: a, request: {GET: /a}, save: {id: $.id}}
      - {step: b, request: {GET: /b}, expect: {status: 404}}
    finally:
      - {step: x, request: {GET: "/${id}"}, expect: {status: 200}}
      - {step: y, request: {GET: /y}, expect: {status: 200}}
    > a {"id": ""}
    = a: passed & b: failed at status & x: error: suite & y: passed | failed at status
    # a burst with other statuses ends the scenario
    - {step: a, request: {GET: /a}, burst: 2, expect: {statuses: !each 404}}
    - {step: b, request: {GET: /b}, expect: {status: 200}}
    = a: failed at statuses/0 statuses/1 & b: not-reached | failed at statuses/0 statuses/1
    # a burst with other texts lets the later steps run
    - {step: a, request: {GET: /a}, burst: 2, expect: {answers: [{status: 200, text: x}]}}
    - {step: b, request: {GET: /b}, expect: {status: 200}}
    = a: failed at text & b: passed | failed at text
    # a fragment that can't be run is an error that names the innermost
    - {use: outer, with: {path: a}}
    - {step: b, request: {GET: /b}, expect: {status: 200}}
    > a {"id": ""}
    = outer: error: fragment & b: not-reached | error: fragment
    # a default of a fragment sees the facts, not what its user was given
    - {use: hides, with: {mvpd: other}, expect: {json: {result: of the fact}}}
    > M1 {"id": "of the fact"}
    > other {"id": "of the user"}
    = hides: passed
    # a final step that fails fails nothing
    steps:
      - {step: a, request: {GET: /a}, expect: {status: 200}}
    finally:
      - {use: pair}
    > b []
    = a: passed & pair: failed at fragment pair
    """#)

  static func row(_ what: String) throws -> Row {
    try #require(rows.first { $0.what.contains(what) })
  }

  @Test(arguments: rows) func `runs steps in their order`(row: Row) throws {
    let scenario = try Self.run(row)
    #expect(scenario.outline == row.outline)
    #expect(scenario.verdict.outline == row.verdict)
  }

  @Test(arguments: rows.filter { $0.what.contains("final") || $0.what.contains("level should") })
  func `leaves every failure that fails nothing as one warning`(row: Row) throws {
    let record = try Self.run(row)
    let judgement = ScenarioJudgement(record, shared: [:], isStrict: false)
    let failed = record.steps.filter { $0.verdict.kind == .failed }.count
    #expect(judgement.warnings.count + judgement.incidents.count == max(failed, 1))
    let isExcused = record.verdict.kind == .passed
    #expect(judgement.incidents.isEmpty == isExcused)
  }

  @Test func `says which step of a fragment failed, and where`() throws {
    let scenario = try Self.run(try Self.row("naming its step"))
    let found = "a failure in its step 'two', at save: second: expected a value at $[id], missing"
    #expect(scenario.verdict.findings.map(\.found) == [found])
    #expect(
      scenario.steps[0].steps.map(\.outline) == ["one: passed", "two: failed at save: second"])
  }

  @Test func `says which fragment could not be run, and in which step`() throws {
    let scenario = try Self.run(try Self.row("names the innermost"))
    let beginning = "the fragment 'broken' ended in its step 'ask again': "
    #expect(scenario.verdict.sentence.hasPrefix(beginning))
  }

  /// Parts of a step that use what a step before it may have saved wrongly, place by place.
  @Test(arguments: [
    ("when: {id: one}, request: {GET: /b}", false),
    ("when: {mvpd: \"${id}\"}, request: {GET: /b}", false),
    ("request: {GET: \"/${id}\"}", false), ("request: {GET: /b, query: {a: \"${id}\"}}", false),
    ("request: {GET: /b, headers: {X-A: \"${id}\"}}", false),
    ("request: {GET: /b, headers: {X-Own: \"${id}\"}}", false),
    ("request: {POST: /b, form: {a: \"${id}\"}}", false),
    ("request: {POST: /b, json: [\"${id}\"]}", false),
    ("request: {GET: /b}, save: {c: \"$.l[?@ == ${id}]\"}", false),
    ("request: {GET: /b}, timeout: \"${id}s\"", false),
    ("request: {GET: /b}, by: \"${id}\"", false),
    ("request: {GET: /b}, retry: {while: {json: \"${id}\"}, every: 1ms, at-most: 2ms}", false),
    ("request: {GET: /b}, retry: {while: {status: 404}, every: \"${id}ms\", at-most: 2s}", false),
    ("request: {GET: /b}, retry: {while: {status: 404}, every: 1ms, at-most: \"${id}s\"}", false),
    ("wait: \"${id}s\"", false), ("wait: {until: \"${id}\"}", false),
    ("use: pair, with: {path: \"${id}\"}", false), ("partner: {state: \"${id}\"}", false),
    // The step can be run without these.
    ("request: {GET: /b}, expect: {status: 200}, should: {json: {id: \"${id}\"}}", true),
    ("request: {GET: /b}, expect: {status: 404}, advice: \"Look at ${id}.\"", true),
  ])
  func `runs no step that uses what may be wrong`(step: String, isRun: Bool) throws {
    let record = try Self.run(
      Row(
        scenario: """
          - {step: a, request: {GET: /a}, save: {id: $.id}, expect: {json: {id: two}}}
          - {step: b, \(step)}
          """))
    try #require(record.steps.count == 2)
    #expect(record.steps[0].verdict.outline == "failed at /id")
    #expect((record.steps[1].verdict.kind != .skipped) == isRun)
    if !isRun {
      #expect(
        record.steps[1].verdict.sentence
          == "it uses ${id}, which a step that failed may have saved wrongly")
    }
  }

  @Test(arguments: [
    ("", false), (", headers: {x-id: own}", true), (", headers: {X-Other: own}", false),
  ])
  func `needs no default header that a step replaces`(headers: String, isRun: Bool) throws {
    let record = try Bench().run(
      """
      suite: Defaults
      defaults: {headers: {X-Id: "${id}"}}
      scenarios:
        - scenario: It
          steps:
            - {step: a, request: {GET: /a}, save: {id: $.id}, expect: {json: {id: two}}}
            - {step: b, request: {GET: /b\(headers)}, expect: {status: 200}}
      """
    ) { _, _ in .json(#"{"id": "one"}"#) }
    #expect(
      try record.onlyScenario().outline == ["a: failed at /id", isRun ? "b: passed" : "b: skipped"])
  }

  @Test func `tells the findings of a fragment, and those of its user, once each`() throws {
    let record = try Self.run(try Self.row("gives what it has"))
    let judgement = ScenarioJudgement(record, shared: [:], isStrict: false)
    #expect(judgement.kind == .failed)
    #expect(judgement.incidents.map { $0.step?.name } == ["sloppy", "one"])
    #expect(
      judgement.incidents.map { $0.findings.map(\.place.description) } == [["/second"], ["/n"]])
  }

  @Test(arguments: ["expect", "should"])
  func `notes how far the other alternatives are where none holds`(key: String) throws {
    let row = Row(
      scenario: """
        - step: a
          when: {mvpd: !string {}}
          request: {GET: /a}
          save: {id: $.id}
          \(key): {either: [{as: refused, status: 400}, {as: served, status: 200, json: {id: two}}]}
        """)
    let waits = key == "expect" ? ["it is only done where `mvpd` is a string"] : []
    let notes = try Self.run(row).steps[0].notes.map(\.description)
    #expect(notes == ["or refused: status: expected 400, found 200"] + waits)
  }

  @Test func `says why a step was skipped`() throws {
    let scenario = try Self.run(try Self.row("saves null"))
    #expect(scenario.steps[1].verdict.sentence.contains("its 'when' does not hold: "))
  }

  @Test func `measures how long a step took`() throws {
    let record = try Bench().run(
      steps: """
        - {wait: 30ms}
        - {step: a, request: {GET: /a}, expect: {status: 200}}
        """
    ) { _, _ in .json("{}") }
    let steps = try record.onlyScenario().steps
    #expect(steps[0].duration >= .milliseconds(30))
    #expect(steps[1].startedAfter >= steps[0].duration)
  }
}

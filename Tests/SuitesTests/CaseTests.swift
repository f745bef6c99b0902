// SPDX-License-Identifier: Apache-2.0
// `cases`: tables of rows, what their values become, and names that tell them apart.

import Formats
import HTTP
import Suites
import TestSupport
import Testing
import Text

struct CaseTests {
  private static let step = "steps: [{wait: 1s}]"

  @Test(arguments: [
    ("cases: [{a: x}, {a: y}]", ["t x", "t y"]),
    ("cases: [{a: 1}, {a: 1.50}, {a: true}]", ["t 1", "t 1.50", "t true"]),
    ("cases: {each: a, in: [x, y, z]}", ["t x", "t y", "t z"]),
    ("cases: {each: a, in: \"${resources.permitted}\"}", ["t ${a}"]),
    ("cases: [{a: \"${mvpd}\"}, {a: \"b ${mvpd}\"}]", ["t ${mvpd}", "t b ${mvpd}"]),
    ("cases: [{a: \"${b}-${b}\", b: x}, {a: \"${b}\", b: y}]", ["t x-x", "t y"]),
    ("cases: [{a: \"${b[1].c}\", b: [1, {c: y}]}]", ["t y"]),
  ])
  func `runs once for each row, named by it`(cases: String, names: [String]) {
    let text = suite(scenario: "\(cases)\n\(Self.step)", named: "t ${a}")
    #expect(loadWithoutMistakes(text).names == names)
  }

  @Test(arguments: [
    ("{step: S, request: {GET: /a}, expect: {status: 200}}", true),
    ("{step: S, request: {GET: /a}, expect: {json: {ab: b a_}}}", true),
    ("{step: S, request: {GET: \"/${a}\"}, expect: {status: 200}}", false),
    ("{step: \"S ${a}\", request: {GET: /x}, expect: {status: 200}}", false),
    ("{step: S, request: {GET: /x}, expect: {json: {\"${a}\": 1}}}", false),
    ("{step: S, request: {GET: /x}, expect: {json: {z: [!not \"${a}\"]}}}", false),
    ("{step: S, when: {a: x}, request: {GET: /x}, expect: {status: 200}}", false),
    ("\"${a}\"", false),
  ])
  func `reads a step alike for all rows only if it names none of their variables`(
    step: String, isAlike: Bool
  ) throws {
    let rows =
      step == "\"${a}\""
      ? "[{a: {wait: 1s}, n: 1}, {a: {wait: 2s}, n: 2}]" : "[{a: x, n: 1}, {a: y, n: 2}]"
    let text = suite(scenario: "cases: \(rows)\nsteps: [\(step)]", named: "t ${n}")
    let loaded = loadWithoutMistakes(text)
    let steps = loaded.suites.flatMap(\.scenarios).flatMap(\.steps)
    try #require(steps.count == 2)
    #expect((steps[0] == steps[1]) == isAlike)
  }

  @Test func `combines tables, the last changing fastest`() {
    let text = suite(
      scenario:
        "cases: {combine: [[{a: x}, {a: y}], {each: b, in: [1, 2]}, [{c: z}]]}\n\(Self.step)",
      named: "${a}${b}${c}")
    #expect(loadSuite(text).names == ["x1z", "x2z", "y1z", "y2z"])
  }

  private static let situations = """
    situations:
      - situation: near
        about: Nearly.
        at: calls
        cells: [{cell: usual, b: c}, {cell: cut, b: "${mvpd | cut}"}, {cell: other, b: d}]
      - {situation: calls, cells: [first, {cell: second}]}
    """

  @Test func `pairs each row with one of the others, and leaves the rest to a deep run`() {
    let pairs = "cases: {pairs: [[{a: x, cell: calls/first}, {a: y}], {situation: near}]}"
    let beside = ["situations.yaml": Self.situations]
    let scenarios = loadWithoutMistakes(
      suite(scenario: "\(pairs)\n\(Self.step)", named: "${a} ${b}"), beside: beside)
    #expect(scenarios.inEveryRun.names == ["x c", "x ${mvpd | cut}", "y c", "y d"])
    #expect(scenarios.names.count == 6)
    #expect(scenarios.suites[0].scenarios[0].cells == [["calls/first", "near/usual"]])
    let steps = loadWithoutMistakes(
      suite(scenario: "steps: [{step: \"${a} ${b}\", \(pairs), wait: 1s}]"), beside: beside)
    #expect(steps.names == ["one", "one, in depth"])
    #expect(steps.suites[0].scenarios.map(\.steps.count) == [4, 6])
    #expect(steps.inEveryRun.names == ["one"])
    let wrong = suite(scenario: "tags: [near/cutt]\n\(Self.step)")
    #expect(
      remarks(wrong, beside: beside) == [
        "4:11: error: the situation 'near' has no cell 'cutt', did you mean 'cut'?"
      ])
  }

  @Test(
    arguments: table(
      #"""
      - {at: a} | 2:5: error: a situation has a name: add 'situation: …'
      - {situation: a} | 2:5: error: a situation has cells: add 'cells: …'
      - {situation: a, cells: [b, b]} | 2:31: error: another cell is called 'b', too
      - {situation: a, cells: [{b: 1}]} | 2:28: error: a cell has a name: add 'cell: …'
      - {situation: a, cells: [b], to: c} | 2:32: error: unknown key 'to' in a situation, known are situation, about, at, cells
      """#) as [(String, [String])])
  func `says what is wrong with a situation`(written: String, expected: [String]) {
    let beside = ["situations.yaml": "situations:\n  \(written)\n"]
    let found = remarks(suite(scenario: Self.step), beside: beside)
    #expect(found == expected.map { "situations.yaml:\($0)" })
  }

  @Test(
    arguments: table(
      #"""
      cases: [] | 4:12: error: a table has at least one row
      cases: {each: a, in: []} | 4:26: error: a table has at least one row
      cases: {combine: []} | 4:22: error: 'combine' has at least one table
      cases: 3 | 4:12: error: expected a list of rows, found the number 3
      cases: {combin: []} | 4:13: error: unknown key 'combin' in a table, did you mean 'combine'? & 4:21: error: 'combine' has at least one table
      cases: [{a: 1, b: 2}, {a: 2, c: 3}] | 3:15: error: the name does not tell the rows of 'cases' apart: two are called 'one' & 4:27: error: the rows of a table have the same keys; this one lacks b and has c besides
      cases: [{A: 1}] | 4:14: error: 'A' can't be a name: lower-case letters, digits and '_', a letter first
      cases: [{now: 1}] | 4:14: error: 'now' is built in and can't be hidden
      cases: {combine: [[{a: 1}], [{a: 2}]]} | 4:33: error: two tables of 'combine' have the variable 'a'
      cases: {combine: [{combine: [[{a: 1}]]}]} | 4:23: error: 'combine' takes lists of rows, situations and {each: …} tables
      cases: {pairs: [{pairs: [[{a: 1}]]}]} | 4:21: error: 'pairs' takes lists of rows, situations and {each: …} tables
      cases: {pairs: [[{a: 1}]]} | 4:20: error: 'pairs' has two tables
      cases: {situation: near} | 4:24: error: no situation is called 'near'
      cases: [{cell: [], a: 1}, {cell: 3, a: 2}] | 3:15: error: the name does not tell the rows of 'cases' apart: two are called 'one' & 4:38: error: expected an item of 'cell', a text, found the number 3
      cases: {combine: [[{a: 1}]], each: b} | 4:12: error: 'combine' stands alone
      cases: {each: a} | 4:12: error: a table of one variable has 'in': a list of facts, or a query with 'of'
      cases: {in: [1]} | 4:12: error: expected a list of rows, {each: name, in: …} or {combine: …}
      cases: [1] | 4:13: error: expected a row of 'cases', a map, found the number 1
      cases: {each: A, in: [1]} | 4:19: error: 'A' can't be a name: lower-case letters, digits and '_', a letter first
      cases: {each: a, of: nowhere, in: $.b} | 4:26: error: unknown fragment 'nowhere'; it is looked up in this file, in 'fragments.yaml' beside it, in the folder above and among the shipped suites
      cases: {each: a, in: no} | 4:26: error: expected a list, or one ${…} that is a list among the facts
      cases: [{a: x}, {a: x}] | 3:15: error: the name does not tell the rows of 'cases' apart: two are called 'one'
      cases: {each: a, in: "${resources.permitted}"} | 3:15: error: the name does not tell the rows apart: it must contain ${a}, or a part of it
      """#) as [(String, [String])])
  func `says what is wrong with a table`(cases: String, expected: [String]) {
    #expect(remarks(suite(scenario: "\(cases)\n\(Self.step)")) == expected)
  }

  @Test(arguments: [
    ("cases: [{a: x}, {a: y}]", ["x", "y"]), ("cases: {each: a, in: [x, y]}", ["x", "y"]),
    ("cases: {combine: [[{a: x}, {a: y}], [{b: z}]]}", ["x", "y"]),
    ("cases: &t {each: a, in: [x, \"${mvpd}\"]}", ["x", "${mvpd}"]),
  ])
  func `a step of a scenario and of a fragment is there once for each row of its table`(
    cases: String, names: [String]
  ) {
    let step = "{step: \"${a}\", \(cases), covers: [], wait: 1s}"
    let text = suite(
      scenario: "steps:\n  - \(step)\n  - {use: f}",
      before: "fragments:\n  - {fragment: f, steps: [\(step)]}\n")
    let loaded = loadWithoutMistakes(text)
    let steps = loaded.suites.flatMap(\.scenarios).flatMap(\.steps)
    #expect(steps.map(\.name) == names + ["f"])
    #expect(steps.map(\.isIndependent) == names.map { _ in true } + [false])
    #expect(loaded.fragments.values.flatMap(\.steps).map(\.name) == names)
  }

  @Test(
    arguments: table(
      #"""
      {step: s, cases: [{a: x}, {a: y}], wait: 1s} | the name of the step does not tell the rows of 'cases' apart: two are called 's'
      {cases: [{a: x}, {a: y}], wait: 1s} | the name of the step does not tell the rows of 'cases' apart: two are called 'Wait'
      {step: "${a}", cases: {each: a, in: "${resources.permitted}"}, wait: 1s} | the rows of a step are written; a table that facts or the target fill belongs to the scenario
      {step: "${outer}", cases: [{outer: x}], wait: 1s} | 'outer' is a variable of the scenario's 'cases' already; choose another name
      {step: "${a}", cases: [{a: x}], request: {GET: /}, save: {a: $.b}} | 'a' is a variable of 'cases', which 'save' can't replace; choose another name
      {step: s, cases: [], wait: 1s} | a table has at least one row
      {step: s, independent: at times, wait: 1s} | 'independent' is true or false, found the text 'at times'
      """#) as [(String, String)])
  func `says what is wrong with the table of a step`(step: String, message: String) {
    let text = suite(scenario: "cases: [{outer: q}]\nsteps: [\(step)]", named: "${outer}")
    #expect(loadSuite(text).errors == [message])
  }

  @Test(arguments: [
    "cases: [{a: x}]", "cases: {each: a, in: [x]}", "cases: {each: a, in: \"${resources.denied}\"}",
  ])
  func `what a table of the scenario gives can't be saved over`(cases: String) {
    let text = suite(
      scenario: """
        \(cases)
        steps:
          - {step: s, request: {GET: "/${a}"}, save: {a: $.b}, expect: {status: 200}}
        """, named: "${a}")
    let message = "'a' is a variable of 'cases', which 'save' can't replace; choose another name"
    #expect(loadSuite(text).errors == [message])
  }

  /// The fragment, the query, the scenario's name, and what is said.
  @Test(
    arguments: table(
      #"""
      gives: [list], steps: [{step: s, request: {GET: /}, save: {list: $.y}}] | "$.lst[*]" | ${a} | 6:12: error: '$.lst[*]' selects nothing: the fragment 'f' does not give 'lst', did you mean 'list'?
      gives: [list], steps: [{step: s, request: {GET: /}, save: {list: $.y}}] | "$.list[*]" | ${a}
      takes: [x], gives: [y], steps: [{step: s, request: {GET: "/${x}"}, save: {y: $.y}}] | [$.y] | one | 6:33: error: expected a query ($…), found a list
      takes: [x], gives: [y], steps: [{step: s, request: {GET: "/${x}"}, save: {y: $.y}}] | $.y | ${a} | 6:26: error: the fragment 'f' needs 'x', and a table can't give it; use a fragment whose 'takes' has defaults
      takes: {x: 1}, gives: [y], steps: [{step: s, request: {GET: "/${x}"}, save: {y: $.y}}] | $.y | ${a}
      """#) as [(String, String, String, [String])])
  func `a table of a fragment asks for what it gives, and gives it nothing`(
    fragment: String, query: String, name: String, expected: [String]
  ) {
    let text = suite(
      scenario: "cases: {each: a, of: f, in: \(query)}\n\(Self.step)",
      before: "fragments:\n  - {fragment: f, \(fragment)}\n", named: name)
    #expect(remarks(text) == expected)
  }

  @Test(arguments: [
    // What stands in the body, and what is sent of it.
    ("\"${a}\"", "x", #""x""#), ("\"${a}\"", "{b: [1, null]}", #"{"b":[1,null]}"#),
    ("\"${a}\"", "[1, \"${saved}\"]", #"[1,"kept"]"#), ("\"${a}\"", "1.50", "1.50"),
    ("[\"${a}\", {k: \"${a}\"}]", "true", #"[true,{"k":true}]"#),
    ("\"${a.b[1]}\"", "{b: [1, {c: 2}]}", #"{"c":2}"#), ("\"<${a}>\"", "x", #""<x>""#),
    ("\"<${a}>\"", "12.0", #""<12.0>""#), ("\"<${a}>\"", "\"=${saved}=\"", #""<=kept=>""#),
    ("\"<${a.b}>\"", "{b: false}", #""<false>""#),
    ("\"${a | json}\"", "{b: [1]}", #""{\"b\":[1]}""#),
    ("\"${a | base64}\"", "\"${saved}\"", #""a2VwdA==""#), ("{\"k-${a}\": 1}", "x", #"{"k-x":1}"#),
    ("\"$${a}\"", "x", #""${a}""#), ("\"${a.denied[0]}\"", "\"${resources}\"", #""r9""#),
    ("\"${a[0]}\"", "\"${resources.denied}\"", #""r9""#),
    ("\"${a[0] | upper}\"", "\"${resources.denied}\"", #""R9""#),
    // What the row makes of a value comes before what the step makes of it.
    ("\"${a | json}\"", "\"${saved | base64}\"", #""\"a2VwdA==\"""#),
    ("\"${a | base64}\"", "\"${saved | upper}\"", #""S0VQVA==""#),
    ("\"${a + 1s}\"", "\"${now | text}\"", "1000000001000"),
    ("\"${a + 1s}\"", "\"${now + 1m}\"", "1000000061000"),
    ("\"${a | text}\"", "\"${now - 1s}\"", #""999999999000""#),
    ("\"${a - 1s | text}\"", "\"${now}\"", #""999999999000""#),
  ])
  func `a row's value is as if it were written in the step`(
    body: String, row: String, sent: String
  ) throws {
    let text = suite(
      scenario: """
        cases: [{a: \(row)}]
        needs: [saved]
        steps:
          - step: s
            request: {POST: /, json: \(body)}
            expect: {status: 200}
        """)
    let loaded = loadWithoutMistakes(text, facts: ["saved"])
    let request = try #require(loaded.request())
    let facts: [String: JSONValue] = ["saved": "kept", "resources": ["denied": ["r9"]]]
    let prepared = try request.prepared(defaults: [], in: bindings(facts: facts))
    #expect(String(decoding: prepared.body ?? [], as: UTF8.self) == sent)
  }

  @Test func `a row gives whole parts of steps, and what it gives is checked there`() throws {
    let text = suite(
      scenario: """
        cases: [{a: {status: 404}, b: [V-1], c: 3s, d: !optional [!header X], e: !not [1], f: null}]
        steps:
          - step: s ${c}
            covers: "${b}"
            request: {POST: /, json: "${f}"}
            timeout: "${c}"
            save: {x: "${d}"}
            expect: "${a}"
          - step: t
            request: {GET: /}
            when: {x: "${e}"}
            expect: {json: {y: "${x}", z: "${e}"}}
        """)
    let loaded = loadSuite(text)
    #expect(
      loaded.diagnostics.map(\.description) == [
        "s.yaml:4:36: error: 'covers' names requirements of a cookbook, and the suite names none: "
          + "add 'cookbook: …'"
      ])
    let step = try loaded.step
    #expect(step.name == "s 3s")
    #expect(step.timeout == .constant(.seconds(3)))
    #expect(step.save.first?.compiled != nil)
  }

  @Test(
    arguments: table(
      #"""
      // In a longer text there is no place for these.
      GET: "/x/${a}" | null | 7:16: error: ${a} is null, which can't stand inside a text
      GET: "/x/${a}" | [1] | 7:16: error: ${a} is a list, which can't stand inside a text
      GET: "/x/${a}" | !any {} | 7:16: error: ${a} is a matcher; a value is needed here
      GET: "/x/${a.b}" | {c: 1} | 7:16: error: ${a.b} has no member 'b'
      GET: "/x/${a}" | "a b" | 7:12: error: a reference is sent as written: visible ASCII only; percent-encode the rest
      GET: "${a}x" | y | 7:12: error: a reference begins with '/' (it is added to the target's base URL), or is one ${name} that holds a URL
      GET: "${a}" | http://other.example/ | 4:17: error: a reference begins with '/' (it is added to the target's base URL), or is one ${name} that holds a URL
      """#) as [(String, String, String)])
  func `a row's value that does not fit is an error`(line: String, row: String, expected: String) {
    let text = suite(
      scenario: "cases: [{a: \(row)}]\nsteps:\n- step: s\n  request:\n    \(line)\n  expect: "
        + "{status: 200}")
    #expect(remarks(text).map(Self.message) == [Self.message(expected)])
  }

  private static func message(_ remark: String) -> String {
    remark.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
  }

  @Test(arguments: [
    (
      "[{a: [\"${a}\"]}]",
      "4:17: error: the row refers to itself, or through too many of its " + "variables: a → a"
    ), ("[{a: {x: \"${b}\"}, b: [\"${a}\"]}]", "a → b → a"),
    ("[{a: \"x${b}\", b: \"y${a}\"}]", "a → b → a"),
    ("[{a: \"${b}\", b: \"${c}\", c: \"${d}\", d: \"${e}\", e: x}]", "a → b → c → d → e"),
  ])
  func `rows that refer to themselves are errors`(cases: String, expected: String) {
    let text = suite(
      scenario: "cases: \(cases)\nsteps:\n- step: s\n  request: {POST: /, json: \"${a} ${a}\"}\n"
        + "  expect: {status: 200}")
    let found = remarks(text)
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test(arguments: [
    // A row may hide a fact by that fact.
    ("[{mvpd: \"${mvpd}\"}, {mvpd: \"${basic_mvpd}\"}]", "${mvpd}", ["mvpd", "basic_mvpd"]),
    ("[{a: \"${resources}\"}]", "${a.denied[0]}", ["resources.denied[0]"]),
  ])
  func `a scenario needs the fact, or the part of one, that a row leads to`(
    cases: String, variable: String, needs: [String]
  ) {
    let text = suite(
      scenario: "cases: \(cases)\nsteps:\n- step: s\n  request: {GET: \"/\(variable)\"}\n"
        + "  expect: {status: 200}", named: needs.count == 1 ? "one" : variable)
    let scenarios = loadWithoutMistakes(text).suites.flatMap(\.scenarios)
    #expect(scenarios.map { $0.needs.map(\.description) } == needs.map { [$0] })
  }

  @Test(arguments: ["\"${mvpd}\"", "\"${ mvpd }\""])
  func `a row's value that names its own fact is put in once`(body: String) throws {
    let text = suite(
      scenario: "cases: [{mvpd: \"<${mvpd}>\"}]\nsteps:\n- step: s\n"
        + "  request: {POST: /, json: \(body)}\n  expect: {status: 200}")
    let loaded = loadWithoutMistakes(text)
    let prepared = try #require(loaded.request())
      .prepared(defaults: [], in: bindings(facts: ["mvpd": "M"]))
    #expect(String(decoding: prepared.body ?? [], as: UTF8.self) == "\"<M>\"")
  }

  @Test func `rows choose the platforms of devices`() throws {
    let text = suite(
      scenario: """
        cases: [{p: tvOS, q: iOS}, {p: iOS, q: tvOS}]
        platform: ${p}
        devices: {other: {platform: "${q}"}}
        steps: [{wait: 1s}]
        """, named: "t ${p}")
    let loaded = loadWithoutMistakes(text)
    #expect(
      loaded.suites.flatMap(\.scenarios).map { $0.devices.map(\.platform?.name) } == [
        ["tvOS", "iOS"], ["iOS", "tvOS"],
      ])
    #expect(
      checkedRemarks(text.replacing("p: tvOS", with: "p: webOS")) == [
        "4:17: error: it does not know the platform 'webOS'; known are tvOS, iOS"
      ])
  }

  @Test(arguments: [("cases: [{a: 2}, {a: 3}]\n", ""), ("", "cases: [{a: 2}, {a: 3}], ")])
  func `default headers and the default timeout see the row of a scenario and of a step`(
    ofScenario: String, ofStep: String
  ) throws {
    let text = suite(
      scenario: "\(ofScenario)steps:\n- {step: \"s ${a}\", \(ofStep)request: {GET: /}, "
        + "expect: {status: 200}}",
      before: "defaults: {headers: {X-A: \"<${a}>\"}, timeout: \"${a}s\"}\n",
      named: ofScenario.isEmpty ? "s" : "s ${a}")
    let loaded = loadWithoutMistakes(text)
    let request = try #require(loaded.request())
    let steps = loaded.suites.flatMap(\.scenarios).flatMap(\.steps)
    #expect(steps.map(\.timeout) == [.constant(.seconds(2)), .constant(.seconds(3))])
    let values = try steps.map {
      try request.prepared(defaults: $0.defaultHeaders, in: bindings()).headers["X-A"]
    }
    #expect(values == ["<2>", "<3>"])
  }

  @Test func `what is saved and used only for one row is used`() {
    let text = suite(
      scenario: """
        cases: [{a: "${x}", b: 1}, {a: z, b: 2}]
        steps:
          - {step: s, request: {GET: /}, save: {x: $.x, y: $.y}}
          - {step: t, request: {GET: "/${a}"}, expect: {status: 200}}
        """, named: "${b}")
    #expect(remarks(text) == ["6:53: warning: 'y' is saved and never used"])
  }
}

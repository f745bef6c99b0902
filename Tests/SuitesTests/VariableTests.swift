// SPDX-License-Identifier: Apache-2.0
// `${…}`: its grammar, its filters, and which names are bound where.

import Expectations
import Formats
import TestSupport
import Testing
import Text

@testable import Suites

struct VariableTests {
  @Test(
    arguments: [
      ("a", "${name}", ["${name}"]), ("", "a ${b.c[0].D} d", ["${b.c[0].D}"]),
      ("", "${ now + 1h | text }", ["${ now + 1h | text }"]), ("", "$${a} $ {b} $", []),
    ] as [(String, String, [String])])
  func `reads texts with variables`(_: String, text: String, expected: [String]) throws {
    let template = try TextTemplate(
      parsing: text, position: .start, positions: { Position.start.advanced(by: $0) })
    #expect(template.variables.map { "${\($0.written)}" } == expected)
  }

  @Test(arguments: [
    ("x ${a", 2, "'${' without '}'; write '$${' for a literal '${'"),
    ("${}", 2, "expected a name, such as ${token}; names are letters, digits and '_'"),
    ("${a.}", 4, "expected the name of a member after '.'"),
    ("${a[x]}", 4, "expected a number and ']', such as [0]"),
    ("${a[99999999999999999999]}", 24, "expected a number and ']', such as [0]"),
    ("${now + 1}", 8, "expected a duration after '+': \(DurationText.form)"),
    ("${now + 99999999999999999999d}", 8, "expected a duration after '+': \(DurationText.form)"),
    ("${a | bas64}", 6, "unknown filter 'bas64', did you mean 'base64'?"),
    ("${a b}", 4, "unexpected 'b' in ${…}: a name, parts, '+ 1h' and '| filter' only"),
    (
      "${a | }", 6,
      "unknown filter '', known are base64, base64-decode, base64url, base64url-decode, "
        + "url-encode, url-decode, json, sha256, lower, upper, text, unwrap, cut, "
        + "altered"
    ),
  ])
  func `refuses others, and says where`(text: String, offset: Int, message: String) {
    #expect(throws: TemplateError(message: message, offset: ScalarOffset(offset))) {
      try TextTemplate(parsing: text, position: .start, positions: { _ in .start })
    }
  }

  @Test(
    arguments: [
      ("a", #""x/ y""#), ("a | base64", #""eC8geQ==""#), ("a | url-encode", #""x%2F%20y""#),
      ("a | url-encode | url-decode", #""x/ y""#), ("a | base64 | base64-decode", #""x/ y""#),
      ("a | upper", #""X/ Y""#), ("a | upper | lower", #""x/ y""#), ("n", "1.50"),
      ("n | text", #""1.50""#), ("a | json", #""\"x/ y\"""#), ("o", #"{"l":[1,null]}"#),
      ("o.l[0]", "1"), ("o.l[1]", "null"), ("o | json", #""{\"l\":[1,null]}""#),
      ("w | unwrap", #""a b c""#), ("now", "1000000000000"), ("now + 1h", "1000003600000"),
      ("now - 365d", "968464000000"), ("t - 1s", "999"), ("now + 1h | text", #""1000003600000""#),
      ("run.id", #""run-1""#), ("device.id", #""d-1""#), ("e + 1s", "1700000001000"),
      ("e - 1ms", "1699999999999"), ("now+1h", "1000003600000"), ("u | base64", #""eD9+eD4+eQ==""#),
      ("u | base64url", #""eD9-eD4-eQ""#), ("u | base64url | base64url-decode", #""x?~x>>y""#),
      ("a | upper | base64", #""WC8gWQ==""#), ("b | text", #""true""#), ("b | json", #""true""#),
      ("blank | unwrap", #""""#), ("a | unwrap", #""x/ y""#), ("o.l[0] | text", #""1""#),
      ("a | cut", #""x/ ""#), ("blank | unwrap | cut", #""""#),
      ("blank | unwrap | altered", #""""#), ("a | altered", #""x/ a""#),
      ("a | upper | altered", #""X/ 5""#), ("n | altered", #""1.5a""#),
      (
        "a | sha256 | altered",
        #""fdba4e5b0bb9e596d3efe0602df1d06819cdb5a59b8a616db5f465f7076d449a""#
      ), ("a | sha256", #""fdba4e5b0bb9e596d3efe0602df1d06819cdb5a59b8a616db5f465f7076d4497""#),
    ] as [(String, String)])
  func `has a value`(written: String, expected: String) throws {
    let values: [String: JSONValue] = [
      "a": "x/ y", "n": try JSONParser.document(Array("1.50".utf8)).root, "o": ["l": [1, .null]],
      "w": " a \t b\r\n c \n", "t": "1999", "b": true, "blank": " \t\n ", "u": "x?~x>>y",
      "e": try JSONParser.document(Array("1.7e12".utf8)).root,
    ]
    let expression = try VariableExpression(written, at: .start)
    let text = JSONWriter.text(try expression.json(in: bindings(values)))
    #expect(text == expected)
  }

  @Test(arguments: [
    ("nope", "${nope} has no value here"), ("o.m", "${o.m} has no member 'm'"),
    ("o.l[2]", "${o.l[2]} has 2 items, so none at [2]"),
    ("o[0]", "${o[0]} is a map, so it has no [0]"), ("a.b", "${a.b} is a text, so it has no 'b'"),
    ("a + 1h", "${a + 1h} is not a time in milliseconds, so a duration can't be added"),
    ("half + 1h", "${half + 1h} is not a time in milliseconds, so a duration can't be added"),
    ("z + 1h", "${z + 1h} is not a time in milliseconds, so a duration can't be added"),
    ("o.l.x", "${o.l.x} is a list, so it has no 'x'"),
    ("now.x", "${now.x} is a number, so it has no 'x'"), ("run", "${run} has no value here"),
    ("big + 1d", "${big + 1d} is beyond all times"),
    ("small - 100000d", "${small - 100000d} is beyond all times"),
    ("o | base64", "${o | base64} can't be filtered: 'base64' takes a text, and this is a map"),
    ("z | text", "${z | text} can't be filtered: 'text' takes a text, and this is null"),
    (
      "a | base64-decode",
      "${a | base64-decode} can't be filtered: the text is not Base64 of UTF-8 text"
    ),
    (
      "padded | base64url-decode",
      "${padded | base64url-decode} can't be filtered: the text is not base64url without padding of "
        + "UTF-8 text"
    ),
    (
      "many | url-encode | base64",
      "${many | url-encode | base64} can't be filtered: 'base64' takes at most 8,388,608 bytes, and this "
        + "has 12,000,000"
    ),
    (
      "p | url-decode", "${p | url-decode} can't be filtered: the text is not percent-encoded UTF-8"
    ),
  ])
  func `has none, and says why`(written: String, message: String) throws {
    let values: [String: JSONValue] = [
      "a": "x!", "o": ["l": [1, .null]], "z": .null, "p": "%FF", "padded": "eA==",
      "half": try JSONParser.document(Array("1.5".utf8)).root, "big": .integer(.max),
      "small": .string(String(Int.min)), "many": .string(String(repeating: "%", count: 4_000_000)),
    ]
    let expression = try VariableExpression(written, at: .start)
    let error = #expect(throws: EvaluationError.self) { try expression.json(in: bindings(values)) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ("s", "saved"), ("g", "given"), ("f", "fact"), ("device.id", "fact"), ("run.id", "run-1"),
  ])
  func `is looked up among what is saved, what is given, the facts, and the rest`(
    name: String, value: String
  ) throws {
    var bindings = bindings(
      ["s": "saved"], facts: ["s": "fact", "g": "fact", "f": "fact", "device": ["id": "fact"]])
    bindings.given = ["s": .json("given"), "g": .json("given")]
    let found = try VariableExpression(name, at: .start).text(in: bindings)
    #expect(found == value)
  }

  @Test(arguments: [
    ("/a[@b='$${x}']", 0, "${x}"), ("/a[@b='$${x}${f}']", 1, "${x}fact"),
    ("/a[b='${f}']", 1, "fact"),
  ])
  func `a path has the variables of its text and no other`(
    text: String, count: Int, value: String
  ) throws {
    let template = try TextTemplate(parsing: text, position: .start, positions: { _ in .start })
    let path = try PathTemplate(template, at: .start)
    #expect(path.expressions.count == count)
    #expect(path.source == text)
    let bound = try path.bound(in: bindings(["f": "fact"]))
    #expect("\(bound)".contains("\"\(value)\""))
  }

  @Test(arguments: [
    ("plain", ["plain"]), ("a ${f} b", ["a 1 b"]), ("a ${x.y} b", ["a ", " b"]),
    ("${x}${f}-${n}${y}", ["", "1-2", ""]), ("${o} ${o.p}", ["", " q"]), ("", [""]),
  ])
  func `a text with the facts in it has gaps for the rest`(text: String, parts: [String]) throws {
    let template = try TextTemplate(parsing: text, position: .start, positions: { _ in .start })
    #expect(template.wildcard(facts: ["f": "1", "n": 2, "o": ["p": "q"]]).parts == parts)
  }

  @Test(
    arguments: [
      ("null", .null, "null"), ("a map", ["a": 1], "a map"), ("a list", [], "a list"),
    ] as [(String, JSONValue, String)])
  func `can't stand inside a text`(_: String, value: JSONValue, what: String) throws {
    let template = try TextTemplate(
      parsing: "a ${v}", position: .start, positions: { Position.start.advanced(by: $0) })
    #expect(
      throws: EvaluationError(
        "${v} is \(what), which can't stand inside a text", at: Position(line: 1, column: 3))
    ) { try template.text(in: bindings(["v": value])) }
  }

  private static let unknown =
    "; save it in a step before, or declare it in facts.yaml if it is a fact of the target"

  @Test(
    arguments: table(
      #"""
      // Before it is saved, and in what is asked before anything is saved.
      save: {a: $.a}↵  expect: {json: {b: "${a}"}}
      save: {a: $.a, b: "$.l[?@.id == ${a}]"}↵  expect: {json: {c: "${b}"}}
      save: {b: "$.l[?@.id == ${a}]", a: $.a}↵  expect: {json: {c: "${b}${a}"}} | 7:33: error: unknown variable ${a}\#(unknown)
      save: {a: $.a}↵  expect: {status: 200}↵  retry: {while: {json: {b: "${a}"}}, every: 1s, at-most: 2s} | 9:36: error: unknown variable ${a}\#(unknown)
      expect: {json: {b: "${mvpt}", c: "${device.identfier}", d: "${run}", e: "${now.x}"}} | 7:29: error: unknown variable ${mvpt}, did you mean 'mvpd'? & 7:43: error: 'device' has no 'identfier', known are id, identifier, info, platform, framework_status & 7:69: error: write a part of 'run': run.id & 7:82: error: 'now' has no parts
      expect: {json: {b: "${run.id.x}", c: "${device.id[0]}", d: "${device[0]}"}} | 7:29: error: write a part of 'run': run.id & 7:47: error: write a part of 'device': device.id, device.identifier, device.info, device.platform, device.NAME of the framework's values & 7:69: error: write a part of 'device': device.id, device.identifier, device.info, device.platform, device.NAME of the framework's values
      save: {session: $.a}↵  expect: {json: {b: "${sesion}", c: "${devise.id}", d: "${rum.id}"}} | 7:16: warning: 'session' is saved and never used & 8:29: error: unknown variable ${sesion}, did you mean 'session'? & 8:45: error: unknown variable ${devise}, did you mean 'device'? & 8:64: error: unknown variable ${rum}, did you mean 'run'?
      save: {mvpd: $.a, device: $.b, now: $.c, A: $.d} | 7:16: error: 'mvpd' is a fact, which 'save' can't replace; choose another name & 7:16: warning: 'mvpd' is saved and never used & 7:27: error: 'device' is a built-in variable, which 'save' can't replace; choose another name & 7:27: warning: 'device' is saved and never used & 7:40: error: 'now' is a built-in variable, which 'save' can't replace; choose another name & 7:40: warning: 'now' is saved and never used & 7:50: error: 'A' can't be a name: lower-case letters, digits and '_', a letter first
      when: {"a b": 1}↵  expect: {status: 200} | 7:16: error: 'when' maps names of variables to patterns: unexpected 'b' in ${…}: a name, parts, '+ 1h' and '¦ filter' only
      when: {nope: 1}↵  expect: {status: 200} | 7:16: error: unknown variable ${nope}\#(unknown)
      expect: {json: {a: "${b"}} | 7:29: error: '${' without '}'; write '$${' for a literal '${'
      expect: {json: {a: !matches 'x${nope}y'}} | 7:39: error: unknown variable ${nope}\#(unknown)
      expect: {xml: {"/a/b[c='${nope}']": x}} | 7:33: error: unknown variable ${nope}\#(unknown)
      expect: {json: {"$.a[?@ == ${nope}]": x}} | 7:36: error: unknown variable ${nope}\#(unknown)
      """#) as [(String, [String])])
  func `every unknown variable is found`(lines: String, expected: [String]) {
    #expect(checkedRemarks(suite(steps: "- step: s\n  request: {GET: /}\n  \(lines)")) == expected)
  }

  /// Places of a step, one by one.
  @Test(arguments: [
    "request: {method: \"${nope}\", url: /}", "request: {GET: \"/a/${nope}\"}",
    "request: {GET: \"${nope}\"}", "request: {GET: /, query: {a: \"${nope}\"}}",
    "request: {GET: /, query: {\"${nope}\": a}}", "request: {GET: /, query: \"${nope}\"}",
    "request: {GET: /, headers: {A: [x, \"${nope}\"]}}",
    "request: {GET: /, headers: {\"${nope}\": a}}", "request: {POST: /, form: {a: \"${nope}\"}}",
    "request: {POST: /, form: \"${nope}\"}", "request: {POST: /, json: {a: [\"${nope}\"]}}",
    "request: {POST: /, text: \"a ${nope}\"}", "request: {POST: /, base64: \"${nope}\"}",
    "partner: {state: \"${nope}\"}", "partner: {state: x, provider: \"${nope}\"}",
    "user: {visit: \"${nope}\"}", "wait: \"${nope}s\"", "wait: {until: \"${nope}\"}",
    "when: {mvpd: \"${nope}\"}", "when: {nope: x}", "timeout: \"${nope}s\"", "by: \"${nope}\"",
    "by: \"now + ${nope}\"", "retry: {while: {json: \"${nope}\"}, every: 1s, at-most: 2s}",
    "retry: {while: {status: 404}, every: \"${nope}\", at-most: 2s}",
    "retry: {while: {status: 404}, every: 1s, at-most: \"${nope}\"}",
    "save: {a: \"$.l[?@.id == ${nope}]\"}", "save: {a: !header \"${nope}\"}",
    "save: {a: \"/r[@n='${nope}']\"}", "save: {a: [$.a, !header \"${nope}\"]}",
    "save: {a: !optional [!header \"${nope}\"]}", "save: {a: !list \"$.l[?@ == ${nope}]\"}",
    "expect: {status: \"${nope}\"}", "expect: {headers: {A: \"${nope}\"}}",
    "expect: {headers: {\"${nope}\": a}}", "expect: {json: [!each [\"${nope}\"]]}",
    "expect: {xml: {/a: \"${nope}\"}}", "expect: {text: \"${nope}\"}",
    "expect: {either: [{as: a, status: 200}, {as: b, status: 404, text: \"${nope}\"}]}",
    "should: {text: \"${nope}\"}", "advice: \"Ask ${nope}.\"",
    "advice: [{when: {text: \"${nope}\"}, say: x}]",
    "advice: [{when: {status: 200}, say: x}, {say: \"${nope}\"}]", "burst: 2, answers",
    "burst: 2, statuses",
  ])
  func `an unknown variable is found in every place of a step`(place: String) {
    var step = place
    let actions = ["request", "partner", "user", "wait"]
    if place.hasPrefix("burst") {
      step =
        "request: {GET: /}, burst: 2, expect: "
        + (place.hasSuffix("answers")
          ? "{answers: [{status: 200, text: \"${nope}\"}]}" : "{statuses: !each [\"${nope}\"]}")
    } else if !actions.contains(where: place.hasPrefix) {
      step = "request: {GET: /}, \(place)"
    }
    let found = loadSuite(suite(steps: "- {step: s, \(step)}")).errors
    #expect(found == ["unknown variable ${nope}\(Self.unknown)"])
  }

  @Test func `what is bound under finally or by a later step does not count`() {
    let text = suite(
      scenario: """
        steps:
          - {step: a, request: {GET: "/${late}"}, expect: {status: 200}}
          - {step: b, request: {GET: /}, save: {late: $.x}}
        finally:
          - {step: c, request: {GET: "/${late}"}, expect: {status: 200}}
        """)
    #expect(remarks(text) == ["5:36: error: unknown variable ${late}\(Self.unknown)"])
  }

  /// The rows of a scenario, the condition of a step, and whether some run reaches the step.
  @Test(arguments: [
    ("[{a: x}]", "{a: x}", true), ("[{a: y}]", "{a: x}", false),
    ("[{a: x}, {a: y}]", "{a: x}", true), ("[{a: y}, {a: x}]", "{a: x}", true),
    ("[{a: y}, {a: z}]", "{a: x}", false), ("[{a: x}]", "{a: x, mvpd: M}", true),
    ("[{a: x}]", "{mvpd: M, a: y}", false), ("[{a: x}]", "{a: y, mvpd: M}", false),
    ("[{a: \"${mvpd}\"}]", "{a: y}", true), ("[{a: x}]", "{a: \"${mvpd}\"}", true),
    ("[{a: {b: 1}}]", "{a.b: 1}", true), ("[{a: {b: 1}}]", "{a.b: 2}", false),
    ("[{a: 1}]", "{a: !integer {min: 1}}", true), ("[{a: 1}]", "{a: !integer {min: 2}}", false),
  ])
  func `a step that no row reaches is a mistake`(cases: String, when: String, isReached: Bool) {
    for steps in [
      "steps: [STEP]", "steps: [{wait: 1ms}]\nfinally: [STEP]",
      "steps: [{wait: 1ms}, STEP, {wait: 1ms}]",
    ] {
      let text = suite(
        scenario: "cases: \(cases)\n\(steps)".replacing("STEP", with: "{when: \(when), wait: 1ms}"),
        named: "\"${a | json}\"")
      let found = loadSuite(text).errors
      #expect(
        found.contains("this step is never run: its 'when' can't match") == !isReached, "\(found)")
    }
  }

  @Test func `what a step that can't be read would bind is not reported again`() {
    let text = suite(
      steps: """
        - step: a
          request: {FETCH: /}
          save: {token: $.x}
        - use: nowhere
        - step: b
          request: {GET: "/${token}/${given}"}
          expect: {status: 200}
        """)
    #expect(remarks(text).map { $0.prefix(5) } == ["6:19:", "8:14:"])
  }

  @Test(
    arguments: table(
      #"""
      {A: "${mvpd}", B: "${token}", C: "${device.id}"}
      {A: "${tokn}"} | 2:26: error: unknown variable ${tokn}: no step of this file saves it, so no request has this header, did you mean 'token'?
      {A: "${device.idd}"} | 2:26: error: 'device' has no 'idd', known are id, identifier, info, platform, framework_status
      {Host: a, "b c": d, E: {f: g}} | 2:22: error: 'Host' is set by the client, which frames the message; it can't be written & 2:31: error: 'b c' can't be the name of a header & 2:44: error: a member of the headers is a text or a list of texts: expected a text or a list of texts, found a map
      """#) as [(String, [String])])
  func `default headers are checked against what their file binds`(
    headers: String, expected: [String]
  ) {
    let text = suite(
      steps:
        "- step: a\n  request: {GET: /}\n  save: {token: $.x}\n- step: b\n  request: {GET: /}\n"
        + "  expect: {json: {a: \"${token}\"}}", before: "defaults: {headers: \(headers)}\n")
    #expect(checkedRemarks(text) == expected)
  }

  @Test func `the name of a device can't be saved over`() {
    let text = suite(
      scenario: """
        devices: {phone: {platform: iOS}}
        steps: [{step: a, request: {GET: "/${phone.id}"}, save: {phone: $.b}, expect: {status: 200}}]
        """)
    #expect(
      remarks(text).filter { $0.contains("error") } == [
        "5:62: error: 'phone' is a built-in variable, which 'save' can't replace; choose another name"
      ])
  }

  @Test func `needs are the facts that are used, and those that are named`() throws {
    let text = suite(
      scenario: """
        needs: [throttled, own.part]
        steps:
          - step: a
            request: {GET: "/${mvpd}/${resources.denied[0]}/${own.name}"}
            save: {x: $.x}
          - user: {visit: "${x}"}
          - step: b
            request: {GET: "/${mvpd}"}
            expect: {json: {a: "${domain | upper}"}}
        """, before: "needs: [degraded_mvpd]\n")
    let loaded = loadWithoutMistakes(
      text, beside: ["facts.yaml": FactFile.declaring(["own": "map"])])
    #expect(
      try loaded.scenario.needs.map(\.description) == [
        "degraded_mvpd", "throttled", "own.part", "mvpd", "resources.denied[0]", "own.name",
        "login", "redirect_url", "domain",
      ])
  }

  @Test(arguments: [
    (#"{"a": {"b": [1]}}"#, true), (#"{"a": {"b": [0]}}"#, true), (#"{"a": {"b": [null]}}"#, false),
    (#"{"a": {"b": [""]}}"#, false), (#"{"a": {"b": [false]}}"#, false),
    (#"{"a": {"b": [[]]}}"#, false), (#"{"a": {"b": [{}]}}"#, false), (#"{"a": {"b": []}}"#, false),
    (#"{"a": {"b": 1}}"#, false), (#"{"a": 1}"#, false), ("{}", false),
  ])
  func `a missing, null, false or empty fact is not met`(facts: String, isMet: Bool) throws {
    let object = try #require(try JSONParser.document(Array(facts.utf8)).root.object)
    let values = Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    let need = FactUse(name: "a", parts: [.member("b"), .index(0)])
    #expect(need.isMet(by: values) == isMet)
  }
}

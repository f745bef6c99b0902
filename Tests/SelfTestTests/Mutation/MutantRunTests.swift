// SPDX-License-Identifier: Apache-2.0
// Tests of what notices a mutant, and how mutants are counted.

import HTTP
import Record
import TestSupport
import Testing

@testable import SelfTest

struct MutantRunTests {
  /// A scenario with these steps, each of which is `{step: …}`.
  static func scenario(_ name: String, _ steps: String..., level: String = "must") -> String {
    "  - scenario: \(name)\n    level: \(level)\n    steps:\n"
      + steps.map { "      - \($0)\n" }.joined()
  }

  static func step(_ name: String, _ rest: String = "expect: {status: 200}") -> String {
    "{step: \(name), request: {GET: /a}, \(rest)}"
  }

  /// A step that saves a value which the tests call `long-value`.
  static let ask = step("Ask", "save: {x: $.a}, expect: {status: 200}")
  static let long = answer(#"{"a":"long-value"}"#)

  @Test(arguments: [
    ("expect: {status: 200}", true), ("expect: {json: {a: !string {}}}", false),
    // For that the step would be sent again.
    (
      "expect: {status: 200}, retry: {while: {json: {a: !absent {}}}, every: 1s, at-most: 9s}",
      false
    ),
    (
      "expect: {status: 200}, retry: {while: {json: {b: !absent {}}}, every: 1s, at-most: 9s}", true
    ), ("expect: {status: 200}, save: {x: $.a}", false),
    ("expect: {status: 200}, save: {x: $.b}", true),
    ("expect: {status: 200}, should: {json: {a: !string {}}}", false),
  ])
  func `is noticed by what the step asks of its answer`(rest: String, survives: Bool) throws {
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", rest)), [answer(#"{"a":"word","b":"other"}"#)])
    #expect(run.survivors(at: "/a").contains("Ask: removed") == survives)
    #expect(run.survivors(at: "status").isEmpty == rest.contains("status"))
  }

  @Test(arguments: [
    ("expect: {json: {a: 1}}", "must", false), ("expect: {json: {a: 1}}", "should", true),
    ("should: {json: {a: 1}}", "must", true),
  ])
  func `is only warned of where the failure is a warning`(
    rest: String, level: String, isWarned: Bool
  ) throws {
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", rest), level: level), [answer(#"{"a":1}"#)])
    let tally = run.outcome().tally
    #expect((tally.warned > 0) == isWarned)
    #expect((tally.caught == 0) == isWarned)
    #expect(run.survivors(at: "/a") == [])
  }

  @Test(arguments: [
    ([], true), (["s.yaml"], true), (["other.yaml"], false), (["s.y"], false), (["folder"], false),
  ])
  func `is measured in what was named alone`(named: [String], isMeasured: Bool) throws {
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", "expect: {json: {a: 1}}")), [answer(#"{"a":1}"#)])
    #expect((run.outcome(named: named).tally.all > 0) == isMeasured)
  }

  @Test func `is only warned of in a final step`() throws {
    let scenario =
      Self.scenario("One", Self.step("Ask", "expect: {json: {a: 1}}"))
      + "    finally:\n      - \(Self.step("Clear", "expect: {json: {b: 1}}"))\n"
    let run = try SmallRun(scenario, [answer(#"{"a":1}"#), answer(#"{"b":1}"#)])
    let tally = run.outcome().tally
    #expect(tally.caught > 0)
    // What is done at the end is no answer of the scenario itself.
    #expect(run.survivors(at: "/b") == [])
    #expect(tally.warned == 0)
  }

  /// A later step with what the suite has besides, and what becomes of another value at `/a`.
  @Test(
    arguments: rows(
      #"""
      {step: Later, request: {GET: /b}, expect: {json: {x: "${x}"}}}
        noticed {"x":"long-value"}
      {step: Later, request: {GET: /b}, expect: {status: 200}}
        unnoticed {"x":"long-value"}
      {step: Later, request: {GET: /b, headers: {A: plain}}, expect: {status: 200}}
        unnoticed {}
      {step: Later, request: {GET: /b, headers: {A: "${x}"}}, expect: {status: 200}}
        noticed {}
      {step: Later, request: {GET: /b}, expect: {status: 200}}\ndefaults: {headers: {A: "${x}"}}
        noticed {}
      {step: Later, request: {GET: /b}, expect: {status: 200}}\ndefaults: {headers: {A: plain}}
        unnoticed {}
      {step: Nobody looks at the answer, request: {GET: /b}, covers: []}\ndefaults: {headers: {A: "${x}"}}
        unnoticed {}
      {step: Later, request: {GET: /b, headers: {a: plain}}, expect: {status: 200}}\ndefaults: {headers: {A: "${x}"}}
        unnoticed {}
      {step: Later, request: {GET: /b}, save: {y: "$.m[?@.id == ${x}].v"}, expect: {status: 200}}
        noticed {"m":[{"id":"long-value","v":1}]}
      {step: Later, request: {GET: /b}, save: {y: "$.m[?@.id == 'long-value'].v"}, expect: {status: 200}}
        unnoticed {"m":[{"id":"long-value","v":1}]}
      """#))
  func `is noticed by a later step that sends, expects or needs the value`(
    later: String, outcome: String
  ) throws {
    let parts = later.split(separator: "\n").map(String.init)
    let words = outcome.split(separator: " ", maxSplits: 1).map(String.init)
    let run = try SmallRun(
      Self.scenario("One", Self.ask, parts[0]) + (parts.count > 1 ? "\(parts[1])\n" : ""),
      [Self.long, answer(words[1])])
    #expect(run.survivors(at: "/a").contains("Ask: altered") == (words[0] == "unnoticed"))
  }

  /// Another answer gives the same value under another name, and a third is compared with that.
  @Test(arguments: [("abcdef", false), ("abcde", true), ("12345678", false)])
  func `is noticed where a long value came by another name`(value: String, survives: Bool) throws {
    let run = try SmallRun(
      Self.scenario(
        "One", Self.ask,
        Self.step("Again", "save: {y: $.b}, expect: {status: 200}"),
        Self.step("Later", "expect: {json: {c: \"${y}\"}}")),
      ["a", "b", "c"].map { answer("{\"\($0)\":\"\(value)\"}") })
    #expect(run.survivors(at: "/a").contains("Ask: altered") == survives)
  }

  @Test func `is not noticed by an earlier step, or by another scenario`() throws {
    let steps = [Self.ask, Self.step("Later", "save: {x: $.b}, expect: {json: {b: \"${x}\"}}")]
    let answers = [Self.long, answer(#"{"b":"long-value"}"#)]
    let run = try SmallRun(Self.scenario("One", steps[0]) + Self.scenario("Two", steps[1]), answers)
    #expect(run.survivors(at: "/a").contains("Ask: altered"))
    let one = try SmallRun(
      Self.scenario("One", steps[1], Self.step("End", "save: {x: $.b}, expect: {status: 200}")),
      [answers[1], answers[1]])
    #expect(one.survivors(at: "/b").contains { $0.hasSuffix(": altered") })
  }

  @Test(arguments: [
    // What it saves and expects is the same value, so the mutant is right in itself.
    ("save: {x: $.a}, expect: {json: {a: \"${x}\"}}", true),
    ("save: {x: $.a}, expect: {json: {b: \"${x}\"}}", false),
    ("save: {x: $.a}, should: {json: {b: \"${x}\"}}", false),
    ("save: {x: $.a}, expect: {json: {b: !string {}}}", true),
  ])
  func `is compared with what its own step saves`(rest: String, survives: Bool) throws {
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", rest)), [answer(#"{"a":"long-1","b":"long-1"}"#)])
    #expect(run.survivors(at: "/a").contains("Ask: altered") == survives)
  }

  @Test(arguments: [("must", false), ("should", true)])
  func `is only warned of by a later step whose failure is a warning`(
    level: String, isWarned: Bool
  ) throws {
    let run = try SmallRun(
      Self.scenario(
        "One", Self.ask,
        Self.step("Later", "expect: {json: {b: \"${x}\"}}"), level: level),
      [Self.long, answer(#"{"b":"long-value"}"#)])
    let tally = run.outcome().tally
    #expect((tally.warned > 0) == isWarned)
    #expect((tally.caught == 0) == isWarned)
    #expect(!run.survivors(at: "/a").contains("Ask: altered"))
  }

  static let phases = """
    "phases": [{"id": "A", "title": "All", "steps": [{"title": "S", "requirements": [
      {"id": "R-1", "level": "must", "subject": "service", "text": "t", "source": {"section": "s"},
       "shownBy": ["service"], "endpoint": "GET /0", "places": ["$.a"]},
      {"id": "R-2", "level": "must", "subject": "service", "text": "t", "source": {"section": "s"},
       "shownBy": ["service"], "endpoint": "GET /9", "places": ["$.b"]},
      {"id": "R-3", "level": "must", "subject": "service", "text": "t", "source": {"section": "s"},
       "shownBy": ["service"], "endpoint": "GET /9|GET /0", "places": ["$.c"]}]}]}]
    """

  @Test func `names the requirement that the place belongs to`() throws {
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", "covers: [R-2], expect: {json: {b: !integer {}}}")),
      [answer(#"{"a":1,"b":2,"c":3,"d":4}"#)], catalogue: Self.phases)
    let survivors = run.outcome().survivors.filter { $0.mutation == "incremented" }
    #expect(survivors.map(\.place) == ["/a", "/b", "/c", "/d"])
    #expect(survivors.map(\.requirement) == ["R-1", "R-2", "R-3", nil])
  }

  @Test(arguments: [
    ("\"removed\"", "GET /0", "200", "$.a", true), ("\"*\"", "GET /0", "200", "$.a", true),
    ("\"null\"", "GET /0", "200", "$.a", false), ("\"removed\"", "GET /1", "200", "$.a", false),
    ("\"removed\"", "GET /0", "201", "$.a", false), ("\"removed\"", "GET /0", "200", "$.b", false),
    ("\"null\", \"removed\"", "POST /0\", \"GET /0", "201, 200", "$.b\", \"$.a", true),
  ])
  func `is harmless where a catalogue leaves that free`(
    mutations: String, route: String, status: String, place: String, isFree: Bool
  ) throws {
    let freedom = """
      \(Self.phases), "freedoms": [{"text": "It may be missing.", "source": "none",
        "routes": ["\(route)"], "statuses": [\(status)], "places": ["\(place)"],
        "mutations": [\(mutations)]}]
      """
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask")), [answer(#"{"a":"x","b":2}"#)], catalogue: freedom)
    #expect(run.survivors(at: "/a").contains("Ask: removed") != isFree)
  }

  @Test(arguments: [
    ("expect: {status: 200}", 1), ("expect: {status: 200}, should: {json: {a: !string {}}}", 1),
    // What an expectation fails is caught all the same.
    ("expect: {json: {a: !string {}}}", 0),
  ])
  func `is harmless only where no expectation fails`(rest: String, harmless: Int) throws {
    let freedom = """
      \(Self.phases), "freedoms": [{"text": "It may be missing.", "source": "none",
        "places": ["$.a"], "mutations": ["removed"]}]
      """
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", rest)), [answer(#"{"a":"x","b":2}"#)],
      catalogue: freedom)
    #expect(run.outcome().tally.harmless == harmless)
  }

  @Test func `counts each row of a step`() throws {
    let rows =
      "{step: \"Ask ${n}\", cases: [{n: one}, {n: two}], request: {GET: \"/${n}\"}, "
      + "expect: {json: {a: !boolean {}}}}"
    let run = try SmallRun(
      Self.scenario("One", rows), [answer(#"{"a":true}"#), answer(#"{"a":true}"#)])
    let flipped = run.survivors(at: "/a").filter { $0.hasSuffix("flipped") }
    #expect(flipped == ["Ask one: flipped", "Ask two: flipped"])
    #expect(run.survivors(at: "status").count { $0.hasSuffix("status-500") } == 2)
  }

  @Test func `counts the same change of two answers of one kind once`() throws {
    let step = Self.step("Ask", "expect: {json: {a: !integer {}}}")
    let run = try SmallRun(
      Self.scenario("One", step) + Self.scenario("Two", step),
      [answer(#"{"a":1}"#), answer(#"{"a":2}"#)])
    #expect(run.survivors(at: "/a").count { $0.hasSuffix("incremented") } == 1)
    // What one of both notices is caught.
    let other = try SmallRun(
      Self.scenario("One", step) + Self.scenario("Two", Self.step("Ask", "expect: {json: {a: 2}}")),
      [answer(#"{"a":1}"#), answer(#"{"a":2}"#)])
    #expect(other.survivors(at: "/a").count { $0.hasSuffix("incremented") } == 0)
  }

  private static let xml = "<a c='x'><b>gibber</b></a>"

  @Test(
    arguments: [
      // Neither is a URL, a UUID or a time, and both are texts.
      (#"{"a":"gibber"}"#, "/a", "altered", nil), (#"{"a":"gibber"}"#, "/a", "extended", nil),
      (#"{"a":"gibber"}"#, "/a", "retyped", "json: {a: !string {}}"),
      (#"{"a":"gibber"}"#, "/a", "emptied", "json: {a: !string {length: {min: 1}}}"),
      (#"{"a":"0f8fad5b-d9cb-469f-a165-70867728950e"}"#, "/a", "extended", "json: {a: !uuid {}}"),
      (#"{"a":"0f8fad5b-d9cb-469f-a165-70867728950e"}"#, "/a", "altered", nil),
      // The name of the step is a word of the suite.
      (#"{"a":"Ask"}"#, "/a", "altered", "json: {a: Ask}"),
      (#"{"a":5}"#, "/a", "negative", "json: {a: !integer {min: 0}}"),
      (#"{"a":5}"#, "/a", "incremented", nil),
      (#"{"a":5}"#, "/a", "retyped", "json: {a: !integer {}}"),
      (#"{"a":5.5}"#, "/a", "retyped", "json: {a: !number {}}"),
      (#"{"a":true}"#, "/a", "flipped", "json: {a: true}"),
      (#"{"a":null}"#, "/a", "removed", "json: {a: null}"),
      (#"{"a":[1,2]}"#, "/a", "list-emptied", "json: {a: !size {min: 1}}"),
      (#"{"a":[1,2]}"#, "/a", "item-repeated", "json: {a: !size 2}"),
      (#"{"a":[{"b":1},{"b":2}]}"#, "/a/*/b", "removed", "json: {a: !each {b: !integer {}}}"),
      (#"{"a":1}"#, "status", "status-500", "status: 200"),
      (
        #"{"a":1}"#, "header Content-Type", "header-altered",
        "headers: {Content-Type: !media-type application/json}"
      ), (#"{"a":1}"#, "body", "body-emptied", "json: !object {}"),
      (#"[1]"#, "body", "body-emptied", "json: !array {}"),
      (xml, "/a/b", "element-removed", #"xml: {"/a/b": !size 1}"#),
      (xml, "/a/b", "element-repeated", #"xml: {"/a/b": !size 1}"#),
      (xml, "/a/b", "element-emptied", #"xml: {"/a/b": !string {length: {min: 1}}}"#),
      (xml, "/a/b", "text-extended", nil),
      (xml, "/a/@c", "text-removed", #"xml: {"/a/@c": !size 1}"#),
      (xml, "body", "body-emptied", "text: !xml {}"),
    ] as [(String, String, String, String?)])
  func `has the suggestion that the right answer meets and that it does not`(
    body: String, place: String, mutation: String, suggestion: String?
  ) throws {
    var response = answer(body)
    if body == Self.xml { response.headers.set("Content-Type", "text/xml") }
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", "expect: {headers: {X-None: !absent {}}}")), [response])
    let survivor = try #require(
      run.outcome(suggests: true).survivors.first { $0.place == place && $0.mutation == mutation })
    #expect(survivor.suggestion == suggestion)
  }

  /// Of a shorter value nobody knows whether it is the same by chance.
  @Test(arguments: [("abcdef", "json: {b: \"${x}\"}"), ("abcde", nil)])
  func `has a suggestion with the name of a long value that was saved`(
    value: String, suggestion: String?
  ) throws {
    let run = try SmallRun(
      Self.scenario("One", Self.ask, Self.step("Later")),
      [answer("{\"a\":\"\(value)\"}"), answer("{\"b\":\"\(value)\"}")])
    let survivor = try #require(
      run.outcome(suggests: true).survivors.first { $0.place == "/b" && $0.mutation == "altered" })
    #expect(survivor.suggestion == suggestion)
  }

  @Test func `judges the same share for a seed, and all of them at once`() throws {
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask")),
      [answer(#"{"a":"x1","b":[1,2],"c":{"d":true},"e":5}"#)])
    let all = run.outcome()
    #expect(all.tally.all == all.tally.caught + all.survivors.count)
    let half = run.outcome(seed: 3, share: 0.5)
    #expect(half.tally == run.outcome(seed: 3, share: 0.5).tally)
    #expect(half.tally.all > 0 && half.tally.all < all.tally.all)
    #expect(run.outcome(seed: 4, share: 0.5).survivors != half.survivors)
  }
}

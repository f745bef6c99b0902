// SPDX-License-Identifier: Apache-2.0
// Tests of what notices a mutant, and how mutants are counted.

import Mutation
import Results
import Testing

@Suite struct MutantRunTests {
  /// A scenario with these steps, each of which is `{step: …}`.
  static func scenario(_ name: String, _ steps: String..., level: String = "must") -> String {
    "  - scenario: \(name)\n    level: \(level)\n    steps:\n"
      + steps.map { "      - \($0)\n" }.joined()
  }

  static func step(_ name: String, _ rest: String = "expect: {status: 200}") -> String {
    "{step: \(name), request: {GET: /a}, \(rest)}"
  }

  @Test(arguments: [
    ("expect: {status: 200}", true), ("expect: {json: {a: !string {}}}", false),
    // For that the step would be sent again.
    (
      "expect: {status: 200}, retry: {while: {json: {a: !absent {}}}, every: 1s, at-most: 9s}",
      false
    ),
    (
      "expect: {status: 200}, retry: {while: {json: {b: !absent {}}}, every: 1s, at-most: 9s}", true
    ),
    ("expect: {status: 200}, save: {x: $.a}", false),
    ("expect: {status: 200}, save: {x: $.b}", true),
    ("expect: {status: 200}, should: {json: {a: !string {}}}", false),
  ])
  func `is noticed by what the step asks of its answer`(rest: String, survives: Bool) throws {
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", rest)), [answer(#"{"a":"word","b":"other"}"#)])
    #expect(run.survivors(at: "/a").contains("Ask: removed") == survives)
    #expect(run.survivors(at: "status").isEmpty == rest.contains("status"))
  }

  @Test(arguments: [("must", false, 0), ("should", true, 1)])
  func `is only warned of where the failure is a warning`(
    level: String, isWarned: Bool, count: Int
  ) throws {
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", "expect: {json: {a: 1}}"), level: level),
      [answer(#"{"a":1}"#)])
    let tally = run.outcome().tally
    #expect((tally.warned > 0) == isWarned)
    #expect((tally.caught == 0) == isWarned)
    #expect(run.survivors(at: "/a") == [])
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

  /// What a step saves is noticed where a later one sends it, or expects it.
  @Test(arguments: [
    ("expect: {json: {x: \"${x}\"}}", false), ("expect: {status: 200}", true),
    ("headers: {}, expect: {status: 200}", true),
  ])
  func `is noticed by later steps`(rest: String, survives: Bool) throws {
    let later =
      rest.hasPrefix("headers")
      ? "{step: Later, request: {GET: /b, headers: {A: plain}}, expect: {status: 200}}"
      : Self.step("Later", rest)
    let run = try SmallRun(
      Self.scenario("One", Self.step("Ask", "save: {x: $.a}, expect: {status: 200}"), later),
      [answer(#"{"a":"long-value"}"#), answer(#"{"x":"long-value"}"#)])
    #expect(run.survivors(at: "/a").contains("Ask: altered") == survives)
    let sent = try SmallRun(
      Self.scenario(
        "One", Self.step("Ask", "save: {x: $.a}, expect: {status: 200}"),
        "{step: Later, request: {GET: /b, headers: {A: \"${x}\"}}, expect: {status: 200}}"),
      [answer(#"{"a":"long-value"}"#), answer("{}")])
    #expect(!sent.survivors(at: "/a").contains("Ask: altered"))
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

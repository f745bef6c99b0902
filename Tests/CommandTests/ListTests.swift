// SPDX-License-Identifier: Apache-2.0
// `list` and `check`, on small suites.

import Formats
import Foundation
import TestSupport
import Testing

@testable import Command

struct ListTests {
  private static let suite = """
    suite: Small
    tags: [quick]
    needs: [throttled]
    scenarios:
      - scenario: Reads ${what}
        cases: [{what: profiles, path: /profiles}, {what: sessions, path: "/sessions/${mvpd}"}]
        steps:
          - step: Read
            request: {GET: "${path}"}
            expect: {status: 200}
      - scenario: Plays ${resource}
        tags: [slow]
        level: should
        cases: {each: resource, in: "${resources.permitted}"}
        steps:
          - step: Play
            request: {GET: "/play/${resource}"}
            expect: {status: 200}

    """

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(Self.suite, to: "small.yaml")
  }

  @Test func `lists scenarios with tags and needs, a live table as one line`() {
    let line = CommandLine(["list", path])
    #expect(line.status == .success)
    #expect(
      line.output == """
        Small (\(path))
          Reads profiles [quick]
              needs throttled
          Reads sessions [quick]
              needs throttled, mvpd
          Plays ${resource} [quick] [slow] (should) (a table filled from the target)
              needs throttled, resources.permitted

        1 suite, 3 scenarios

        """)
  }

  @Test(arguments: [
    (["--tag", "slow"], ["Plays ${resource}"]),
    (
      ["--tag", "slow", "--tag", "quick", "--scenario", "reads"],
      ["Reads profiles", "Reads sessions"]
    ), (["--scenario", "*sessions"], ["Reads sessions"]),
    (["--tag", "slow", "--scenario", "reads"], []),
  ])
  func `lists what is selected`(options: [String], names: [String]) throws {
    let line = CommandLine(["list", path, "--format", "json"] + options)
    let suites = try line.json["suites"]?.array ?? []
    let scenarios = suites.flatMap { $0["scenarios"]?.array ?? [] }
    #expect(scenarios.map { $0["scenario"]?.string } == names)
  }

  @Test func `tells with a target what would be skipped there`() throws {
    let line = CommandLine(["list", path, "--format", "json", "--target", "http://127.0.0.1:1"])
    let suite = try line.json["suites"]?.array?.first
    let first = try #require(suite?["scenarios"]?.array?.first)
    #expect(
      first["skipped"]?.string
        == "needs the fact throttled, which the target's profile does not give")
    let options = ["--target", "http://127.0.0.1:1", "--set", "throttled=true"]
    #expect(
      !CommandLine(["list", path, "--scenario", "profiles"] + options).output.contains("skip"))
  }

  @Test func `names phases and preflights, and counts what would be skipped`() throws {
    let phase = try folder.write(
      """
      suite: Of a phase
      phase: C
      scenarios:
        - {scenario: Local, steps: [{wait: 0s}]}
        - {scenario: Elsewhere, needs: [throttled], steps: [{wait: 0s}]}
      """, to: "phase.yaml")
    let preflight = try folder.write(
      "suite: Before\npreflight: true\nscenarios:\n  - {scenario: Is there, steps: [{wait: 0s}]}\n",
      to: "preflight.yaml")
    let line = CommandLine(["list", phase, preflight, "--target", "http://127.0.0.1:1"])
    #expect(
      line.output == """
        Before (\(preflight), preflight)
          Is there

        Of a phase (\(phase), phase C)
          Local
          Elsewhere
              needs throttled
              skipped: needs the fact throttled, which the target's profile does not give

        2 suites, 2 scenarios and 1 preflight, of which 1 would be skipped

        """, "\(line.errors)")
    // A preflight is run with whatever is selected, and is not selected itself.
    let named = CommandLine(["list", phase, preflight, "--scenario", "Local"])
    #expect(named.output.hasSuffix("\n1 suite, 1 scenario\n"), "\(named.output)")
    #expect(CommandLine(["list", phase, preflight]).output.contains("(\(preflight), preflight)"))
    let json = try CommandLine(["list", phase, "--format", "json"]).json
    let scenarios = json["suites"]?.array?.first?["scenarios"]?.array
    #expect(scenarios?.map { $0["isLiveTable"] } == [false, false])
    #expect(scenarios?.map { $0["needs"] } == [[], ["throttled"]])
    // Doctor finds a preflight beside the suites, in the folder above, and last among the shipped.
    CommandLine(["doctor", phase]).expect(.success, output: "Is there")
    for (path, expected) in [("below", "Is there"), ("a/b", "The target answers")] {
      try folder.write(Sample.idle, to: "\(path)/s.yaml")
      CommandLine(["doctor", "\(folder.path)/\(path)"]).expect(.success, output: expected)
    }
  }

  @Test func `lists fragments with what they take and give`() throws {
    let suite = try folder.write(
      """
      suite: Own
      fragments:
        - fragment: twice
          about: It asks again.
          takes: {path: /}
          gives: [answer]
          once: run
          steps:
            - {step: Ask, request: {GET: "/a"}, save: {answer: $.a}, expect: {status: 200}}
        - {fragment: named, takes: [a, b], steps: [{step: Named, request: {GET: "/${a}/${b}"}}]}
      scenarios:
        - {scenario: A, steps: [{use: twice}, {use: named, with: {a: x, b: y}}]}
      """, to: "own.yaml")
    let other = try folder.write(
      "fragments: [{fragment: other, steps: [{step: Ask, request: {GET: /}}]}]\n",
      to: "sub/fragments.yaml")
    let line = CommandLine(["list", "--fragments", suite, other])
    #expect(
      line.output == """
        \(suite)
          twice (once in a run)
              It asks again.
              may take path
              gives answer
          named
              takes a and b

        \(other)
          other

        3 fragments

        """, "\(line.errors)")
    let json = try CommandLine(["list", "--fragments", "--format", "json"]).json
    let all = json["fragments"]?.array ?? []
    let token = try #require(all.first { $0["fragment"] == "access-token" })
    #expect(token["file"]?.string?.hasSuffix("fragments.yaml") == true)
    #expect(token["gives"]?.array?.last == "token")
  }

  @Test func `lists the states of the frameworks that are asked`() throws {
    let amazon = CommandLine([
      "list", "--states", "--format", "json", "--cookbook", "amazon-sso-rest-api-v2",
    ])
    let frameworks = try amazon.json["frameworks"]?.array ?? []
    #expect(frameworks.map { $0["framework"] } == ["amazon (emulated)"], "\(amazon.output)")
    #expect(frameworks.first?["states"]?.array?.isEmpty == false)
  }

  @Test func `names the framework as run does`() {
    CommandLine(["list", path, "--partner", "emulator:appel"])
      .expect(.invalidInput, errors: "appel")
  }

  @Test func `refuses suites with mistakes`() throws {
    let wrong = try folder.write(Self.suite.replacing("level:", with: "levle:"), to: "wrong.yaml")
    for command in [["list"], ["coverage"], ["check"], ["run", "--reports", folder.file("r")]] {
      CommandLine(command + [wrong])
        .expect(.invalidInput, start: "\(wrong):13:5: error: unknown key 'levle'")
    }
    #expect(folder.text(of: "r/report.json") == "")
  }
}

/// What `check` finds beyond mistakes of form.
struct CheckTests {
  /// A step, and the message at its place.
  @Test(arguments: [
    (
      "{step: A, request: {GET: /}, expect: {json: {a: no}}}",
      "5:57: warning: 'no' is the text here, not a boolean; quote it, or write true or false"
    ),
    (
      #"{step: A, request: {GET: /}, expect: {json: {"$[?match(@.a, '(')]": !size 1}}}"#,
      "5:69: warning: the regular expression: "
    ),
    (
      "{step: A, request: {GET: /}, expect: {either: [{as: a, status: 2xx}, {as: b, status: 201}]}}",
      "5:78: error: 'b' can't be told from 'a'"
    ),
    (
      "{wait: 3m}\n      - {step: A, request: {GET: /}, expect: {status: 200}}",
      "5:16: error: the end of this wait, and the step after it can't be reached: the scenario has 2m"
    ), ("{step: A, when: {mvpd: !all [!string {}, !integer {}]}, wait: 0s}", "5:"),
  ])
  func `finds what is doubtful, at its place`(step: String, message: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "suite: S\nscenarios:\n  - scenario: A\n    steps:\n      - \(step)\n", to: "a.yaml")
    let line = CommandLine(["check", path])
    #expect(line.errors.hasPrefix("\(path):\(message)"), "\(line.errors)")
  }

  @Test func `takes a file of rules for what it is, wherever it is`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "# Of a team\napplication: Own\ncookbook: rest-api-v2\nphase: B\nrules: [{rule: A}]\n",
      to: "own.yaml")
    let line = CommandLine(["check", path])
    #expect(line.errors.hasPrefix("\(path):5:9: error: a rule has a demand: "), "\(line.errors)")
  }

  private static let cases = """
    suite: S
    scenarios:
      - scenario: Reads ${what}
        cases: [{what: a, kind: first}, {what: b, kind: second}]
        steps:
          - step: A
            when: {kind: KIND}
            request: {GET: /}
            expect: {status: 200}

    """

  @Test(arguments: [
    ("first", 0), ("!not first", 0), ("!one-of [second, third]", 0), ("third", 1),
    ("!integer {}", 1),
  ])
  func `finds a step that no row reaches`(kind: String, errors: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.cases.replacing("KIND", with: kind), to: "a.yaml")
    let line = CommandLine(["check", path])
    #expect(
      line.output == "1 suite, 2 scenarios: \(errors) error\(errors == 1 ? "" : "s"), 0 warnings\n")
    #expect(
      line.errors.hasPrefix("\(path):6:9: error: this step is never run: its 'when' can't match")
        == (errors == 1))
  }

  @Test func `finds fragments of a suite that nothing uses`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      suite: S
      fragments:
        - fragment: used
          steps: [{use: inner}]
        - fragment: inner
          steps: [{wait: 1s}]
        - fragment: idle
          steps: [{wait: 1s}]
      scenarios:
        - scenario: A
          steps: [{use: used}]
      """, to: "a.yaml")
    let line = CommandLine(["check", path])
    line.expect(.success, start: "\(path):7:15: warning: the fragment 'idle' is never used\n")
    #expect(line.output == "1 suite, 1 scenario: 0 errors, 1 warning\n")
  }

  @Test func `finds nothing wrong with the shipped suites`() {
    let line = CommandLine(["check"])
    #expect(line.status == .success)
    #expect(line.errors.isEmpty, "\(line.errors)")
  }
}

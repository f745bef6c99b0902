// SPDX-License-Identifier: Apache-2.0
// What of an identity a scenario uses, as its suite tells.

import Suites
import TestSupport
import Testing
import Text

struct IdentityUseTests {
  private static let status = "${device.framework_status}"
  private static let ask = "{step: A, request: {GET: /a}, expect: {status: 200}}"
  private static let open = "{partner: {state: denied}}"

  private static let fragments = """
    fragments:
      - {fragment: opens, gives: [v], steps: [OPEN, {step: A, request: {GET: /a}, save: {v: $.v}}]}
      - {fragment: calls, gives: [], steps: [{user: sign-out}]}
      - {fragment: outer, gives: [], steps: [{use: opens}]}
      - {fragment: once, gives: [v], once: run, steps: [{use: opens}]}
      - fragment: takes
        takes: {s: "STATUS", f: "${mvpd}"}
        gives: []
        steps: [{step: A, request: {GET: "/${s}/${f}"}, expect: {status: 200}}]

    """

  /// The scenario, the devices whose framework it uses, and those on which it opens one.
  @Test(
    arguments: [
      ("steps: [ASK]", [], []), ("steps: [OPEN]", ["device"], ["device"]),
      ("devices: {tv: {}}\nsteps: [{device: tv, partner: {state: denied}}]", ["tv"], ["tv"]),
      (
        "devices: {tv: {}}\nsteps: [OPEN, {device: tv, use: opens}]", ["device", "tv"],
        ["device", "tv"]
      ), ("steps: [ASK]\nfinally: [OPEN]", ["device"], ["device"]),
      ("steps: [{use: outer}]", ["device"], ["device"]), ("steps: [{use: once}]", ["device"], []),
      ("devices: {tv: {}}\nsteps: [OPEN, {device: tv, use: once}]", ["device", "tv"], ["device"]),
      ("steps: [OPEN, {use: calls}]", ["device"], ["device"]),
      ("cases: {each: v, of: opens, in: $.v}\nsteps: [ASK]", ["device"], []),
      ("steps: [{step: A, request: {GET: \"/STATUS\"}, expect: {status: 200}}]", ["device"], []),
      (
        "devices: {tv: {}}\nsteps: [{step: A, request: {GET: \"/${tv.framework_status}\"}, expect: {status: 200}}]",
        ["tv"], []
      ), ("steps: [{step: A, request: {GET: /a}, expect: {json: \"STATUS\"}}]", ["device"], []),
      (
        "steps: [{step: A, request: {GET: /a}, when: {device.framework_status: 1}, expect: {status: 200}}]",
        ["device"], []
      ),
      (
        "cases: [{n: a, v: \"STATUS\"}]\nsteps: [{step: A, request: {GET: \"/${v}\"}, expect: {status: 200}}]",
        ["device"], []
      ), ("steps: [{use: takes}]", ["device"], []), ("steps: [{use: takes, with: {s: x}}]", [], []),
      (
        "steps: [{step: A, request: {GET: \"/${device.id}/${device.platform}\"}, expect: {status: 200}}]",
        [], []
      ),
      (
        "steps: [{step: A, request: {GET: /a}, expect: {status: 200}, advice: \"Send STATUS.\"}]",
        [],
        []
      ),
    ] as [(String, Set<String>, Set<String>)])
  func `is of the devices whose framework it uses`(
    scenario: String, devices: Set<String>, opened: Set<String>
  ) throws {
    let identity = try Self.identity(scenario)
    #expect(identity.devices == devices)
    #expect(identity.opened == opened)
  }

  /// The default headers, the scenario, the devices and the facts.
  @Test(
    arguments: [
      ("S: \"STATUS\"", "steps: [ASK]", ["device"], []),
      ("S: \"STATUS\"", "steps: [{wait: 1s}]", [], []),
      (
        "S: \"STATUS\"",
        "steps: [{step: A, request: {GET: /a, headers: {S: null}}, expect: {status: 200}}]", [], []
      ), ("S: \"${mvpd}\"", "steps: [ASK]", [], ["mvpd"]),
      ("S: s", "steps: [{use: takes, with: {s: x}}]", [], ["mvpd"]),
      ("S: s", "steps: [{use: takes, with: {s: x, f: y}}]", [], []),
      ("S: s", "steps: [{user: {visit: /}}]", [], ["login", "redirect_url"]),
      ("S: s", "needs: [domain]\nsteps: [ASK]", [], ["domain"]),
      ("S: s", "cases: {each: r, in: \"${resources.denied}\"}\nsteps: [ASK]", [], ["resources"]),
      (
        "S: s",
        "cases: [{n: \"${basic_mvpd}\"}]\nsteps: [{step: A, request: {GET: \"/${n}\"}, expect: {status: 200}}]",
        [], ["basic_mvpd"]
      ),
    ] as [(String, String, Set<String>, Set<String>)])
  func `is of facts and default headers`(
    header: String, scenario: String, devices: Set<String>, facts: Set<String>
  ) throws {
    let identity = try Self.identity(scenario, before: "defaults: {headers: {\(header)}}\n")
    #expect(identity.devices == devices)
    #expect(identity.facts == facts)
  }

  private static func identity(_ scenario: String, before: String = "") throws -> IdentityUse {
    let column = ["{n:": "n", "each: v": "v", "each: r": "r"].first { scenario.contains($0.key) }
    let text = suite(
      scenario: scenario, before: before + fragments,
      named: column.map { "one ${\($0.value)}" } ?? "one"
    ).replacing("OPEN", with: open).replacing("ASK", with: ask).replacing("STATUS", with: status)
    let loaded = loadSuite(text)
    try #require(loaded.errors == [])
    return try loaded.scenario.identity
  }
}

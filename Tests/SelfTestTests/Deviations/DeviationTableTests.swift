// SPDX-License-Identifier: Apache-2.0
// The files of defects and variants: their entries, their mistakes, and whether they hold together.

import Command
import Formats
import Foundation
import HTTP
import ReferenceService
import Suites
import TestSupport
import Testing
import Text

@testable import SelfTest

struct DeviationReaderTests {
  /// Reads an area with one defect, which has these lines besides its name and summary.
  private static func read(
    _ lines: String, named name: String = "a-b"
  ) -> (tables: DeviationTables, diagnostics: [Diagnostic]) {
    let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    let text = "defects:\n  Area:\n  - name: \(name)\n    summary: It is wrong\n\(indented)"
    return DeviationTables.read([SourceFile(name: "d.yaml", text: text)], requirements: ["A-1"])
  }

  private static func changes(_ lines: String) -> [AnswerChange] {
    read("breaks: [A-1]\nat: profile\n\(lines)").tables.defects
      .flatMap(\.fault.alterations).compactMap(\.change)
  }

  private static func change(
    _ edit: AnswerChange.Edit, _ statuses: ClosedRange<Int> = 200...299,
    where conditions: [JSONCondition] = []
  ) -> AnswerChange {
    AnswerChange(endpoints: [.profile], statuses: statuses, conditions: conditions, edit: edit)
  }

  static let rows: [(String, [AnswerChange])] = [
    ("remove: [a, b]", [change(.json([.remove("a"), .remove("b")]))]),
    (
      "put: {a: 1, b: x}\nrename: {c: d}",
      [change(.json([.put("a", 1), .put("b", "x"), .rename("c", to: "d")]))]
    ),
    (
      "rename: {c: d}\nput: {a: {b: [null, true]}}",
      [change(.json([.rename("c", to: "d"), .put("a", ["b": [.null, true]])]))]
    ),
    (
      "each: a/*\nwhere: {b: !not 1}\nsubstitute: {c: [x, y]}",
      [change(.json([.each("a/*", where: [.differs("b", 1)], [.substitute("c", "x", by: "y")])]))]
    ),
    (
      "where: {b: !absent}\nremove-each: a/*",
      [change(.json([.removeEach("a/*", where: [.lacks("b")])]))]
    ),
    (
      "where: {a: !one-of [x, 1], b: !starts-with x, c: !any, d: !empty, e: !filled, f: x}\nremove: g",
      [
        change(
          .json([.remove("g")]),
          where: [
            .isOne("a", of: ["x", 1]), .begins("b", "x"), .has("c"), .isEmpty("d"),
            .isFilled("e"), .equals("f", "x"),
          ])
      ]
    ), ("status: 200-201\nnew-status: 404", [change(.status(404), 200...201)]),
    (
      "status: [401, 405]\nheader: {A: null}\nbody: ''",
      [
        change(.header("A", nil), 401...401), change(.header("A", nil), 405...405),
        change(.body("", type: nil), 401...401), change(.body("", type: nil), 405...405),
      ]
    ), ("type: text/html\nbody: x", [change(.body("x", type: "text/html"), 100...599)]),
    (
      "answer: {status: 403, json: {a: 1}}", [change(.replacement(.json(403, ["a": 1])), 100...599)]
    ),
    (
      "answer: {status: 302, headers: {Location: x}}",
      [
        change(
          .replacement(
            HTTPResponse(status: 302, reason: "Found", headers: HeaderList(["Location": "x"]))),
          100...599)
      ]
    ),
    (
      "parts:\n- remove: a\n- {status: 400, as-text: b}",
      [change(.json([.remove("a")])), change(.json([.text("b")]), 400...400)]
    ),
  ]

  @Test(arguments: rows.indices) func `reads changes of answers`(index: Int) {
    let (lines, changes) = Self.rows[index]
    #expect(Self.changes(lines) == changes)
  }

  @Test func `reads switches, settings and what is in code`() throws {
    let switched = try #require(
      Self.read(
        "breaks: [A-1]\nsetting: throttled\nat: [profile, token]\nswitch: accepts-any-secret"
      ).tables.defects.first)
    #expect(switched.setting.name == "throttled")
    #expect(switched.fault.switches.map(\.switches) == [[.acceptsAnySecret]])
    #expect(switched.fault.switches.map(\.endpoints) == [[.profile, .token]])
    let coded = Self.read("breaks: [A-1]\nat: profile\nbehaviour: cache\nwith: {by: [Accept]}")
    #expect(coded.diagnostics == [])
    #expect(coded.tables.defects.first?.fault.alterations.count == 1)
    #expect(
      Self.read("breaks: [A-1]\ndata: many-domains").tables.defects.first?.fault.dataChanges.count
        == 1)
  }

  @Test func `repeats the entries of a group for each row`() {
    let text = """
      variants:
        First:
        - for:
          - {a: x, list: [token]}
          - {a: y, list: []}
          variants:
          - for: [{b: 1}, {b: 2}]
            variants:
            - {name: n-<a>-<b>, summary: It is <a>, by: Text, at: [register, <list>], remove: <a>}
        Second:
        - {name: last, summary: It is slow, by: Text, delay: 1s}
      """
    let (tables, diagnostics) = DeviationTables.read([SourceFile(name: "v.yaml", text: text)])
    #expect(diagnostics == [])
    #expect(tables.variantAreas.map(\.name) == ["First", "Second"])
    #expect(tables.variants.map(\.name) == ["n-x-1", "n-x-2", "n-y-1", "n-y-2", "last"])
    #expect(tables.variants.map(\.summary).prefix(3) == ["It is x", "It is x", "It is y"])
    let changes = tables.variants.flatMap(\.deviation.alterations).compactMap(\.change)
    #expect(changes.map(\.endpoints.count) == [2, 2, 1, 1])
    #expect(changes.first?.edit == .json([.remove("x")]))
    #expect(tables.variants.last?.deviation.delay == .seconds(1))
  }

  @Test(
    arguments: TestSupport.rows(tableText("DeviationTableTests")))
  func `reports a mistake at its place`(lines: String, mistake: String) {
    let (tables, diagnostics) = Self.read(lines)
    #expect(diagnostics.map(\.description) == [mistake])
    #expect(tables.defects.isEmpty)
  }

  @Test func `reports a name that is there twice, or has another form`() {
    let entry = "{name: a-b, summary: It is wrong, breaks: [A-1], switch: accepts-any-secret}"
    let files = ["d.yaml", "e.yaml"].map { name in
      SourceFile(name: name, text: "defects:\n  Area:\n  - \(entry)\n")
    }
    #expect(
      DeviationTables.read(files).diagnostics.map(\.description)
        == ["e.yaml:3:12: error: another one is called 'a-b', too: d.yaml:3:12"])
    #expect(
      Self.read("breaks: [A-1]\nswitch: accepts-any-secret", named: "A b").diagnostics
        .map(\.message) == ["a name is words with hyphens, not 'A b'"])
  }

  @Test func `reports a file that is no YAML`() {
    let (tables, diagnostics) = DeviationTables.read([SourceFile(name: "d.yaml", text: "a: [")])
    #expect(diagnostics.map(\.file) == ["d.yaml"])
    #expect(tables.defects.isEmpty)
  }
}

struct DefectTableTests {
  private static let v1 = "apple-sso-rest-api-v1"
  private static let v2 = "apple-sso-rest-api-v2"

  /// The shipped catalogues, and the mistakes in them.
  static let shipped = SuiteLoader.catalogues(
    in: SharedFolder.project.appending(path: "Suites/cookbooks").path, files: SuiteLocation.files)

  @Test func `has no mistake`() {
    #expect(Self.shipped.diagnostics.map(\.description) == [])
    let known = Set(Self.shipped.catalogues.values.requirements.keys)
    let read = DeviationTables.read(DeviationTables.shippedFiles, requirements: known)
    #expect(read.diagnostics.map(\.description) == [])
    #expect(read.tables.defects.count > 600)
  }

  /// Every must that a service's answers show can be broken.
  @Test(arguments: [(v1, 30), (v2, 200)])
  func `has a defect for each requirement that binds the service`(cookbook: String, least: Int) {
    let broken = Set(Defect.all.flatMap(\.requirements))
    let requirements = Self.shipped.catalogues.chain(of: cookbook).requirements
    let binding = requirements.values.filter { requirement in
      (requirement.level == .must || requirement.level == .mustNot)
        && requirement.subject == "service" && requirement.shownBy.contains(.service)
        && requirement.excuse == nil
    }
    #expect(binding.count >= least)
    #expect(binding.map(\.id).filter { !broken.contains($0) }.sorted() == [])
  }

  /// Each sign-in, whose profile is shared across each thing that it is bound to, at each call that
  /// takes it; each call after each end; the same for the tokens of V1.
  @Test(arguments: [
    ("partner-profile-of-another-", 4 * 6), ("regular-profile-of-another-", 4 * 10),
    ("profile-after-", 10 + 5), ("cached-", 9 + 7), ("v1-token-of-another-device-at-", 7),
    ("v1-token-of-another-requestor-at-", 7), ("v1-authorization-of-another-", 3 * 2 + 1),
    ("v1-token-after-", 2 * 8), ("v1-code-of-another-requestor-at-", 4),
  ])
  func `has each cell of the matrix`(cells: String, count: Int) {
    #expect(Defect.all.count { $0.name.hasPrefix(cells) } == count)
  }

  @Test func `says what grants each variant`() {
    #expect(Variant.all.filter(\.source.isEmpty).map(\.name) == [])
  }
}

struct VariantTableTests {
  /// The ambiguities that need no variant, each with the reason.
  static let withoutVariant: [String: String] = [
    "AMB-01": "it is about the letters of the phases",
    "AMB-02": "the framework and the application decide about interruption",
    "AMB-03": "what a service does without the status is AMB-05, AMB-04 and AMB-53",
    "AMB-16": "there is one right reading, which the reference service follows",
    "AMB-18": "there is one right path",
    "AMB-28": "it is about when requests are limited, which x-8-throttling leaves open",
    "AMB-36": "there is one right reading, which the reference service follows",
    "AMB-37": "which reason a service names where several apply is AMB-57",
    "AMB-38": "the application decides how long it keeps the configuration",
    "AMB-39": "the application decides which call checks a code",
    "AMB-42": "the application decides whether it may prompt",
    "AMB-43": "the application decides whether it has a delegate",
    "AMB-47": "a service that sends translated values is wrong",
    "AMB-48": "no request that a suite can send breaks the connection to an MVPD",
    "AMB-50": "what an unregistered domain leads to is not said, so no suite sends one",
    "AMB-51": "no suite sends the parameter", "AMB-61": "it is about what an application does",
    "AMB-68": "the application decides whether it sends a status that is not granted",
    "AMB-70": "it is about which calls an application sends the token with",
    "AMB-72": "there is one right reading: each header goes with the logout",
    "AMB-73": "the second header is not documented, so no suite sends it",
    "AMB-75": "it is about a slip on a regular profile, which is AMB-29",
    "AMB-77": "no call tells which platform a property is for, or a refused permission",
    "AMB-78": "which header has the subscriber id is not said, so no suite sends it",
    "AMB-79": "the harness signs with HS256 and names an audience; the SSO Service names none",
    "AMB-83": "how a service tells the platform is not said",
    "AMB-85": "of requests without a token after a logout, the suites only warn",
    "AMB-88": "there is one right reading, that of the flow",
    "AMB-89": "whether a new token is the same user, the suites only warn of",
    "AMB-90": "it is about who fetches the token",
    "AMB-93": "no suite waits until a service token has expired",
    "AMB-94": "it is about who makes the token", "AMB-95": "it is about licences",
  ]

  /// Those of all catalogues.
  private static let ambiguities = DefectTableTests.shipped.catalogues.values.ambiguities.keys
    .sorted()

  @Test(arguments: ambiguities)
  func `has a variant for each ambiguity, or a reason why none shows it`(id: String) {
    let hasVariant = Variant.all.contains { $0.source == id }
    #expect(hasVariant != (Self.withoutVariant[id] != nil), "\(id)")
  }

  @Test func `has at least sixty variants, of both versions of the API`() {
    #expect(Variant.all.count >= 60)
    #expect(Variant.all.count { $0.source.hasPrefix("REST API V1") } >= 10)
  }

  @Test func `changes something by each variant`() {
    let idle = Variant.all.filter { variant in
      let deviation = variant.deviation
      return deviation.switches.isEmpty && deviation.alterations.isEmpty
        && deviation.dataChanges.isEmpty && deviation.delay == .zero
        && deviation.lead == .zero && deviation.date == nil
    }
    #expect(idle.map(\.name) == [])
  }
}

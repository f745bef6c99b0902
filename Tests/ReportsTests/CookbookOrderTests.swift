// SPDX-License-Identifier: Apache-2.0
// Tests of the order of suites and of the tables of steps and phases in reports.

import Formats
import Suites
import TestSupport
import Testing
import Text

@testable import Record
@testable import Reports

struct CookbookOrderTests {
  private static func phase(
    _ id: String, _ numbers: [String], requirements: [Requirement] = [], naming ids: [String] = [],
    isUnwalked: Bool = false
  ) -> Catalogue.Phase {
    Catalogue.Phase(
      id: id, title: "the \(id)", requirements: requirements,
      steps: numbers.map {
        Catalogue.Step(
          number: $0, title: "do \($0)", requirements: requirements.map(\.id) + ids,
          isUnwalked: isUnwalked)
      })
  }

  private static let asked = SampleRecords.requirement("B-A1-01", .must, "It answers.")
  private static let own = SampleRecords.requirement("A-C1-01", .must, "It signs in.")

  /// A cookbook that has its prerequisites first, and a registration of which its base says all.
  private static let catalogues = [
    Catalogue(
      cookbook: "apple", revision: "2", base: "base",
      earlierRevisions: [
        Catalogue.EarlierRevision(
          revision: "1", demanded: "C1 was `one` call.", requirements: ["A-C1-01"])
      ],
      phases: [
        phase("P", ["P1"], isUnwalked: true), phase("A", ["A1"], naming: ["B-A1-01"]),
        phase("C", ["C1"], requirements: [own]), phase("X", ["X1"], isUnwalked: true),
      ]),
    Catalogue(cookbook: "base", revision: "2", phases: [phase("A", ["A1"], requirements: [asked])]),
  ]

  private static func suite(
    _ name: String, _ cookbook: String?, _ phase: String?, covers id: String? = nil,
    _ verdict: Verdict = .passed
  ) -> SuiteRecord {
    let step = SampleRecords.request(
      "ask", 9, covers: id.map { [Cover(id: $0)] } ?? [], verdict: verdict)
    var suite = SampleRecords.suite(
      [SampleRecords.scenario("of \(name)", 1, verdict, steps: [step])], name: name)
    suite.cookbook = cookbook
    suite.phase = phase
    return suite
  }

  private static func run(_ verdict: Verdict = .passed) -> RunRecord {
    var walk = suite("way", "apple", nil)
    walk.isWalk = true
    var preflight = suite("account", "apple", nil)
    preflight.isPreflight = true
    var record = SampleRecords.run([
      suite("mine", nil, nil), suite("register", "base", "A", covers: "B-A1-01"),
      suite("unheard", "apple", "Q"), suite("headers", "apple", "X"), suite("before", "apple", "P"),
      suite("two", "apple", "C", covers: "A-C1-01", verdict), suite("one", "apple", "C"), walk,
      preflight,
    ])
    record.catalogues = catalogues
    return record
  }

  private static let classes = [
    "apple.account", "apple.walk", "apple.C.two", "apple.C.one", "apple.P.before",
    "apple.X.headers", "apple.Q.unheard", "base.A.register", "sso-conformance.mine",
  ]

  @Test(arguments: JUnitProfile.allCases)
  func `is the order of the classes of JUnit`(profile: JUnitProfile) {
    let text = JUnitReport(profile: profile).text(of: Self.run())
    #expect(text.matches(of: /classname="([^"]*)"/).map { String($0.1) } == Self.classes)
    #expect(
      text.matches(of: /<testsuite [^>]*id="(\d+)"/).map { String($0.1) } == (0..<9).map { "\($0)" }
    )
  }

  @Test func `is the order of CTRF`() throws {
    let tests = try CTRFTests.document(Self.run())["results"]?["tests"]?.array ?? []
    let suites = tests.map { test in
      (test["suite"]?.array ?? []).compactMap(\.string).joined(separator: ".")
    }
    #expect(
      suites == [
        "apple.account", "apple.way", "apple.C.two", "apple.C.one", "apple.P.before",
        "apple.X.headers", "apple.Q.unheard", "base.A.register", "mine",
      ])
  }

  @Test func `is the order of the page, whose links lead to scenarios or to steps`() throws {
    let page = HTMLReport().text(of: Self.run(SampleRecords.findings(1)))
    let list = try #require(page.firstMatch(of: /<ul class="parts">(.*?)<\/nav>/)).1
    let links = list.matches(of: /<a href="#([^"]*)">([^<]*)<\/a>( <b [^>]*>[^<]*<\/b>)?/)
    #expect(
      links.map { "\($0.2) \($0.1)\($0.3 == nil ? "" : " 1 failed")" } == [
        "Preflight scenarios-preflight", "Suites without a cookbook scenarios-other",
        "Walk scenarios-apple-walk", "A: the A steps-apple-a",
        "C: the C scenarios-apple-phase-c 1 failed", "P: the P scenarios-apple-phase-p",
        "X: the X scenarios-apple-phase-x", "Q scenarios-apple-phase-q",
        "A: the A scenarios-base-phase-a",
      ])
    let titles = page.matches(of: /<h3 id="scenarios-[^"]*">([^<]*)</).map { String($0.1) }
    #expect(
      titles == [
        "Preflight", "apple, walk", "apple, C: the C", "apple, P: the P", "apple, X: the X",
        "apple, Q", "base, A: the A", "Suites without a cookbook",
      ])
    for link in page.matches(of: /href="#([^"]*)"/) {
      #expect(page.contains("id=\"\(link.1)\""), "\(link.1)")
    }
  }
}

extension CookbookOrderTests {
  @Test(
    arguments: [
      (.passed, "scenario-two-of-two", "passed"),
      (SampleRecords.findings(1), "scenario-two-of-two", "failed"),
      (.skipped(because: "so"), "requirement-a-c1-01", "1 of 1 not shown"),
    ] as [(Verdict, String, String)])
  func `shows each step on the page, with a link to what shows it`(
    verdict: Verdict, place: String, words: String
  ) throws {
    let page = HTMLReport().text(of: Self.run(verdict))
    let row = try #require(page.firstMatch(of: /<tr id="step-apple-c1">(.*?)<\/tr>/)).1
    #expect(row.hasPrefix("<th scope=\"row\">C1</th><td>do C1</td><td class=\""))
    #expect(row.contains("<a href=\"#\(place)\">\(words)</a></td>"), "\(row)")
    for side in ["application", "framework"] {
      #expect(row.contains("<td class=\"unjudged\" data-side=\"\(side)\"></td>"), "\(side)")
    }
    #expect(page.contains("<table class=\"step-table\"><caption>apple, revision 2</caption>"))
    #expect(page.contains("<th scope=\"rowgroup\" colspan=\"5\">C: the C</th>"))
  }

  @Test func `numbers each step of a scenario, with a link to the cookbook's`() {
    var record = Self.run()
    record.suites[5].scenarios[0].steps[0].cookbookSteps = [
      CookbookStep(cookbook: "apple", number: "C1"), CookbookStep(cookbook: "base", number: "A1"),
      CookbookStep(cookbook: "gone", number: "G1"),
    ]
    // The base's A1 stands in the table of the cookbook that extends it.
    #expect(
      HTMLReport().text(of: record).contains(
        "<span class=\"number\"><a href=\"#step-apple-c1\">C1</a> base/A1 gone/G1</span> ask"))
  }

  @Test func `leads from a step to the walk that shows it`() {
    var record = Self.run()
    record.suites[7].scenarios[0].steps[0].covers = ["A-C1-01"]
    #expect(
      HTMLReport().text(of: record).contains(
        "<td>do C1</td><td class=\"passed\" data-side=\"service\"><a href=\"#scenario-way-of-way\">passed</a></td>"
      ))
  }

  @Test func `has the same steps in the certificate, below their phases`() {
    let text = MarkdownReport().text(of: Self.run(SampleRecords.findings(1)))
    #expect(
      text.contains(
        """
        |  | **A: the A** |  |  |  |
        | A1 | do A1 | passed |  |  |
        |  | **C: the C** |  |  |  |
        | C1 | do C1 | **failed** |  |  |

        """), "\(text)")
    #expect(
      text.contains(
        "In this table, a cell says how far that side does what the step asks of it: `passed`, each of "
          + "its requirements that can be shown here was shown; `failed`, at least one was broken; empty, the step binds that side to nothing.\n"
      ))
  }

  @Test func `counts in a phase what its steps ask of the base cookbook`() {
    let text = MarkdownReport().text(of: Self.run())
    #expect(text.contains("| A: the A | 1 |\n| C: the C | 1 |\n"), "\(text)")
    let remark =
      "A requirement of base that a step of apple asks for, too, is counted in each of their tables."
    #expect(text.contains("\n\(remark)\n"))
    let page = HTMLReport().text(of: Self.run())
    #expect(page.contains("<p class=\"note\">\(remark)</p>"))
    #expect(
      page.contains(
        "<th scope=\"row\"><a href=\"#steps-apple-a\">A: the A</a></th><td class=\"passed\">1</td>")
    )
  }

  @Test func `says what an earlier revision demanded otherwise`() throws {
    let record = Self.run()
    #expect(
      MarkdownReport().text(of: record).contains(
        "- Cookbook: apple, revision `2`. Before, in revision `1`: C1 was `one` call.\n"
          + "- Cookbook: base, revision `2`\n"))
    let page = HTMLReport().text(of: record)
    #expect(
      page.contains(
        "<dd>apple, revision <code>2</code>. Before, in revision <code>1</code>: "
          + "C1 was <code>one</code> call.</dd>"))
    let explained = [Self.own, Self.asked].map {
      Explanation(of: $0, in: Self.catalogues[0], RequirementKnowledge()).markdown
    }
    #expect(explained[0].contains("Before, in revision 1: C1 was `one` call."), "\(explained[0])")
    #expect(!explained[1].contains("Before, in revision"))
  }

  @Test(arguments: [(false, "attestation"), (true, "attested")])
  func `says what people may attest, or do`(isAttested: Bool, words: String) throws {
    var record = Self.run()
    record.catalogues = [
      Catalogue(
        cookbook: "apple", revision: "2",
        phases: [
          Self.phase(
            "C", ["C1"], requirements: [SampleRecords.requirement("O-1", .must, "x", [.outside])])
        ])
    ]
    if isAttested {
      record.attestations = [
        Attestation(
          requirement: "O-1", by: "Jo", date: try #require(CalendarDay("2026-11-01")),
          evidence: "seen", location: SampleRecords.at(1))
      ]
    }
    let text = MarkdownReport().text(of: record)
    #expect(text.contains("| C1 | do C1 | \(words) |  |  |\n"), "\(text)")
    #expect(text.contains("`\(words)`, no traffic shows it"))
  }

  @Test func `has each column in the glossary`() {
    let columns = HTMLReport().text(of: Self.run())
      .matches(of: /<th scope="col">([^<]*)</).map { String($0.1) }
    #expect(Set(columns).isSuperset(of: ["Step", "Title", "service", "application", "framework"]))
    let words = Glossary.all.flatMap(\.words).flatMap { [$0.name] + $0.others }
    #expect(Set(columns).subtracting(words).isEmpty)
  }
}

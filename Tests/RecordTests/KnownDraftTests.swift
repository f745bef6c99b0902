// SPDX-License-Identifier: Apache-2.0
// Tests of the list of known failures that is drafted from what fails now.

import Formats
import Record
import Suites
import Testing
import Text

@Suite struct KnownDraftTests {
  static let place = SourceLocation(file: "Suites/a/x.yaml", position: Position(line: 1, column: 1))

  static func wrong(_ places: String...) -> Verdict {
    .failed(
      places.map {
        Finding(place: Place(reading: $0), position: place.position, expected: "1", found: "2")
      })
  }

  /// A suite with a scenario for each verdict, whose step covers both requirements.
  static func suite(
    _ verdicts: KeyValuePairs<String, Verdict>, file: String = place.file,
    isPreflight: Bool = false, subject: JudgedParty = .service
  ) -> SuiteRecord {
    SuiteRecord(
      name: file, about: nil, file: file, digest: "", cookbook: "book", phase: nil,
      isPreflight: isPreflight, subject: subject,
      scenarios: verdicts.map { name, verdict in
        let step = StepRecord(
          name: "step", about: nil, action: .request, location: place, device: "device",
          covers: ["R-1", "R-2"], isFinal: false, verdict: verdict)
        return ScenarioRecord(
          name: name, about: nil, location: place, tags: [], isAdvisory: false, verdict: verdict,
          startedAfter: .zero, duration: .zero, steps: [step], missingFacts: [])
      })
  }

  static func run(_ suites: [SuiteRecord], token: Verdict = .passed) -> RunRecord {
    let requirements = ["a", "b"].enumerated().map { index, name in
      Requirement(
        id: "R-\(index + 1)", level: .must, subject: "s", text: "t", testableBy: .serviceResponse,
        endpoint: nil, source: "", ambiguity: nil, step: "",
        places: (try? PlacePattern("$.\(name)")).map { [$0] })
    }
    return RunRecord(
      tool: ToolRecord(name: "t", version: "1"),
      target: TargetRecord(
        name: "t", url: "http://x", serviceProvider: nil, mvpds: [], framework: ""),
      startedAt: Timestamp(milliseconds: 0), duration: .zero, jobs: 1, isStrict: false,
      isInterrupted: false, remarks: [],
      catalogues: [
        Catalogue(
          cookbook: "book", revision: "1",
          phases: [Catalogue.Phase(id: "A", title: "A", requirements: requirements)])
      ],
      sharedFragments: [
        SharedFragmentRecord(
          id: 1, name: "token", location: place, verdict: token, duration: .zero, steps: [])
      ], suites: suites)
  }

  static func draft(
    _ suites: [SuiteRecord], before: [SuiteRecord] = [], token: Verdict = .passed
  ) throws -> KnownDraft {
    let after = run(suites, token: token)
    return KnownDraft(
      RecordDiff(from: run(before), to: after), in: RunJudgement(after),
      expires: try #require(CalendarDay("2027-01-31")))
  }

  /// The draft without its comment.
  static func lines(_ draft: KnownDraft) -> String {
    draft.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
  }

  @Test func `has an entry for the cases of a file that break the same requirements`() throws {
    let draft = try Self.draft(
      [
        Self.suite([
          "one": Self.wrong("/a"), "two": Self.wrong("/a", "/b"), "three": Self.wrong("/a"),
          "right": .passed, "old": Self.wrong("/a"),
        ]), Self.suite(["four": Self.wrong("/a")], file: "Suites/b/y.yaml"),
        Self.suite(["five": Self.wrong("/a")], subject: .application),
      ], before: [Self.suite(["old": Self.wrong("/b"), "one": .passed])])
    #expect(
      Self.lines(draft) == """
        known:
          - scenario:
              - "one"
              - "three"
            file: "a/x.yaml"
            requirement: ["R-1"]
            reason: "to be filled in: /a: expected 1, found 2"
            expires: "2027-01-31"
          - scenario: "two"
            file: "a/x.yaml"
            requirement: ["R-1", "R-2"]
            reason: "to be filled in: /a: expected 1, found 2"
            expires: "2027-01-31"
          - scenario: "four"
            file: "b/y.yaml"
            requirement: ["R-1"]
            reason: "to be filled in: /a: expected 1, found 2"
            expires: "2027-01-31"
          - rule: "five"
            file: "a/x.yaml"
            requirement: ["R-1"]
            reason: "to be filled in: /a: expected 1, found 2"
            expires: "2027-01-31"
        """)
    #expect(draft.caseCount == 5 && draft.otherCount == 0)
  }

  @Test(arguments: [
    (wrong("/a"), "requirement: [\"R-1\"]"), (wrong("/other"), ""), (wrong("/a", "/other"), ""),
    // What is wrong beside another status follows from that.
    (wrong("status", "/other"), ""), (wrong("status", "/a"), ""),
  ])
  func `names the case as a whole where a finding breaks no requirement`(
    verdict: Verdict, line: String
  ) throws {
    let text = try Self.draft([Self.suite(["one": verdict])]).text
    #expect(text.contains("requirement:") == !line.isEmpty)
    #expect(text.contains(line))
  }

  @Test func `counts what can't be known: preflights, errors and shared fragments`() throws {
    let broken = Verdict.broken(RunProblem(.transport, "no answer", at: nil))
    for (suites, token) in [
      ([Self.suite(["one": Self.wrong("/a")], isPreflight: true)], Verdict.passed),
      ([Self.suite(["one": broken])], .passed),
      ([Self.suite(["one": .passed])], Self.wrong("status")),
      ([Self.suite(["one": .passed])], broken),
    ] {
      let draft = try Self.draft(suites, token: token)
      #expect(Self.lines(draft) == "known: []")
      #expect(draft.caseCount == 0 && draft.otherCount == 1)
    }
  }

  @Test(arguments: [
    "plain", "\"quoted\"", "back\\slash", "two\nlines", "\u{1B}[31m", "\u{202E}right", "é😀",
    "a\u{2028}b", "\u{E0001}tag", "# no comment", "a: b", "\u{7F}\u{85}",
  ])
  func `is read as it was meant, whatever a name has in it`(name: String) throws {
    let draft = try Self.draft([
      Self.suite(KeyValuePairs(dictionaryLiteral: (name, Self.wrong("/a"))))
    ])
    let hidden = draft.text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    #expect(hidden.isEmpty)
    let (failures, diagnostics) = KnownFileReader.read(
      SourceFile(
        name: "known.yaml", bytes: Array(draft.text.replacing("to be filled in: ", with: "").utf8)),
      names: KnownNames(
        cases: [
          KnownNames.Case(subject: .service, file: Self.place.file, name: GappedText([name]))
        ], requirements: ["R-1", "R-2"]), subjects: [.service])
    #expect(diagnostics == [])
    #expect(failures.map(\.cases) == [[name]])
  }
}

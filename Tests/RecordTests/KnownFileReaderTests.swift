// SPDX-License-Identifier: Apache-2.0
// Tests of reading lists of known failures.

import TestSupport
import Testing
import Text

@testable import Record

@Suite struct KnownFileReaderTests {
  static let names = KnownNames(
    cases: [
      item("Suites/a/x.yaml", "The user logs out"), item("Suites/a/x.yaml", "Twice"),
      item("Suites/b/x.yaml", "Twice"), item("Suites/b/x.yaml", "The MVPD ", " is on ", "."),
      item("Suites/preflight.yaml", "It is there", isPreflight: true),
      item("Rules/x.yaml", "The user logs in", of: .application),
      item("Rules/x.yaml", "The application ", ".", of: .application),
    ], requirements: ["V2-A1-01", "V2-A1-02"])

  private static func item(
    _ file: String, _ parts: String..., of subject: JudgedParty = .service,
    isPreflight: Bool = false
  ) -> KnownNames.Case {
    KnownNames.Case(subject: subject, file: file, name: GappedText(parts), isPreflight: isPreflight)
  }

  static func read(_ text: String) -> (failures: [KnownFailure], diagnostics: [Diagnostic]) {
    KnownFileReader.read(
      SourceFile(name: "known.yaml", bytes: Array(text.utf8)), names: names, subjects: [.service])
  }

  /// An entry with these lines.
  static func entry(_ lines: String...) -> String {
    "known:\n  - "
      + (lines + ["reason: why", "expires: 2027-01-31"]).joined(separator: "\n    ") + "\n"
  }

  @Test func `reads every member`() throws {
    let (failures, diagnostics) = Self.read(
      """
      known:
        - scenario: [The user logs out, The MVPD Other is on 3.]
          requirement: V2-A1-01
          reason: The team of the MVPD mends it.
          link: https://tracker.example/ABC-1
          expires: 2027-01-31
        - requirement: [V2-A1-01, V2-A1-02]
          reason: why
          expires: '2028-02-29'
        - rule: A rule that nobody checks here
          reason: why
          expires: 2027-01-31
        - scenario: Twice
          file: b/x.yaml
          reason: why
          expires: 2027-01-31
      """)
    #expect(diagnostics == [])
    let day = try #require(CalendarDay("2027-01-31"))
    #expect(
      failures.first
        == KnownFailure(
          subject: .service, cases: ["The user logs out", "The MVPD Other is on 3."],
          requirements: ["V2-A1-01"], reason: "The team of the MVPD mends it.",
          link: "https://tracker.example/ABC-1", expires: day,
          location: SourceLocation(file: "known.yaml", position: Position(line: 2, column: 5))))
    #expect(failures.map(\.subject) == [.service, nil, .application, .service])
    #expect(failures.map(\.requirements.count) == [1, 2, 0, 0])
    #expect(failures.last?.file == "b/x.yaml")
  }

  @Test func `reads a list without an entry`() {
    #expect(Self.read("known: []\n").diagnostics == [])
  }

  @Test(
    arguments: rows(
      #"""

        1:1: error: the file is empty; it begins with 'known:'
      known: 1\n
        1:8: error: expected 'known', a list, found the number 1
      knwon: []\n
        1:1: error: unknown key 'knwon' in a list of known failures, did you mean
      known:\n  - x\n
        2:5: error: expected a known failure, a map, found the text 'x'
      ENTRY scenario: The user logs ou
        2:15: error: there is no scenario 'The user logs ou', did you mean 'The user logs out'?
      ENTRY requirement: V2-A1-03
        2:18: error: there is no requirement 'V2-A1-03', did you mean 'V2-A1-0
      ENTRY scenario: Twice
        2:15: error: 2 files have a scenario 'Twice': add 'file:'
      ENTRY scenario: The user logs out\n    file: b/x.yaml
        2:15: error: 'b/x.yaml' has no scenario 'The user logs out', but Suites/a/x.yaml has
      ENTRY scenario: It is there
        2:15: error: 'It is there' is a part of the preflight
      known: []\n---\nknown: []\n
        :3:1: error: it is one document, and this has 2
      {}\n
        1:1: error: the file has a list 'known'
      ENTRY scenario: [The user logs out, Nobody]
        2:35: error: there is no scenario 'Nobody'
      ENTRY requirement: [V2-A1-01, V2-A1-09]
        2:29: error: there is no requirement 'V2-A1-09'
      ENTRY requirement: V2-A1-01\n    file: a/x.yaml
        3:11: error: 'file' tells scenarios of one
      ENTRY scenario: []
        2:15: error: the list is empty
      ENTRY requirement: V2-A1-01\n    link: https://
        3:11: error: a link begins with
      ENTRY requirement: V2-A1-01\n    link: https://a b
        3:11: error: a link begins with
      ENTRY requirement: V2-A1-01\n    link: https://ä
        3:11: error: a link begins with
      ENTRY file: a/x.yaml
        2:5: error: a known failure names a 'scenario', a 'rule' or
      ENTRY requirement: []
        2:18: error: the list is empty
      ENTRY scenario: Twice\n    rule: a
        of a 'scenario' or of a 'rule': make two of them
      ENTRY requirement: V2-A1-01\n    link: ftp://x
        3:11: error: a link begins with 'https://' and has no blanks
      known:\n  - requirement: V2-A1-01\n    expires: 2027-01-31\n
        2:5: error: a known failure has 'reason', which every report shows
      known:\n  - requirement: V2-A1-01\n    reason: why\n
        2:5: error: a known failure has 'expires', a day such as 2027-01-31
      known:\n  - requirement: V2-A1-01\n    reason: 'To be filled in: x'\n    expires: 2027-01-31\n
        3:13: error: the reason is 'to be filled in': say why it fails, and who mends it
      known:\n  - requirement: V2-A1-01\n    reason: why\n    expires: 2027-02-29\n
        4:14: error: '2027-02-29' is not a day of the calendar, written as 2027-01-31
      known:\n  - requirement: V2-A1-01\n    reason: why\n    expires: 31.1.2027\n
        4:14: error: '31.1.2027' is not a day of the calendar
      """#))
  func `says what is wrong, and where`(text: String, message: String) throws {
    let isEntry = text.hasPrefix("ENTRY ")
    let (failures, diagnostics) = Self.read(
      isEntry ? Self.entry(text.replacing("ENTRY ", with: "")) : text)
    #expect(failures.isEmpty)
    let all = diagnostics.map(\.description).joined(separator: "\n")
    #expect(all.contains(message), "\(all)")
  }

  @Test(arguments: ["http://a", "https://tracker.example/ABC-1", "https://!~"])
  func `takes a link without blanks`(link: String) {
    let (failures, diagnostics) = Self.read(
      Self.entry("requirement: V2-A1-01", "link: \"\(link)\""))
    #expect(diagnostics == [])
    #expect(failures.map(\.link) == [link])
  }

  @Test func `leaves out only the entries with a mistake`() {
    let (failures, diagnostics) = Self.read(
      """
      known:
        - requirement: V2-A1-09
          reason: why
          expires: 2027-01-31
        - requirement: V2-A1-02
          reason: why
          expires: 2027-01-31
        - scenario: Nobody
          reason: why
          expires: 2027-01-31
      """)
    #expect(failures.map(\.requirements) == [["V2-A1-02"]])
    #expect(diagnostics.count == 2)
  }

  @Test func `checks the names of those only who are judged`() {
    let text = Self.entry("rule: A rule that nobody has")
    let file = SourceFile(name: "known.yaml", bytes: Array(text.utf8))
    for (subjects, count) in [([.service], 0), ([.application], 1)] as [(Set<JudgedParty>, Int)] {
      let read = KnownFileReader.read(file, names: Self.names, subjects: subjects)
      #expect(read.diagnostics.count == count)
    }
  }

  /// Neither the one nor the other is meant, nor named as what may be meant.
  @Test(arguments: [
    ("scenario: The user logs out", nil), ("rule: The user logs in", nil),
    ("scenario: The MVPD Other is on 3.", nil), ("rule: The application polls.", nil),
    (
      "scenario: The user logs in",
      "2:15: error: there is no scenario 'The user logs in', did you mean 'The user logs out'?"
    ),
    (
      "rule: The user logs out",
      "2:11: error: there is no rule 'The user logs out', did you mean 'The user logs in'?"
    ), ("rule: Twice", "2:11: error: there is no rule 'Twice'"),
    (
      "scenario: The application polls.",
      "2:15: error: there is no scenario 'The application polls.'"
    ),
    ("rule: The MVPD Other is on 3.", "2:11: error: there is no rule 'The MVPD Other is on 3.'"),
  ])
  func `knows the names of scenarios from those of rules`(line: String, message: String?) {
    let file = SourceFile(name: "known.yaml", bytes: Array(Self.entry(line).utf8))
    let read = KnownFileReader.read(file, names: Self.names, subjects: [.service, .application])
    #expect(read.diagnostics.map(\.description) == (message.map { ["known.yaml:\($0)"] } ?? []))
    #expect(read.failures.isEmpty == (message != nil))
  }

  @Test func `compares days, and knows the calendar`() throws {
    let day = try #require(CalendarDay("2028-02-28"))
    #expect(try day < #require(CalendarDay("2028-02-29")))
    for text in ["", "2027-2-1", "2027-13-01", "2027-04-31", "2027-01-31T"] {
      #expect(CalendarDay(text) == nil, "\(text)")
    }
  }
}

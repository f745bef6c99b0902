// SPDX-License-Identifier: Apache-2.0
// Tests of reading lists of known failures.

import TestSupport
import Testing
import Text

@testable import Record

struct KnownFileReaderTests {
  static let names = KnownNames(
    cases: [
      item("Suites/a/x.yaml", "The user logs out"), item("Suites/a/x.yaml", "Twice"),
      item("Suites/b/x.yaml", "Twice"), item("Suites/b/x.yaml", "The MVPD ", " is on ", "."),
      item("Suites/preflight.yaml", "It is there", isPreflight: true),
      item("Rules/x.yaml", "The user logs in", of: .application),
      item("Rules/x.yaml", "The application ", ".", of: .application),
    ], requirements: ["V2-A1-01", "V2-A1-02"])

  private static func item(
    _ file: String, _ parts: String..., of subject: JudgedSide = .service,
    isPreflight: Bool = false
  ) -> KnownNames.Case {
    KnownNames.Case(subject: subject, file: file, name: Wildcard(parts), isPreflight: isPreflight)
  }

  static func read(
    _ text: String, subjects: Set<JudgedSide> = [.service]
  ) -> (failures: [KnownFailure], diagnostics: [Diagnostic]) {
    KnownFileReader.read(
      SourceFile(name: "known.yaml", bytes: Array(text.utf8)), names: names, subjects: subjects)
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
    arguments: rows(tableText("KnownFileReaderTests")))
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

  @Test func `says once that the reasons are left out`() {
    let open = (1...3).map { _ in
      """
        - requirement: V2-A1-02
          reason: "to be filled in: the status is 500"
          expires: 2027-01-31

      """
    }.joined()
    let (failures, diagnostics) = Self.read("known:\n\(open)")
    #expect(failures.isEmpty)
    #expect(
      diagnostics.map(\.description) == [
        "known.yaml:3:13: error: 3 entries have the reason 'to be filled in': say why it fails, and "
          + "who mends it"
      ])
  }

  @Test func `checks the names of those only who are judged`() {
    let text = Self.entry("rule: A rule that nobody has")
    #expect(Self.read(text, subjects: [.service]).diagnostics.isEmpty)
    #expect(Self.read(text, subjects: [.application]).diagnostics.count == 1)
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
    let read = Self.read(Self.entry(line), subjects: [.service, .application])
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

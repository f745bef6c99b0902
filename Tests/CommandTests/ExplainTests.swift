// SPDX-License-Identifier: Apache-2.0
// `explain`, over all that is shipped, and on a cookbook that is hostile.

import Formats
import Foundation
import Reports
import Suites
import TestSupport
import Testing
import Text

@testable import Command

@Suite struct ExplainTests {
  // Reading all that is shipped takes a second, so it is read once, and all ids are tried in a test.
  private static let shipped: Explainer? = {
    let folder = CommandLine.repository.appending(path: "Suites").path
    let console = Console(
      environment: [SuiteLocation.variable: folder], isInteractive: false
    ) { _, _ in }
    guard let collection = try? SuiteLocation.load([folder], console) else { return nil }
    return Explainer(
      collection,
      AuditOptions.shippedRules(console, of: Set(collection.catalogues.keys)))
  }()

  @Test func `explains all that is shipped, without an empty section`() throws {
    let explainer = try #require(Self.shipped)
    var seen: [Explanation.Kind: Int] = [:]
    for name in Set(explainer.names) {
      let explanations = explainer.explanations(of: name.uppercased())
      #expect(!explanations.isEmpty, "\(name)")
      for explanation in explanations {
        seen[explanation.kind, default: 0] += 1
        #expect(!explanation.text.isEmpty, "\(name)")
        #expect(!explanation.sections.isEmpty, "\(name)")
        for section in explanation.sections {
          #expect(!section.parts.isEmpty && !section.parts.contains(where: \.isEmpty), "\(name)")
        }
      }
    }
    #expect(seen.count == Explanation.Kind.allCases.count)
    #expect(seen[.requirement] == explainer.requirements.count)
    #expect(seen[.exitStatus] == ExitStatus.allCases.count)
  }

  @Test func `tells of each requirement where it comes from, and what shows it`() throws {
    let explainer = try #require(Self.shipped)
    for requirement in explainer.requirements.values {
      let id = requirement.id
      let explanation = try #require(explainer.explanations(of: id).first)
      let topics = explanation.sections.map(\.topic)
      #expect(requirement.url != nil, "\(id) has no page")
      for topic in [Explanation.Topic.standing, .source, .binding, .proof] {
        #expect(topics.contains(topic), "\(id): \(topic)")
      }
      #expect(topics.contains(.ambiguity) == (requirement.ambiguity != nil), "\(id)")
      // Who reads that a service breaks it wants to know what that does.
      if requirement.testableBy == .serviceResponse {
        #expect(topics.contains(.effect), "\(id) has no effect")
      }
    }
  }

  @Test(arguments: [
    ("v2-c13-01", "V2-C13-01 (requirement): "), ("amb-53", "AMB-53 (ambiguity): "),
    ("MVPD", "mvpd (fact): "), ("one-of", "!one-of (matcher): "),
    ("!One-Of", "!one-of (matcher): "),
    ("3", "exit-3 (exit status): "), ("exit-3", "exit-3 (exit status): "),
    ("exit 3", "exit-3 (exit status): "),
  ])
  func `finds what an id means`(id: String, start: String) throws {
    let explainer = try #require(Self.shipped)
    let explanation = try #require(explainer.explanations(of: id).first)
    #expect(explanation.printed(width: 100).rendered.hasPrefix(start))
  }

  @Test func `names the nearest of an unknown id`() throws {
    let line = CommandLine(["explain", "V2-C13-O1"])
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains("nothing is called 'V2-C13-O1', did you mean 'V2-C13-01' or "))
    #expect(line.output.isEmpty)
  }

  @Test(arguments: [
    (["explain"], "explain takes an ID"),
    (["explain", "zzzzzzzzz"], "'coverage' lists the requirements"),
    (["explain", "phase", "C"], "nothing is called 'phase C'"),
    (["explain", "partner-profile-regular"], "nothing is called 'partner-profile-regular'"),
    (["explain", "V2-C13-01", "--no-run"], "unknown option '--no-run'"),
  ])
  func `says how to find an id`(words: [String], error: String) {
    let line = CommandLine(words)
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains(error))
  }

  @Test func `wraps prose, and leaves the lines of an example as they are`() {
    let explanation = Explanation(
      .fact, "a", "one two three four five six",
      [
        Explanation.Section("T", [.items([Explanation.Item("one two three four", at: "f:1")])]),
        Explanation.Section(
          "E",
          [.lines([Explanation.Line("x y z x y z x y z x y z")])]),
        Explanation.Section("None", [.text(""), nil]),
      ])
    #expect(
      explanation.printed(width: 20).rendered == """
        a (fact): one two
        three four five six

        T
          - one two three
            four
            f:1

        E
            x y z x y z x y z x y z

        """)
  }
}

extension ExplainTests {
  /// A cookbook whose texts would be obeyed by a terminal, a CI, a page or Markdown.
  private static let hostile = #"\u001b[31m\n::error::x <script>alert(1)</script> ](javascript:1)"#

  private static func folder() throws -> ProgramFolder {
    let folder = try ProgramFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("cookbooks"), withIntermediateDirectories: true)
    let text = Self.hostile
    _ = try folder.write(
      """
      {"cookbook": "bad", "revision": "\(text)", "page": "p",
       "pages": {"p": "https://a.example/p"},
       "ambiguities": {"AMB-1": {"text": "\(text)"}},
       "effects": [{"text": "\(text)", "requirements": ["H-1"]}],
       "phases": [{"id": "A", "title": "\(text)", "steps": [{"title": "\(text)", "requirements": [
         {"id": "H-1", "level": "\(text)", "subject": "\(text)", "text": "\(text)",
          "testableBy": "service-response", "endpoint": "\(text)", "ambiguity": "AMB-1",
          "source": {"section": "\(text)"}}]}]}]}
      """, to: "cookbooks/bad.json")
    _ = try folder.write(
      """
      suite: Bad
      cookbook: bad
      scenarios:
        - scenario: "Asks \(text)"
          steps:
            - step: "One \(text)"
              covers: [H-1]
              request: {GET: /one}
              advice: "Do \(text)"
              expect: {status: 200}
      """, to: "bad.yaml")
    return folder
  }

  @Test func `shows no text of a catalogue as it is`() throws {
    let folder = try Self.folder()
    let console = Console(environment: [:], isInteractive: false) { _, _ in }
    let collection = try SuiteLocation.load([folder.file("bad.yaml")], console)
    #expect(!collection.hasErrors)
    let explainer = Explainer(collection, nil)
    for id in ["H-1", "AMB-1"] {
      let explanation = try #require(explainer.explanations(of: id).first)
      let printed = explanation.printed(width: 80).rendered
      let json = Printed(JSONValue.array([explanation.json])).rendered
      for text in [printed, explanation.markdown, json] {
        #expect(!text.contains("\u{1B}"))
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::error") })
      }
      let markdown = explanation.markdown.replacing(#"\["#, with: "").replacing(#"\<"#, with: "")
      #expect(!markdown.contains("[") && !markdown.contains("<script>"))
    }
  }
}

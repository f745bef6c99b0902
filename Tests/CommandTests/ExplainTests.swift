// SPDX-License-Identifier: Apache-2.0
// `explain` and `inspect`.

import Formats
import Foundation
import Reports
import Suites
import TestSupport
import Testing
import Text

@testable import Command

struct ExplainTests {
  // Reading all that is shipped takes a second, so it is read once, and all ids are tried in a test.
  private static let shipped: Explainer? = {
    let console = Console(
      environment: [SuiteLocation.variable: CommandLine.suites], isInteractive: false
    ) { _, _ in }
    guard let collection = try? SuiteLocation.load([CommandLine.suites], console) else {
      return nil
    }
    return Explainer(
      collection, AuditOptions.shippedRules(console, of: Set(collection.catalogues.keys)))
  }()

  @Test func `explains all that is shipped, and each requirement with its source and proof`()
    throws
  {
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
        guard explanation.kind == .requirement, let requirement = explainer.requirements[name]
        else { continue }
        let topics = explanation.sections.map(\.topic)
        #expect(requirement.url != nil, "\(name) has no page")
        for topic in [Explanation.Topic.standing, .source, .binding, .proof] {
          #expect(topics.contains(topic), "\(name): \(topic)")
        }
        #expect(topics.contains(.ambiguity) == (requirement.ambiguity != nil), "\(name)")
        let text = explanation.markdown
        #expect(text.contains("inferred: the documents state") == requirement.isInferred, "\(name)")
        // Who reads that a service breaks it wants to know what that does, and what to do.
        if requirement.subject == "service", requirement.shownBy.contains(.service) {
          #expect(topics.contains(.effect), "\(name) has no effect")
          #expect(requirement.remedy != nil, "\(name) has no remedy")
        }
      }
    }
    #expect(seen.count == Explanation.Kind.allCases.count)
    #expect(seen[.requirement] == explainer.requirements.count)
    #expect(seen[.exitStatus] == ExitStatus.allCases.count)
  }

  @Test(arguments: [
    ("v2-c13-01", "V2-C13-01 (requirement): "), ("amb-53", "AMB-53 (ambiguity): "),
    ("MVPD", "mvpd (fact): "), ("one-of", "!one-of (matcher): "),
    ("!One-Of", "!one-of (matcher): "), ("3", "exit-3 (exit status): "),
    ("exit-3", "exit-3 (exit status): "), ("exit 3", "exit-3 (exit status): "),
    ("Conformant", "conformant (word): "), ("preflight", "preflight (word): "),
    ("as far as judged", "conformant as far as judged (word): "), ("proved", "proved (word): "),
    ("shown by an audit", "shown by an audit (word): "), ("second try", "second try (word): "),
  ])
  func `finds what an id means`(id: String, start: String) throws {
    let explainer = try #require(Self.shipped)
    let explanation = try #require(explainer.explanations(of: id).first)
    #expect(explanation.printed(width: 100).rendered.hasPrefix(start))
  }

  @Test func `finds each meaning of a word`() throws {
    let explainer = try #require(Self.shipped)
    let meanings = explainer.explanations(of: "MVPD")
    #expect(meanings.map(\.kind) == [.fact, .word])
    #expect(explainer.explanations(of: "interrupted").count == 2)
  }

  @Test(arguments: [
    ([], "explain takes an ID"), (["zzzzzzzzz"], "'coverage' lists the requirements"),
    (["V2-C13-O1"], "nothing is called 'V2-C13-O1', did you mean 'V2-C13-01' or "),
    (["BOX-A1-01"], "nothing is called 'BOX-A1-01' in amazon-sso-rest-api-v2"),
    (["BOX-A1-01"], "--suites PATH"), (["phase", "C"], "nothing is called 'phase C'"),
    (["partner-profile-regular"], "nothing is called 'partner-profile-regular'"),
    (["V2-C13-01", "--no-run"], "unknown option '--no-run'"),
  ])
  func `says how to find an id`(words: [String], error: String) {
    let line = CommandLine(["explain"] + words)
    line.expect(.invalidInput, errors: error)
    #expect(line.output.isEmpty)
  }

  @Test func `wraps prose, and leaves the lines of an example as they are`() {
    let explanation = Explanation(
      .fact, "a", "one two three four five six",
      [
        Explanation.Section("T", [.items([Explanation.Item("one two three four", at: "f:1")])]),
        Explanation.Section("E", [.lines([Explanation.Line("x y z x y z x y z x y z")])]),
        Explanation.Section("None", [.text(""), nil]),
      ])
    #expect(explanation.markdown.contains("- one two three four (`f:1`)\n"))
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

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let text = Self.hostile
    _ = try folder.write(
      """
      {"cookbook": "bad", "revision": "\(text)", "page": "p",
       "pages": {"p": "https://a.example/p"},
       "ambiguities": {"AMB-1": {"text": "\(text)"}},
       "effects": [{"text": "\(text)", "requirements": ["H-1"]}],
       "phases": [{"id": "A", "title": "\(text)", "steps": [{"title": "\(text)", "requirements": [
         {"id": "H-1", "level": "must", "subject": "service", "text": "\(text)",
          "shownBy": ["service"], "endpoint": "\(text)", "ambiguity": "AMB-1",
          "source": {"section": "\(text)"}}]}]}]}
      """, to: "cookbooks/bad.json")
    _ = try folder.write(
      """
      suite: Bad
      cookbook: bad
      scenarios:
        - scenario: "Asks ${n} \(text)"
          cases: {each: n, in: [one, two]}
          steps:
            - step: "One \(text)"
              covers: [H-1]
              request: {GET: /one}
              advice: "Do \(text)"
              expect: {status: 200}
      """, to: "bad.yaml")
    return folder
  }

  @Test func `shows all that covers a requirement, and no text of a catalogue as it is`() throws {
    let folder = try Self.folder()
    let console = Console(environment: [:], isInteractive: false) { _, _ in }
    let collection = try SuiteLocation.load([folder.file("bad.yaml")], console)
    #expect(!collection.hasErrors)
    let explainer = Explainer(collection, nil)
    #expect(explainer.explanations(of: "H-1").first?.markdown.contains("“Asks one") == true)
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

struct InspectTests {
  @Test(arguments: [
    ("", ""), ("a: 1", #"{"a":1}"#), ("- a\n--- \n- b\n...\n---\n", "[\"a\"]\n[\"b\"]\nnull"),
    ("a: !some {x: 1}", #"{"a":{"!some":{"x":1}}}"#),
    ("[!any , !not [!absent {}]]", #"[{"!any":null},{"!not":[{"!absent":{}}]}]"#),
    ("[0x1F, 0o17, +1.50e+3, .5, -0]", "[31,15,1.50e+3,0.5,-0]"),
    ("[~, null, True, yes, .inf, '1']", #"[null,null,true,"yes",".inf","1"]"#),
    (#"{"q\"\\": "\x01\n\u263A"}"#, "{\"q\\\"\\\\\":\"\\u0001\\n☺\"}"),
    ("1: a\ntrue: b\n: c", #"{"1":"a","true":"b","":"c"}"#),
  ])
  func `prints each document as one line`(text: String, lines: String) {
    let line = CommandLine(["inspect", "yaml", "-"], input: text)
    #expect(line.status == .success && line.errors.isEmpty)
    #expect(line.output == (lines.isEmpty ? "" : "\(lines)\n"))
  }

  @Test func `refuses what can't be read, at its place`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a:\n  b: 1\n  b: 2\n", to: "a.yaml")
    let line = CommandLine(["inspect", "yaml", path])
    #expect(line.status == .invalidInput && line.output.isEmpty)
    #expect(
      line.errors == """
        \(path):3:3: error: the key 'b' is already at 2:3; keep one of them
         3 |   b: 2
           |   ^

        """)
  }

  @Test(arguments: [
    ("$..b", false, "[[],1.50e3]"), ("$..b", true, #"["$['b']","$['a'][0]['b']"]"#),
    ("$.c", false, "[]"), ("$", true, #"["$"]"#),
  ])
  func `prints what a query selects`(query: String, asPaths: Bool, output: String) {
    let line = CommandLine(
      ["inspect", "json-path", query, "-"] + (asPaths ? ["--paths"] : []),
      input: #"{"a": [{"b": 1.50e3}], "b": []}"#)
    #expect(line.status == .success && line.output == "\(output)\n")
  }

  @Test(arguments: [
    ("$.a[", "{}", "query:1:5: error: "), ("a", "{}", "query:1:1: error: "),
    ("$.a\n[ x]", "{}", "query:2:3: error: "), ("$", "{\n  \"a\": x}", "-:2:8: error: "),
  ])
  func `refuses a query, or a document, at its place`(
    query: String, document: String, message: String
  ) {
    let line = CommandLine(["inspect", "json-path", query, "-"], input: document)
    line.expect(.invalidInput, start: message)
    #expect(line.output.isEmpty)
  }

  @Test func `warns of names that are there twice`() {
    let line = CommandLine(["inspect", "json-path", "$.a", "-"], input: #"{"a":1,"a":2}"#)
    line.expect(.success, start: "-:1:8: warning: ")
    #expect(line.output == "[1]\n")
  }
}

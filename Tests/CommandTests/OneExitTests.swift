// SPDX-License-Identifier: Apache-2.0
// No text from outside reaches a terminal or a CI as it is.

import Formats
import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Command

struct OneExitTests {
  /// What a person does not see, a terminal obeys, or a CI takes for a command.
  static let shapes: [(name: String, text: String)] = [
    ("colour", "\u{1B}[31mred"), ("title of the window", "\u{1B}]0;x\u{7}"), ("bell", "a\u{7}"),
    ("NUL", "a\u{0}b"), ("backspace", "ab\u{8}"), ("return", "a\rforged"), ("feed", "a\nforged: x"),
    ("return and feed", "a\r\n::error::x"), ("form feed", "a\u{C}b"), ("delete", "a\u{7F}"),
    ("C1 introducer", "a\u{9B}31m"), ("next line", "a\u{85}::error::x"), ("override", "a\u{202E}b"),
    ("isolate", "a\u{2066}b"), ("mark of direction", "a\u{200E}b"), ("Arabic mark", "a\u{61C}b"),
    ("line separator", "a\u{2028}::error::x"), ("paragraph separator", "a\u{2029}b"),
    ("zero width", "a\u{200B}b"), ("joiner in Latin", "a\u{200D}b"), ("word joiner", "a\u{2060}b"),
    ("byte order", "a\u{FEFF}b"), ("soft hyphen", "a\u{AD}b"), ("tags", "a\u{E0041}b"),
    ("variation", "a\u{FE0F}b"), ("filler", "a\u{3164}b"), ("empty Braille", "a\u{2800}b"),
    ("noncharacter", "a\u{FFFE}b"), ("many marks", "a" + String(repeating: "\u{301}", count: 40)),
    ("GitHub", "::error::owned"), ("GitHub after blanks", " \t::error::owned"),
    ("GitHub after a wide blank", "\u{3000}::error::owned"),
    ("GitHub after a hard blank", "\u{A0}::stop-commands::x"),
    ("GitHub of old", "x ##[error]owned"), ("Azure", "x ##vso[task.complete]"),
    ("hidden Azure", "x #\u{AD}#vso[task.complete]"), ("TeamCity", "x ##teamcity[a b='c']"),
    ("Buildkite", "--- folded"),
  ]

  /// The shapes as strings of YAML that say only ASCII.
  private static let quoted = shapes.map { shape in
    let scalars = shape.text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }
    return "\"\(scalars.joined())\""
  }

  /// What is wrong with an output. This is not the table that the program goes by.
  static func mischief(in output: String, allowing commands: [String] = []) -> [String] {
    // The readers of CIs end lines here, too.
    let lines = output.split(omittingEmptySubsequences: false) {
      ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"].contains($0)
    }
    var found = lines.filter { line in
      let start = line.drop { $0.isWhitespace }
      let isCommand = start.hasPrefix("::") && !commands.contains { line.hasPrefix($0) }
      return isCommand || line.contains("##[") || line.contains("##vso[")
        || line.contains("##teamcity[") || line.hasPrefix("--- ") || line.hasPrefix("forged")
    }.map(String.init)
    for scalar in output.unicodeScalars {
      let isSeen =
        switch scalar.value {
        case 0x0A, 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x2010..<0x2028, 0x2030..<0x205F,
          0x2190..<0x2300:
          true
        // Ellipsis, quotes and what messages have of letters; all other shapes are hidden ones.
        case 0x3000, 0x301, 0xFFFD: true
        default: false
        }
      if !isSeen { found.append("U+\(String(scalar.value, radix: 16))") }
    }
    if output.unicodeScalars.split(whereSeparator: { $0.value != 0x301 }).contains(where: {
      $0.count > 6
    }) {
      found.append("many marks")
    }
    return found
  }

  /// A folder of suites, facts and a catalogue whose names and texts are all shapes, and another
  /// whose mistakes are.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let requirements = quoted.enumerated().map { index, text in
      #"{"id": "R-\#(index)", "level": "must", "subject": "service", "text": \#(text), "#
        + #""shownBy": ["service"]}"#
    }
    for (index, text) in quoted.enumerated() {
      try folder.write(
        """
        suite: \(text)
        about: \(text)
        cookbook: c
        phase: A
        scenarios:
          - scenario: \(text)
            about: \(text)
            tags: [\(text)]
            needs: [fact]
            steps:
              - step: \(text)
                about: \(text)
                advice: \(text)
                covers: [R-\(index)]
                request: {GET: "/", headers: {X-A: x}}
                expect:
                  status: 204
                  json: {$.a: \(text), $.b: !matches "^x$"}
        """, to: "good/s\(index).yaml")
      try folder.write(
        """
        suite: s
        \(text): 1
        scenarios:
          - scenario: a
            \(text): 1
            tags: [a]
            steps:
              - {step: a, request: {GET: /, \(text): 1}, expect: {\(text): 1}}
              - {step: b, covers: [\(text)], use: \(text)}
              - {step: c, request: {GET: "${x}"}, expect: {json: {\(text): !matches \(text)}}}
              - {step: d, wait: \(text)}
              - {step: d, partner: {state: \(text)}}
              - {step: e, request: {\(text): /}, expect: {status: \(text)}}
        """, to: "bad/b\(index).yaml")
      // As it stands in the file, not escaped.
      try folder.write("suite: 'x \(shapes[index].text)\nscenarios: [\n", to: "bad/r\(index).yaml")
    }
    try folder.write(
      """
      {"cookbook": "c", "revision": \(quoted[0]), "phases": [{"id": "A", "title": \(quoted[12]),
       "steps": [{"title": "s", "requirements": [\(requirements.joined(separator: ", "))]}]}]}
      """, to: "good/cookbooks/c.json")
    try folder.write(FactFile.declaring(texts: ["fact"]), to: "good/facts.yaml")
    try folder.write(FactFile.declaring(texts: ["fact"]), to: "bad/facts.yaml")
    return folder
  }

  /// Whether the output tells of each of the shapes, so that something was tested.
  private func expectHarmless(
    _ output: String, _ surface: String, allowing commands: [String] = [],
    least: Int = shapes.count, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let mischief = Self.mischief(in: output, allowing: commands)
    #expect(mischief == [], "\(surface)", sourceLocation: sourceLocation)
    let escapes = output.ranges(of: /\\u\{|\\u[0-9a-f]{4}|\\[nrt]|%0A/).count
    #expect(escapes >= least, "\(surface) shows \(escapes)", sourceLocation: sourceLocation)
  }

  @Test func `harmless are suites and catalogues`() throws {
    let folder = try Self.folder()
    let good = folder.file("good")
    let bad = folder.file("bad")
    for (surface, words) in [
      "list": ["list", good], "list --format json": ["list", good, "--format", "json"],
      "coverage": ["coverage", good],
      "coverage --format markdown": ["coverage", good, "--format", "markdown"],
      "coverage --format json": ["coverage", good, "--format", "json"], "check": ["check", bad],
      "check --format json": ["check", bad, "--format", "json"],
      "inspect": ["inspect", "yaml", "\(good)/s0.yaml"],
    ].sorted(by: { $0.key < $1.key }) {
      let line = CommandLine(words)
      expectHarmless(
        line.output + line.errors, surface, least: surface == "inspect" ? 5 : Self.shapes.count)
      if surface.contains("json") {
        #expect(throws: Never.self, "\(surface)") { try line.json }
      }
    }
    let annotations = CommandLine(
      ["check", bad, "--format", "github"], environment: ["GITHUB_WORKSPACE": folder.path])
    expectHarmless(
      annotations.output, "check --format github",
      allowing: ["::error file=bad/", "::warning file=bad/"])
  }

  /// JSON is not written in another form: what it says is what the file says.
  @Test func `keeps what JSON says`() throws {
    let folder = try Self.folder()
    for (index, shape) in Self.shapes.enumerated() {
      let path = folder.file("good/s\(index).yaml")
      let document = try CommandLine(["inspect", "yaml", path]).json
      #expect(document["suite"] == .string(shape.text), "\(shape.name)")
      let list = try CommandLine(["list", path, "--format", "json"]).json
      #expect(list["suites"]?.array?.first?["suite"] == .string(shape.text), "\(shape.name)")
    }
  }

  @Test func `harmless are the words of a command line`() throws {
    // Small suites, because most of these load them.
    let folder = try TemporaryFolder()
    try folder.write(FactFile.declaring(texts: ["fact"]), to: "facts.yaml")
    let suites = try folder.write(Sample.idle, to: "s.yaml")
    for shape in Self.shapes.map(\.text) {
      for words in [
        [shape], ["--\(shape)"], ["run", suites, "--jobs", shape], ["check", shape],
        ["check", suites, "--target", shape], ["list", suites, "--set", shape],
        ["coverage", suites, "--requirement", shape], ["report", "diff", shape, shape],
        ["partner", "show", shape], ["completion", shape], ["inspect", "json-path", shape, "x"],
        ["serve", "--data", shape],
      ] {
        let line = CommandLine(words)
        let found = Self.mischief(in: line.output + line.errors)
        #expect(found == [], "\(words.map { $0.unicodeScalars.map { $0.escaped(asASCII: true) } })")
      }
    }
  }
}

struct OneExitRunTests {
  private typealias Shapes = OneExitTests

  /// An answer with the shape that the path names, wherever HTTP lets it.
  private static func answer(_ request: HTTPRequest) -> HTTPResponse {
    let index = Int(request.target.dropFirst()) ?? 0
    let shape = Shapes.shapes[index % Shapes.shapes.count].text
    // A line break would end the field.
    let value = shape.filter { !$0.isNewline && $0 != "\0" }
    return HTTPResponse(
      status: 500, reason: value,
      headers: HeaderList(["Content-Type": "application/json", "X-A": value]),
      body: JSONWriter.bytes(["a": .string(shape), shape: 1]))
  }

  @Test func `harmless are the answers of a service`() throws {
    let folder = try TemporaryFolder()
    let rows = Shapes.shapes.indices.map { "{n: \($0)}" }.joined(separator: ", ")
    let run = try CommandRun(
      suite: """
        suite: "\\x1b[1mHostile"
        scenarios:
          - scenario: "${n} \\x1b[31m::error::"
            cases: [\(rows)]
            steps:
              - step: "Ask ${n}"
                request: {GET: "/${n}"}
                expect: {headers: {X-A: none}, json: {$.a: none, $.*: !absent}}
        """, ["--annotations", "github"], in: folder,
      environment: ["GITHUB_WORKSPACE": folder.path]
    ) { Self.answer($0.request) }
    #expect(run.scenarios.count == Shapes.shapes.count)
    let found = Shapes.mischief(
      in: run.output + run.errors, allowing: ["::error file=suite.yaml"])
    #expect(found == [])
    #expect(run.output.contains(#"\u{1B}[31m"#))
    let old = try folder.write(
      JSONWriter.text(run.report, indented: false).replacing("failed", with: "passed"),
      to: "old.json")
    let new = try folder.write(JSONWriter.text(run.report, indented: false), to: "new.json")
    let diff = CommandLine(["report", "diff", old, new])
    #expect(Shapes.mischief(in: diff.output + diff.errors) == [])
    #expect(!diff.output.isEmpty || !diff.errors.isEmpty)
  }

  @Test func `harmless is what a program writes to its standard error`() throws {
    let folder = try TemporaryFolder()
    let lines = Shapes.shapes.map { "\($0.text)\n" }.joined()
    try folder.write(lines, to: "lines")
    try folder.writePrograms(misbehaving: "cat lines >&2; answer 1; cat lines >&2; exit 3")
    let run = try CommandRun(
      suite: """
        suite: A program
        scenarios:
          - scenario: first
            steps: [{step: Open, timeout: 5s, partner: {state: any}}]
        """, profile: "partner: {command: [./program]}", ["--jobs", "1"], in: folder)
    #expect(Shapes.mischief(in: run.output + run.errors) == [])
    // One line of the log for each line of the program.
    #expect(run.errors.contains("./program: \\u{1B}[31mred\n"))
    #expect(run.errors.contains("./program: x #\\u{23}vso[task.complete]\n"))
  }

  @Test func `harmless are the mistakes of a profile`() throws {
    let folder = try TemporaryFolder()
    try folder.write(FactFile.declaring(texts: ["fact"]), to: "facts.yaml")
    let suite = try folder.write(Sample.idle, to: "suite.yaml")
    for shape in Shapes.shapes {
      let key = JSONWriter.text(.string(shape.text))
      let text = """
        target: \(key)
        base-url: \(key)
        \(key): 1
        facts: {\(key): 1, fact: 2}
        cookbooks: [\(key)]
        partner: {\(key): 1}
        secrets: [\(key)]
        """
      let profile = try folder.write(text, to: "profile.yaml")
      for words in [["check"], ["run"], ["list"], ["doctor"]] {
        let line = CommandLine(words + [suite, "--target", profile])
        #expect(Shapes.mischief(in: line.output + line.errors) == [], "\(shape.name), \(words)")
      }
    }
  }
}

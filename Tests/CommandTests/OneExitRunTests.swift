// SPDX-License-Identifier: Apache-2.0
// What a run prints of a hostile suite, service, profile and program.

import Formats
import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct OneExitRunTests {
  private typealias Shapes = OneExitTests

  /// A service that answers each request with the shape that its path names, wherever HTTP lets it.
  private static func server() -> HTTPServer {
    HTTPServer { request in
      let index = Int(request.request.target.dropFirst()) ?? 0
      let shape = Shapes.shapes[index % Shapes.shapes.count].text
      // A line break would end the field.
      let value = shape.filter { !$0.isNewline && $0 != "\0" }
      return HTTPResponse(
        status: 500, reason: value,
        headers: HeaderList(["Content-Type": "application/json", "X-A": value]),
        body: JSONWriter.bytes(["a": .string(shape), shape: 1]))
    }
  }

  @Test func `harmless are the answers of a service`() throws {
    let server = Self.server()
    let port = try server.start()
    defer { server.stop() }
    let folder = try ProgramFolder()
    let rows = Shapes.shapes.indices.map { "{n: \($0)}" }.joined(separator: ", ")
    let suite = """
      suite: "\\x1b[1mHostile"
      scenarios:
        - scenario: "${n} \\x1b[31m::error::"
          cases: [\(rows)]
          steps:
            - step: "Ask ${n}"
              request: {GET: "/${n}"}
              expect: {headers: {X-A: none}, json: {$.a: none, $.*: !absent}}
      """
    try folder.write(suite, to: "suite.yaml")
    let run = try CommandRun(
      [
        folder.file("suite.yaml"), "--target", "http://127.0.0.1:\(port)", "--annotations",
        "github",
      ],
      in: folder)
    #expect(run.scenarios.count == Shapes.shapes.count)
    let found = Shapes.mischief(
      in: run.output + run.errors, allowing: ["::error file=\(folder.path)"])
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
    let folder = try ProgramFolder()
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
    let folder = try ProgramFolder()
    try folder.write(FactFile.declaring(texts: ["fact"]), to: "facts.yaml")
    try folder.write(
      "suite: s\nscenarios:\n  - {scenario: a, steps: [{step: b, wait: 1s}]}\n", to: "suite.yaml")
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
        let line = CommandLine(words + [folder.file("suite.yaml"), "--target", profile])
        #expect(Shapes.mischief(in: line.output + line.errors) == [], "\(shape.name), \(words)")
      }
    }
  }
}

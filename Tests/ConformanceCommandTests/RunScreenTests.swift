// SPDX-License-Identifier: Apache-2.0
// Tests of what a terminal shows while a run goes on.

import Foundation
import HTTPMessages
import HTTPTransport
import TestSupport
import Testing

@Suite struct RunScreenTests {
  /// Two scenarios end when the run is longer than a short one.
  static let suite = """
    suite: Waits
    scenarios:
      - scenario: Waits ${n}
        cases: [{n: 1}, {n: 1100}, {n: 1300}]
        steps: [{step: Ask, request: {GET: "/${n}"}, expect: {status: 200}}]
    """

  private static func output(
    isInteractive: Bool, _ environment: [String: String]
  ) throws -> String {
    let server = HTTPServer { request in
      let milliseconds = Int(request.request.target.dropFirst()) ?? 0
      _ = request.pause(for: .milliseconds(milliseconds))
      return HTTPResponse(status: 200)
    }
    let port = try server.start()
    defer { server.stop() }
    let folder = try ProgramFolder()
    let suite = try folder.write(suite, to: "suite.yaml")
    return try CommandRun(
      [suite, "--target", "http://127.0.0.1:\(port)"], in: folder, environment: environment,
      isInteractive: isInteractive
    ).output.replacing(":\(port)", with: "")
  }

  @Test func `tells how far a long run is, and leaves nothing of it`() throws {
    let output = try Self.output(isInteractive: true, ["NO_COLOR": "1"])
    let lines = output.components(separatedBy: "\r\u{1B}[K")
    #expect(lines.count == 4, "\(output)")
    #expect(lines[0] == "3 scenarios against http://127.0.0.1\n")
    #expect(lines[1].hasPrefix("[####"))
    #expect(lines[1].contains("] 2 of 3 scenarios, 1."))
    #expect(lines[2].contains("] 3 of 3 scenarios, 1."))
    #expect(lines[3].hasPrefix("\n"))
    #expect(!lines[3].contains("\u{1B}"))
  }

  @Test(arguments: [
    ("{status: 201}", 12, 1), ("{json: {\"${n}\": 1}}", 10, 10), ("{json: {\"${n}\": 1}}", 12, 10),
  ])
  func `shows each cause once, the first ten, and counts the others`(
    expectation: String, count: Int, shown: Int
  ) throws {
    let server = HTTPServer { _ in HTTPResponse(status: 200, body: Array("{}".utf8)) }
    let port = try server.start()
    defer { server.stop() }
    let folder = try ProgramFolder()
    let suite = try folder.write(
      """
      suite: Fails
      scenarios:
        - scenario: Fails ${n}
          cases: {each: n, in: \(Array("abcdefghijkl".prefix(count).map(String.init)))}
          steps: [{step: Ask, request: {GET: "/"}, expect: \(expectation)}]
      """, to: "suite.yaml")
    let output = try CommandRun(
      [suite, "--target", "http://127.0.0.1:\(port)"], in: folder, environment: ["NO_COLOR": "1"]
    ).output
    let before = output.components(separatedBy: "To fix")[0]
    #expect(before.components(separatedBy: "FAILED ").count == shown + 1)
    let rest = "… and \(count - shown) further failure"
    #expect(before.contains(rest) == (count > shown))
  }

  @Test(arguments: [(false, [:]), (true, ["CI": "true"]), (true, ["TERM": "dumb"])])
  func `tells it nobody but a person`(
    isInteractive: Bool, environment: [String: String]
  ) throws {
    let output = try Self.output(
      isInteractive: isInteractive, environment.merging(["NO_COLOR": "1"]) { $1 })
    #expect(!output.contains("\r"))
    #expect(!output.contains("\u{1B}"))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests of ending a run in order when its time is over.

import Formats
import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Command

@Suite(.waits) struct MaxTimeTests {
  static let suite = """
    suite: Long
    scenarios:
      - scenario: Waits
        steps:
          - {step: Begin, request: {GET: "/begin"}, expect: {status: 200}}
          - {step: Pause, wait: 60s}
          - {step: Go on, request: {GET: "/late"}, expect: {status: 200}}
        finally:
          - {step: Clean up, request: {DELETE: "/rest"}, expect: {status: 200}}
      - scenario: Is under way
        steps: [{step: Ask, request: {GET: "/slow"}, expect: {status: 200}}]
      - scenario: Comes later
        steps: [{step: Ask, request: {GET: "/later"}, expect: {status: 200}}]
    """

  @Test func `writes the reports, and runs what is under finally`() throws {
    let paths = Mutex<[String]>([])
    let server = HTTPServer { request in
      paths.withLock { $0.append(request.request.target) }
      if request.request.target == "/slow" { Thread.sleep(forTimeInterval: 0.6) }
      return HTTPResponse(status: 200)
    }
    let port = try server.start()
    defer { server.stop() }
    let folder = try ProgramFolder()
    let suite = try folder.write(Self.suite, to: "suite.yaml")
    let run = try CommandRun(
      [suite, "--target", "http://127.0.0.1:\(port)", "--jobs", "1", "--max-time", "300ms"],
      in: folder)
    #expect(run.status == .interrupted)
    #expect(
      run.output.contains(
        "interrupted by --max-time 300ms: 1 passed, 1 interrupted, 1 not reached"),
      "\(run.output)")
    #expect(paths.withLock { $0 } == ["/begin", "/slow", "/rest"])
    #expect(
      run.verdicts == [
        "Waits": "interrupted", "Is under way": "passed", "Comes later": "not-reached",
      ])
    #expect(run.report["isInterrupted"]?.boolean == true)
    #expect(run.report["interruption"] == "--max-time 300ms")
    #expect(run.markdown.contains("# Interrupted by --max-time 300ms"))
  }

  @Test func `says nothing where the run is over before its time`() throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: "suite: Short\nscenarios:\n  - {scenario: Waits, steps: [{wait: 1ms}]}\n",
      profile: "", ["--max-time", "1h"], in: folder)
    #expect(run.verdicts == ["Waits": "passed"])
    #expect(run.status != .interrupted)
    #expect(run.report["isInterrupted"]?.boolean == false)
    #expect(run.report["interruption"] == nil)
  }

  @Test(arguments: ["5", "0s", "soon", "-1s", "1.5h"])
  func `is a duration`(text: String) {
    let line = CommandLine(["run", "--max-time=\(text)"])
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains("error: --max-time is an integer and ms, s, m, h or d"))
  }
}

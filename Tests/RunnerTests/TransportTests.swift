// SPDX-License-Identifier: Apache-2.0
// Tests of what becomes of answers that are none, and of a target that is never reached.

import Expectations
import HTTP
import Record
import Suites
import TestSupport
import Testing

@testable import Runner

@Suite(.waits) struct TransportTests {
  static let steps = """
    - {step: A, request: {GET: /a}, expect: {status: 200}}
    - {step: B, request: {GET: /b}, expect: {status: 200}}
    """

  /// What the server sends for an answer before it closes, and a part of the sentence.
  @Test(
    arguments: [
      (.reset, "reset the connection"), (.endSending, "closed the connection"),
      (.send("what?\r\n\r\n"), ""),
      (.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}"), "2 of 10 bytes"),
    ] as [(ScriptedServer.Act, String)])
  func `is an error and never a failure where no answer came`(
    act: ScriptedServer.Act, sentence: String
  ) throws {
    let server = try ScriptedServer([.readRequest, act])
    defer { server.stop() }
    let scenario = try Bench().run(steps: Self.steps, port: Int(server.port)).onlyScenario()
    #expect(scenario.verdict.outline == "error: transport")
    #expect(scenario.verdict.sentence.contains(sentence))
    #expect(scenario.outline == ["A: error: transport", "B: not-reached"])
    let exchange = try #require(scenario.steps[0].exchanges.first)
    #expect(exchange.status == 0)
    #expect(exchange.notes.isEmpty == false)
    #expect(scenario.steps[0].exchanges.count == 1)
  }

  @Test func `sends again what a stale connection did not take, and says so`() throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    let server = try ScriptedServer(
      [.readRequest, .send(answer), .readRequest, .endSending], [.readRequest, .send(answer)])
    defer { server.stop() }
    let scenario = try Bench().run(steps: Self.steps, port: Int(server.port)).onlyScenario()
    #expect(scenario.verdict == .passed)
    #expect(scenario.steps[0].notes.isEmpty)
    #expect(scenario.steps[1].notes.first?.description.contains("sent again on a new one") == true)
  }

  @Test(arguments: [
    "retry: {while: {json: {n: 1}}, every: 1ms, at-most: 5s}, expect: {status: 200}",
    "burst: 5, expect: {statuses: !size 5}",
  ])
  func `is an error where only the first of several requests is answered`(step: String) throws {
    let server = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"n\": 1}"), .readRequest,
      .send("H"),
    ])
    defer { server.stop() }
    let record = try Bench().run(
      steps: "- {step: A, request: {GET: /a}, \(step)}", port: Int(server.port))
    #expect(try record.onlyScenario().verdict.outline == "error: transport")
  }

  @Test func `notes what an answer does against HTTP, whatever the verdict`() throws {
    let server = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
    ])
    defer { server.stop() }
    let scenario = try Bench().run(steps: Self.steps, port: Int(server.port)).onlyScenario()
    #expect(scenario.steps[0].verdict == .passed)
    #expect(scenario.steps[0].exchanges[0].issues.count == 2)
  }

  @Test func `is unreachable where nothing listens, and later steps are not reached`() throws {
    let service = try Service { _, _ in .json("{}") }
    service.stop()
    let record = try Bench().run(steps: Self.steps, port: service.port)
    let problem = try #require(try record.onlyScenario().verdict.problem)
    #expect(problem.kind == .transport)
    #expect(problem.isUnreachable)
  }

  @Test func `follows no redirect`() throws {
    let service = try Service { _, _ in .text("", status: 302, headers: ["Location": "/elsewhere"])
    }
    let record = try Bench().run(
      steps: "- {step: A, request: {GET: /a}, expect: {status: 302}}", on: service)
    #expect(try record.onlyScenario().verdict == .passed)
    #expect(service.targets == ["GET /a"])
  }

  static let late = TransportError(.timedOut(.connecting("h:1"), .seconds(1)))
  static let refused = TransportError(.refused("h:1"))
  static let reset = TransportError(.reset(.nothing))

  /// What became of the requests to the target; nil is an answer.
  @Test(
    arguments: [
      ([], false, nil), ([refused], true, nil), ([late], true, late),
      ([refused, late], true, late), ([late, nil], false, nil), ([nil, late], false, nil),
      ([late, reset], false, nil), ([reset, refused], false, nil),
    ] as [([TransportError?], Bool, TransportError?)])
  func `knows whether the target was ever reached`(
    results: [TransportError?], isUnreached: Bool, failure: TransportError?
  ) {
    let reachability = Reachability()
    for error in results {
      if let error { reachability.failed(error) } else { reachability.reached() }
    }
    #expect(reachability.isUnreached == isUnreached)
    #expect(reachability.failure == failure)
  }
}

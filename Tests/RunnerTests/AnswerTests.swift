// SPDX-License-Identifier: Apache-2.0
// Tests of answers that are large, or that no client could use.

import Expectations
import Formats
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Runner

struct LargeAnswerTests {
  @Test func `wait for room in whatever a step does with them`() throws {
    let long = String(repeating: "x", count: 2 * BodiesInFlight.smallBytes)
    let bench = Bench(jobs: 8)
    let scenarios = (1...16).map { number in
      """
        - scenario: Number \(number)
          steps:
            - {step: One, request: {GET: /a}, expect: {status: 200}}
            - {step: Many, request: {GET: /b}, burst: 3, expect: {statuses: [200, 200, 200]}}
            - step: Poll
              request: {GET: /poll/\(number)}
              retry: {while: {json: {state: pending}}, every: 10ms, at-most: 60s}
              expect: {json: {state: done}}
      """
    }
    let polled = Lock<Set<String>>([])
    let record = try bench.run("suite: Large\nscenarios:\n\(scenarios.joined(separator: "\n"))") {
      request, _ in
      let isFirst =
        request.target.hasPrefix("/poll") && polled.change { $0.insert(request.target).inserted }
      return .json(#"{"state": "\#(isFirst ? "pending" : "done")", "long": "\#(long)"}"#)
    }
    #expect(record.scenarios.map(\.verdict) == Array(repeating: .passed, count: 16))
  }

  @Test(arguments: [
    #"{"long": "\#(String(repeating: "é", count: 128 * 1024))"}"#,
    #"{"long": [\#(String(repeating: "[1],", count: 90_000))1]}"#,
    #"{"long": {"\#(String(repeating: "x", count: 256 * 1024))": 1}}"#,
  ])
  func `are not kept by a step`(body: String) throws {
    let record = try Bench().run(
      steps: "- {step: A, request: {GET: /a}, save: {long: $.long}}", json: body)
    let findings = try record.onlyScenario().verdict.findings
    #expect(findings.map(\.place) == [.saved("long")])
    #expect(
      findings.map(\.found) == ["a value of more than 262144 bytes, which is too large to save"])
  }

  /// Each value counts one more than its bytes, and each name its bytes.
  @Test func `are too large from a quarter of a million bytes on`() {
    func text(_ count: Int) -> JSONValue { .string(String(repeating: "x", count: count)) }
    func named(_ count: Int) -> JSONValue {
      .object(JSONObject([(String(repeating: "x", count: count), .null)]))
    }
    #expect(!SavedValueLimit.isTooLarge(text(262_143)))
    #expect(SavedValueLimit.isTooLarge(text(262_144)))
    #expect(!SavedValueLimit.isTooLarge([text(262_141), true]))
    #expect(SavedValueLimit.isTooLarge([text(262_142), true]))
    #expect(!SavedValueLimit.isTooLarge(named(262_142)))
    #expect(SavedValueLimit.isTooLarge(named(262_143)))
    #expect(!SavedValueLimit.isTooLarge(.array(Array(repeating: .null, count: 262_143))))
    #expect(SavedValueLimit.isTooLarge(.array(Array(repeating: .null, count: 262_144))))
    #expect(SavedValueLimit.isTooLarge(.array(Array(repeating: 7, count: 131_072))))
  }

  @Test func `have no more values than can be held`() throws {
    let record = try Bench().run(
      steps: "- {step: A, request: {GET: /a}, expect: {json: {}}}",
      json: "{\"list\": [\(String(repeating: "1,", count: 200_000))1]}")
    let findings = try record.onlyScenario().verdict.findings
    #expect(
      findings.map(\.nearest) == [
        "the body is not JSON: at byte 400006, there are more than the 200000 values that are read"
      ])
  }
}

struct FramingFaultTests {
  static let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  /// Runs a step against an answer with these fields, in which `two` stands for two lengths.
  static func run(_ head: String, _ step: String, isGzip: Bool = false) throws -> ScenarioRecord {
    let head = head == "two" ? "Content-Length: 2\r\nContent-Length: 3" : head
    let body = isGzip ? gzip : Array("{}".utf8)
    let length = head.contains("Length") ? "" : "Content-Length: \(body.count)\r\n"
    let server = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nConnection: close\r\n\(length)\(head)\r\n\r\n"),
      .sendBytes(body),
    ])
    defer { server.stop() }
    let parts = step.split(separator: ", headers: {Accept", maxSplits: 1)
    let headers = parts.count > 1 ? ", headers: {Accept\(parts[1])" : ""
    let steps = "- {step: A, request: {GET: /a\(headers)}, \(parts[0])}"
    return try Bench().run(steps: steps, port: Int(server.port)).onlyScenario()
  }

  /// The fields of the answer, whether its body has a coding, the step, and how it ends.
  @Test(
    arguments: table(
      #"""
      two | false | expect: {status: 200, json: {}} | failed at framing Content-Length
      Content-Length: 2, 3 | false | expect: {status: 200} | failed at framing Content-Length
      two | false | save: {a: $.a}, expect: {status: 201, headers: {X-A: b}, json: {a: 1}} | failed at framing Content-Length status header X-A
      two | false | burst: 1, expect: {statuses: [200]} | failed at framing Content-Length
      // It is no reason to ask again.
      two | false | retry: {while: {status: 200}, every: 1ms, at-most: 5s}, expect: {status: 200} | failed at framing Content-Length
      Content-Length: 2\#r↵Content-Length: 2 | false | expect: {status: 200, json: {}} | passed
      // A coding that was not asked for, or that the body does not have.
      Content-Encoding: gzip | true | expect: {status: 200, json: {}} | failed at framing Content-Encoding
      Content-Encoding: gzip | false | expect: {status: 200, json: {}} | failed at framing Content-Encoding
      Content-Encoding: gzip | false | expect: {json: {}}, headers: {Accept-Encoding: gzip} | failed at framing Content-Encoding
      // One that was asked for, refused, or allowed with any other.
      Content-Encoding: gzip | true | expect: {json: {}}, headers: {Accept-Encoding: 'br;q=0, gzip;q=0.5'} | error: suite
      Content-Encoding: gzip | true | expect: {json: {}}, headers: {Accept-Encoding: 'gzip;q=0, *'} | failed at framing Content-Encoding
      Content-Encoding: gzip | true | expect: {json: {}}, headers: {Accept-Encoding: null} | error: suite
      Content-Encoding: gzip | true | save: {a: !optional $.a} | failed at framing Content-Encoding
      Content-Encoding: gzip | true | expect: {status: 200} | passed
      Content-Encoding: identity | false | expect: {status: 200, json: {}} | passed
      """#) as [(String, Bool, String, String)])
  func `fails where no client could use the answer`(
    head: String, isGzip: Bool, step: String, outline: String
  ) throws {
    #expect(try Self.run(head, step, isGzip: isGzip).outline == ["A: \(outline)"])
  }

  @Test func `says what is wrong with the lengths`() throws {
    let findings = try Self.run("two", "expect: {status: 200}").verdict.findings
    #expect(
      findings.map(\.description)
        == ["framing Content-Length: expected one length of the body, found 2, 3"])
    #expect(
      findings.map(\.nearest)
        == ["an answer with different lengths has to be thrown away (RFC 9112, section 6.3)"])
  }

  @Test func `remarks on a coding where no body is judged`() throws {
    let scenario = try Self.run("Content-Encoding: gzip", "expect: {status: 200}", isGzip: true)
    #expect(
      scenario.steps[0].exchanges[0].issues.map(\.description) == [
        "the answer has a content coding that was not asked for: gzip (RFC 9110, section 12.5.3)"
      ])
  }

  /// The codings of an answer, its body, what the request allows, and what comes of it.
  @Test(
    arguments: [
      ("gzip", gzip, nil, "unreadable"), ("x-gzip", gzip, nil, "unreadable"),
      ("GZIP", gzip, "gzip", "unreadable"), ("gzip", [0x1F], nil, "wrong"),
      ("gzip", [], nil, "none"),
      ("identity", gzip, "gzip", "none"), ("identity, gzip", gzip, "gzip", "unreadable"),
      ("zstd", [0x28, 0xB5, 0x2F, 0xFD], nil, "unreadable"),
      ("zstd", [0x28, 0xB5, 0x2F], nil, "wrong"),
      ("deflate", [0x78, 0x9C], nil, "unreadable"), ("deflate", [0x78, 0x9D], nil, "unreadable"),
      ("deflate", [0x78, 0x21], nil, "wrong"), ("deflate", Array("{}".utf8), nil, "wrong"),
      ("br", [0xFF, 0x00], nil, "unreadable"), ("br", Array("{}".utf8), nil, "wrong"),
      ("gzip", gzip, "identity", "refused"), ("gzip", gzip, "gzip;q=0", "refused"),
      ("gzip", gzip, "gzip;q=0.0, *", "refused"), ("gzip", gzip, "*;q=0", "refused"),
      ("gzip", gzip, "*", "unreadable"), ("gzip", gzip, "br, gzip;q=0.001", "unreadable"),
      ("gzip", gzip, "br", "refused"), ("br, gzip", gzip, "gzip", "refused"),
      ("gzip", gzip, "*;q=0, gzip", "unreadable"),
    ] as [(String, [UInt8], String?, String)])
  func `finds a coding that no client could use`(
    coding: String, body: [UInt8], accepted: String?, outcome: String
  ) {
    var request = HTTPRequest(method: "GET", target: "/")
    if let accepted { request.headers.append("Accept-Encoding", accepted) }
    let response = HTTPResponse(
      status: 200, headers: HeaderList(["Content-Encoding": coding]), body: body)
    let found =
      switch FramingFindings.coding(of: response, to: request, at: .start) {
      case .none: "none"
      case .unreadable: "unreadable"
      case .fault(let finding): finding.expected.contains("does not have") ? "wrong" : "refused"
      }
    #expect(found == outcome)
  }
}

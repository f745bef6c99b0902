// SPDX-License-Identifier: Apache-2.0
// A few bytes that would become many, or reach for files and other services: nothing unpacks them.

import Expectations
import Formats
import HTTP
import Record
import SelfTest
import Suites
import TestSupport
import Testing
import Text

@Suite(.waits) struct UnpackedTests {
  /// 100 MiB of zeros under gzip twice, in 331 bytes.
  static let bomb =
    "H4sIAAAAAAACA+3cK04EURCG0Z5HSAfBQ4xCQIJhCRiSwWAwCLAQFsAa6ISgMBgSdoFiATgkbsDNAggCMQpopnsZ"
    + "9z9HXV3uVirf9l1ddYajz5fBYPlo7v+evurVCgAAAChc83Ez6pYB1U47Ozo5AwAAAEp3ub427pcCPxdbh8YBAAAA"
    + "xbs92N/oLwS+r6/GxgEAAADFmyzm034X8No+b56aBwAAABTvXTAAAAAAoggGAAAAQBbBAAAAAMgiGAAAAABhBAMA"
    + "AAAgi2AAAAAAZBEMAAAAgCyCAQAAABBGMAAAAACyCAYAAABAFsEAAAAAyCIYAAAAAGEEAwAAACCLYAAAAABkEQwA"
    + "AACALIIBAAAAEEYwAAAAALIIBgAAAEAWwQAAAADI8rCYN91hwPStnf3WkwoAAKBA58PH3b3j5ddn5R+GjKQJNY4B"
    + "AA=="

  /// A suite of one step, which asks for a page and expects something of it.
  static func run(
    _ expectation: String, _ body: [UInt8], headers: [(String, String)]
  ) throws -> (run: ReportedRun, message: String) {
    let server = try ScriptedServer([
      .readRequest,
      .send(
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nConnection: close\r\n"
          + headers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"), .sendBytes(body),
    ])
    defer { server.stop() }
    let run = try ReportedRun(
      expecting: expectation, profile: "base-url: http://127.0.0.1:\(server.port)\n")
    // It asked for no coding, and only once.
    #expect(server.received.count == 1)
    #expect(server.received.allSatisfy { $0.contains("\r\nAccept-Encoding: identity\r\n") })
    let findings = try run.judgement().scenarios.joined().flatMap(\.incidents).flatMap(\.findings)
    return (run, findings.compactMap(\.nearest).joined(separator: "\n"))
  }

  @Test(arguments: ["json: {a: 1}", "xml: {/a: x}", "text: !contains a", "text: !json {}"])
  func `says that an answer is coded, and leaves it so`(expectation: String) throws {
    let bomb = try #require(Base64.decode(Self.bomb))
    let (run, message) = try Self.run(
      expectation, bomb, headers: [("Content-Encoding", "gzip"), ("Content-Encoding", "gzip")])
    #expect(run.finished.status == 1)
    #expect(message.contains("the request has Accept-Encoding: identity; nothing is unpacked"))
    try run.checkEachReport(contains: "Accept-Encoding: identity; nothing is unpacked")
  }

  @Test(arguments: ["identity", ""])
  func `says nothing of a coding where there is none`(coding: String) throws {
    let (run, found) = try Self.run(
      "json: {a: 1}", Array("no".utf8), headers: [("Content-Encoding", coding)])
    #expect(run.finished.status == 1)
    #expect(found.contains("the body is not JSON") && !found.contains("coded"))
  }

  /// 10 entities, each ten times the one before it: a billion of the first.
  static let laughs: String = {
    var text = "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e0 \"ha\">"
    for index in 1...9 {
      text += "<!ENTITY e\(index) \"\(String(repeating: "&e\(index - 1);", count: 10))\">"
    }
    return "\(text)]><a>&e9;</a>"
  }()

  static func external(_ url: String, _ form: String) -> String {
    "<!DOCTYPE a \(form.replacing("URL", with: "SYSTEM \"\(url)\""))><a>&x;</a>"
  }

  /// An entity of the document, the document type itself, and a parameter entity.
  static let forms = ["[<!ENTITY x URL>]", "URL", "[<!ENTITY % x URL> %x;]"]

  @Test(arguments: ["xml: {/a: x}", "text: !xml {}"])
  func `refuses a document that would grow`(expectation: String) throws {
    let (run, message) = try Self.run(
      expectation, Array(Self.laughs.utf8), headers: [("Content-Type", "application/xml")])
    #expect(run.finished.status == 1)
    #expect(message.contains("a document type declaration (<!DOCTYPE) is refused"), "\(message)")
    try run.checkEachReport(contains: "is refused")
  }

  @Test(arguments: forms, ["xml: {/a: x}", "text: !xml {}"])
  func `fetches nothing that a document names`(form: String, expectation: String) throws {
    let elsewhere = try ScriptedServer([.hang])
    defer { elsewhere.stop() }
    for url in ["file:///etc/passwd", "http://127.0.0.1:\(elsewhere.port)/x.dtd"] {
      let (run, message) = try Self.run(
        expectation, Array(Self.external(url, form).utf8),
        headers: [("Content-Type", "application/xml")])
      #expect(run.finished.status == 1)
      #expect(message.contains("a document type declaration (<!DOCTYPE) is refused"), "\(message)")
      for name in ReportedRun.names { #expect(try !run.report(name).contains("root:x:")) }
    }
    #expect(elsewhere.received.isEmpty)
  }

  @Test func `refuses such documents in all answers of V1`() throws {
    let elsewhere = try ScriptedServer([.hang])
    defer { elsewhere.stop() }
    let documents = [
      Self.laughs, Self.external("http://127.0.0.1:\(elsewhere.port)/", Self.forms[0]),
    ]
    let run = try SuiteRun(
      against: .behaviour(0) { request, ask, count in
        var response = ask(request)
        if response.headers["Content-Type"]?.contains("xml") == true {
          response.body = Array(documents[count % documents.count].utf8)
          count += 1
        }
        return response
      }, suites: ["../apple-v1/x-1-formats"])
    #expect(run.status == 1)
    #expect(try Self.refusals(of: run) > 5)
    #expect(elsewhere.received.isEmpty)
    try HostileTests.checkReports(of: run)
  }

  @Test func `refuses such a document as a request for SAML`() throws {
    let run = try SuiteRun(
      against: .json(at: [.partnerSession]) { json, _ in
        json.replace("authenticationRequest/request") { _ in .string(Base64.encode(Self.laughs)) }
      }, suites: ["c-1-partner-authentication"])
    #expect(run.status == 1)
    #expect(try Self.refusals(of: run) > 0)
    try HostileTests.checkReports(of: run)
  }

  private static func refusals(of run: SuiteRun) throws -> Int {
    try run.failures().flatMap(\.findings).count {
      $0.nearest?.contains("a document type declaration (<!DOCTYPE) is refused") == true
    }
  }
}

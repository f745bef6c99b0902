// SPDX-License-Identifier: Apache-2.0
// Whatever a service answers, the run ends, and its reports can be read.

import Formats
import Foundation
import HTTP
import Record
import SelfTest
import TestSupport
import Testing

/// An answer that no service should give.
struct HostileAnswer: Sendable, CustomStringConvertible {
  let description: String
  /// What the target's profile says besides.
  let profile: String
  let change: @Sendable (inout HTTPResponse) -> Void

  init(
    _ name: String, profile: String = "", _ change: @escaping @Sendable (inout HTTPResponse) -> Void
  ) {
    description = name
    self.profile = profile
    self.change = change
  }

  init(_ name: String, body: @autoclosure @escaping @Sendable () -> String) {
    self.init(name) { $0.body = Array(body().utf8) }
  }

  init(_ name: String, header: String, _ value: String, closes: Bool = false) {
    self.init(name) { response in
      response.headers.set(header, value)
      if closes { response.headers.set("Connection", "close") }
    }
  }

  static let evil =
    "]]>\u{1B}[31m\u{7}\u{0}\r\n::error::evil\n</td><script>alert(1)</script>|`*_\u{202E}"

  static let all: [HostileAnswer] = [
    HostileAnswer(
      "JSON of 100,000 levels",
      body: String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
    HostileAnswer(
      "objects of 100,000 levels",
      body: String(repeating: #"{"profiles":"#, count: 100_000) + "1"
        + String(repeating: "}", count: 100_000)),
    HostileAnswer(
      "JSON of 500 levels",
      body: #"{"profiles":"# + String(repeating: "[", count: 500)
        + String(repeating: "]", count: 500) + "}"),
    HostileAnswer(
      "a number of 100,000 digits",
      body: #"{"profiles":{"Harbor":{"notAfter":"# + String(repeating: "9", count: 100_000) + "}}}"),
    HostileAnswer(
      "a number with a huge exponent", body: #"{"profiles":{"a":{"notAfter":1e999999999}}}"#),
    HostileAnswer("members twice", body: #"{"profiles":{},"profiles":{"a":1}}"#),
    HostileAnswer("NULs") { $0.body = [UInt8](repeating: 0, count: 1000) },
    HostileAnswer("invalid UTF-8") {
      $0.body =
        Array("{\"profiles\":\"".utf8) + [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80] + Array("\"}".utf8)
    }, HostileAnswer("lone surrogates", body: #"{"profiles":"\uD800"}"#),
    HostileAnswer("members with the signs of all reports") { response in
      let profile: JSONValue = [
        "type": .string(evil), "issuer": .string(evil), "notAfter": .string(evil),
      ]
      let profiles = JSONValue.object([(name: evil, value: profile)])
      response.body = JSONWriter.bytes(["profiles": profiles])
    },
    HostileAnswer(
      "texts without end",
      body: #"{"profiles":{"a":"# + "\"" + String(repeating: "x", count: 900_000) + "\"}}"),
    HostileAnswer("no JSON but signs", body: evil),
    HostileAnswer("a page with 200") { response in
      response.headers.set("Content-Type", "text/html")
      response.body = Array("<html><body><h1>Sign in to the proxy</h1></body></html>".utf8)
    },
    HostileAnswer("a page with 503") { response in
      response.status = 503
      response.reason = evil.replacing("\r", with: "").replacing("\n", with: "").replacing(
        "\0", with: "")
      response.headers.set("Content-Type", "text/html")
      response.body = Array("<html>\(evil)</html>".utf8)
    },
    // Each step is tried again until the next wait would be longer than its time.
    HostileAnswer("429 for ever", profile: "timeouts: {step: 2s}\n") { response in
      response.status = 429
      response.headers.set("Content-Type", "text/html")
      response.headers.set("Retry-After", "0")
      response.body = []
    },
    HostileAnswer("a redirect to itself") { response in
      response.status = 302
      response.headers.set("Location", "/api/v2/ORCHARD/profiles")
      response.body = []
    }, HostileAnswer("no body") { $0.body = [] },
    HostileAnswer("a status that there is not") { $0.status = 799 },
    HostileAnswer("a media type that is none", header: "Content-Type", ";;=\""),
    HostileAnswer("compressed without being asked") { response in
      response.headers.set("Content-Encoding", "gzip")
      response.body = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    },
    HostileAnswer("a length that is too long") { response in
      response.headers.set("Content-Length", "\(response.body.count + 1000)")
      response.headers.set("Connection", "close")
    },
    HostileAnswer("a length that is too short", header: "Content-Length", "5"),
    HostileAnswer("a length that is none", header: "Content-Length", "-5"),
    HostileAnswer("a length of 10 TB", header: "Content-Length", "10995116277760", closes: true),
    HostileAnswer("many headers") { response in
      for index in 0..<5000 { response.headers.append("X-Header-\(index)", "value") }
    },
  ]
}

@Suite(.waits) struct HostileTests {
  @Test(arguments: HostileAnswer.all)
  func `ends with reports that can be read`(answer: HostileAnswer) throws {
    let run = try SuiteRun(
      against: .answer(at: [.profiles, .logout]) { response, _ in answer.change(&response) },
      suites: ["e-logout"],
      ["--annotations", "github", "--scenario", "The user logs out of a partner profile"],
      profile: answer.profile)
    #expect(run.status == 1, "\(answer): \(run.finished.output.suffix(1500))")
    try Self.checkReports(of: run)
  }

  @Test(
    arguments: [
      [
        .send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"),
        .send("Transfer-Encoding: chunked\r\n\r\n"),
        .sendForever("400\r\n\(String(repeating: "x", count: 1024))\r\n"),
      ], [.send("HTTP/1.1 200 OK\r\nX-Endless: "), .sendForever("xxxxxxxx")],
      [.send("HTTP/1.1 200 OK\r\n"), .sendForever("X-More: y\r\n")],
      [.sendForever("HTTP/1.1 100 Continue\r\n\r\n")],
      [.send("garbage"), .sendForever("xxxxxxxx")],
      // These are cut short.
      [], [.send("\r\n\r\n")], [.send("HTTP/1.1 201 Crea")], [.send("\0\0\0\0")],
    ] as [[ScriptedServer.Act]])
  func `ends where an answer does not, or is cut short`(script: [ScriptedServer.Act]) throws {
    let scripted = try ScriptedServer([.readRequest] + script)
    defer { scripted.stop() }
    let server = try AlteringServer()
    server.stop()
    let run = try SuiteRun(
      server, suites: ["../rest-api-v2/e-logout"], [], waits: true,
      profile: "timeouts: {connect: 1s, response: 2s, step: 3s}\n", port: scripted.port)
    #expect(run.status == 3, "\(run.finished)")
    let judgement = try run.judgement()
    #expect(judgement.scenarios.joined().allSatisfy { $0.kind == .blocked })
    #expect(judgement.fragmentCases.map(\.judgement.kind) == [.broken])
    try Self.checkWellFormed(try run.folder.bytes("Reports/junit.xml"))
  }

  @Test func `sends nothing to where it is redirected`() throws {
    let elsewhere = try ScriptedServer([.hang])
    defer { elsewhere.stop() }
    let location = "http://127.0.0.1:\(elsewhere.port)/api/v2/ORCHARD/profiles"
    // Files without the preflight, which would end the run at once.
    let run = try SuiteRun(
      against: .answer(at: Endpoint.registrationAndV2.subtracting([.authenticate])) { response, _ in
        response.status = 307
        response.headers.set("Location", location)
      }, suites: ["b-check-authentication", "c-3-partner-session", "e-logout"])
    #expect(run.status == 1)
    #expect(elsewhere.received.isEmpty)
    try Self.checkReports(of: run)
  }

  @Test func `sends nothing to where the urls of answers point`() throws {
    let elsewhere = try ScriptedServer([.hang])
    defer { elsewhere.stop() }
    let place = "http://127.0.0.1:\(elsewhere.port)"
    // Those that a user agent opens are its own affair.
    let run = try SuiteRun(
      against: .json(at: Endpoint.sessions) { json, _ in
        if json["actionName"] != "authenticate" {
          json.replace("url") { .string("\(place)\($0.string ?? "")") }
        }
      }, suites: ["c-3-partner-session", "c-4-partner-profile", "x-6-basic-authentication"])
    #expect(run.status == 1)
    #expect(elsewhere.received.isEmpty)
  }

  static func checkReports(of run: SuiteRun) throws {
    _ = try run.judgement()
    try checkWellFormed(try run.folder.bytes("Reports/junit.xml"))
    for name in ReportedRun.names {
      let bytes = try run.folder.bytes("Reports/\(name)")
      #expect(!has(0x1B, bytes), "\(name)")
      #expect(!has(0, bytes), "\(name)")
    }
    #expect(!has(0x1B, Array(run.finished.output.utf8)))
    // A workflow command stands at the start of a line, and ours name their file.
    for line in run.finished.output.split(whereSeparator: \.isNewline) {
      #expect(!line.hasPrefix("::error::"), "\(line)")
    }
    // What came stands in fences and code spans, where nothing is a tag.
    var isFenced = false
    for line in try run.report("report.md").split(separator: "\n") {
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isFenced.toggle() }
      #expect(isFenced || line.contains("`") || !line.contains("<script>"), "\(line)")
    }
  }

  /// Whether a byte stands in a report, which may have megabytes.
  private static func has(_ byte: CInt, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { raw in
      raw.baseAddress.map { memchr($0, byte, raw.count) != nil } ?? false
    }
  }

  /// By a reader that is not ours where there is one, and by ours.
  static func checkWellFormed(_ bytes: [UInt8]) throws {
    var limits = XMLLimits()
    limits.bytes = 1 << 26
    limits.nodes = 10_000_000
    #expect(throws: Never.self) { try XMLReader.read(bytes, limits: limits) }
    let lint = "/usr/bin/xmllint"
    guard FileManager.default.isExecutableFile(atPath: lint) else { return }
    let folder = try TemporaryFolder()
    let file = try folder.write(String(decoding: bytes, as: UTF8.self), to: "junit.xml")
    #expect(try LimitedProcess.run(lint, ["--noout", "--nonet", file]).status == 0)
  }
}

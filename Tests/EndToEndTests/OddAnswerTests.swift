// SPDX-License-Identifier: Apache-2.0
// Answers that no right service gives, and the run that gets them.

import Formats
import Foundation
import HTTP
import Record
import TestSupport
import Testing

struct OddAnswerTests {
  static func run(_ answer: OddAnswer, _ suites: [String], jobs: Int) throws -> SuiteRun {
    let server = try AlteringServer()
    defer { server.stop() }
    let proxy = try RewritingProxy(before: server.port, write: answer.write)
    defer { proxy.stop() }
    return try SuiteRun(server, suites: suites, ["--jobs", "\(jobs)"], port: proxy.port)
  }

  @Test(arguments: OddAnswer.legal)
  func `changes no verdict where it is legal`(answer: OddAnswer) throws {
    let run = try Self.run(answer, ["a-registration", "e-logout"], jobs: 16)
    #expect(run.status == 0, "\(run.finished.output.suffix(3000))")
    let judgement = try run.judgement()
    #expect(judgement.totals[.passed] > 30)
    #expect(judgement.totals[.skipped] == 0)
    #expect(try !run.report("report.md").contains("Violations of HTTP"))
  }

  @Test(arguments: OddAnswer.wrong)
  func `warns and changes no verdict where it can be read`(answer: OddAnswer) throws {
    // That of V1 has answers 204.
    let run = try Self.run(answer, ["../apple-v1/c-1-logout-on-tvos"], jobs: 16)
    #expect(run.status == 0, "\(run.finished.output.suffix(3000))")
    let rule = try #require(answer.rule)
    let report = try run.report("report.md")
    let section = try #require(report.range(of: "## Violations of HTTP"))
    #expect(report[section.lowerBound...].contains("(\(rule))"))
    #expect(try run.report("junit.xml").contains(rule))
  }

  @Test(arguments: OddAnswer.useless)
  func `fails where no client may use it`(answer: OddAnswer) throws {
    let run = try Self.run(answer, ["c-2-configuration"], jobs: 4)
    #expect(run.status == 1, "\(run.finished.output.suffix(3000))")
    let rule = try #require(answer.rule)
    for text in ["framing Content-Length", "has to be thrown away (\(rule))"] {
      #expect(try run.report("report.json").contains(text))
    }
  }
}

/// A way to write each answer of a service.
struct OddAnswer: Sendable, CustomStringConvertible {
  let description: String
  /// The rule of HTTP that is broken, as reports name it; nil for none.
  let rule: String?
  let write: @Sendable (HTTPResponse, _ method: String) -> RewritingProxy.Wire

  private init(
    _ name: String, rule: String? = nil, closes: Bool = false,
    change: @escaping @Sendable (inout Pieces) -> Void
  ) {
    description = name
    self.rule = rule
    write = { response, method in
      var pieces = Pieces(response, method)
      change(&pieces)
      return RewritingProxy.Wire(pieces.bytes, closes: closes)
    }
  }
}

extension OddAnswer {
  static let legal: [OddAnswer] = [
    OddAnswer("interim answers before each") { wire in
      wire.start =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + wire.start
    },
    OddAnswer("HTTP/1.0, and the connection ends the body", closes: true) { wire in
      wire.start = wire.start.replacing("HTTP/1.1", with: "HTTP/1.0")
      wire.framing = []
    },
    OddAnswer("HTTP/1.0 that keeps its connection") { wire in
      wire.start = wire.start.replacing("HTTP/1.1", with: "HTTP/1.0")
      wire.fields.append(("Connection", "Keep-Alive"))
    },
    OddAnswer("chunks with extensions, and trailers") { wire in
      guard wire.mayHaveBody else { return }
      wire.framing = [("Transfer-Encoding", "Chunked")]
      wire.fields.append(("Trailer", "X-Sum"))
      var body: [UInt8] = []
      for start in stride(from: 0, to: wire.body.count, by: 7) {
        let piece = wire.body[start..<min(start + 7, wire.body.count)]
        body += "00\(String(piece.count, radix: 16).uppercased());a=b;c=\"d;\"\r\n".utf8
        body += piece
        body += "\r\n".utf8
      }
      wire.body = body + Array("0;last\r\nX-Sum: 1\r\nX-More:\r\n\r\n".utf8)
    },
    OddAnswer("names of fields in capitals, and white space around values") { wire in
      wire.line = { "\($0.uppercased()):\t \($1) \t\r\n" }
    },
    OddAnswer("names of fields in small letters, and no white space") { wire in
      wire.line = { "\($0.lowercased()):\($1)\r\n" }
    },
    OddAnswer("no reason phrase, and a length with zeros before it") { wire in
      wire.start = "HTTP/1.1 \(wire.status) \r\n"
      wire.framing = wire.framing.map { ($0.0, "000\($0.1)") }
    },
    OddAnswer("connections that are closed after each answer without notice", closes: true) { _ in
    },
  ]

  /// No client may use these.
  static let useless: [OddAnswer] = [
    OddAnswer("two lengths that differ", rule: "RFC 9112, section 6.3", closes: true) { wire in
      if wire.mayHaveBody, !wire.body.isEmpty {
        wire.framing.append(("Content-Length", "\(wire.body.count - 1)"))
      }
    }
  ]

  static let wrong: [OddAnswer] = [
    OddAnswer("two lengths", rule: "RFC 9112, section 6.3") { wire in
      wire.framing += wire.framing
    },
    OddAnswer("a body on 204", rule: "RFC 9110, section 15.3.5") { wire in
      if wire.status == 204 {
        wire.framing = [("Content-Length", "2")]
        wire.body = Array("{}".utf8)
      }
    },
    OddAnswer("white space before the colon", rule: "RFC 9112, section 5.1") { wire in
      wire.line = { "\($0) : \($1)\r\n" }
    },
    OddAnswer("lines that end in LF alone", rule: "RFC 9112, section 2.2") { wire in
      wire.start = wire.start.replacing("\r\n", with: "\n")
      wire.line = { "\($0): \($1)\n" }
      wire.headEnd = "\n"
    },
  ]
}

/// An answer in the pieces that it is written in.
fileprivate struct Pieces {
  let status: Int
  var start: String
  var fields: [(String, String)]
  var framing: [(String, String)] = []
  var line: (String, String) -> String = { "\($0): \($1)\r\n" }
  var headEnd = "\r\n"
  var body: [UInt8]
  let mayHaveBody: Bool

  init(_ response: HTTPResponse, _ method: String) {
    status = response.status
    start = "HTTP/1.1 \(response.status) \(response.reason)\r\n"
    fields = response.headers.fields.map { ($0.name, $0.value) }.filter {
      !["content-length", "transfer-encoding", "connection"].contains($0.0.lowercased())
    }
    mayHaveBody = ![204, 304].contains(response.status) && method != "HEAD"
    body = mayHaveBody ? response.body : []
    if mayHaveBody { framing = [("Content-Length", "\(response.body.count)")] }
  }

  var bytes: [UInt8] {
    let head = (fields + framing).map { line($0.0, $0.1) }.joined()
    return Array("\(start)\(head)\(headEnd)".utf8) + body
  }
}

// SPDX-License-Identifier: Apache-2.0
// `serve --audit` as a process of its own, with an application that talks to it by https.

import Formats
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Command

@Suite(.waits, .enabled(if: OpenSSLCommand.isUsable, "there is no openssl command here"))
struct ServiceAuditTests {
  private let folder: ProgramFolder

  init() throws {
    folder = try ProgramFolder()
    try RecordedApplication.writeRules(to: folder)
  }

  /// Starts the service, sends requests to it, and ends it with a signal.
  ///
  /// - Returns: Its exit status, and what it printed.
  private func serve(_ requests: [HTTPRequest]) throws -> (status: Int32, output: String) {
    let certificates = try OpenSSLCommand.certificates.get()
    let process = try LimitedProcess(
      BuiltProgram.path,
      [
        "serve", "--audit", "--rules", folder.file("rules"), "--reports", folder.file("reports"),
        "--format", "json", "--record-har", folder.file("live.har"), "--tls",
        certificates.appending(path: "good.pem").path, certificates.appending(path: "key.pem").path,
      ], in: URL(filePath: folder.path), joinsErrors: true)
    let begin = "listens on https://127.0.0.1:"
    try waitUntil { process.output.contains("Ctrl-C") }
    let text = process.output
    let digits = text.firstRange(of: begin).map { text[$0.upperBound...].prefix(while: \.isNumber) }
    let port = try #require(digits.flatMap { Int($0) }, "\(text)")
    let client = HTTPClient(
      settings: ClientSettings(
        tls: TLSSettings(caFile: certificates.appending(path: "ca.pem").path)))
    defer { client.close() }
    for request in requests {
      _ = try client.exchange(
        request, with: Origin(scheme: .https, host: "localhost", port: port),
        deadline: Deadline(after: .seconds(20)))
    }
    process.send(SIGTERM)
    let result = process.wait()
    return (result.status, result.output)
  }

  @Test func `shows what the application does, and judges it at the signal`() throws {
    let token = "token-that-nobody-may-see-0123"
    let (status, output) = try serve([
      HTTPRequest(
        method: "GET", target: "/api/v2/ORCHARD/profiles",
        headers: HeaderList([
          "Accept": "application/json", "Authorization": "Bearer \(token)",
          "AP-Device-Identifier": "fingerprint ZGV2aWNl",
        ])),
      HTTPRequest(
        method: "GET", target: "/api/v2/ORCHARD/profiles",
        headers: HeaderList(["AP-Device-Identifier": "fingerprint ZGV2aWNl"])),
    ])
    #expect(status == 1, "\(output)")
    for part in [
      "entry 0: GET /api/v2/ORCHARD/profiles → 401\n",
      "  obeys 'Profiles are asked for with a token', 'Profiles are asked for as JSON'\n",
      "entry 1: GET /api/v2/ORCHARD/profiles → 401\n",
      "  BREAKS 'Profiles are asked for with a token' (A-2), entry 1\n",
      "not conformant: 1 of 4 rules is broken", "2 entries judged, 1 device\n",
    ] { #expect(output.contains(part), "\(part) in \(output)") }
    #expect(!output.contains("without --tls"))
    #expect(!output.contains(token))
    // Standard error comes before and behind it.
    let begin = try #require(output.firstRange(of: "\n{\n")).lowerBound
    let end = try #require(output[begin...].firstRange(of: "\n}\n")).upperBound
    let json = try JSONParser.document(String(output[begin..<end])).root
    #expect(
      json["requirements"]?.array?.map { $0["verdict"]?.string } == [
        "not-judged", "failed", "warned",
      ])
    // What was recorded is judged in the same way later.
    let again = CommandLine([
      "audit", folder.file("live.har"), "--rules", folder.file("rules"), "--reports",
      folder.file("again"),
    ])
    #expect(again.output.contains("not conformant: 1 of 4 rules is broken"), "\(again.output)")
  }

  @Test func `says that nothing was judged where no application came`() throws {
    let (status, output) = try serve([])
    #expect(status == 1)
    #expect(output.contains("nothing was judged: the recordings have no entry"))
  }
}

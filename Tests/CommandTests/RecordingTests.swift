// SPDX-License-Identifier: Apache-2.0
// A run is recorded, and the recording replayed.

import Audit
import Formats
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Command

@Suite struct RecordingTests {
  static let suites = ["c-4-partner-profile", "c-1-partner-authentication"].map {
    SharedFolder.project.appending(path: "Suites/apple-v2/\($0).yaml").path
  }

  @Test func `a recorded run, replayed, gives the same verdicts`() throws {
    let folder = try ProgramFolder()
    let recording = folder.file("partner.json")
    let recorded = try CommandRun(Self.suites + ["--record-partner", recording], in: folder)
    let replayed = try CommandRun(Self.suites + ["--partner", "replay:\(recording)"], in: folder)
    #expect(recorded.verdicts.count > 10)
    #expect(replayed.verdicts == recorded.verdicts)
    #expect(replayed.status == recorded.status)
    #expect(replayed.report["target"]?["framework"]?.string == "recording \(recording)")
    // In place of a response stands what a replay makes another one of.
    #expect(!folder.text(of: "partner.json").contains("samlAttributeQueryResponse"))
    #expect(folder.text(of: "partner.json").contains("samlTemplate"))
    #expect(!recorded.markdown.contains("holds secrets"))
  }

  @Test func `a recording that keeps secrets is warned of in every report`() throws {
    let folder = try ProgramFolder()
    let recording = folder.file("partner.json")
    let run = try CommandRun(
      [Self.suites[0], "--record-partner", recording, "--record-secrets"], in: folder)
    #expect(folder.text(of: "partner.json").contains("samlAttributeQueryResponse"))
    let attributes = try FileManager.default.attributesOfItem(atPath: recording)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let warning = "holds secrets in the clear (--record-secrets)"
    #expect(run.markdown.contains(warning))
    #expect(run.junit.contains(warning))
    #expect(run.report["remarks"]?.array?.contains { $0.string?.contains(warning) == true } == true)
    #expect(run.output.contains(warning))
  }

  @Test func `a recording of the traffic has each request, with its secrets, for its owner`() throws
  {
    let folder = try ProgramFolder()
    let path = folder.file("traffic.har")
    let run = try CommandRun([Self.suites[0], "--record-har", path], in: folder)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(run.output.contains("Recording of the traffic, with secrets: \(path)\n"))
    #expect(run.markdown.contains("holds secrets in the clear (--record-har)"))
    let bytes = Array(folder.text(of: "traffic.har").utf8)
    let source = HARRecordings([RecordingFile(name: "traffic.har", bytes)])
    var exchanges: [RecordedExchange] = []
    try source.read({ _, _ in true }) {
      if case .exchange(let exchange) = $0 { exchanges.append(exchange) }
    }
    #expect(run.report["totals"]?["requests"] == .integer(exchanges.count))
    #expect(exchanges.map(\.startedAt) == exchanges.map(\.startedAt).sorted())
    // Tokens are as they came: the one that was answered is the one that is sent.
    let tokens = exchanges.compactMap { exchange -> String? in
      guard case .bytes(let body)? = exchange.response?.body else { return nil }
      return (try? JSONParser.document(body))?.root["access_token"]?.string
    }
    let sent = exchanges.compactMap { $0.request.headers?["Authorization"] }
    #expect(!tokens.isEmpty)
    #expect(tokens.contains { sent.contains("Bearer \($0)") })
    #expect(folder.text(of: "traffic.har").contains(#""_suite":""#))
  }

  /// Where it is to be, the service of the test has made a folder by then.
  @Test(arguments: ["--record-partner", "--record-har"])
  func `a run whose recording can't be written has its reports, and ends with 4`(
    option: String
  ) throws {
    let folder = try ProgramFolder()
    let path = folder.file("recording")
    let server = HTTPServer { [path] _ in
      mkdir(path, 0o700)
      return HTTPResponse(status: 200)
    }
    defer { server.stop() }
    let suite = try folder.write(
      "suite: S\nscenarios:\n  - scenario: a\n    steps:\n"
        + "      - {step: A, request: {GET: /}, expect: {status: 200}}\n", to: "suite.yaml")
    let url = "http://127.0.0.1:\(try server.start())"
    let run = try CommandRun([suite, "--target", url, option, path], in: folder)
    #expect(run.status == .notWritten)
    #expect(run.errors == "error: not written: \(path): it can't be written: is a directory\n")
    #expect(run.verdicts == ["a": "passed"])
    #expect(!run.output.contains("Recording of "))
  }

  /// Sign-ins, profiles and logouts of both cookbooks.
  @Test func `the traffic of the harness's own walks passes its audit`() throws {
    let folder = try ProgramFolder()
    let path = folder.file("own.har")
    let legacy = SharedFolder.project.appending(path: "Suites/apple-v1/c-2-logout-on-ios.yaml").path
    let run = try CommandRun(
      [Self.suites[0], legacy, "--record-har", path], in: folder)
    #expect(run.status == .success, "\(run.errors)")
    let audit = CommandLine([
      "audit", path, "--reports", folder.file("audit"), "--format", "json",
    ])
    #expect(audit.status == .success, "\(audit.output)")
    #expect(audit.errors.contains("that break the cookbook on purpose left out"))
    let verdicts = try JSONParser.document(audit.output).root
    let passed = Set(
      (verdicts["requirements"]?.array ?? []).filter { $0["verdict"] == "passed" }
        .compactMap { $0["id"]?.string })
    #expect(
      passed.isSuperset(of: ["V2-C12-02", "API-HDR-PFS-01", "V1-LO-10"]), "\(passed.sorted())")
  }

  @Test func `a recording of the traffic marks what breaks the cookbook on purpose`() throws {
    let folder = try ProgramFolder()
    let suite = try folder.write(
      """
      suite: S
      cookbook: apple-sso-rest-api-v2
      scenarios:
        - scenario: a
          steps:
            - step: right
              request: {GET: /right}
            - step: wrong
              breaks: [API-DCR-TOKEN-02]
              request: {GET: /wrong}
      """, to: "suite.yaml")
    let run = try CommandRun(
      [suite, "--record-har", folder.file("traffic.har")], in: folder)
    #expect(run.verdicts == ["a": "passed"])
    let file = RecordingFile(name: "traffic.har", Array(folder.text(of: "traffic.har").utf8))
    var marks: [String: Bool] = [:]
    try HARRecordings([file]).read({ _, url in url.hasSuffix("/right") || url.hasSuffix("/wrong") })
    {
      guard case .exchange(let exchange) = $0 else { return }
      marks[exchange.request.url.hasSuffix("/wrong") ? "wrong" : "right"] = exchange.isDeliberate
    }
    #expect(marks == ["right": false, "wrong": true])
  }

  @Test func `a replay and a profile's programs are relative to the profile`() throws {
    let folder = try ProgramFolder()
    try folder.write(
      #"{"partnerRecording": 1, "sessions": [{"answers": [{"call": "permission", "result": {"accessStatus": "denied"}}]}]}"#,
      to: "device.json")
    let run = try CommandRun(
      suite: """
        suite: S
        scenarios:
          - scenario: a
            steps:
              - partner: {state: any}
              - partner: {permission: {prompting: false}}
                expect: {json: {accessStatus: denied}}
        """, profile: "partner: {replay: device.json}\n", in: folder)
    #expect(run.verdicts == ["a": "passed"])
  }

  @Test(arguments: [
    (["--partner", "replay:no-such.json"], "the partner's recording 'no-such.json': there is no"),
    (["--partner", "emulator:appel"], "did you mean 'apple'?"),
    (["--partner", "emulator:apple", "--partner", "command:cat"], "--partner is given twice"),
    (["--partner", "command:'cat"], "--partner: a quote ' is not closed in ''cat'"),
    (["--partner", "command: "], "--partner: no program is named in ' '"),
    (
      ["--partner", "command:no-such-program -x"],
      "error: --partner: there is no program 'no-such-program' in the folders of PATH"
    ),
    (["--partner", "command:/"], "--partner: '/' is a folder, not a program"),
    (["--partner", "command:/dev/null"], "--partner: '/dev/null' is not executable"),
    (["--partner", "command:''"], "--partner: no program is named"),
    (["--record-secrets"], "--record-partner FILE is missing"),
    (["--record-partner", "/dev/null/x.json"], "--record-partner '/dev/null/x.json': "),
    (["--record-har", "/dev/null/x.har"], "--record-har '/dev/null/x.har': "),
    (["--record-har", "/"], "--record-har '/': it is a folder, and has to be a file"),
  ])
  func `says what is wrong with the command line before anything is sent`(
    words: [String], message: String
  ) throws {
    let folder = try ProgramFolder()
    let run = try CommandRun([Self.suites[0]] + words, in: folder)
    #expect(run.status == .invalidInput)
    #expect(run.errors.contains(message))
  }
}

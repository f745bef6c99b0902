// SPDX-License-Identifier: Apache-2.0
// `audit`: from recordings to verdicts, reports and exit statuses.

import Formats
import Foundation
import TestSupport
import Testing

@testable import Command

@Suite struct AuditCommandTests {
  private let folder: ProgramFolder

  init() throws {
    folder = try ProgramFolder()
    try RecordedApplication.writeRules(to: folder)
  }

  private func audit(_ words: [String], input: String = "") -> CommandLine {
    CommandLine(
      ["audit"] + words
        + ["--rules", folder.file("rules"), "--reports", folder.file("reports")], input: input)
  }

  /// The verdicts of an audit as JSON, by the ids of the requirements.
  private func verdicts(_ words: [String]) throws -> [String: String] {
    let json = try JSONParser.document(audit(words + ["--format", "json"]).output).root
    #expect(json["format"] == 1)
    return (json["requirements"]?.array ?? []).reduce(into: [:]) {
      $0[$1["id"]?.string ?? ""] = $1["verdict"]?.string
    }
  }

  @Test func `is partial by rules that don't cover the requirements`() throws {
    try folder.write(
      """
      application: A part
      cookbook: book
      rules:
        - rule: Profiles are asked for with a token
          covers: [A-2]
          on: profiles
          expect: {headers: {authorization: !matches "Bearer .+"}}
      """, to: "rules/part.yaml")
    try folder.write(RecordedApplication.recording(), to: "right.har")
    let line = CommandLine([
      "audit", folder.file("right.har"), "--rules", folder.file("rules/part.yaml"), "--reports",
      folder.file("reports"),
    ])
    #expect(line.status == .success, "\(line.errors)")
    #expect(
      line.output.contains("partial: 2 requirements that traffic shows have no rule here"),
      "\(line.output)")
  }

  @Test func `finds nothing wrong with a right application`() throws {
    let file = try folder.write(RecordedApplication.recording(), to: "a.har")
    let line = audit([file])
    #expect(line.status == .success, "\(line)")
    #expect(line.output.contains("4 rules: 3 obeyed, 1 not judged\n"), "\(line.output)")
    #expect(
      line.output.contains("3 entries judged, 1 of other hosts or paths ignored, 1 device\n"),
      "\(line.output)")
    #expect(
      line.output.contains(
        "conformant: 4 rules: 3 obeyed, 1 not judged; 3 of 3 requirements proved\n"))
    #expect(
      try verdicts([file]) == ["A-1": "passed", "A-2": "passed", "A-3": "passed"])
  }

  @Test func `says what is broken, where, and what to do`() throws {
    let file = try folder.write(
      RecordedApplication.recording(client: "another-client-id"), to: "a.har")
    let line = audit([file])
    #expect(line.status == .notConformant)
    for part in [
      "A-1 (must): It does A-1.",
      "The application breaks 'The token call sends the credentials of the registration'",
      "entry 1 of \(file), sent at 2026-11-22T10:00:02.000Z\n",
      "to do     Keep the client id of the registration.",
      "not conformant: 1 of 4 rules is broken; 2 of 3 requirements proved\n",
    ] { #expect(line.output.contains(part), "\(part) in \(line.output)") }
    let asJSON = audit([file, "--format", "json"])
    #expect(asJSON.status == line.status)
    #expect(asJSON.errors.contains("not conformant: 1 of 4 rules is broken"), "\(asJSON.errors)")
    let json = try JSONParser.document(asJSON.output).root
    let first = try #require(json["requirements"]?.array?.first)
    #expect(first["verdict"] == "failed")
    #expect(first["entries"]?.array?.first == ["file": .string(file), "entry": 1])
  }

  @Test func `warns of a missed recommendation, and fails for it if strict`() throws {
    let file = try folder.write(RecordedApplication.recording(accept: "text/html"), to: "a.har")
    let line = audit([file])
    #expect(line.status == .success)
    #expect(line.output.contains("conformant with 1 warning: "), "\(line.output)")
    #expect(try verdicts([file])["A-3"] == "warned")
    #expect(audit([file, "--strict"]).status == .notConformant)
    #expect(try verdicts([file, "--strict"])["A-3"] == "failed")
  }

  @Test func `shows no secret of the recording in any output`() throws {
    let broken = RecordedApplication.recording(
      client: "another-client-id", accept: "text/html", code: "KX7Q2BZ")
    let file = try folder.write(broken, to: "a.har")
    for profile in ["jenkins", "rich"] {
      let line = audit(
        [
          file, "--format", "json", "--junit-profile", profile, "--annotations", "github",
        ])
      var texts = ["the terminal": line.output + line.errors]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("reports")) {
        texts[name] = folder.text(of: "reports/\(name)")
      }
      #expect(texts.count >= 5)
      for (name, text) in texts {
        for secret in RecordedApplication.secrets + ["another-client-id", "KX7Q2BZ"] {
          #expect(!text.contains(secret), "\(secret) in \(name)")
        }
      }
    }
  }

  @Test func `reads standard input, and several recordings as one`() throws {
    let whole = RecordedApplication.recording()
    #expect(audit(["-"], input: whole).status == .success)
    let later = whole.replacing("2026-11-22T10:", with: "2026-11-22T11:")
    let other = try folder.write(later, to: "b.har")
    let line = audit(["-", other], input: whole)
    #expect(line.output.contains("6 entries judged, 2 of other"), "\(line.output)")
  }

  @Test(arguments: [
    ("no entries", [], 1, "nothing was judged: "),
    ("nothing of the service", [], 1, "nothing was judged: "),
    ("half", [], 2, "half.har:"), ("missing", [], 2, "there is no such"),
    ("right", ["--rules", "nowhere"], 2, "--rules"),
    ("right", ["--origin", "sp.example"], 2, "--origin is a URL such as"),
    ("right", ["--origin", "https://other.example"], 1, "nothing was judged: "),
  ])
  func `ends with a status that says how it went`(
    name: String, words: [String], status: Int32, part: String
  ) throws {
    let head = #"{"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": ["#
    try folder.write("\(head)]}}", to: "no entries.har")
    try folder.write(
      "\(head)\(RecordedApplication.entry(1, "GET", "/elsewhere", answer: "\"\""))]}}",
      to: "nothing of the service.har")
    try folder.write(head, to: "half.har")
    try folder.write(RecordedApplication.recording(), to: "right.har")
    let rules = words.contains("--rules") ? [] : ["--rules", folder.file("rules")]
    let line = CommandLine(
      ["audit", folder.file("\(name).har"), "--reports", folder.file("reports")] + rules + words)
    let text = line.output + line.errors
    #expect(line.status.rawValue == status, "\(text)")
    #expect(words.first == "--rules" || text.contains(part), "\(text)")
  }

  @Test func `names the place of a mistake in a rule`() throws {
    try folder.write("application: X\nrules: [{rule: a, on: nothing}]\n", to: "rules/b.yaml")
    let line = audit([try folder.write(RecordedApplication.recording(), to: "a.har")])
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains("rules/b.yaml:2:"), "\(line.errors)")
    #expect(line.errors.hasSuffix("Nothing was judged: the rules have mistakes.\n"))
  }

  @Test(arguments: [
    (["audit"], "error: audit takes the recordings to judge: FILE …"),
    (["audit", "-", "-"], "error: '-' is given twice"),
    (["serve", "--rules", "x"], "error: --rules goes with --audit"),
    (["serve", "--strict"], "error: --strict goes with --audit"),
    (["serve", "--known", "x"], "error: --known goes with --audit"),
    (["serve", "--format", "json"], "error: --format goes with --audit"),
    (["serve", "--record-har", "x"], "error: --record-har goes with --audit"),
    (["serve", "--reports", "x"], "error: --reports goes with --audit"),
    (["serve", "x"], "error: unexpected argument 'x'"),
    (["serve", "--port", "65536"], "error: --port is a whole number from 0 to 65535, not '65536'"),
    (["serve", "--port", "-1"], "error: --port is a whole number from 0 to 65535, not '-1'"),
    (["serve", "--data", "/nowhere/d.json"], "error: --data '/nowhere/d.json': there is no such"),
    (["serve", "--tls", "cert.pem"], "error: --tls needs 2 values: --tls CERT KEY"),
    (
      ["serve", "--tls", "/nowhere/c.pem", "/nowhere/k.pem"], "error: --tls: '/nowhere/c.pem' can't"
    ),
  ])
  func `says what is wrong with a command line`(words: [String], message: String) {
    let line = CommandLine(words)
    #expect(line.status == .invalidInput)
    #expect(line.errors.hasPrefix(message), "\(line.errors)")
  }
}

// SPDX-License-Identifier: Apache-2.0
// `audit`, and `serve --audit` with what it shows meanwhile.

import Audit
import Formats
import Foundation
import HTTP
import Record
import Synchronization
import TestSupport
import Testing
import Text

@testable import Command

struct AuditCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try RecordedApplication.writeRules(to: folder)
  }

  private func audit(_ words: [String], input: String = "") -> CommandLine {
    RecordedApplication.audit(words, in: folder, input: input)
  }

  /// The verdicts of an audit as JSON, by the ids of the requirements.
  private func verdicts(_ words: [String]) throws -> [String: String] {
    let json = try audit(words + ["--format", "json"]).json
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
    let file = try folder.write(RecordedApplication.recording(), to: "right.har")
    CommandLine([
      "audit", file, "--rules", folder.file("rules/part.yaml"), "--reports", folder.file("reports"),
    ]).expect(
      .success,
      output:
        "partial: 1 of 1 requirement proved; 2 requirements that traffic shows have no rule here")
  }

  /// What is named as a log of framework calls, and what is said of it.
  @Test(arguments: [
    ("calls.jsonl", "calls.jsonl:1:1: it is no log of framework calls: its first line is"),
    ("missing.jsonl", "missing.jsonl': there is no such file"),
    ("empty", "the folder has no file *.jsonl"),
  ])
  func `refuses what is no log of framework calls`(name: String, message: String) throws {
    let file = try folder.write(RecordedApplication.recording(), to: "a.har")
    try folder.write("{}\n", to: "calls.jsonl")
    try folder.write("", to: "empty/calls.txt")
    audit([file, "--partner-log", folder.file(name)]).expect(.invalidInput, errors: message)
  }

  @Test func `reads a folder of logs, and says what can't be joined`() throws {
    let file = try folder.write(RecordedApplication.recording(), to: "a.har")
    for name in ["a", "b"] {
      try folder.write(
        """
        {"frameworkLog":1,"partner":"apple","key":"\(String(repeating: "0\(name)", count: 32))","started":1000000000000}
        {"time":1000000000001,"call":"permission"}

        """, to: "logs/\(name).jsonl")
    }
    audit([file, "--partner-log", folder.file("logs")]).expect(
      .success, output: "b.jsonl, with 1 call, was not judged: ")
  }

  @Test func `finds nothing wrong with a right application`() throws {
    let file = try folder.write(RecordedApplication.recording(), to: "a.har")
    audit([file]).expect(
      .success, output: "4 rules: 3 obeyed, 1 not judged\n",
      "3 entries judged, 1 of other hosts or paths ignored, 1 device\n",
      "conformant: 3 of 3 requirements proved; 4 rules: 3 obeyed, 1 not judged\n")
    #expect(try verdicts([file]) == ["A-1": "passed", "A-2": "passed", "A-3": "passed"])
  }

  @Test(arguments: [
    ("3", 0, "conformant: "),
    ("4", 1, "too little was proved, since --at-least asks for 4: conformant: 3 of 3"),
    ("none", 2, "--at-least takes a number of requirements, such as 250; not 'none'"),
  ])
  func `fails below the number of proved requirements that is asked for`(
    number: String, status: Int32, sentence: String
  ) throws {
    let file = try folder.write(RecordedApplication.recording(), to: "a.har")
    let line = audit([file, "--at-least", number])
    #expect(line.status.rawValue == status)
    #expect((line.output + line.errors).contains(sentence), "\(line.output)\(line.errors)")
  }

  @Test func `says what is broken, where, and what to do`() throws {
    let file = try folder.write(
      RecordedApplication.recording(client: "another-client-id"), to: "a.har")
    audit([file]).expect(
      .notConformant, output: "A-1 (must): It does A-1.",
      "no fitting `POST /o/client/register` before `POST /o/client/token`: the nearest, 1 s before,",
      "credentials of the registration'\n",
      "    seen in   POST /o/client/token, entry 1 of \(file), sent at 2026-11-22T10:00:02.000Z\n",
      "    calls     10:00:01.000Z POST /o/client/register → 200 (entry 0)\n",
      "              10:00:02.000Z POST /o/client/token → 200 (entry 1), 1 s later\n",
      "to do     Keep the client id of the registration.",
      "not conformant: 1 of 4 rules is broken; 2 of 3 requirements proved\n")
    let asJSON = audit([file, "--format", "json"])
    asJSON.expect(.notConformant, errors: "not conformant: 1 of 4 rules is broken")
    let first = try #require(asJSON.json["requirements"]?.array?.first)
    #expect(first["verdict"] == "failed")
    #expect(first["entries"]?.array?.first == ["file": .string(file), "entry": 1])
  }

  @Test func `warns of a missed recommendation, and fails for it if strict`() throws {
    let file = try folder.write(RecordedApplication.recording(accept: "text/html"), to: "a.har")
    audit([file]).expect(.success, output: "conformant with 1 warning: ")
    #expect(try verdicts([file])["A-3"] == "warned")
    #expect(audit([file, "--strict"]).status == .notConformant)
    #expect(try verdicts([file, "--strict"])["A-3"] == "failed")
  }

  @Test func `shows no secret of the recording in any output`() throws {
    let broken = RecordedApplication.recording(
      client: "another-client-id", accept: "text/html", code: "KX7Q2BZ")
    let file = try folder.write(broken, to: "a.har")
    for profile in ["jenkins", "rich"] {
      let line = audit([
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
    ("nothing of the service", [], 1, "nothing was judged: "), ("half", [], 2, "half.har:"),
    ("missing", [], 2, "there is no such"), ("right", ["--rules", "nowhere"], 2, "--rules"),
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

  @Test func `gives facts to rules, and judges by the chosen cookbook`() throws {
    let file = try folder.write(RecordedApplication.recording(), to: "a.har")
    try folder.write(
      "facts: [{fact: member, type: text, about: Who signs in., example: a}]\n",
      to: "rules/facts.yaml")
    try folder.write(
      "target: t\nbase-url: https://a.example\nfacts: {member: a, mvpd: b}\n", to: "t.yaml")
    try folder.write(
      """
      application: Facts
      cookbook: book
      rules:
        - rule: Profiles are asked for by a member
          covers: [A-2]
          needs: [member]
          on: profiles
          expect: {headers: {x-member: "${member}"}}
      """, to: "rules/fact.yaml")
    let rules = ["--rules", folder.file("rules/fact.yaml")]
    func line(_ words: String...) -> CommandLine {
      CommandLine(["audit", file, "--reports", folder.file("reports")] + rules + words)
    }
    let missing = line("--format", "json")
    #expect(missing.output.contains("it needs the fact 'member': give it with --target or --set"))
    #expect(line("--set", "member=a").output.contains("Profiles are asked for by a member"))
    line("--set", "member=a").expect(.notConformant, output: "1 of 1 rule")
    line("--target", folder.file("t.yaml")).expect(.notConformant, output: "1 of 1 rule")
    line("--set", "membr=a").expect(.invalidInput, errors: "unknown fact 'membr'")
    line("--target", "reference").expect(.invalidInput, errors: "--target names the file")
    #expect(line("--cookbook", "book").status == .notConformant)
    line("--cookbook", "bok").expect(.invalidInput, errors: "did you mean 'book'?; there are book")
    try folder.write("cookbook: other\napplication: [\n", to: "rules/broken.yaml")
    audit([file]).expect(.invalidInput, errors: "rules/broken.yaml:2:")
    let passed = audit([file, "--cookbook", "book", "--set", "member=a"])
    #expect(passed.status == .notConformant)
    let remark = "rules/broken.yaml is not of the chosen cookbooks"
    #expect((passed.output + passed.errors).contains(remark))
  }

  @Test func `names the cookbook that a device might follow, until somebody chooses`() throws {
    let info = Base64.encode(#"{"model": "AppleTV", "osName": "tvOS", "osVersion": "17.0"}"#)
    let entry = RecordedApplication.entry(
      1, "GET", "/api/v2/REF30/profiles", headers: ["X-Device-Info": info],
      answer: #""{\"profiles\": {}}""#)
    let file = try folder.write(
      #"{"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [\#(entry)]}}"#,
      to: "a.har")
    func line(_ words: String...) -> CommandLine {
      CommandLine(
        ["audit", file, "--origin", "https://sp.example", "--reports", folder.file("reports")]
          + words)
    }
    let remark =
      "a device has iOS or tvOS, but nothing shows whether the application follows "
      + "apple-sso-rest-api-v2, so nothing was judged by that; add --cookbook apple-sso-rest-api-v2"
    let screen = line()
    let text = (screen.output + screen.errors).split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains(remark), "\(text)")
    #expect(folder.text(of: "reports/report.md").contains("a device has iOS or tvOS"))
    #expect(!line("--cookbook", "rest-api-v2").output.contains("a device has"))
  }

  @Test func `names the place of a mistake in a rule`() throws {
    try folder.write("application: X\nrules: [{rule: a, on: nothing}]\n", to: "rules/b.yaml")
    let line = audit([try folder.write(RecordedApplication.recording(), to: "a.har")])
    line.expect(.invalidInput, errors: "rules/b.yaml:2:")
    #expect(line.errors.hasSuffix("Nothing was judged: the rules have mistakes.\n"))
  }
}

@Suite(.waits, .enabled(if: OpenSSLCommand.isUsable, "there is no openssl command here"))
struct ServiceAuditTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
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
    #expect(!output.contains("without --tls") && !output.contains(token))
    // Standard error comes before and behind it.
    let begin = try #require(output.firstRange(of: "\n{\n")).lowerBound
    let end = try #require(output[begin...].firstRange(of: "\n}\n")).upperBound
    let json = try JSONParser.document(String(output[begin..<end])).root
    #expect(
      json["requirements"]?.array?.map { $0["verdict"]?.string } == [
        "not-judged", "failed", "warned",
      ])
    // What was recorded is judged in the same way later.
    CommandLine([
      "audit", folder.file("live.har"), "--rules", folder.file("rules"), "--reports",
      folder.file("again"),
    ]).expect(.notConformant, output: "not conformant: 1 of 4 rules is broken")
  }

  @Test func `says that nothing was judged where no application came`() throws {
    let (status, output) = try serve([])
    #expect(status == 1)
    #expect(output.contains("nothing was judged: the recordings have no entry"))
  }
}

struct LiveViewTests {
  private static let token = "token-that-nobody-may-see-0123"
  private static let device = "ZGV2aWNlLTQ3MTE"

  /// Four rules that a right request of profiles obeys.
  private static let rules = """
    application: Four
    rules:
      - {rule: One, on: profiles, expect: {method: GET}}
      - {rule: Two, on: profiles, expect: {headers: {accept: !any {}}}}
      - {rule: Three, on: profiles, expect: {headers: {authorization: !any {}}}}
      - {rule: Four, on: profiles, expect: {headers: {ap-device-identifier: !any {}}}}
    """

  /// What is shown of requests, one after the other.
  private static func shown(
    _ requests: [HTTPRequest], rules: String? = nil, isSecure: Bool = false
  ) throws -> String {
    let folder = try TemporaryFolder()
    try RecordedApplication.writeRules(to: folder)
    if let rules { try folder.write(rules, to: "rules/a.yaml") }
    let loaded = AuditRules.load([folder.file("rules")], shipped: nil, files: SuiteLocation.files)
    #expect(!loaded.hasErrors)
    let output = Mutex("")
    let console = Console(environment: [:], isInteractive: false) { text, _ in
      output.withLock { $0 += text.rendered }
    }
    let traffic = try ObservedTraffic(isSecure: isSecure)
    let view = LiveView(traffic, loaded, on: console)
    for request in requests {
      traffic.add(
        request, HTTPResponse(status: 200), from: 1_795_239_000_000, to: 1_795_239_000_010)
    }
    view.update()
    let result = try view.finish(logs: []).result
    #expect(result.source.recordings == ["serve"])
    #expect(result.traffic.origins == ["\(isSecure ? "https" : "http")://sp.example"])
    return output.withLock { $0 }
  }

  private static func profiles(_ headers: HeaderList = HeaderList()) -> HTTPRequest {
    var all = HeaderList(["Host": "sp.example"])
    for field in headers.fields { all.append(field.name, field.value) }
    return HTTPRequest(
      method: "GET", target: "/api/v2/REF30/profiles?device_id=\(device)", headers: all)
  }

  private static func right() -> HTTPRequest {
    profiles(
      HeaderList([
        "Accept": "application/json", "Authorization": "Bearer \(token)",
        "AP-Device-Identifier": "fingerprint \(device)",
      ]))
  }

  @Test(arguments: [(4, 1, "'Three' and 1 more"), (3, 2, "'Three'")])
  func `names the first three rules that are obeyed, and counts the others`(
    rules: Int, requests: Int, end: String
  ) throws {
    let text = Self.rules.split(separator: "\n").prefix(2 + rules).joined(separator: "\n")
    let shown = try Self.shown(
      Array(repeating: Self.right(), count: requests), rules: text, isSecure: requests > 1)
    let expected = (0..<requests).map {
      "entry \($0): GET /api/v2/REF30/profiles → 200\n  obeys 'One', 'Two', \(end)\n"
    }
    #expect(shown == expected.joined())
  }

  @Test func `says what is broken, with the requirement, and shows no secret`() throws {
    let shown = try Self.shown([
      Self.profiles(HeaderList(["Accept": Self.token, "Authorization": "Basic \(Self.token)"]))
    ])
    #expect(
      shown.hasPrefix(
        """
        entry 0: GET /api/v2/REF30/profiles → 200
          BREAKS 'Profiles are asked for with a token' (A-2), entry 0
            request header Authorization: 
        """), "\(shown)")
    #expect(
      shown.contains("\n  BREAKS 'Profiles are asked for as JSON' (A-3), entry 0\n"), "\(shown)")
    #expect(!shown.contains(Self.token) && !shown.contains(Self.device), "\(shown)")
  }
}

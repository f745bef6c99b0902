// SPDX-License-Identifier: Apache-2.0
// What `serve --audit` shows of each exchange, and what it keeps of them.

import Audit
import HTTP
import Synchronization
import TestSupport
import Testing
import Text

@testable import Command

@Suite struct LiveViewTests {
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
    let folder = try ProgramFolder()
    try RecordedApplication.writeRules(to: folder)
    if let rules { try folder.write(rules, to: "rules/a.yaml") }
    let loaded = AuditRules.load([folder.file("rules")], shipped: nil, files: SuiteLocation.files)
    #expect(!loaded.hasErrors)
    let output = Mutex("")
    let console = Console(environment: [:], isInteractive: false) { text, _ in
      output.withLock { $0 += text.rendered }
    }
    let traffic = ObservedTraffic(isSecure: isSecure)
    let view = LiveView(traffic, loaded, on: console)
    for request in requests {
      traffic.add(
        request, HTTPResponse(status: 200), from: 1_795_239_000_000, to: 1_795_239_000_010)
    }
    view.update()
    let (result, source) = view.finish()
    #expect(source.recordings == ["serve"])
    #expect(
      result.traffic.origins == ["\(isSecure ? "https" : "http")://sp.example"])
    return output.withLock { $0 }
  }

  private static func profiles(_ headers: HeaderList = HeaderList()) -> HTTPRequest {
    var all = HeaderList(["Host": "sp.example"])
    for field in headers.fields { all.append(field.name, field.value) }
    return HTTPRequest(
      method: "GET", target: "/api/v2/REF30/profiles?device_id=\(device)", headers: all)
  }

  @Test func `names the first three rules that are obeyed, and counts the others`() throws {
    let right = Self.profiles(
      HeaderList([
        "Accept": "application/json", "Authorization": "Bearer \(Self.token)",
        "AP-Device-Identifier": "fingerprint \(Self.device)",
      ]))
    #expect(
      try Self.shown([right], rules: Self.rules) == """
        entry 0: GET /api/v2/REF30/profiles → 200
          obeys 'One', 'Two', 'Three' and 1 more

        """)
    let three = Self.rules.split(separator: "\n").dropLast().joined(separator: "\n")
    #expect(
      try Self.shown([right, right], rules: three, isSecure: true) == """
        entry 0: GET /api/v2/REF30/profiles → 200
          obeys 'One', 'Two', 'Three'
        entry 1: GET /api/v2/REF30/profiles → 200
          obeys 'One', 'Two', 'Three'

        """)
  }

  @Test func `says what is broken, with the requirement, and shows no secret`() throws {
    let wrong = Self.profiles(
      HeaderList(["Accept": Self.token, "Authorization": "Basic \(Self.token)"]))
    let shown = try Self.shown([wrong])
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

// SPDX-License-Identifier: Apache-2.0
// Tests of the page that follows a live audit: its events, its guard, and itself in a browser.

import Formats
import Foundation
import HTTP
import TestSupport
import Testing
import Text

@Suite(.waits) struct LiveEventTests {
  private let audit: WatchedAudit

  init() throws { audit = try WatchedAudit() }

  @Test func `tell what came, and to who was here before what is new`() throws {
    try audit.askForConfiguration(device: "first")
    try audit.send("GET", "/api/v2/ORCHARD/profiles/code/QWX7TZ")
    let listener = try Listener(audit)
    try waitUntil { try listener.entries().contains(1) }
    let first = try #require(try listener.entry(0))
    #expect(first["m"] == "GET" && first["p"] == "/api/v2/ORCHARD/configuration")
    #expect(first["d"] == [1] && first["steps"] == ["C1"])
    let broken = try #require(first["breaks"]?.array)
    #expect(broken.contains { $0["ids"]?.array?.contains("V2-C1-03") ?? false }, "\(broken)")
    let last = try #require(listener.last)
    try audit.askForConfiguration(device: "second")
    try waitUntil { try listener.entries().contains(2) }
    let resumed = try Listener(audit, after: last)
    try waitUntil { try resumed.entries().contains(2) }
    #expect(try !resumed.entries().contains(1))
    let anew = try Listener(audit, after: "another-1")
    try waitUntil { try anew.entries().contains(2) }
    #expect(try Set(anew.entries()) == [0, 1, 2])
    #expect(try anew.items().first?["k"] == "hello")
  }

  @Test func `tell no secret, and nothing that looks like one`() throws {
    let token = "c2VjcmV0LXRva2VuLW9mLXRoZS1hcHBsaWNhdGlvbg"
    try audit.askForConfiguration(
      device: "device-of-mine-4711", HeaderList(["Authorization": "Bearer \(token)"]))
    try audit.send("GET", "/api/v2/ORCHARD/profiles/code/QWX7TZ")
    try audit.send("GET", "/api/v2/ORCHARD/profiles/zq83kw", HeaderList(["X-Trace": "482913577"]))
    try audit.send("GET", "/other/KX42PL9/548213?code=hidden7")
    let listener = try Listener(audit)
    try waitUntil { try listener.entries().contains(3) }
    var told = listener.text
    for entry in 0...3 {
      for broken in try listener.entry(entry)?["breaks"]?.array ?? [] {
        let rule = try #require(broken["rule"]?.number?.integer)
        let answer = try audit.ask("/entries/\(entry)/rules/\(rule)")
        #expect(answer.status == 200)
        told += String(decoding: answer.body, as: UTF8.self)
      }
    }
    #expect(told.contains("\"sides\""))
    for secret in [
      token, "QWX7TZ", "zq83kw", "482913577", "KX42PL9", "548213", "hidden7",
      Base64.encode("device-of-mine-4711"), "device-of-mine-4711",
    ] {
      #expect(!told.contains(secret), "\(secret)")
      #expect(!audit.output.contains(secret), "\(secret)")
    }
  }

  @Test func `say of a finding what the report says of it`() throws {
    try audit.askForConfiguration(device: "first")
    let listener = try Listener(audit)
    try waitUntil { try listener.entries().contains(0) }
    let broken = try #require(try listener.entry(0)?["breaks"]?.array)
    let rule = try #require(
      broken.first { $0["ids"]?.array?.contains("V2-C1-03") ?? false }?["rule"]?.number?.integer)
    let body = try audit.ask("/entries/0/rules/\(rule)").body
    let told = try JSONParser.document(body).root
    let finished = audit.finish()
    #expect(finished.status == 1, "\(finished.error)")
    let report = audit.folder.text(of: "Reports/audit/report.html")
    let advice = try #require(told["advice"]?.string)
    #expect(report.contains("What to do: \(advice)"), "\(advice)")
    #expect(told["demands"]?.array?.isEmpty == false && told["findings"]?.array?.isEmpty == false)
    #expect(told["sides"]?.array?.count == 2)
  }

  @Test func `tell a wrong answer of the service, and what the report says of it`() throws {
    let server = HTTPServer { _ in
      HTTPResponse(
        status: 200, reason: "OK", headers: HeaderList(["Content-Type": "application/json"]),
        body: Array(#"{"profiles": 1}"#.utf8))
    }
    defer { server.stop() }
    let audit = try WatchedAudit(["--upstream", "http://127.0.0.1:\(try server.start())"])
    try audit.send("GET", "/api/v2/ORCHARD/profiles")
    let listener = try Listener(audit)
    try waitUntil { try listener.entry(0)?["wrong"]?.array?.isEmpty == false }
    let wrong = try #require(try listener.entry(0)?["wrong"]?.array?.first)
    let id = try #require(wrong["ids"]?.array?.first?.string)
    #expect(wrong["text"]?.string?.contains("profiles") == true, "\(wrong)")
    #expect(audit.output.contains("ANSWER BREAKS \(id)"), "\(audit.output)")
    let told = try JSONParser.document(try audit.ask("/entries/0/answers/0").body).root
    #expect(told["demands"]?.array?.contains { $0["id"] == .string(id) } == true, "\(told)")
    #expect(told["findings"]?.array?.isEmpty == false && told["sides"]?.array?.count == 2)
    #expect(try audit.ask("/entries/0/answers/9").status == 404)
    let finished = audit.finish()
    #expect(finished.status == 1, "\(finished.error)")
    #expect(audit.folder.text(of: "Reports/audit/report.html").contains(id))
  }

  @Test func `end with the verdict and the place of the reports`() throws {
    try audit.askForConfiguration(device: "first")
    let listener = try Listener(audit)
    try waitUntil { try listener.entries().contains(0) }
    let finished = audit.finish()
    #expect(finished.status == 1, "\(finished.error)")
    #expect(listener.wait().status == 0)
    let end = try #require(try listener.items().last)
    #expect(end["k"] == "end" && end["isGood"] == false && end["reports"] == "Reports/audit")
    #expect(finished.output.lowercased().contains(end["sentence"]?.string?.lowercased() ?? "-"))
  }

  @Test func `end soon, whoever listens and reads nothing`() throws {
    let silent = try LimitedProcess(
      "/bin/sh",
      ["-c", "curl -sN --limit-rate 1 '\(audit.page)events' & sleep 60"], in: audit.folder.url)
    let listener = try Listener(audit)
    for number in 0..<200 { try audit.askForConfiguration(device: "device \(number)") }
    try waitUntil { try listener.entries().contains(199) }
    let finished = audit.finish()
    #expect(finished.status == 1, "\(finished.error)")
    silent.send(SIGKILL)
  }
}

@Suite(.waits) struct LiveCallTests {
  @Test func `are told, and belong to the steps before the next request`() throws {
    let audit = try WatchedAudit(["--partner", "emulator:apple"])
    let framework = try #require(audit.framework)
    // One before any device is known counts, too.
    #expect(
      try ServedPartner.answer("call", #"{"call": "permission"}"#, at: framework).hasPrefix("200 "))
    try audit.send(
      "GET", "/api/v2/ORCHARD/profiles",
      HeaderList(["AP-Device-Identifier": "fingerprint \(Base64.encode("first"))"]))
    let listener = try Listener(audit)
    try waitUntil { try listener.entry(0)?["steps"] == ["B1", "B2", "B3"] }
    let asked = #"{"call": "metadata", "with": {"verificationToken": "request-of-the-service"}}"#
    #expect(try ServedPartner.answer("call", asked, at: framework).hasPrefix("200 "))
    try waitUntil { try listener.items().contains { $0["k"] == "call" && $0["n"] == 1 } }
    let call = try #require(try listener.items().last { $0["k"] == "call" })
    #expect(call["name"] == "metadata" && call["d"] == [1] && call["isAnswered"] == true)
    #expect(call["text"]?.string?.contains("‹secret›") == true)
    #expect(!listener.text.contains("request-of-the-service"))
    let sides = String(decoding: try audit.ask("/calls/1").body, as: UTF8.self)
    #expect(sides.contains("verificationToken") && !sides.contains("request-of-the-service"))
    try audit.send(
      "POST", "/api/v2/ORCHARD/sessions/sso/Apple",
      HeaderList(["AP-Device-Identifier": "fingerprint \(Base64.encode("first"))"]))
    try waitUntil { try listener.entry(1)?["steps"] == ["C3", "C4", "C5"] }
  }
}

@Suite(.waits) struct LivePageGuardTests {
  @Test func `answers its own page alone`() throws {
    let audit = try WatchedAudit()
    let own = String(audit.page.dropLast())
    let requests: [(String, String, [(String, String)], Int)] = [
      ("GET", "/", [], 200), ("HEAD", "/", [], 200), ("GET", "/", [("Origin", own)], 200),
      ("GET", "/", [("Host", "localhost:1")], 200), ("GET", "/", [("Host", "evil.example")], 421),
      ("GET", "/events", [("Host", "evil.example")], 421),
      ("GET", "/", [("Host", "0.0.0.0")], 421), ("GET", "/events", [("Origin", "null")], 403),
      ("GET", "/", [("Origin", "https://evil.example")], 403),
      ("GET", "/entries/0/rules/0", [("Origin", "http://localhost")], 403),
      ("POST", "/events", [], 405), ("GET", "/other", [], 404),
      ("GET", "/entries/0/rules/0", [], 404),
      ("GET", "/entries/-1/rules/-1", [], 404), ("GET", "/entries/0/rules/99999", [], 404),
      ("GET", "/calls/0", [], 404),
    ]
    for (method, target, headers, status) in requests {
      let answer = try audit.ask(
        target, HeaderList(headers.map { HeaderField($0.0, $0.1) }), method: method)
      #expect(answer.status == status, "\(method) \(target) \(headers)")
    }
    let answer = try audit.ask("/")
    let policy = try #require(answer.headers["Content-Security-Policy"])
    for part in ["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"] {
      #expect(policy.contains(part))
    }
    #expect(!policy.contains("unsafe"))
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
  }

  @Test func `has the port that is asked for, and none that is taken`() throws {
    let audit = try WatchedAudit()
    let port = try BaseURL(audit.page).origin.port
    let folder = try TemporaryFolder()
    let other = try RunningProduct(
      ["serve", "--audit", "--page-port", "\(port)"], in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites]
    ).wait()
    #expect(other.status == 2 && other.error.contains(":\(port)"), "\(other.error)")
    let alone = try RunningProduct(["serve", "--page-port", "0"], in: folder).wait()
    #expect(alone.status == 2 && alone.error.contains("--page-port goes with --audit"))
  }
}

@Suite(.waits, .enabled(if: Browser.path != nil, "there is no chromium here"))
struct LivePageTests {
  /// The texts of the rows.
  private static let rows =
    "[...document.querySelectorAll('#rows > li')].filter((row) => !row.hidden)"
    + ".map((row) => row.textContent)"

  @Test func `shows what comes, also after a reload, and unfolds a finding`() throws {
    let audit = try WatchedAudit()
    let browser = try BrowserSession()
    try browser.open(audit.page)
    try audit.askForConfiguration(device: "first")
    try browser.wait(for: "\(Self.rows).length === 1")
    let row = try #require(try browser.value(Self.rows).array?.first?.string)
    #expect(row.contains("GET /api/v2/ORCHARD/configuration → "), "\(row)")
    #expect(row.contains("breaks ‘") && row.contains("V2-C1-03") && row.contains("device 1"))
    #expect(row.contains("step C1"))
    try audit.askForConfiguration(device: "second")
    try browser.wait(for: "\(Self.rows).length === 2")
    let devices = "document.getElementById('devices').textContent"
    try browser.wait(for: "\(devices).includes('Device 2')")
    #expect(try browser.value(devices).string?.contains("step C1 Retrieve configuration") == true)
    let before = try browser.value("\(Self.rows).join('\\n') + \(devices)")
    try browser.reload()
    try browser.wait(for: "\(Self.rows).length === 2")
    try browser.wait(for: "\(devices).includes('Device 2')")
    #expect(try browser.value("\(Self.rows).join('\\n') + \(devices)") == before)
    _ = try browser.value("void (document.querySelector('.finding').open = true)")
    try browser.wait(for: "!!document.querySelector('.finding .sides pre')")
    let told = try #require(
      try browser.value("document.querySelector('.finding').textContent").string)
    #expect(told.contains("What to do: ") && told.contains("Expected") && told.contains("Request"))
    // One that comes now leaves open what is open.
    try audit.askForConfiguration(device: "first")
    try browser.wait(for: "\(Self.rows).length === 3")
    #expect(try browser.value("document.querySelector('.finding').open") == true)
    let filtered = try browser.value(
      """
      (() => {
        let device = document.getElementById('filter-device');
        device.value = '2';
        device.dispatchEvent(new Event('input', {bubbles: true}));
        let shown = \(Self.rows).length;
        device.value = '';
        device.dispatchEvent(new Event('input', {bubbles: true}));
        return shown;
      })()
      """)
    #expect(filtered == 1)
    let finished = audit.finish()
    #expect(finished.status == 1, "\(finished.error)")
    try browser.wait(for: "document.getElementById('state').textContent.includes('Reports/audit')")
    #expect(try browser.value("document.getElementById('head').className") == "bad")
  }

  @Test func `makes no element of what an application sends`() throws {
    let audit = try WatchedAudit()
    let browser = try BrowserSession()
    try browser.open(audit.page)
    let attack = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>"
    let info = Base64.encode(#"{"model": "\#(attack)", "osName": "\#(attack)"}"#)
    try audit.askForConfiguration(
      device: "first",
      HeaderList(["X-Device-Info": info, "User-Agent": attack, "X-\("a")": attack]))
    _ = try LimitedProcess.run(
      "/usr/bin/env",
      ["curl", "-sg", "\(audit.serviceURL)/api/v2/<img/onerror=window.hacked=1>/configuration"])
    try browser.wait(for: "\(Self.rows).length === 2")
    _ = try browser.value(
      "void document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    try browser.wait(for: "document.querySelectorAll('.finding .sides').length > 1")
    #expect(try browser.value("document.body.textContent").string?.contains("<img") == true)
    #expect(try browser.value("document.querySelectorAll('img, script').length") == 1)
    #expect(try browser.value("window.hacked === undefined") == true)
  }

  @Test func `keeps up with a thousand exchanges`() throws {
    let audit = try WatchedAudit()
    let browser = try BrowserSession()
    try browser.open(audit.page)
    let count = "document.querySelectorAll('#rows > li').length"
    for hundred in 1...10 {
      for number in 0..<100 { try audit.askForConfiguration(device: "device \(number % 5)") }
      // Each of these may take as long as a test waits for a thing.
      try browser.wait(for: "\(count) === \(hundred * 100)")
    }
    try browser.reload()
    try browser.wait(for: "\(count) === 1000")
    let numbers = try browser.value(
      "[...document.querySelectorAll('#rows > li')].map((row) => row.querySelector('.tag').textContent)"
    )
    #expect(numbers == .array((0..<1000).map { .string("entry \($0)") }))
  }

  @Test(
    .enabled(
      if: Browser.accessibilityCheck != nil, "the Python package axe-core-python is missing"),
    arguments: ["light", "dark"])
  func `has no fault of accessibility`(scheme: String) throws {
    let check = try #require(Browser.accessibilityCheck)
    let audit = try WatchedAudit()
    let browser = try BrowserSession()
    try browser.prefer(scheme)
    try browser.open(audit.page)
    for device in ["first", "second"] { try audit.askForConfiguration(device: device) }
    try audit.send("GET", "/api/v2/ORCHARD/profiles")
    try browser.wait(for: "\(Self.rows).length === 3")
    _ = try browser.value(
      "void document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    try browser.wait(for: "document.querySelectorAll('.finding .sides').length > 1")
    // The check passes over what is not rendered.
    _ = try browser.value(
      "void document.querySelectorAll('.row').forEach((one) => { one.style.contentVisibility = 'visible'; })"
    )
    _ = try browser.value("void (() => { \(check) })()")
    let faults = try browser.value(
      """
      axe.run(document).then((result) =>
        result.violations.map((one) => one.id + ': ' + one.nodes[0].html.slice(0, 200)))
      """)
    #expect(faults == .array([]))
  }
}

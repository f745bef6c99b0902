// SPDX-License-Identifier: Apache-2.0
// Tests of what a call has in another way than the user who is signed in.

import HTTP
import Suites
import Testing
import Text

@testable import Record
@testable import Reports

struct UserSignInTests {
  /// `GET /a?deviceId=…&mvpd=… Bearer …`, as the steps of a case have it.
  private static func request(
    _ name: String, _ path: String, token: Int = 1, device: Int = 1, body: String = "",
    answer: String = "{}", _ verdict: Verdict = .passed
  ) -> StepRecord {
    let detail = ExchangeRecord.Detail(
      requestHeaders: [
        HeaderField("Authorization", "Bearer ‹access_token \(token)›"),
        HeaderField("X-Device", "fingerprint ‹X-Device \(device)›"),
      ], requestBody: body, reason: "OK", responseHeaders: [], responseBody: answer,
      responseByteCount: 2)
    var step = SampleRecords.request(
      name, 9, verdict: verdict,
      exchanges: [SampleRecords.exchange("GET", path, 200, detail: detail)])
    step.route = "GET \(path.prefix { $0 != "?" })"
    return step
  }

  private static func visit(_ path: String) -> StepRecord {
    var step = SampleRecords.request(
      "The user signs in", 9,
      exchanges: [SampleRecords.exchange("GET", path, 302, detail: SampleRecords.detail(""))])
    step.action = .user
    return step
  }

  private static func signIn(code: Int, device: Int, mvpd: String = "Other") -> [StepRecord] {
    [
      request(
        "Open", "/sessions", device: device, body: "mvpd=\(mvpd)",
        answer: #"{"code":"‹code \#(code)›"}"#), visit("/authenticate/‹code \(code)›"),
    ]
  }

  private static func group(_ before: [StepRecord], _ failed: StepRecord) throws -> (
    IncidentGroup, String
  ) {
    let passed = request("ask before", "/profiles")
    let scenario = SampleRecords.scenario(
      "Two devices", 1, failed.verdict, steps: [passed] + before + [failed])
    let run = RunJudgement(SampleRecords.run(of: [scenario]))
    return (
      try #require(IncidentGroup.failures(of: run).first),
      TerminalReport(hasColour: false).summary(of: run).rendered
    )
  }

  private static func ask(
    _ path: String = "/profiles", token: Int = 1, device: Int = 1
  ) -> StepRecord {
    request(
      "ask", path, token: token, device: device,
      .failed([SampleRecords.finding("/a", 7, "1", "2")]))
  }

  @Test(
    arguments: [
      (ask(token: 2), "with another `access_token` than at the user's sign-in"),
      (
        ask(token: 2, device: 2),
        "with another `X-Device` and `access_token` than at the user's sign-in"
      ),
      (ask("/profiles?mvpd=Cablevision"), "for Cablevision, while the user signed in at Other"),
      (
        ask("/profiles?mvpd=Cablevision", device: 2),
        "for Cablevision with another `X-Device`, while the user signed in at Other"
      ),
      // It is the user's own call.
      (ask(), "in 'Two devices', after 'The user signs in'"),
    ])
  private func `is told in the headline`(failed: StepRecord, occasion: String) throws {
    let (group, _) = try Self.group(Self.signIn(code: 1, device: 1), failed)
    #expect(group.circumstance == occasion)
    #expect(group.headline.contains(", \(occasion): "))
  }

  @Test(
    arguments: [
      (
        ask(),
        "    before    the user signed in at Other, with the same `X-Device` and `access_token`"
      ),
      (
        ask(device: 3),
        "    before    the user signed in at Other, with another `X-Device` and the same `access_token`"
      ),
    ])
  private func `is told on the screen`(failed: StepRecord, line: String) throws {
    let (_, screen) = try Self.group(Self.signIn(code: 1, device: 1), failed)
    #expect(screen.contains("\(line)\n"), "\(screen)")
  }

  @Test func `is the one that is most like the call`() throws {
    let both = Self.signIn(code: 1, device: 1) + Self.signIn(code: 2, device: 2)
    for device in 1...2 {
      let (group, _) = try Self.group(both, Self.ask(device: device))
      #expect(group.signIn?.other == [])
    }
    let (group, _) = try Self.group(both, Self.ask(device: 3))
    #expect(group.signIn?.other == ["X-Device"])
  }

  /// What fails for the user, too, does not fail because another one asks.
  @Test func `is not told in the headline where the user's own calls fail as well`() throws {
    let scenarios = [1, 2].map { token in
      let failed = Self.ask(token: token)
      let steps = [Self.request("ask before", "/profiles")] + Self.signIn(code: 1, device: 1)
      return SampleRecords.scenario(
        "number \(token)", token, failed.verdict, steps: steps + [failed])
    }
    let run = RunJudgement(SampleRecords.run(of: scenarios.reversed()))
    let group = try #require(IncidentGroup.failures(of: run).first)
    #expect(group.places.count == 2)
    #expect(group.circumstance?.contains("sign-in") == false)
  }

  @Test func `begins with the request that gave the code`() throws {
    let other = Self.request("Open", "/sessions", device: 2, answer: #"{"code":"‹code 2›"}"#)
    let steps = [Self.signIn(code: 1, device: 1)[0], other, Self.visit("/authenticate/‹code 1›")]
    let (group, _) = try Self.group(steps, Self.ask())
    #expect(group.signIn?.other == [])
  }

  @Test func `says that there was none, and the state of the framework`() throws {
    var (_, screen) = try Self.group([], Self.ask())
    #expect(screen.contains("    before    no user has signed in\n"))
    var opened = SampleRecords.request("open", 9)
    opened.action = .partner
    opened.call = PartnerCallRecord(
      name: "open", request: #"{"state":"granted","provider":"tvp-1"}"#, answer: "")
    (_, screen) = try Self.group([opened], Self.ask())
    #expect(screen.contains("    before    the framework is in the state granted with tvp-1\n"))
  }

  @Test func `says who made the call before, where another did`() throws {
    let logout = Self.request("Log out", "/logout", device: 2)
    let (group, _) = try Self.group(Self.signIn(code: 1, device: 1) + [logout], Self.ask())
    #expect(group.circumstance == "in 'Two devices', after 'Log out' with another `X-Device`")
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests of the example application with its mistakes: the audit finds each, and says which it is.

import Foundation
import Record
import Suites
import TestSupport
import Testing

@Suite(.waits) struct ExampleMistakeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let mistake: String
    let requirement: String
    var state = signedIn
    var steps = ["start", "browse", "play=orchard-live"]
    var deeds: [(after: String, deed: Deed)] = []

    var testDescription: String { mistake }
  }

  private static let signedIn =
    #"{"state": "granted-signed-in", "options": {"provider": "tvp-harbor-2201"}}"#
  private static let harbor = Deed.user(
    #"{"action": "choose-provider", "provider": "tvp-harbor-2201"}"#)
  private static let lantern = Deed.user(
    #"{"action": "switch-provider", "provider": "tvp-lantern-2202"}"#)

  /// What the service is sent shows these.
  static let inTraffic = [
    Row(
      mistake: "response-not-folded", requirement: "V2-C10-13",
      state: #"{"state": "saml-pretty-printed", "options": {"provider": "tvp-harbor-2201"}}"#),
    Row(
      mistake: "response-encoded-twice", requirement: "V2-C10-15",
      deeds: [("sign in:", .signIn)]),
    Row(
      mistake: "response-sent-twice", requirement: "API-PROFILES-SSO-03",
      deeds: [("sign in:", .signIn)]),
    Row(
      mistake: "older-verification-token", requirement: "V2-C10-09",
      steps: ["start", "sign-out", "start"], deeds: [("sign in:", .signIn)]),
    Row(
      mistake: "switched-off-provider", requirement: "V2-C2-07",
      state: #"{"state": "granted-signed-in", "options": {"provider": "tvp-quarry-2204"}}"#,
      deeds: [("sign in:", .signIn)]),
    Row(
      mistake: "expired-status", requirement: "V2-B2-03",
      state: #"{"state": "provider-expired", "options": {"provider": "tvp-harbor-2201"}}"#,
      deeds: [("sign in:", .signIn)]),
  ]

  /// These show in the calls of the framework alone.
  static let inCalls = [
    Row(mistake: "no-permission-asked", requirement: "V2-B1-02"),
    Row(
      mistake: "denial-ignored", requirement: "V2-B1-03", state: #"{"state": "denied"}"#,
      steps: ["start"]),
    Row(mistake: "interruption-in-check", requirement: "V2-B1-04"),
    Row(mistake: "interruption-in-decision", requirement: "V2-D5-05"),
    Row(mistake: "no-interruption-in-picker", requirement: "V2-C3-04"),
    Row(mistake: "no-delegate", requirement: "V2-C3-05"),
    Row(mistake: "wrong-channel", requirement: "V2-B1-08"),
    Row(mistake: "no-identifier-requested", requirement: "V2-B1-09"),
    Row(
      mistake: "no-expiration-requested", requirement: "V2-B1-10",
      deeds: [("sign in:", .signIn)]),
    Row(mistake: "own-provider-list", requirement: "V2-C2-07"),
    Row(
      mistake: "picker-not-awaited", requirement: "V2-C3-07",
      state: #"{"state": "granted-not-signed-in"}"#,
      deeds: [("picker:", .wait(1.5)), ("", harbor)]),
    Row(mistake: "own-attribute-names", requirement: "V2-C10-10"),
    Row(
      mistake: "stale-status", requirement: "V2-D6-02",
      steps: ["start", "play=orchard-live", "background", "play=orchard-live", "background"]
        + ["play=orchard-archive"],
      deeds: [
        ("in the background", lantern), ("", .comeBack), ("in the background", .wait(2.5)),
        ("", .comeBack),
      ]),
  ]

  @Test(arguments: inTraffic)
  func `is told which requirement its traffic breaks`(_ row: Row) throws { try check(row) }

  @Test(arguments: inCalls)
  func `is told which requirement its calls of the framework break`(_ row: Row) throws {
    try check(row)
  }

  private func check(_ row: Row) throws {
    let run = try ExampleRun(row.state)
    _ = try run.use(["--mistake", row.mistake] + row.steps, row.deeds)
    let (verdict, judgement) = try run.finish()
    #expect(verdict.hasPrefix("not conformant: "), "\(verdict)")
    let rows = judgement.coverage.cookbooks.flatMap(\.phases).flatMap(\.rows)
    let broken = rows.filter { $0.verdict == .failed }.map(\.requirement.id)
    #expect(broken.contains(row.requirement), "\(broken)")
  }

  @Test func `makes each mistake that there is`() throws {
    let words = try ExampleRun(Self.signedIn).refusal(of: ["--mistake", "?"])
    let names = words.matches(of: /"([a-z-]+)"/).map { String($0.output.1) }
    #expect(names.sorted() == (Self.inTraffic + Self.inCalls).map(\.mistake).sorted())
  }
}

// SPDX-License-Identifier: Apache-2.0
// Recordings: written from an emulator, by hand, and answered from.

import Formats
import TestSupport
import Testing
import Text

@testable import Partner

/// A walk through a framework: every call, the user's actions, the header after each.
private func walk(
  _ framework: any PartnerFramework, requestID: String = "_request1", clock: TestClock? = nil
) throws -> [String] {
  var seen: [String] = []
  func note(_ what: JSONValue) throws {
    var text = JSONWriter.text(what)
    if let saml = what["samlAttributeQueryResponse"]?.string {
      text = "saml \(saml.count > 60_000 ? "large" : "") \(try shape(saml))"
      text += JSONWriter.text(what["accountProviderIdentifier"] ?? .null)
      text += JSONWriter.text(what["authenticationExpirationDate"] ?? .null)
    }
    if let error = what["error"], error["samlResponse"] != nil { text = "saml error" }
    seen.append("\(text) \(try framework.status(deadline: never) ?? "no header")")
  }
  func call(_ name: String, _ arguments: JSONValue) throws {
    do {
      try note(try framework.call(name, arguments))
    } catch PartnerError.neverAnswers {
      seen.append("never")
    }
  }
  let token = Base64.encode("<a ID='\(requestID)'/>")
  func authenticate(_ isInterruptionAllowed: Bool) throws {
    try call(
      "authenticate",
      [
        "verificationToken": .string(token), "attributeNames": ["uid"],
        "isInterruptionAllowed": .boolean(isInterruptionAllowed),
      ])
  }
  try call("metadata", ["isInterruptionAllowed": false])
  try call("permission", ["prompting": true])
  try authenticate(false)
  try call("metadata", ["isInterruptionAllowed": true])
  try authenticate(true)
  clock?.advance(by: .seconds(61))
  try authenticate(false)
  for action in [
    .signOut, .chooseProvider("p2"), .grantPermission, .switchProvider(provider: "p3"),
  ] as [UserAction] {
    try framework.user(action)
    try call("metadata", ["isInterruptionAllowed": false])
  }
  try authenticate(true)
  return seen

  /// What a service can tell a response by; ids and texts of the user are not.
  func shape(_ saml: String) throws -> String {
    guard let root = try? XMLReader.read(saml) else { return saml.isEmpty ? "empty" : "malformed" }
    let paths = [
      "/Response/Issuer", "/Response/@Destination", "/Response/@InResponseTo", "//@NotBefore",
      "//Conditions/@NotBefore", "//Conditions/@NotOnOrAfter", "//Audience", "//Attribute/@Name",
      "//StatusCode/@Value",
    ]
    return paths.map { path in
      let values = (try? XMLPath(path))?.values(in: root) ?? []
      let shown = values.map { $0 == requestID ? "REQUEST" : $0.hasPrefix("_") ? "OTHER" : $0 }
      return shown.joined(separator: ",")
    }.joined(separator: " ")
  }
}

@Suite struct ReplayTests {
  func record(
    _ state: String, secrets: FrameworkRecorder.Secrets = .replaced
  ) throws -> (seen: [String], recording: Recording) {
    let clock = TestClock()
    let recorder = FrameworkRecorder(secrets: secrets)
    let opening = FrameworkOpening(partner: "Apple", state: state, deviceIdentifier: "secret id")
    let surroundings = clock.surroundings
    let framework = recorder.recording(
      try FrameworkEmulator.apple.open(opening, surroundings), opening: opening,
      surroundings: surroundings)
    return (try walk(framework, clock: clock), recorder.recording)
  }

  func replay(_ recording: Recording, _ state: String, clock: TestClock = TestClock()) throws
    -> any PartnerFramework
  {
    try recording.open(
      FrameworkOpening(partner: "Apple", state: state), surroundings: clock.surroundings)
  }

  @Test(arguments: AppleState.all.map(\.name), [FrameworkRecorder.Secrets.replaced, .kept])
  func `answers as the emulator did, in every state`(
    state: String, secrets: FrameworkRecorder.Secrets
  ) throws {
    let (seen, recording) = try record(state, secrets: secrets)
    let read = try Recording(recording.bytes)
    #expect(read == recording)
    let clock = TestClock()
    let replayed = try walk(replay(read, state, clock: clock), clock: clock)
    #expect(replayed == seen)
    #expect(seen.count == 11)
  }

  @Test(arguments: AppleState.all.map(\.name))
  func `moves with the clock and answers another request`(state: String) throws {
    let recording = try record(state).recording
    let later = TestClock()
    later.advance(by: .seconds(400 * 86_400))
    let replayed = try walk(
      replay(recording, state, clock: later), requestID: "_later", clock: later)
    let fresh = TestClock()
    fresh.advance(by: .seconds(400 * 86_400))
    let emulated = try walk(open(state, clock: fresh), requestID: "_later", clock: fresh)
    #expect(replayed == emulated)
  }

  @Test func `holds no secret unless it is to`() throws {
    func texts(_ secrets: FrameworkRecorder.Secrets) throws -> String {
      String(
        decoding: try record("granted-signed-in", secrets: secrets).recording.bytes, as: UTF8.self)
    }
    let subject = SHA256.hexadecimal(Array("apple-mso-101/secret id".utf8)).prefix(32)
    let replaced = try texts(.replaced)
    for secret in [String(subject), "secret id", Base64.encode("<a ID='_request1'/>"), "_request1"]
    {
      #expect(!replaced.contains(secret))
    }
    #expect(replaced.contains(#""samlTemplate": "<samlp:Response"#))
    #expect(try texts(.kept).contains(subject))
  }

  @Test func `fails where nothing is recorded, with both sides`() throws {
    let recorder = FrameworkRecorder()
    let opening = FrameworkOpening(partner: "Apple", state: "denied")
    let recorded = recorder.recording(
      try open("denied"), opening: opening, surroundings: TestClock().surroundings)
    _ = try recorded.call("permission", ["prompting": true])
    let recording = recorder.recording
    let framework = try replay(recording, "denied")
    func failure(_ name: String, _ arguments: JSONValue) -> String? {
      do {
        _ = try framework.call(name, arguments)
        return nil
      } catch PartnerError.failed(let sentence) {
        return sentence
      } catch {
        return "\(error)"
      }
    }
    #expect(
      failure("permission", ["prompting": false])
        == #"the recording has no answer to permission {"prompting":false};"#
        + #" it has permission {"prompting":true}"#)
    #expect(failure("permission", ["prompting": true]) == nil)
    #expect(
      failure(
        "authenticate",
        ["verificationToken": "t", "attributeNames": ["a"], "isInterruptionAllowed": true])
        == #"the recording has no answer to authenticate {"verificationToken":"…","#
        + #""attributeNames":["a"],"isInterruptionAllowed":true}; it has no further call"#)
    let sentence = "the recording has no session for restricted; it has denied"
    #expect(throws: PartnerError.failed(sentence)) { try replay(recording, "restricted") }
  }

  @Test func `tells sessions of one opening apart by what is asked`() throws {
    let recorder = FrameworkRecorder()
    let opening = FrameworkOpening(partner: "Apple", state: "granted-signed-in")
    for action in [UserAction.signOut, .switchProvider(provider: "p2"), .denyPermission] {
      let framework = recorder.recording(
        try open("granted-signed-in"), opening: opening, surroundings: TestClock().surroundings)
      _ = try framework.call("permission", .null)
      try framework.user(action)
      _ = try framework.call("metadata", ["isInterruptionAllowed": false])
    }
    let framework = try replay(recorder.recording, "granted-signed-in")
    _ = try framework.call("permission", .null)
    try framework.user(.switchProvider(provider: "p2"))
    let answer = try framework.call("metadata", ["isInterruptionAllowed": false])
    #expect(answer["accountProviderIdentifier"] == "p2")
  }

  @Test(arguments: [
    (#"{"provider":"p"}"#, true), ("{}", false), (#"{"provider":"q"}"#, false),
    (#"{"provider":"p","saml":"ok"}"#, false),
  ])
  func `answers for the options that were given`(options: String, answers: Bool) throws {
    let recording = try Recording(
      Array(
        #"{"partnerRecording":1,"sessions":[{"state":"s","options":{"provider":"p"},"answers":[]}]}"#
          .utf8))
    let options = try #require(JSONParser.document(options).root.object)
    let opening = FrameworkOpening(partner: "Apple", state: "s", options: options)
    let surroundings = TestClock().surroundings
    let opened = try? recording.open(opening, surroundings: surroundings)
    #expect((opened != nil) == answers)
  }

  @Test(arguments: [(3_600_000, true), (3_660_000, true), (3_660_001, false), (5, false)])
  func `takes dates of options from the opening`(distance: Int, answers: Bool) throws {
    let session = RecordedSession(
      state: "s", options: JSONObject([(name: "expires", value: 1_893_459_600_000)]),
      opened: clock)
    let later = TestClock()
    later.advance(by: .seconds(1000))
    let expires = JSONValue.integer(clock.milliseconds + 1_000_000 + distance)
    let opening = FrameworkOpening(
      partner: "Apple", state: "s", options: JSONObject([(name: "expires", value: expires)]))
    let opened = try? Recording([session]).open(opening, surroundings: later.surroundings)
    #expect((opened != nil) == answers)
  }
}

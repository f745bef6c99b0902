// SPDX-License-Identifier: Apache-2.0
// The registry of emulators, and the kinds of sources.

import Formats
import Testing
import Text

@testable import Partner

struct FrameworkRegistryTests {
  @Test func `names the emulators`() throws {
    #expect(FrameworkRegistry.shipped.names == ["apple", "amazon", "roku", "identity-service"])
    #expect(try FrameworkRegistry.shipped.emulator(named: "apple").states.count == 73)
    #expect(
      throws: PartnerError.failed(
        "there is no emulator 'aple', did you mean 'apple'?; known are apple, amazon, roku, identity-service"
      )
    ) {
      try FrameworkRegistry.shipped.emulator(named: "aple")
    }
  }

  @Test func `tells what each call answers in a state`() throws {
    let apple = FrameworkEmulator.apple
    let answers = try apple.answers(
      in: apple.state(named: "not-determined-then-granted"), at: clock)
    let texts = answers.map { answer -> String in
      guard case .json(let value) = answer.outcome else { return "never" }
      return value["error"] == nil ? JSONWriter.text(value) : "error"
    }
    #expect(
      texts == [
        #"{"accessStatus":"granted"}"#, #"{"accessStatus":"notDetermined"}"#, "error", "error",
        "error", "error",
      ])
    #expect(answers[0].values != answers[1].values)
  }

  @Test func `tells it of every state of every emulator`() throws {
    for emulator in FrameworkRegistry.shipped.emulators {
      let count = emulator.name == "apple" ? 6 : emulator.declaration.calls.count
      for state in emulator.states {
        let answers = try emulator.answers(in: state, at: clock)
        #expect(answers.count == count, "\(state.name)")
        guard emulator.name == "apple" else { continue }
        #expect((answers[3].outcome == .never) == (state.name == "framework-timeout"))
        #expect(
          try (emulator.values(of: state, at: clock) == [nil])
            == (state.name == "framework-unavailable"))
      }
    }
  }

  @Test func `tells what differs once the state's event has happened`() throws {
    let apple = FrameworkEmulator.apple
    var differing = 0
    for state in apple.states {
      guard let event = state.event else { continue }
      let before = try apple.answers(in: state, at: clock)
      let after = try apple.answers(in: state, after: event, at: clock)
      #expect(before != after, "\(state.name)")
      differing += 1
    }
    #expect(differing == 9)
    let state = try apple.state(named: "provider-switched-between-calls")
    let header = try #require(try apple.values(of: state, after: state.event, at: clock)[0])
    let bytes = try #require(Base64.decode(header))
    #expect(String(decoding: bytes, as: UTF8.self).contains("apple-mso-102"))
  }

  @Test func `takes the options of a step into account`() throws {
    let state = try FrameworkEmulator.apple.state(named: "granted-signed-in")
    let options = JSONObject([(name: "provider", value: "live-7")])
    let answers = try FrameworkEmulator.apple.answers(in: state, options: options, at: clock)
    guard case .json(let value) = answers[2].outcome else { throw PartnerError.failed("never") }
    #expect(value["accountProviderIdentifier"] == "live-7")
  }
}

struct FrameworkSourceTests {
  let opening = FrameworkOpening(partner: "Apple", state: "denied")

  func open(_ source: FrameworkSource, _ opening: FrameworkOpening) throws -> any PartnerFramework {
    try source.makeOpener()(opening, TestClock().environment, never)
  }

  func answer(_ source: FrameworkSource) throws -> JSONValue {
    try open(source, opening).call("permission", ["prompting": true])
  }

  @Test func `opens whatever answers, and records it`() throws {
    let denied: JSONValue = ["accessStatus": "denied"]
    let recorder = FrameworkRecorder()
    #expect(try answer(FrameworkSource.emulator(.apple).recorded(by: recorder)) == denied)
    #expect(try answer(.replay(recorder.recording, of: "file")) == denied)
    let fromProgram = FrameworkRecorder()
    let program = FrameworkProgram(name: "./farm") { _ in
      ScriptedProgram(results: ["permission": #"{"accessStatus":"denied"}"#]).conversation
    }
    #expect(
      try answer(FrameworkSource.command(program, until: never).recorded(by: fromProgram)) == denied
    )
    #expect(fromProgram.recording.sessions == recorder.recording.sessions)
  }

  @Test func `records equal sessions once, in an order of its own`() throws {
    let recorder = FrameworkRecorder()
    let source = FrameworkSource.emulator(.apple).recorded(by: recorder)
    for state in ["restricted", "denied", "restricted"] {
      let framework = try open(source, FrameworkOpening(partner: "Apple", state: state))
      _ = try framework.status(deadline: never)
      _ = try framework.status(deadline: never)
    }
    #expect(recorder.recording.sessions.map(\.state) == ["denied", "restricted"])
    #expect(recorder.recording.sessions.map(\.answers.count) == [1, 1])
  }

  @Test func `passes faults on`() throws {
    let source = FrameworkSource.emulator(.apple).recorded(by: FrameworkRecorder())
    #expect(throws: PartnerError.unknownState(name: "restrictd", suggestion: "restricted")) {
      try open(source, FrameworkOpening(partner: "Apple", state: "restrictd"))
    }
  }

  @Test func `knows the states of emulators and recordings, not those of programs`() throws {
    func states(_ source: FrameworkSource) -> [String]? {
      source.declaration.states?.map(\.name)
    }
    let sessions = ["a", "b", "a"].map { RecordedSession(state: $0) }
    #expect(states(.replay(Recording(sessions), of: "file")) == ["a", "b"])
    #expect(states(.replay(Recording(sessions + [RecordedSession()]), of: "file")) == nil)
    let program = FrameworkProgram(name: "x") { _ in ScriptedProgram().conversation }
    #expect(try states(.command(program, until: never)) == nil)
  }

  @Test func `opens each framework with its own source`() throws {
    let replay = FrameworkSource.replay(Recording([RecordedSession(state: "linked")]), of: "file")
    let sources = FrameworkSources(.emulator(.apple), named: [("box", replay)])
    let open = sources.makeOpener()
    for (framework, state) in [(nil, "denied"), ("other", "denied"), ("box", "linked")] {
      let opening = FrameworkOpening(partner: "P", state: state, framework: framework)
      _ = try open(opening, TestClock().environment, never)
    }
    #expect(sources.names(of: [nil, "box", nil]) == "apple (emulated), recording file")
  }

  /// What a service takes for one user's; the rest is made up anew for each device.
  @Test(arguments: [(true, nil), (false, 1)] as [(Bool, Int?)])
  func `has one identity where a recording is replayed word for word`(
    shiftsDates: Bool, identities: Int?
  ) {
    let sessions = [RecordedSession(shiftsDates: true), RecordedSession(shiftsDates: shiftsDates)]
    let source = FrameworkSource.replay(Recording(sessions), of: "file")
    #expect(source.identities == identities)
    #expect(source.recorded(by: FrameworkRecorder()).identities == identities)
  }
}

struct FrameworkSourceKindTests {
  static let resources: FrameworkResources = (
    readFile: { path throws(PartnerError) in
      guard path == "good.json" else { throw .failed("no such file") }
      return Array(#"{"partnerRecording": 1, "sessions": []}"#.utf8)
    },
    program: { words in
      FrameworkProgram(name: words.joined(separator: " ")) { _ in ScriptedProgram().conversation }
    }
  )

  @Test(arguments: [
    ("emulator", ["apple"], "apple (emulated)"),
    ("replay", ["good.json"], "recording good.json"),
    ("command", ["./farm", "-v"], "program ./farm -v"),
  ])
  func `makes a source of each kind`(kind: String, words: [String], name: String) throws {
    let kind = try #require(FrameworkSourceKind.all.first { $0.name == kind })
    #expect(try kind.source(words, Self.resources).name == name)
  }

  @Test func `says which recording can't be read`() throws {
    #expect(throws: PartnerError.failed("the partner's recording 'bad.json': no such file")) {
      try FrameworkSourceKind.all[1].source(["bad.json"], Self.resources)
    }
  }
}

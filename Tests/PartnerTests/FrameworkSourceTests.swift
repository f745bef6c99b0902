// SPDX-License-Identifier: Apache-2.0
// Tests of sources: an emulator, a recording and a program, opened alike.

import Formats
import Testing
import Text

@testable import Partner

@Suite struct FrameworkSourceTests {
  let opening = FrameworkOpening(partner: "Apple", state: "denied")

  func open(_ source: FrameworkSource, _ opening: FrameworkOpening) throws -> any PartnerFramework {
    try source.makeOpener()(opening, TestClock().surroundings, never)
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
    let program = FrameworkProgram(name: "./farm") {
      ScriptedProgram(results: ["permission": #"{"accessStatus":"denied"}"#]).conversation
    }
    #expect(try answer(FrameworkSource.command(program).recorded(by: fromProgram)) == denied)
    #expect(fromProgram.recording == recorder.recording)
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
    let source = FrameworkSource.emulator(.generic).recorded(by: FrameworkRecorder())
    #expect(throws: PartnerError.unknownState(name: "restricted", suggestion: nil)) {
      try open(source, FrameworkOpening(partner: "Apple", state: "restricted"))
    }
  }

  @Test func `knows the states of emulators and recordings, not those of programs`() {
    #expect(FrameworkSource.emulator(.generic).states == ["signed-in", "signed-out", "denied"])
    #expect(FrameworkSource.emulator(.generic).options == ["provider"])
    let sessions = ["a", "b", "a"].map { RecordedSession(state: $0) }
    #expect(FrameworkSource.replay(Recording(sessions), of: "file").states == ["a", "b"])
    let any = Recording(sessions + [RecordedSession()])
    #expect(FrameworkSource.replay(any, of: "file").states == nil)
    let program = FrameworkProgram(name: "x") { () throws(PartnerError) in throw .failed("") }
    #expect(FrameworkSource.command(program).states == nil)
  }

  @Test func `names the platforms of each partner, the default first`() {
    #expect(FrameworkSource.emulator(.apple).platforms.map(\.name) == ["tvOS", "iOS"])
    #expect(FrameworkSource.emulator(.generic).platforms.map(\.name) == ["box"])
    #expect(FrameworkRegistry.shipped.platforms.map(\.name) == ["tvOS", "iOS", "box"])
  }
}

@Suite struct FrameworkSourceKindTests {
  static let resources = FrameworkResources(
    readFile: { path throws(PartnerError) in
      guard path == "good.json" else { throw .failed("no such file") }
      return Array(#"{"partnerRecording": 1, "sessions": []}"#.utf8)
    },
    program: { words in
      FrameworkProgram(name: words.joined(separator: " ")) { () throws(PartnerError) in
        throw .failed("")
      }
    })

  @Test(arguments: [
    ("emulator", ["generic"], "generic (emulated)"),
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

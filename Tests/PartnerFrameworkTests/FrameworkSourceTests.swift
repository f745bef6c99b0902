// SPDX-License-Identifier: Apache-2.0
// An emulator, a recording and a program behind one opening.

import Encodings
import JSON
import Testing

@testable import PartnerFramework

@Suite struct FrameworkSourceTests {
  let opening = FrameworkOpening(partner: "Apple", state: "denied")

  func answer(_ source: FrameworkSource) throws -> JSONValue {
    let framework = try source.open(
      opening, surroundings: TestClock().surroundings, deadline: never)
    return try framework.call("permission", ["prompting": true])
  }

  @Test func `opens whatever answers, and records it`() throws {
    let denied: JSONValue = ["accessStatus": "denied"]
    let recorder = FrameworkRecorder()
    #expect(try answer(FrameworkSource(.emulator(.apple), recorder: recorder)) == denied)
    #expect(try answer(FrameworkSource(.replay(recorder.recording))) == denied)
    let program = ScriptedProgram(results: ["permission": #"{"accessStatus":"denied"}"#])
    let fromProgram = FrameworkRecorder()
    #expect(
      try answer(FrameworkSource(.command(program.session), recorder: fromProgram)) == denied)
    #expect(fromProgram.recording == recorder.recording)
  }

  @Test func `records equal sessions once, in an order of its own`() throws {
    let recorder = FrameworkRecorder()
    let source = FrameworkSource(.emulator(.apple), recorder: recorder)
    for state in ["restricted", "denied", "restricted"] {
      let framework = try source.open(
        FrameworkOpening(partner: "Apple", state: state),
        surroundings: TestClock().surroundings, deadline: never)
      _ = try framework.status(deadline: never)
      _ = try framework.status(deadline: never)
    }
    #expect(recorder.recording.sessions.map(\.state) == ["denied", "restricted"])
    #expect(recorder.recording.sessions.map(\.answers.count) == [1, 1])
  }

  @Test func `passes faults on`() throws {
    let source = FrameworkSource(.emulator(.generic), recorder: FrameworkRecorder())
    #expect(throws: PartnerError.unknownState(name: "restricted", suggestion: nil)) {
      try source.open(
        FrameworkOpening(partner: "Apple", state: "restricted"),
        surroundings: TestClock().surroundings, deadline: never)
    }
  }
}

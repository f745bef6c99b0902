// SPDX-License-Identifier: Apache-2.0
// The exchange with a program that plays the browser.

import Testing

@testable import Partner

@Suite struct UserAgentProgramTests {
  func visit(_ answer: LineConversation.Reception) throws -> UserAgentAnswer {
    let program = ScriptedProgram { _, _ in [answer] }
    defer {
      #expect(program.sent == [#"{"url":"https://a/b?c","redirectUrl":"https://r/"}"#])
    }
    return try UserAgentProgram.visit(
      "https://a/b?c", until: "https://r/", over: program.conversation, deadline: never)
  }

  @Test(arguments: [
    (#"{"reached":"https://r/?x"}"#, UserAgentAnswer.reached("https://r/?x")),
    (#"{"error":"no login form"}"#, .error("no login form")),
    (#"{"error":{"message":"no login form"}}"#, .error("no login form")),
    (#"{"error":{"text":"no login form"}}"#, .error("no message")),
    (#"{"error":7}"#, .error("no message")),
  ])
  func `reads the answer`(line: String, answer: UserAgentAnswer) throws {
    #expect(try visit(.text(line)) == answer)
  }

  @Test(arguments: [
    (LineConversation.Sending.late, "did not read the visit in time"),
    (.ended(nil), "closed its input before the visit"),
    (.ended("with status 2"), "ended with status 2 before the visit"),
  ])
  func `says that it does not read`(sending: LineConversation.Sending, sentence: String) {
    let program = ScriptedProgram { _, _ in [] }
    program.sending = sending
    #expect(throws: PartnerError.failed("the user agent program \(sentence)")) {
      try UserAgentProgram.visit(
        "https://a/", until: "https://r/", over: program.conversation, deadline: never)
    }
  }

  @Test(arguments: [
    (LineConversation.Reception.late, "did not answer in time"),
    (.ended("with status 2"), "ended with status 2 without an answer"),
    (.ended(nil), "closed its output without an answer"),
    (.tooLong, "answered with a line of more than 8388608 bytes"),
    (.text("x"), "answered with a line of 1 bytes that is not JSON"),
    (.text("{}"), #"answered with neither {"reached": URL} nor {"error": …}"#),
    (.text(#"{"reached":7}"#), #"answered with neither {"reached": URL} nor {"error": …}"#),
    (
      .text(#"{"reached":"a","error":"b"}"#),
      #"answered with neither {"reached": URL} nor {"error": …}"#
    ),
  ])
  func `says what else it did`(answer: LineConversation.Reception, sentence: String) {
    #expect(throws: PartnerError.failed("the user agent program \(sentence)")) {
      try visit(answer)
    }
  }
}

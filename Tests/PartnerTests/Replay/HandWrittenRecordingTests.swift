// SPDX-License-Identifier: Apache-2.0
// Recordings that a person writes.

import Formats
import Testing
import Text

@testable import Partner

/// What a person writes from a device's log.
@Suite struct HandWrittenRecordingTests {
  static let text = """
    {"partnerRecording": 1, "about": "an Apple TV in the lab", "sessions": [{"answers": [
      {"call": "permission", "result": {"accessStatus": "granted"}},
      {"call": "metadata", "after": ["sign-out"], "result": null},
      {"call": "metadata", "request": {"isInterruptionAllowed": true}, "never": true},
      {"call": "metadata", "result": {"accountProviderIdentifier": "c",
                                      "authenticationExpirationDate": 1896048000000}},
      {"call": "authenticate", "after": ["metadata"],
       "result": {"samlAttributeQueryResponse": "<signed/>"}},
      {"call": "authenticate", "error": {"code": 4}}
    ]}]}
    """

  func open() throws -> any PartnerFramework {
    try Recording(Array(Self.text.utf8)).open(
      FrameworkOpening(partner: "Apple", state: "any", options: JSONObject()),
      surroundings: TestClock().surroundings)
  }

  @Test func `answers whenever asked, by the conditions`() throws {
    let framework = try open()
    let silent: JSONValue = ["isInterruptionAllowed": false]
    let rejected: JSONValue = ["error": ["domain": "VSErrorDomain", "code": 4]]
    #expect(try framework.call("authenticate", authentication()) == rejected)
    for _ in 1...2 {
      #expect(try framework.call("metadata", silent)["accountProviderIdentifier"] == "c")
    }
    #expect(
      try framework.call("authenticate", authentication())
        == ["samlAttributeQueryResponse": "<signed/>"])
    #expect(throws: PartnerError.neverAnswers(call: "metadata")) {
      try framework.call("metadata", ["isInterruptionAllowed": true])
    }
    try framework.user(.cancel)
    try framework.user(.signOut)
    #expect(try framework.call("metadata", silent) == [:])
  }

  @Test(arguments: [#""metadata", "sign-out""#, #""sign-out", "metadata""#])
  func `gives what comes after two things once both have happened`(after: String) throws {
    let text = """
      {"partnerRecording": 1, "sessions": [{"answers": [
        {"call": "permission", "after": [\(after)], "result": {"accessStatus": "denied"}},
        {"call": "permission", "result": {"accessStatus": "granted"}},
        {"call": "metadata", "result": null}
      ]}]}
      """
    for first in ["metadata", "sign-out"] {
      let framework = try Recording(Array(text.utf8)).open(
        FrameworkOpening(partner: "Apple", state: "any", options: JSONObject()),
        surroundings: TestClock().surroundings)
      func act(_ name: String) throws {
        if name == "sign-out" {
          try framework.user(.signOut)
        } else {
          _ = try framework.call("metadata", ["isInterruptionAllowed": false])
        }
      }
      func permission() throws -> JSONValue? {
        try framework.call("permission", ["prompting": false])["accessStatus"]
      }
      #expect(try permission() == "granted")
      try act(first)
      #expect(try permission() == "granted")
      try act(first == "metadata" ? "sign-out" : "metadata")
      #expect(try permission() == "denied")
    }
  }

  @Test func `makes the header of the answers`() throws {
    let framework = try open()
    let granted: JSONValue = ["accessStatus": "granted"]
    func info() throws -> JSONValue? {
      let status = try #require(try framework.decodedStatus())
      #expect(status["frameworkPermissionInfo"] == granted)
      return status["frameworkProviderInfo"]
    }
    #expect(try info() == ["id": "c", "expirationDate": "1896048000000"])
    _ = try framework.call("authenticate", authentication())
    #expect(
      try info() == ["id": "c", "expirationDate": "1896048000000", "error": ["code": "4"]])
    try framework.user(.signOut)
    #expect(try info() == [:])
  }

  @Test(arguments: [
    ("", "the file is not JSON: "),
    ("[]", "a recording is an object, not an array"),
    ("{}", #"a recording says "partnerRecording": 1"#),
    (#"{"partnerRecording":2,"sessions":[]}"#, #"a recording says "partnerRecording": 1"#),
    (#"{"partnerRecording":1}"#, "/sessions: expected an array here"),
    (#"{"partnerRecording":1,"sessions":[7]}"#, "/sessions/0: a session is an object, not 7"),
    (session(#""sate":"x""#), "/sessions/0: a session has no 'sate', did you mean 'state'?"),
    (session(#""answers":[]"#), "/sessions/0: 'answers' is there twice"),
    (
      session(#""shiftsDates":true"#),
      "/sessions/0: a session that shifts dates says when it was opened"
    ),
    (
      session(#""opened":-9223372036854775808"#),
      "/sessions/0: 'opened' of a session is milliseconds since 1970"
    ),
    (
      answer(#"{"call":"meta"}"#),
      "/sessions/0/answers/0: an answer has a 'call', permission, metadata, authenticate, user, status"
    ),
    (
      answer(#"{"call":"metadata"}"#),
      "/sessions/0/answers/0: an answer to 'metadata' is one of result, error, never: true"
    ),
    (
      answer(#"{"call":"metadata","result":{},"never":true}"#),
      "/sessions/0/answers/0: an answer to 'metadata' is one of result, error, never: true"
    ),
    (
      answer(#"{"call":"permission","result":{"accessStatus":"yes"}}"#),
      "/sessions/0/answers/0: 'accessStatus' is one of granted, denied, restricted, notDetermined, not 'yes'"
    ),
    (
      answer(#"{"call":"metadata","result":{"samlTemplate":7}}"#),
      "/sessions/0/answers/0: 'samlTemplate' is a text"
    ),
    (
      answer(#"{"call":"status","result":7}"#),
      "/sessions/0/answers/0: the result of 'status' is an object, a text or null"
    ),
    (
      answer(#"{"call":"user","request":{"action":"cancel"},"result":{}}"#),
      "/sessions/0/answers/0: what the user does has no result"
    ),
    (
      answer(#"{"call":"metadata","request":[],"result":{}}"#),
      "/sessions/0/answers/0: 'request' of an answer is an object, not an array"
    ),
  ])
  func `says what is wrong with a file, and where`(text: String, message: String) {
    do {
      _ = try Recording(Array(text.utf8))
      Issue.record("read")
    } catch {
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }

  static func session(_ member: String) -> String {
    #"{"partnerRecording":1,"sessions":[{"answers":[],\#(member)}]}"#
  }

  static func answer(_ answer: String) -> String {
    #"{"partnerRecording":1,"sessions":[{"answers":[\#(answer)]}]}"#
  }
}

// SPDX-License-Identifier: Apache-2.0
// A program that answers as the framework, and one that is the user agent.

import Formats
import TestSupport
import Testing
import Text

@testable import Partner

struct CommandTests {
  static let opening = FrameworkOpening(
    partner: "Apple", state: "granted-signed-in",
    options: JSONObject([(name: "provider", value: "Cablevision")]),
    deviceIdentifier: "fingerprint 1")

  func open(_ program: ScriptedProgram) throws -> any PartnerFramework {
    try program.session.open(Self.opening, now: clock, deadline: never)
  }

  @Test func `sends the messages of the protocol`() throws {
    let program = ScriptedProgram(results: [
      "permission": #"{"accessStatus":"granted"}"#, "status": "null",
    ])
    let session = program.session
    let framework = try session.open(Self.opening, now: clock, deadline: never)
    _ = try framework.call("permission", ["prompting": true])
    _ = try framework.call("metadata", ["isInterruptionAllowed": false])
    _ = try framework.call(
      "authenticate",
      ["verificationToken": "PHNhbWw", "attributeNames": ["userID"], "isInterruptionAllowed": true])
    try framework.user(.switchProvider(provider: "Spectrum"))
    try framework.user(.signOut)
    _ = try framework.status(deadline: never)
    session.end()
    let expected = [
      #"{"id":1,"call":"open","protocol":1,"partner":"Apple","state":"granted-signed-in","#
        + #""options":{"provider":"Cablevision"},"device":{"identifier":"fingerprint 1"},"#
        + #""now":1893456000000}"#, #"{"id":2,"call":"permission","prompting":true}"#,
      #"{"id":3,"call":"metadata","request":{"isInterruptionAllowed":false,"#
        + #""channelIdentifier":"https://saml.sp.auth.adobe.com","#
        + #""includeAccountProviderIdentifier":true,"includeAuthenticationExpirationDate":true}}"#,
      #"{"id":4,"call":"authenticate","request":{"verificationToken":"PHNhbWw","#
        + #""attributeNames":["userID"],"isInterruptionAllowed":true}}"#,
      #"{"id":5,"call":"user","action":"switch-provider","provider":"Spectrum"}"#,
      #"{"id":6,"call":"user","action":"sign-out"}"#,
      #"{"id":7,"call":"status","value":"framework_status"}"#,
      #"{"id":8,"call":"close"}"#,
    ]
    #expect(program.sent == expected)
    #expect(program.ends == 1)
  }

  /// Two jobs may share one device, and the other's scenario comes next.
  @Test func `tells a program at once that its scenario is over`() throws {
    let program = ScriptedProgram()
    let pool = CommandPool { program.session }
    for count in [2, 4] {
      let environment = TestClock().environment
      _ = try pool.open(Self.opening, environment: environment, deadline: never)
      #expect(program.sent.count == count)
      #expect(program.sent.last == #"{"id":\#(count),"call":"close"}"#)
    }
  }

  static let declared = #"""
    {"platforms": {"box": {"info": {"osName": "Box"}, "userAgent": "Box/1"}},
     "states": ["linked"], "options": {"region": ["us", "eu"]},
     "calls": {"getToken": {"request": {"scope": "text"},
                            "answer": {"token": "secret", "until": "date"}},
               "permission": {"request": {"scope": "text"}}},
     "user": {"unlink": null, "link": "an account"},
     "values": {"token": {"header": "Box-Token", "secret": true, "decode": "jws"}},
     "identities": 1}
    """#

  @Test func `learns the words of a program that says hello`() throws {
    let program = ScriptedProgram(results: [
      "hello": Self.declared.replacing("\n", with: ""), "getToken": #"{"token":"t","until":5}"#,
      "status": #""a.b.c""#,
    ])
    let words = try program.session.hello(deadline: never)
    #expect(program.sent.first == #"{"id":1,"call":"hello","protocol":1}"#)
    #expect(program.ends == 1)
    #expect(words.platforms.map(\.userAgent) == ["Box/1"])
    #expect(words.states?.map(\.name) == ["linked"] && words.supported == ["linked"])
    #expect(words.user.map(\.argument) == [nil, "an account"])
    #expect(words.identities == 1 && words.secretNames == ["token"])
    let session = CommandSession(program: "./farm", declaration: words) { _ in program.conversation
    }
    let framework = try session.open(
      FrameworkOpening(partner: "Box", state: "linked"), now: clock, deadline: never)
    let call = try PartnerCall(name: "getToken", arguments: ["scope": "all"], of: words)
    #expect(try framework.answer(to: call, deadline: never).json == ["token": "t", "until": 5])
    #expect(program.sent.last == #"{"id":2,"call":"getToken","request":{"scope":"all"}}"#)
    #expect(try framework.value("token", deadline: never) == "a.b.c")
    #expect(program.sent.last == #"{"id":3,"call":"status","value":"token"}"#)
    // A call of a name that the first framework has, too.
    let other = try PartnerCall(name: "permission", arguments: ["scope": "all"], of: words)
    _ = try? framework.answer(to: other, deadline: never)
    #expect(program.sent.last == #"{"id":4,"call":"permission","request":{"scope":"all"}}"#)
  }

  @Test(arguments: [
    #"{"id":1,"error":{"domain":"x"}}"#, #"{"id":1,"result":{}}"#, #"{"id":1,"result":null}"#,
    #"{"id":1,"result":{"other":1}}"#, #"{"id":7,"result":{}}"#, "no JSON", "ENDED with status 1",
    "LATE", "TOO LONG",
  ])
  func `takes a program that fails at hello as one that declares nothing`(line: String) throws {
    let program = ScriptedProgram { _, _ in LineConversation.Reception.all(line) }
    var words = try program.session.hello(deadline: never)
    let silence = try #require(words.silence)
    let what =
      line.contains(#""id":1"#) ? "declared nothing when it was asked hello" : "the hello call"
    #expect(silence.hasPrefix("./farm ") && silence.contains(what), "\(silence)")
    words.silence = nil
    #expect(words == FrameworkRegistry.standard && program.ends == 1)
  }

  /// A member with a mistake, and what is said of it.
  @Test(
    arguments: table(
      #"""
      {"stats":[],"states":[]} | the declaration has no 'stats', did you mean 'states'?
      {"states":"x"} | 'states' of the declaration is an array of strings, not 'x'
      {"platforms":{}} | 'platforms' names at least one
      {"platforms":{"box":{"inf":{}}}} | the platform 'box' has no 'inf', did you mean 'info'?
      {"calls":{"open":{}}} | a call can't be called 'open', which is a message of the protocol
      {"calls":{"a":{"request":{"b":"txt"}}}} | 'b' of the request of the call 'a' is text, texts, integer, boolean, date, any, secret or a list of words, not 'txt', did you mean 'text'?
      {"calls":{"a":{"answer":{"b":{"tpe":"text"}}}}} | 'b' of the answer of the call 'a' has no 'tpe', did you mean 'type'?
      {"user":{"a":1}} | 'a' of 'user' is the thing that it names, or null
      {"values":{"id":{"header":"X"}}} | the value 'id' has a name of a-z, 0-9 and '_', not id, identifier, info, platform, and a 'header'
      {"values":{"a":{"header":"X","decode":"jwt"}}} | 'decode' of the value 'a' is one of none, base64-json, jws, not 'jwt', did you mean 'jws'?
      {"values":{"1a":{"header":"X"}}} | the value '1a' has a name of a-z, 0-9 and '_', not id, identifier, info, platform, and a 'header'
      {"values":{"a":{"header":"X\r\nY"}}} | the value 'a' has a name of a-z, 0-9 and '_', not id, identifier, info, platform, and a 'header'
      {"options":{"b":{"type":"text","default":5}}} | 'default' of 'b' of 'options' is a string, not 5
      {"identities":0} | 'identities' is 1 or more, or missing
      """#) as [(String, String)])
  func `says what is wrong with a declaration`(text: String, sentence: String) {
    let program = ScriptedProgram(results: ["hello": text])
    let start = "./farm answered the hello call with something of another form: "
    #expect(throws: PartnerError.failed(start + sentence)) {
      try program.session.hello(deadline: never)
    }
  }

  @Test func `opens no state that the program does not support`() throws {
    let program = ScriptedProgram(results: ["open": #"{"states":["denied"]}"#])
    let session = program.session
    let error = PartnerError.unsupported("./farm does not support the state 'granted-signed-in'")
    #expect(throws: error) { _ = try session.open(Self.opening, now: clock, deadline: never) }
    // It is not asked again.
    let messages = program.sent.count
    #expect(throws: error) { _ = try session.open(Self.opening, now: clock, deadline: never) }
    #expect(program.sent.count == messages)
  }

  @Test func `opens the states that the program has named`() throws {
    let program = ScriptedProgram(results: ["open": #"{"states":["denied","granted-signed-in"]}"#])
    let session = program.session
    for _ in 1...2 { _ = try session.open(Self.opening, now: clock, deadline: never) }
    #expect(program.starts == 1)
  }

  private static let state = "the state 'granted-signed-in'"

  @Test(arguments: [
    (
      #"{"domain":"unsupported","message":"no"}"#,
      PartnerError.unsupported("./farm does not support \(state) as the scenario needs it: no")
    ),
    (
      #"{"domain":"unsupported"}"#,
      .unsupported("./farm does not support \(state) as the scenario needs it")
    ), (#"{"message":"unknown state"}"#, .failed("./farm can't open \(state): unknown state")),
  ])
  func `tells why a program can't open a state`(answer: String, error: PartnerError) {
    let program = ScriptedProgram { _, id in [.text(#"{"id":\#(id),"error":\#(answer)}"#)] }
    #expect(throws: error) { try open(program) }
  }

  @Test(arguments: [#"{"states":"denied"}"#, #"{"states":[1]}"#])
  func `refuses states that are not texts`(result: String) {
    let program = ScriptedProgram(results: ["open": result])
    #expect { _ = try program.session.open(Self.opening, now: clock, deadline: never) } throws: {
      "\($0)".hasPrefix("./farm answered the open call with ")
    }
    #expect(program.ends == 1)
  }

  @Test(
    arguments: table(
      #"""
      permission | {"accessStatus":"denied"} | {"accessStatus":"denied"}
      metadata | null | {}
      metadata | {} | {}
      metadata | {"accountProviderIdentifier":"C","authenticationExpirationDate":1893459600000} | {"accountProviderIdentifier":"C","authenticationExpirationDate":1893459600000}
      authenticate | {"samlAttributeQueryResponse":"<a/>"} | {"samlAttributeQueryResponse":"<a/>"}
      """#) as [(String, String, String)])
  func `passes results on`(call: String, result: String, json: String) throws {
    let framework = try open(ScriptedProgram(results: [call: result]))
    let arguments = call == "permission" ? JSONValue.null : authentication()
    let sent = call == "metadata" ? ["isInterruptionAllowed": true] : arguments
    #expect(try JSONWriter.text(framework.call(call, sent)) == json)
  }

  @Test(arguments: [
    #"{"domain":"VSErrorDomain","code":2,"message":"cancelled"}"#, #"{"domain":"unavailable"}"#,
    #"{"domain":"VSErrorDomain","code":1,"unsupportedProviderIdentifier":"D"}"#,
  ])
  func `passes errors of the framework on`(error: String) throws {
    let framework = try open(
      ScriptedProgram { line, id in
        id == 1 ? [.text(#"{"id":1,"result":{}}"#)] : [.text(#"{"id":\#(id),"error":\#(error)}"#)]
      })
    let answer = try framework.call("metadata", ["isInterruptionAllowed": true])
    #expect(JSONWriter.text(answer) == #"{"error":\#(error)}"#)
  }

  @Test(arguments: [
    ("null", nil), (#""%%%""#, "%%%"),
    (#"{"frameworkPermissionInfo":{}}"#, "eyJmcmFtZXdvcmtQZXJtaXNzaW9uSW5mbyI6e319"),
  ])
  func `encodes the status, and leaves a text as it is`(result: String, header: String?) throws {
    let framework = try open(ScriptedProgram(results: ["status": result]))
    #expect(try framework.status(deadline: never) == header)
  }

  @Test func `keeps one process for several openings, whether or not close is answered`() throws {
    for answersClose in [false, true] {
      let program = ScriptedProgram { line, id in
        line.contains("close") && !answersClose ? [] : [.text(#"{"id":\#(id),"result":{}}"#)]
      }
      let session = program.session
      for _ in 1...3 {
        let framework = try session.open(Self.opening, now: clock, deadline: never)
        #expect(try framework.call("metadata", ["isInterruptionAllowed": true]) == [:])
      }
      #expect(program.starts == 1)
      #expect(program.sent.count == 8)
      session.end()
    }
  }

  @Test func `tells a framework that its state is gone`() throws {
    let session = ScriptedProgram().session
    let first = try session.open(Self.opening, now: clock, deadline: never)
    _ = try session.open(Self.opening, now: clock, deadline: never)
    #expect(throws: PartnerError.failed("the state of the device has been opened anew")) {
      try first.status(deadline: never)
    }
  }

  @Test func `fails where the program can't be started`() throws {
    let session = CommandSession(program: "./farm") { (_) throws(PartnerError) in
      throw .failed("./farm: no such file")
    }
    #expect(throws: PartnerError.failed("./farm: no such file")) {
      try session.open(Self.opening, now: clock, deadline: never)
    }
  }
}

/// Each way to misbehave, as an answer to the second message, a metadata call.
struct CommandMisbehaviourTests {
  @Test(
    arguments: table(
      #"""
      LATE | did not answer the metadata call in time
      ENDED | closed its output instead of answering the metadata call
      ENDED with status 1 | ended with status 1 instead of answering the metadata call
      TOO LONG | answered the metadata call with a line of more than 8388608 bytes
      hello | answered the metadata call with a line of 5 bytes that is not JSON (byte 0)
      FF | answered the metadata call with a line of 1 bytes that is not JSON (byte 0)
       | answered the metadata call with a line of 0 bytes that is not JSON (byte 0)
      [2] | answered the metadata call with a line that is array, not an object
      {"result":{}} | answered the metadata call with an object with no 'id' that is an integer
      {"id":2} | answered the metadata call with an object with neither 'result' nor 'error'
      {"id":2,"result":{},"error":{}} | answered the metadata call with an object with both 'result' and 'error'
      {"id":1,"result":{}} | answered message 1 twice
      {"id":0,"result":{}} | answered message 0 when asked 2, the metadata call
      {"id":3,"result":{}} | answered message 3 when asked 2, the metadata call
      {"id":2,"result":{}}↵{"id":3,"result":{}} | answered message 3, which was not asked, after its answer to the metadata call
      {"id":2,"result":{}}↵{"id":0,"result":{}} | answered message 0, which was not asked, after its answer to the metadata call
      {"id":2,"result":{}}↵{"id":1,"result":{}} | answered message 1 twice
      {"id":7,"result":{}} | answered message 7 when asked 2, the metadata call
      {"id":2,"result":{}}↵{"id":2,"result":{}} | answered message 2 twice
      {"id":2,"result":{}}↵x | wrote a line that was not asked for, after its answer to the metadata call
      {"id":2,"result":7} | answered the metadata call with something of another form: the answer is an object, not 7
      {"id":2,"error":{"message":"no device"}} | answered the metadata call with something of another form: an error has no 'code'
      """#) as [(String, String)])
  func `fails the call that waits, ends the program, and starts another`(
    lines: String, sentence: String
  ) throws {
    let answer = LineConversation.Reception.all(lines)
    let program = ScriptedProgram { line, id in
      line.contains("metadata") ? answer : [.text(#"{"id":\#(id),"result":{}}"#)]
    }
    let session = program.session
    let framework = try session.open(CommandTests.opening, now: clock, deadline: never)
    #expect(throws: PartnerError.failed("./farm \(sentence)")) {
      try framework.call("metadata", ["isInterruptionAllowed": true])
    }
    #expect(program.ends == 1)
    #expect(
      throws: PartnerError.failed(
        "./farm \(sentence), and with it the state of the device is gone")
    ) {
      try framework.status(deadline: never)
    }
    _ = try session.open(CommandTests.opening, now: clock, deadline: never)
    #expect(program.starts == 2)
  }

  @Test(arguments: [
    (LineConversation.Sending.late, "did not read the metadata call in time"),
    (.ended(nil), "closed its input before the metadata call"),
    (.ended("by signal 9"), "ended by signal 9 before the metadata call"),
  ])
  func `fails where nobody reads`(sending: LineConversation.Sending, sentence: String) throws {
    let program = ScriptedProgram()
    let session = program.session
    let framework = try session.open(CommandTests.opening, now: clock, deadline: never)
    program.sending = sending
    #expect(throws: PartnerError.failed("./farm \(sentence)")) {
      try framework.call("metadata", ["isInterruptionAllowed": true])
    }
    #expect(program.ends == 1)
  }

  @Test func `ends the program with the session`() throws {
    let program = ScriptedProgram()
    do {
      let session = program.session
      _ = try session.open(CommandTests.opening, now: clock, deadline: never)
    }
    #expect(program.ends == 1)
  }
}

struct UserAgentProgramTests {
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

  @Test(
    arguments: table(
      #"""
      LATE | did not answer in time
      ENDED with status 2 | ended with status 2 without an answer
      ENDED | closed its output without an answer
      TOO LONG | answered with a line of more than 8388608 bytes
      x | answered with a line of 1 bytes that is not JSON
      {} | answered with neither {"reached": URL} nor {"error": …}
      {"reached":7} | answered with neither {"reached": URL} nor {"error": …}
      {"reached":"a","error":"b"} | answered with neither {"reached": URL} nor {"error": …}
      """#) as [(String, String)])
  func `says what else it did`(line: String, sentence: String) {
    #expect(throws: PartnerError.failed("the user agent program \(sentence)")) {
      try visit(LineConversation.Reception.all(line)[0])
    }
  }
}

/// Keeps what it was sent, and answers by a script.
final class ScriptedProgram {
  typealias Script = (_ line: String, _ id: Int) -> [LineConversation.Reception]

  private(set) var sent: [String] = []
  private(set) var starts = 0
  private(set) var ends = 0
  var sending = LineConversation.Sending.sent
  private var waiting: [LineConversation.Reception] = []
  private let script: Script

  init(_ script: @escaping Script) { self.script = script }

  /// Answers each message but `close` with a result, `{}` unless another is given for the call.
  convenience init(results: [String: String] = [:]) {
    self.init { line, id in
      guard let call = try? JSONParser.document(line).root["call"]?.string, call != "close" else {
        return []
      }
      return [.text(#"{"id":\#(id),"result":\#(results[call] ?? "{}")}"#)]
    }
  }

  var session: CommandSession {
    CommandSession(program: "./farm") { _ in
      self.starts += 1
      return self.conversation
    }
  }

  var conversation: LineConversation {
    LineConversation(
      send: { line, _ in
        guard self.sending == .sent else { return self.sending }
        let text = String(decoding: line, as: UTF8.self)
        self.sent.append(text)
        let id = (try? JSONParser.document(line).root["id"]?.number?.integer) ?? 0
        self.waiting += self.script(text, id)
        return .sent
      },
      receive: { _ in
        guard let next = self.waiting.first else { return .late }
        if case .line = next { self.waiting.removeFirst() }
        return next
      },
      end: {
        self.ends += 1
        self.waiting = []
      })
  }
}

extension LineConversation.Reception {
  static func text(_ text: String) -> Self { .line(Array(text.utf8)) }

  /// What a table calls so, or else a line of text each.
  static func all(_ lines: String) -> [Self] {
    switch lines {
    case "LATE": [.late]
    case "TOO LONG": [.tooLong]
    case "FF": [.line([0xFF])]
    case "ENDED": [.ended(nil)]
    default:
      lines.hasPrefix("ENDED ")
        ? [.ended(String(lines.dropFirst(6)))]
        : lines.split(separator: "\n", omittingEmptySubsequences: false).map { .text(String($0)) }
    }
  }
}

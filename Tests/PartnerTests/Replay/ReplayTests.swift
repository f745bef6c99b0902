// SPDX-License-Identifier: Apache-2.0
// Recordings: made by a run or by hand, replayed, with their dates.

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

struct ReplayTests {
  func record(
    _ state: String, secrets: Bool = false
  ) throws -> (seen: [String], recording: Recording) {
    let clock = TestClock()
    let recorder = FrameworkRecorder(keepsSecrets: secrets)
    let opening = FrameworkOpening(partner: "Apple", state: state, deviceIdentifier: "secret id")
    let environment = clock.environment
    let framework = recorder.recording(
      try FrameworkEmulator.apple.open(opening, environment),
      of: FrameworkEmulator.apple.declaration, opening: opening,
      environment: environment)
    return (try walk(framework, clock: clock), recorder.recording)
  }

  func replay(_ recording: Recording, _ state: String, clock: TestClock = TestClock()) throws
    -> any PartnerFramework
  {
    try recording.open(
      FrameworkOpening(partner: "Apple", state: state), environment: clock.environment)
  }

  @Test(arguments: AppleState.all.map(\.name), [false, true])
  func `answers as the emulator did, in every state`(state: String, secrets: Bool) throws {
    let (seen, recording) = try record(state, secrets: secrets)
    let read = try Recording(recording.bytes)
    #expect(read.sessions == recording.sessions)
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
    func texts(_ secrets: Bool) throws -> String {
      String(
        decoding: try record("granted-signed-in", secrets: secrets).recording.bytes, as: UTF8.self)
    }
    let subject = SHA256.hexadecimal(Array("apple-mso-101/secret id".utf8)).prefix(32)
    let replaced = try texts(false)
    let secrets = [String(subject), "secret id", Base64.encode("<a ID='_request1'/>"), "_request1"]
    for secret in secrets { #expect(!replaced.contains(secret)) }
    #expect(replaced.contains(#""template": "<samlp:Response"#))
    #expect(try texts(true).contains(subject))
  }

  @Test func `fails where nothing is recorded, with both sides`() throws {
    let recorder = FrameworkRecorder()
    let opening = FrameworkOpening(partner: "Apple", state: "denied")
    let recorded = recorder.recording(
      try open("denied"), of: FrameworkEmulator.apple.declaration, opening: opening,
      environment: TestClock().environment)
    _ = try recorded.call("permission", ["prompting": true])
    let recording = recorder.recording
    let framework = try replay(recording, "denied")
    func expectFailure(_ sentence: String, of name: String, _ arguments: JSONValue) {
      let error = PartnerError.failed("the recording has no answer to \(sentence)")
      #expect(throws: error) { try framework.call(name, arguments) }
    }
    expectFailure(
      #"permission {"prompting":false}; it has permission {"prompting":true}"#,
      of: "permission", ["prompting": false])
    _ = try framework.call("permission", ["prompting": true])
    expectFailure(
      #"authenticate {"verificationToken":"…","attributeNames":["a"],"isInterruptionAllowed":true};"#
        + " it has no further call", of: "authenticate",
      ["verificationToken": "t", "attributeNames": ["a"], "isInterruptionAllowed": true])
    let sentence = "the recording has no session for restricted; it has denied"
    #expect(throws: PartnerError.failed(sentence)) { try replay(recording, "restricted") }
  }

  @Test func `tells sessions of one opening apart by what is asked`() throws {
    let recorder = FrameworkRecorder()
    let opening = FrameworkOpening(partner: "Apple", state: "granted-signed-in")
    for action in [UserAction.signOut, .switchProvider(provider: "p2"), .denyPermission] {
      let framework = recorder.recording(
        try open("granted-signed-in"), of: FrameworkEmulator.apple.declaration,
        opening: opening, environment: TestClock().environment)
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

  /// The opening is 1,000 s after that of the recording.
  @Test(
    arguments: table(
      #"""
      {"provider":"p"} | {"provider":"p"} | true
      {"provider":"p"} | {} | false
      {"provider":"p"} | {"provider":"q"} | false
      {"provider":"p"} | {"provider":"p","saml":"ok"} | false
      {"expires":1893459600000} | {"expires":1893460600000} | true
      {"expires":1893459600000} | {"expires":1893460660000} | true
      {"expires":1893459600000} | {"expires":1893460660001} | false
      {"expires":1893459600000} | {"expires":1893457000005} | false
      """#) as [(String, JSONValue, Bool)])
  func `answers for the options that were given, dates by their distance from the opening`(
    recorded: String, given: JSONValue, answers: Bool
  ) throws {
    let text = #"{"partnerRecording":1,"sessions":[{"state":"s","opened":1893456000000,"#
    let recording = try Recording(Array(#"\#(text)"options":\#(recorded),"answers":[]}]}"#.utf8))
    let later = TestClock()
    later.advance(by: .seconds(1000))
    let options = try #require(given.object)
    let opening = FrameworkOpening(partner: "Apple", state: "s", options: options)
    let opened = try? recording.open(opening, environment: later.environment)
    #expect((opened != nil) == answers)
  }
}

/// What a person writes from a device's log.
struct HandWrittenRecordingTests {
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

  func open(_ text: String = Self.text) throws -> any PartnerFramework {
    try Recording(Array(text.utf8)).open(
      FrameworkOpening(partner: "Apple", state: "any", options: JSONObject()),
      environment: TestClock().environment)
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
      let framework = try open(text)
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
    #expect(try info() == ["id": "c", "expirationDate": "1896048000000", "error": ["code": "4"]])
    try framework.user(.signOut)
    #expect(try info() == [:])
  }

  @Test(
    arguments: table(
      #"""
       | the file is not JSON:
      [] | a recording is an object, not an array
      {} | a recording says "partnerRecording": 1
      {"partnerRecording":2,"sessions":[]} | a recording says "partnerRecording": 1
      {"partnerRecording":1} | /sessions: expected an array here
      {"partnerRecording":1,"sessions":[7]} | /sessions/0: a session is an object, not 7
      {"partnerRecording":1,"sessions":[{"answers":[],"sate":"x"}]} | /sessions/0: a session has no 'sate', did you mean 'state'?
      {"partnerRecording":1,"sessions":[{"answers":[],"answers":[]}]} | /sessions/0: 'answers' is there twice
      {"partnerRecording":1,"sessions":[{"answers":[],"shiftsDates":true}]} | /sessions/0: a session that shifts dates says when it was opened
      {"partnerRecording":1,"sessions":[{"answers":[],"opened":-9223372036854775808}]} | /sessions/0: 'opened' of a session is milliseconds since 1970
      {"partnerRecording":1,"sessions":[{"answers":[{"call":"meta"}]}]} | /sessions/0/answers/0: an answer has a 'call', permission, metadata, authenticate, user, status
      {"partnerRecording":1,"sessions":[{"answers":[{"call":"metadata"}]}]} | /sessions/0/answers/0: an answer to 'metadata' is one of result, error, never: true
      {"partnerRecording":1,"sessions":[{"answers":[{"call":"metadata","result":{},"never":true}]}]} | /sessions/0/answers/0: an answer to 'metadata' is one of result, error, never: true
      {"partnerRecording":1,"sessions":[{"answers":[{"call":"permission","result":{"accessStatus":"yes"}}]}]} | /sessions/0/answers/0: 'accessStatus' of the answer to the permission call is one of granted, denied, restricted, notDetermined, not 'yes'
      {"partnerRecording":1,"sessions":[{"answers":[{"call":"metadata","result":{"samlTemplate":7}}]}]} | /sessions/0/answers/0: the answer to the metadata call has no 'samlTemplate'
      {"partnerRecording":1,"sessions":[{"answers":[{"call":"status","result":7}]}]} | /sessions/0/answers/0: the result of 'status' is an object, a text or null
      {"partnerRecording":1,"sessions":[{"answers":[{"call":"user","request":{"action":"cancel"},"result":{}}]}]} | /sessions/0/answers/0: what the user does has no result
      {"partnerRecording":1,"sessions":[{"answers":[{"call":"metadata","request":[],"result":{}}]}]} | /sessions/0/answers/0: 'request' of an answer is an object, not an array
      """#) as [(String, String)])
  func `says what is wrong with a file, and where`(text: String, message: String) {
    #expect {
      _ = try Recording(Array(text.utf8))
    } throws: {
      "\($0)".hasPrefix(message)
    }
  }
}

struct RecordedDatesTests {
  /// The second opening is 1,000 s after the first.
  @Test(
    arguments: table(
      #"""
      {"a":1893459600000} | {"a":1893460600000} | true
      {"a":1893459600000} | {"a":1893460660000} | true
      {"a":1893459600000} | {"a":1893460660001} | false
      {"a":1893459600000} | {"a":1893460540000} | true
      {"a":1893459600000} | {"a":1893460539999} | false
      // As it was written.
      {"a":1893459600000} | {"a":1893459600000} | true
      // No dates: durations and texts.
      {"a":3600000} | {"a":3600001} | false
      {"a":3600000} | {"a":3600000} | true
      {"a":100000000000} | {"a":100001000000} | true
      {"a":99999999999} | {"a":100000999999} | false
      {"a":"x"} | {"a":"y"} | false
      {"a":null} | {"a":null} | true
      {"a":null} | {} | false
      {} | {"a":null} | false
      {"a":1} | {"b":1} | false
      {"a":1,"b":2} | {"b":2,"a":1} | true
      {"a":1,"b":2} | {"a":1,"b":3} | false
      {"a":1,"b":1893459600000} | {"a":1,"b":1893460600000} | true
      """#) as [(JSONValue, JSONValue, Bool)])
  func `options are the same by their distance from the opening`(
    recorded: JSONValue, given: JSONValue, areSame: Bool
  ) throws {
    let (recorded, given) = (try #require(recorded.object), try #require(given.object))
    let later = clock + .seconds(1000)
    #expect(RecordedDates.areSame(recorded, openedAt: clock, given, openedAt: later) == areSame)
    let isEqual =
      recorded.count == given.count && recorded.members.allSatisfy { given[$0.name] == $0.value }
    #expect(RecordedDates.areSame(recorded, openedAt: nil, given, openedAt: later) == isEqual)
  }

  @Test(
    arguments: [
      ("1893456000000", "1893456005999"), (1_893_456_000_000, 1_893_456_005_999),
      ("1893456000", "1893456005"), (1_893_456_000, 1_893_456_005),
      ("100000000000", "100000005999"), ("99999999999", "100000000004"),
      (-99_999_999_999, -99_999_999_994), ("soon", "soon"), (true, true),
      (9_223_372_036_854_775_807, 9_223_372_036_854_775_807),
    ] as [(JSONValue, JSONValue)])
  func `the expiry in a header moves in its own unit`(date: JSONValue, moved: JSONValue) {
    #expect(RecordedDates.shifted(date, by: 5999) == moved)
    func status(_ date: JSONValue) -> JSONValue {
      ["frameworkProviderInfo": ["id": "p", "expirationDate": date], "other": 1]
    }
    let filled = SecretPlaceholders.filled(status(date), nil, movedBy: 5999) { $0 }
    #expect(filled == status(moved))
  }
}

/// What a program of another partner answers, and what is written down of it.
struct SecretPlaceholderTests {
  private static func token(_ claims: String) -> String {
    ["{\"alg\":\"RS256\",\"kid\":\"key-of-jane\"}", claims, "signature-of-jane"]
      .map(Base64.encode(url:)).joined(separator: ".")
  }
  private static let jws = token(
    #"{"iss":"https://id.example","exp":1893459600,"sub":"jane-doe","plan":{"owner":"jane-too"}}"#)

  /// Records a call and a value of a program, and replays them an hour later.
  private func replayed(
    _ answer: JSONValue, value: String, declared: String = CommandTests.declared,
    request: JSONValue = [:], known: String? = nil
  ) throws -> (file: String, answer: JSONValue, value: String?) {
    let words = try FrameworkDeclaration(
      JSONParser.document(declared).root, otherwise: FrameworkRegistry.standard)
    let program = ScriptedProgram(results: [
      "getToken": JSONWriter.text(answer), "status": JSONWriter.text(.string(value)),
    ])
    let session = CommandSession(program: "./farm", declaration: words) { _ in program.conversation
    }
    let opening = FrameworkOpening(partner: "Box", state: "linked")
    let recorder = FrameworkRecorder { text in known.map(text.contains) ?? false }
    let recorded = recorder.recording(
      try session.open(opening, now: clock, deadline: never), of: words, opening: opening,
      environment: TestClock().environment)
    let call = try PartnerCall(name: "getToken", arguments: request, of: words)
    #expect(try recorded.answer(to: call, deadline: never).json == answer)
    #expect(try recorded.value("token", deadline: never) == value)
    try recorded.user(UserAction("link", provider: known))
    let later = TestClock()
    later.advance(by: .seconds(3600))
    let recording = try Recording(recorder.recording.bytes)
    let framework = try recording.open(opening, environment: later.environment)
    return (
      String(decoding: recording.bytes, as: UTF8.self),
      try framework.answer(to: call, deadline: never).json,
      try framework.value("token", deadline: never)
    )
  }

  @Test func `keeps the form of a token, and nothing of its owner`() throws {
    let (file, answer, value) = try replayed(
      ["token": .string(Self.jws), "until": 1_893_459_600_000], value: Self.jws)
    for secret in ["jane", Self.jws] { #expect(!file.contains(secret)) }
    #expect(answer["until"] == 1_893_463_200_000)
    #expect(answer["token"]?.string == value)
    let claims = try #require(try JWS.document(value ?? "")["claims"])
    #expect(claims["iss"] == "https://id.example" && claims["exp"] == 1_893_463_200)
    #expect(claims["sub"]?.string?.utf8.count == 8 && claims["sub"] != "jane-doe")
  }

  /// What nobody has declared to be harmless is a secret, in whatever it stands.
  @Test func `keeps nothing that is not declared`() throws {
    let declared = """
      {"calls": {"getToken": {}}, "values": {"token": {"header": "T", "decode": "base64-json"}}}
      """
    let answer: JSONValue = [
      "bearer": "short", "pin": 4711, "of": ["jane", ["mail": "jane@example.com"]], "ok": true,
    ]
    for value in ["bearer of jane", Base64.encode(#"{"user":"jane"}"#)] {
      let (file, replayed, made) = try replayed(answer, value: value, declared: declared)
      for secret in ["short", "4711", "jane", "bearer of"] { #expect(!file.contains(secret)) }
      #expect(replayed["ok"] == true && replayed["bearer"]?.string?.count == 5)
      #expect(replayed["pin"]?.number?.literal.count == 4)
      #expect(made != nil && made != value)
    }
  }

  /// Secrets of the target, parts of requests, values of another form than declared, and names.
  @Test func `keeps no secret in what is declared as harmless`() throws {
    let declared = """
      {"calls": {"getToken": {
         "request": {"scope": "text", "of": "text", "note": "any",
                     "login": {"parts": {"user": "text", "password": "secret"}}},
         "answer": {"name": "text", "owners": "any"}}},
       "values": {"token": {"header": "T", "decode": "base64-json",
                            "form": {"kind": ["a", "b"], "count": "integer", "until": "date"}}}}
      """
    let value = Base64.encode(#"{"kind":"s3cret-1","count":"s3cret-2","until":"s3cret-3"}"#)
    let (file, answer, made) = try replayed(
      ["name": "of a-s3cret-fact", "owners": ["a-s3cret-fact": 1]], value: value,
      declared: declared,
      request: [
        "scope": "all", "of": "a-s3cret-fact", "note": "s3cret-4",
        "login": ["user": "u", "password": "s3cret-5"],
      ], known: "a-s3cret-fact")
    #expect(!file.contains("s3cret") && file.contains(#""scope": "all""#), "\(file)")
    #expect(answer["name"]?.string?.count == 16 && made != nil)
  }

  /// A report shows these parts of a secret value.
  @Test(
    arguments: [
      (
        FrameworkValue.Decoding.jws, jws,
        #"{"header":{"alg":"RS256","kid":"‹masked›"},"claims":{"iss":"https://id.example","#
          + #""exp":1893459600,"sub":"‹masked›","plan":{"owner":"‹masked›"}}}"#
      ), (.jws, "no token", nil), (.none, jws, nil),
      (.base64JSON, Base64.encode(#"{"of":"jane"}"#), #"{"of":"‹masked›"}"#),
    ] as [(FrameworkValue.Decoding, String, String?)])
  func `shows what is nobody's secret`(
    decoding: FrameworkValue.Decoding, value: String, outline: String?
  ) {
    let declared = FrameworkValue(name: "t", header: "T", isSecret: true, decoding: decoding)
    #expect(declared.outline(of: value) == outline)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Recordings of a partner's framework, and the messages of a program that plays one.

import Formats
import Partner
import Text

extension Surface {
  private static let now = Timestamp(milliseconds: 1_893_456_000_000)
  private static let environment = FrameworkEnvironment(
    now: { now }, randomBytes: { Array(repeating: 7, count: $0) })
  private static let opening = FrameworkOpening(
    partner: "Apple", state: "granted-signed-in",
    options: JSONObject([(name: "provider", value: "Cablevision")]), deviceIdentifier: "x")

  /// Calls everything that an application and its user can do; whether all of it was answered.
  private static func use(_ framework: any PartnerFramework) throws(Flaw) -> Bool {
    let never = PartnerDeadline.now
    var isAnswered = true
    let calls: [(String, JSONValue)] = [
      ("permission", ["prompting": true]), ("metadata", ["isInterruptionAllowed": false]),
      (
        "authenticate",
        ["verificationToken": "PHNhbWw+", "attributeNames": ["uid"], "isInterruptionAllowed": true]
      ),
    ]
    func tries(_ body: () throws -> Void) throws(Flaw) {
      do {
        try body()
      } catch let error as PartnerError {
        isAnswered = false
        if "\(error)".isEmpty { throw Flaw("a mistake without words") }
      } catch {
        isAnswered = false
      }
    }
    for (name, arguments) in calls {
      try tries {
        let call = try PartnerCall(
          name: name, arguments: arguments, of: FrameworkRegistry.standard)
        _ = try framework.answer(to: call, deadline: never).json
      }
    }
    try tries { try framework.user(UserAction("sign-out"), deadline: never) }
    try tries { _ = try framework.value("framework_status", deadline: never) }
    return isAnswered
  }

  static let recordings = Surface(
    name: "recordings", about: "recordings of a partner's framework", form: .json,
    pieces: ["permission", "metadata", "authenticate", "status", "user", "sign-out"],
    seeds: texts([
      """
      {"partnerRecording": 1, "about": "an Apple TV in the lab", "sessions": [{"answers": [
        {"call": "permission", "result": {"accessStatus": "granted"}},
        {"call": "metadata", "after": ["sign-out"], "result": null},
        {"call": "metadata", "request": {"isInterruptionAllowed": true}, "never": true},
        {"call": "metadata", "result": {"accountProviderIdentifier": "c",
          "authenticationExpirationDate": 1896048000000}},
        {"call": "authenticate", "after": ["metadata"],
          "result": {"samlAttributeQueryResponse": "<signed/>"}},
        {"call": "authenticate", "error": {"code": 4}}]}]}
      """,
      """
      {"partnerRecording": 1, "sessions": [{"state": "granted-signed-in",
        "options": {"provider": "Cablevision"}, "opened": 1893456000000, "shiftsDates": true,
        "ordered": true, "answers": [
        {"call": "permission", "result": {"accessStatus": "granted"}},
        {"call": "metadata", "result": {"accountProviderIdentifier": "Cablevision",
          "authenticationExpirationDate": 1896048000000}},
        {"call": "authenticate", "result": {"samlAttributeQueryResponse":
          {"secret": "document", "template": "<Response ID=\\"‹id 1›\\" at=\\"‹now+60s›\\"><a>‹request›</a></Response>"}}},
        {"call": "user", "request": {"action": "sign-out"}},
        {"call": "status", "result": {"frameworkPermissionInfo": {"accessStatus": "granted"},
          "frameworkProviderInfo": {"id": "Cablevision"}}},
        {"call": "authenticate", "error": {"domain": "VSErrorDomain", "code": 1,
          "samlResponse": "x"}}]}]}
      """,
    ]),
    makeCheck: always { bytes throws(Flaw) in
      let recording: Recording
      do throws(RecordingError) {
        recording = try Recording(bytes)
      } catch {
        try Flaw.unless(!error.sentence.isEmpty, "a mistake without words")
        return false
      }
      let again = try? Recording(recording.bytes)
      try Flaw.unless(again == recording, "it is another recording once it is written")
      let open = FrameworkSource.replay(recording, of: "input").makeOpener()
      if let framework = try? open(opening, environment, PartnerDeadline.now) {
        _ = try use(framework)
      }
      return true
    })

  static let messages = Surface(
    name: "messages", about: "the lines of a program that plays the framework", form: .text,
    pieces: [
      "{\"id\":1,", "\"result\":", "\"error\":", "null", "\"id\":99", "\"id\":-1", "\"id\":1e0",
      "\"accessStatus\":", "\"granted\"", "\"samlAttributeQueryResponse\":", "\"code\":4",
    ],
    seeds: texts([
      """
      {"id":1,"result":{}}
      {"id":2,"result":{"accessStatus":"granted"}}
      {"id":3,"result":{"accountProviderIdentifier":"C","authenticationExpirationDate":1893459600000}}
      {"id":4,"result":{"samlAttributeQueryResponse":"<a/>"}}
      {"id":5,"result":{}}
      {"id":6,"result":{"frameworkPermissionInfo":{"accessStatus":"granted"}}}
      """,
      """
      {"id":1,"result":null}
      {"id":2,"result":{"accessStatus":"denied"}}
      {"id":3,"error":{"domain":"VSErrorDomain","code":1,"message":"no"}}
      {"id":4,"error":{"code":4}}
      {"id":5,"error":{"message":"can't"}}
      {"id":6,"result":"aGVhZGVy"}
      """,
    ]),
    makeCheck: always { bytes throws(Flaw) in
      // One line answers each message; an empty line stands for silence.
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
      let program = FrameworkProgram(name: "./farm") { _ throws(PartnerError) in
        Conversation.start(answering: lines)
      }
      do {
        let open = try FrameworkSource.command(program, until: .now).makeOpener()
        return try use(try open(opening, environment, PartnerDeadline.now))
      } catch let flaw as Flaw {
        throw flaw
      } catch {
        try Flaw.unless(!"\(error)".isEmpty, "a mistake without words")
        return false
      }
    })
}

/// A program that answers each message with the next line.
private final class Conversation {
  private var lines: ArraySlice<[UInt8]>
  private var waiting: [[UInt8]] = []

  private init(_ lines: [[UInt8]]) { self.lines = lines[...] }

  static func start(answering lines: [[UInt8]]) -> LineConversation {
    let conversation = Conversation(lines)
    return LineConversation(
      send: { _, _ in
        if let line = conversation.lines.popFirst(), !line.isEmpty {
          conversation.waiting.append(line)
        }
        return .sent
      },
      receive: { _ in
        conversation.waiting.isEmpty ? .late : .line(conversation.waiting.removeFirst())
      }, end: {})
  }
}

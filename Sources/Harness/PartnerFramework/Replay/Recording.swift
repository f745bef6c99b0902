// SPDX-License-Identifier: Apache-2.0
// A recording of a partner framework: the values, and the JSON form that they are kept in.

package import Encodings
package import JSON

/// What a framework answered, to be answered again.
///
/// A recording is a JSON file, written by a run or by hand from a device's log. Form, version 1:
///
///     {
///       "partnerRecording": 1,
///       "sessions": [
///         {
///           "state": "granted-signed-in",        the state it answers for; left out: any
///           "options": {"provider": "…"},        exactly these options; left out: any
///           "opened": 1893456000000,             the clock when the state was opened
///           "shiftsDates": true,                 dates move with the clock, from `opened`
///           "ordered": true,                     only in this order; left out: whenever asked
///           "answers": [
///             {"call": "permission", "result": {"accessStatus": "granted"}},
///             {"call": "metadata", "request": {"isInterruptionAllowed": false},
///              "result": {"accountProviderIdentifier": "…",
///                         "authenticationExpirationDate": 1896048000000}},
///             {"call": "user", "request": {"action": "sign-out"}},
///             {"call": "metadata", "after": ["sign-out"], "result": {}},
///             {"call": "authenticate", "error": {"domain": "VSErrorDomain", "code": 4}},
///             {"call": "authenticate", "request": {"isInterruptionAllowed": true}, "never": true},
///             {"call": "status", "result": {"frameworkPermissionInfo": {"accessStatus": "…"},
///                                           "frameworkProviderInfo": {}}}
///           ]
///         }
///       ]
///     }
///
/// An answer holds if `request` has no member that differs from the call's, and each of `after`,
/// calls and user actions by their names, has happened since the opening. In a session that is
/// not ordered the first answer that holds is given, as often as asked; the user may do anything,
/// and a header that is not recorded follows from the answers, as an application makes it. In an
/// ordered session each answer is given once, in turn; of several sessions for one opening, those
/// that fit all that has been asked so far go on.
///
/// `request` never names the verification token, which differs from run to run. A text in place
/// of the object of `status` is the header as it is on the wire; null is none.
///
/// In place of `samlAttributeQueryResponse` (in an error: `samlResponse`) stands `samlTemplate`
/// where the secrets of the response have been taken out: see `SAMLTemplate`. A response that
/// stands there itself is given as it is.
package struct Recording: Sendable, Equatable {
  package let sessions: [RecordedSession]

  package init(_ sessions: [RecordedSession]) {
    self.sessions = sessions
  }

  package static let version = 1
}

/// What was answered from one opening of a state to the next.
package struct RecordedSession: Sendable, Equatable {
  package var state: String?
  package var options: JSONObject?
  package var opened: Timestamp?
  package var shiftsDates = false
  package var isOrdered = false
  package var answers: [RecordedAnswer] = []
}

/// An answer with the conditions under which it holds.
package struct RecordedAnswer: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case permission(PermissionAnswer)
    case metadata(AccountMetadata, template: SAMLTemplate? = nil)
    case error(FrameworkError, template: SAMLTemplate? = nil)
    /// The header: its structure, its text, or null.
    case status(JSONValue)
    case never
    /// Of what the user does.
    case done
  }

  /// `permission`, `metadata`, `authenticate`, `user` or `status`.
  package let call: String
  package let request: JSONObject
  package let after: [String]
  package let outcome: Outcome

  package init(
    call: String, request: JSONObject = JSONObject(), after: [String] = [], outcome: Outcome
  ) {
    self.call = call
    self.request = request
    self.after = after
    self.outcome = outcome
  }
}

extension RecordedAnswer {
  static let calls = PartnerCall.names + ["user", "status"]

  /// Whether the call has no member that differs from those recorded.
  func fits(call: String, request: JSONObject) -> Bool {
    call == self.call && self.request.members.allSatisfy { request[$0.name] == $0.value }
  }
}

extension Recording {
  package var json: JSONValue {
    [
      "partnerRecording": .integer(Self.version),
      "sessions": .array(sessions.map(\.json)),
    ]
  }

  /// The file: indented, with a line feed at its end.
  package var bytes: [UInt8] { JSONWriter.bytes(json, indented: true) + [0x0A] }
}

extension RecordedSession {
  var json: JSONValue {
    var object = JSONObject()
    object["state"] = state.map(JSONValue.string)
    object["options"] = options.map(JSONValue.object)
    object["opened"] = opened.map { .integer($0.milliseconds) }
    if shiftsDates { object["shiftsDates"] = true }
    if isOrdered { object["ordered"] = true }
    object["answers"] = .array(answers.map(\.json))
    return .object(object)
  }
}

extension RecordedAnswer {
  var json: JSONValue {
    var object = JSONObject()
    object["call"] = .string(call)
    if !request.isEmpty { object["request"] = .object(request) }
    if !after.isEmpty { object["after"] = .array(after.map(JSONValue.string)) }
    switch outcome {
    case .permission(let answer): object["result"] = answer.json
    case .metadata(let metadata, let template):
      object["result"] = Self.json(metadata.json, template)
    case .error(let error, let template): object["error"] = Self.json(error.json, template)
    case .status(let status): object["result"] = status
    case .never: object["never"] = true
    case .done: break
    }
    return .object(object)
  }

  private static func json(_ value: JSONValue, _ template: SAMLTemplate?) -> JSONValue {
    guard let template, var object = value.object else { return value }
    object["samlTemplate"] = .string(template.text)
    return .object(object)
  }
}

// SPDX-License-Identifier: Apache-2.0
// A recording of a partner's framework, and its JSON form.

package import Formats
package import Text

/// The recorded answers of a framework, for a replay.
///
/// A recording is a JSON file that a run writes, or a person from the log of a device. Version 1:
///
///     {
///       "partnerRecording": 1,
///       "sessions": [
///         {
///           "state": "granted-signed-in",        answers for this state; without it, for any
///           "options": {"provider": "…"},        with exactly these options; without it, any
///           "opened": 1893456000000,             the time at which the state was opened
///           "shiftsDates": true,                 dates move with the clock, from `opened`
///           "ordered": true,                     only in this order; without it, in any
///           "answers": [
///             {"call": "permission", "result": {"accessStatus": "granted"}},
///             {"call": "metadata", "request": {"isInterruptionAllowed": false},
///              "result": {"accountProviderIdentifier": "…",
///                         "authenticationExpirationDate": 1896048000000}},
///             {"call": "user", "request": {"action": "sign-out"}},
///             {"call": "metadata", "after": ["sign-out"], "result": {}},
///             {"call": "authenticate", "error": {"code": 4}},
///             {"call": "authenticate", "request": {"isInterruptionAllowed": true}, "never": true},
///             {"call": "status", "result": {"frameworkPermissionInfo": {"accessStatus": "…"},
///                                           "frameworkProviderInfo": {}}}
///           ]
///         }
///       ]
///     }
///
/// An answer fits a call if all members of its `request` equal those of the call, and if everything
/// in `after`, calls and user actions by their names, has happened since the opening. A session that
/// is not ordered gives the first answer that fits, any number of times; it allows every user action,
/// and computes a header that is not recorded from the answers, as an application does. An ordered
/// session gives each answer once, in turn. If several sessions fit an opening, those that have
/// answered all calls so far continue.
///
/// `request` never contains a secret, such as a token that differs from run to run. A string as result
/// of `status` is the value as it goes on the wire; null stands for none. Its `request`
/// `{"value": NAME}` says which value, where there are several.
///
/// In place of a secret stands an object by which a replay makes another text of the same form (see
/// `SecretPlaceholders`). `declaration` is what the program said that was recorded.
package struct Recording: Sendable, Equatable {
  package let sessions: [RecordedSession]
  package let declaration: FrameworkDeclaration

  package init(
    _ sessions: [RecordedSession], declaration: FrameworkDeclaration = FrameworkRegistry.standard
  ) {
    self.sessions = sessions
    // The file keeps only what is written; without it, a replay has the standard one.
    self.declaration = declaration.written == nil ? FrameworkRegistry.standard : declaration
  }

  package static let version = 1
}

/// The answers from one opening of a state to the next.
package struct RecordedSession: Sendable, Equatable {
  package var state: String?
  package var options: JSONObject?
  package var opened: Timestamp?
  package var shiftsDates = false
  package var isOrdered = false
  package var answers: [RecordedAnswer] = []
}

/// An answer with the conditions under which it is given.
package struct RecordedAnswer: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    /// Of a value: its structure, its text, or null for none.
    case result(JSONValue)
    case error(JSONValue)
    case never
    /// The result of a user action.
    case done
  }

  /// The name of a call, `user` or `status`.
  package let call: String
  package var request = JSONObject()
  package var after: [String] = []
  package let outcome: Outcome

  /// Whether the recorded members equal those of the call.
  func fits(call: String, request: JSONObject) -> Bool {
    call == self.call && self.request.members.allSatisfy { request[$0.name] == $0.value }
  }
}

extension Recording {
  package var json: JSONValue {
    var object = JSONObject()
    object["partnerRecording"] = .integer(Self.version)
    object["declaration"] = declaration.written
    object["sessions"] = .array(sessions.map(\.json))
    return .object(object)
  }

  /// The contents of the file: indented, with a line feed at the end.
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
    case .result(let result): object["result"] = result
    case .error(let error): object["error"] = error
    case .never: object["never"] = true
    case .done: break
    }
    return .object(object)
  }
}

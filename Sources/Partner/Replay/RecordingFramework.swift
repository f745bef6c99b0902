// SPDX-License-Identifier: Apache-2.0
// A framework whose answers are recorded.

import Formats
import Text

/// A framework that passes calls on to another one, and records the answers.
final class RecordingFramework {
  private let framework: any PartnerFramework
  private let recorder: FrameworkRecorder
  private let session: Int
  private let now: @Sendable () -> Timestamp
  private let declaration: FrameworkDeclaration
  private var places = SecretPlaceholders()

  init(
    _ framework: any PartnerFramework, of declaration: FrameworkDeclaration,
    recorder: FrameworkRecorder, session: Int, now: @escaping @Sendable () -> Timestamp
  ) {
    self.framework = framework
    self.declaration = declaration
    self.recorder = recorder
    self.session = session
    self.now = now
    places.isKnown = recorder.isKnown
  }
}

extension RecordingFramework: PartnerFramework {
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    do throws(PartnerError) {
      let answer = try framework.answer(to: call, deadline: deadline)
      let form = declaration.call(named: call.name)?.answer ?? .any
      switch answer {
      case .result(let result, _):
        record(.result(recorded(.object(result), form, of: call)), of: call)
      case .error(let error):
        record(.error(recorded(.object(error), declaration.error, of: call)), of: call)
      }
      return answer
    } catch {
      if case .neverAnswers = error { record(.never, of: call) }
      throw error
    }
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    try framework.user(action, deadline: deadline)
    let form = Form(members: Form.members(.text, "action", "provider"))
    record(RecordedAnswer(call: "user", request: comparable(action.request, form), outcome: .done))
  }

  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String? {
    let header = try framework.value(name, deadline: deadline)
    let request: JSONValue = declaration.values.count == 1 ? [:] : ["value": .string(name)]
    record(
      RecordedAnswer(
        call: "status", request: request.object ?? JSONObject(),
        outcome: .result(recorded(header, of: declaration.value(named: name)))))
    return header
  }
}

extension RecordingFramework {
  private func record(_ outcome: RecordedAnswer.Outcome, of call: PartnerCall) {
    let request = comparable(call.arguments, declaration.call(named: call.name)?.request ?? .any)
    record(RecordedAnswer(call: call.name, request: request, outcome: outcome))
  }

  /// The members of a request without secrets: these, and what is made anew for each run, can't be
  /// compared with what a replay is asked.
  private func comparable(_ request: JSONObject, _ form: Form) -> JSONObject {
    var places = places
    return JSONObject(
      request.members.filter { member in
        let known = form[member.name]
        return places.replaced(
          member.value, known?.kind, isSecret: known?.isSecret ?? true, { $0 }) == member.value
      })
  }

  private func record(_ answer: RecordedAnswer) { recorder.append(answer, to: session) }

  private func recorded(_ value: JSONValue, _ form: Form, of call: PartnerCall?) -> JSONValue {
    guard !recorder.keepsSecrets else { return value }
    return places.replaced(value, .parts(form)) { [now] text in
      SecretPlaceholders.template(of: text, requestID: call?.requestID, now: now())
    }
  }

  /// A value: its structure if it has one; the text of an undeclared one is a secret.
  private func recorded(_ header: String?, of value: FrameworkValue?) -> JSONValue {
    guard let header else { return .null }
    if value?.isSecret != true, let structure = FrameworkValue.structure(header) {
      return recorded(structure, value?.form ?? .any, of: nil)
    }
    let isKnown =
      declaration.written == nil
      ? declaration.states != nil : value?.decoding == FrameworkValue.Decoding.none
    let place = Form.Member(name: "", kind: .text, isSecret: value?.isSecret ?? true || !isKnown)
    return recorded(["": .string(header)], Form(members: [place]), of: nil)[""] ?? .null
  }
}

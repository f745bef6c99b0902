// SPDX-License-Identifier: Apache-2.0
// A framework whose answers are recorded.

import Formats
import Synchronization
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
  }
}

extension RecordingFramework: PartnerFramework {
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    do throws(PartnerError) {
      let answer = try framework.answer(to: call, deadline: deadline)
      let form = declaration.call(named: call.name)?.answer ?? .any
      switch answer {
      case .result(let result): record(.result(recorded(.object(result), form, of: call)), of: call)
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
    record(RecordedAnswer(call: "user", request: action.request, outcome: .done))
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
    let form = declaration.call(named: call.name)?.request
    // What is secret, or made anew for each run, can't be compared with what a replay is asked.
    let members = call.arguments.members.filter { member in
      form?[member.name]?.isSecret == false
        && !(member.value.string.map(SecretPlaceholders.isToken) ?? false)
    }
    record(RecordedAnswer(call: call.name, request: JSONObject(members), outcome: outcome))
  }

  private func record(_ answer: RecordedAnswer) { recorder.append(answer, to: session) }

  private func recorded(_ value: JSONValue, _ form: Form, of call: PartnerCall?) -> JSONValue {
    guard recorder.secrets == .replaced else { return value }
    return places.replaced(value, .parts(form)) { [now] text in
      SecretPlaceholders.template(of: text, requestID: call?.requestID, now: now())
    }
  }

  /// A value: its structure if it has one; the text of one that nobody declared is a secret.
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

/// Collects the answers of all frameworks of a run. Several threads may use it at once.
package final class FrameworkRecorder: Sendable {
  /// The treatment of secrets in answers. Those in requests are never recorded.
  package enum Secrets: Sendable {
    /// Replaced by places for made-up texts (`SecretPlaceholders`); a replay moves dates with its clock.
    case replaced
    /// It keeps them, and a replay does not move dates: for providers that sign.
    case kept
  }

  let secrets: Secrets
  private let sessions = Mutex<[RecordedSession]>([])
  private let declaration = Mutex(FrameworkRegistry.standard)

  package init(secrets: Secrets = .replaced) { self.secrets = secrets }
}

extension FrameworkRecorder {
  /// The same framework, with everything it answers written down.
  package func recording(
    _ framework: any PartnerFramework, of declaration: FrameworkDeclaration,
    opening: FrameworkOpening, surroundings: FrameworkSurroundings
  ) -> any PartnerFramework {
    self.declaration.withLock { $0 = declaration }
    var options = opening.options
    if secrets == .replaced {
      var places = SecretPlaceholders()
      for member in options.members {
        let known = declaration.options?[member.name]
        // What a suite tells the framework is no secret, unless it is declared as one.
        options[member.name] =
          places.replaced(
            ["": member.value],
            .parts(
              Form(members: [
                Form.Member(name: "", kind: .label, isSecret: known?.isSecret ?? false)
              ])),
            { $0 })[""]
      }
    }
    let session = RecordedSession(
      state: opening.state, options: options, opened: surroundings.now(),
      shiftsDates: secrets == .replaced, isOrdered: true)
    let index = sessions.withLock { sessions in
      sessions.append(session)
      return sessions.count - 1
    }
    return RecordingFramework(
      framework, of: declaration, recorder: self, session: index, now: surroundings.now)
  }

  /// All sessions so far; of equal sessions one. The order does not depend on threads.
  package var recording: Recording {
    let texts = sessions.withLock { $0 }.map { session in
      (session: session, text: JSONWriter.text(session.comparable.json))
    }
    var distinct: [RecordedSession] = []
    var last: String?
    for (session, text) in texts.sorted(by: { $0.text < $1.text }) where text != last {
      distinct.append(session)
      last = text
    }
    return Recording(distinct, declaration: declaration.withLock { $0 })
  }

  /// Adds an answer to a session.
  func append(_ answer: RecordedAnswer, to session: Int) {
    sessions.withLock { sessions in
      // The same header again at the same place says nothing new.
      if answer.call == "status", sessions[session].answers.last == answer { return }
      sessions[session].answers.append(answer)
    }
  }
}

extension RecordedSession {
  /// The session without what differs between runs that are otherwise the same.
  fileprivate var comparable: RecordedSession {
    var session = self
    if shiftsDates { session.opened = Timestamp(milliseconds: 0) }
    return session
  }
}

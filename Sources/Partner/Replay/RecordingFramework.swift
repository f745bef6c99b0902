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

  init(
    _ framework: any PartnerFramework, recorder: FrameworkRecorder, session: Int,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.framework = framework
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
      record(outcome(answer, of: call), of: call)
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

  func status(deadline: PartnerDeadline) throws(PartnerError) -> String? {
    let header = try framework.status(deadline: deadline)
    record(RecordedAnswer(call: "status", outcome: .status(Self.status(header))))
    return header
  }
}

extension RecordingFramework {
  private func record(_ outcome: RecordedAnswer.Outcome, of call: PartnerCall) {
    var request = call.arguments.object ?? JSONObject()
    request["verificationToken"] = nil
    record(RecordedAnswer(call: call.name, request: request, outcome: outcome))
  }

  private func record(_ answer: RecordedAnswer) { recorder.append(answer, to: session) }

  private func outcome(_ answer: PartnerAnswer, of call: PartnerCall) -> RecordedAnswer.Outcome {
    switch answer {
    case .permission(let answer): return .permission(answer)
    case .metadata(var metadata):
      let template = metadata.samlAttributeQueryResponse.flatMap { self.template($0, call) }
      if template != nil { metadata.samlAttributeQueryResponse = nil }
      return .metadata(metadata, template: template)
    case .error(var error):
      let template = error.samlResponse.flatMap { self.template($0, call) }
      if template != nil { error.samlResponse = nil }
      return .error(error, template: template)
    }
  }

  /// The response without its secrets; nil if the recording keeps secrets.
  private func template(_ response: String, _ call: PartnerCall) -> SAMLTemplate? {
    guard recorder.secrets == .replaced else { return nil }
    return SAMLTemplate(response: response, requestID: call.samlRequest?.id, now: now())
  }

  /// The structure of a header; its text if it is not the Base64 of a structure as we write it.
  private static func status(_ header: String?) -> JSONValue {
    guard let header else { return .null }
    guard let bytes = Base64.decode(header), let document = try? JSONParser.document(bytes),
      document.root.object != nil, document.duplicates.isEmpty,
      FrameworkStatus.headerValue(document.root) == header
    else { return .string(header) }
    return document.root
  }
}

/// Collects the answers of all frameworks of a run. Several threads may use it at once.
package final class FrameworkRecorder: Sendable {
  /// The treatment of SAML responses in the recording. Verification tokens are never recorded.
  package enum Secrets: Sendable {
    /// Replaced by places for made-up texts (`SAMLTemplate`); a replay moves dates with its clock.
    case replaced
    /// It keeps them, and a replay does not move dates: for providers that sign.
    case kept
  }

  let secrets: Secrets
  private let sessions = Mutex<[RecordedSession]>([])

  package init(secrets: Secrets = .replaced) { self.secrets = secrets }
}

extension FrameworkRecorder {
  /// The same framework, with everything it answers written down.
  package func recording(
    _ framework: any PartnerFramework, opening: FrameworkOpening,
    surroundings: FrameworkSurroundings
  ) -> any PartnerFramework {
    let session = RecordedSession(
      state: opening.state, options: opening.options, opened: surroundings.now(),
      shiftsDates: secrets == .replaced, isOrdered: true)
    let index = sessions.withLock { sessions in
      sessions.append(session)
      return sessions.count - 1
    }
    return RecordingFramework(framework, recorder: self, session: index, now: surroundings.now)
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
    return Recording(distinct)
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

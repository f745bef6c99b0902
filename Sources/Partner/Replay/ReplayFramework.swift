// SPDX-License-Identifier: Apache-2.0
// A framework whose answers come from a recording.

import Formats
import Text

extension Recording {
  /// The framework of a device, which answers from the sessions that fit the opening.
  ///
  /// - Throws: `PartnerError.failed` if no session fits; the sentence lists all sessions.
  package func open(_ opening: FrameworkOpening, surroundings: FrameworkSurroundings)
    throws(PartnerError) -> any PartnerFramework
  {
    let start = surroundings.now()
    let fitting = sessions.filter { session in
      (session.state ?? opening.state) == opening.state
        && session.options.map {
          RecordedDates.areSame($0, openedAt: session.opened, opening.options, openedAt: start)
        } ?? true
    }
    guard !fitting.isEmpty else {
      let asked = Self.words(opening.state, opening.options)
      let recorded = sessions.map { Self.words($0.state ?? "any state", $0.options) }
      var distinct: [String] = []
      for words in recorded where !distinct.contains(words) { distinct.append(words) }
      throw .failed(
        "the recording has no session for \(asked); it has \(distinct.joined(separator: "; "))")
    }
    return ReplayFramework(fitting, start: start, surroundings: surroundings)
  }

  private static func words(_ state: String, _ options: JSONObject?) -> String {
    guard let options, !options.isEmpty else { return state }
    return "\(state) \(JSONWriter.text(.object(options)))"
  }
}

/// A framework that answers from the sessions of a recording.
final class ReplayFramework {
  /// A session, and how far the calls have followed it.
  private struct Candidate {
    let session: RecordedSession
    /// The index of the next answer in an ordered session.
    var position = 0
  }

  private var candidates: [Candidate]
  private var view = ApplicationView()
  /// The names of the calls and user actions since the opening.
  private var happened: Set<String> = []
  private let start: Timestamp
  private let surroundings: FrameworkSurroundings

  init(_ sessions: [RecordedSession], start: Timestamp, surroundings: FrameworkSurroundings) {
    candidates = sessions.map { Candidate(session: $0) }
    self.start = start
    self.surroundings = surroundings
    askAgain()
  }
}

extension ReplayFramework: PartnerFramework {
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    let answer: PartnerAnswer
    switch (call, try outcome(of: call)) {
    case (.permission, .error(let error, _)): return .error(error)
    case (_, .error(let error, _)): answer = .error(error)
    case (.permission, .permission(let permission)): answer = .permission(permission)
    case (.metadata, .metadata(let metadata, _)), (.authenticate, .metadata(let metadata, _)):
      answer = .metadata(metadata)
    default: throw noAnswer(to: call.name, call.arguments.object ?? JSONObject())
    }
    view.learn(answer, isAuthentication: call.name == "authenticate")
    return answer
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    _ = try take("user", action.request)
    happened.insert(action.name)
    if action.leavesApplication { askAgain() }
  }

  func status(deadline: PartnerDeadline) throws(PartnerError) -> String? {
    for candidate in candidates {
      guard let (status, session) = recordedStatus(of: candidate) else { continue }
      switch status {
      case .null: return nil
      case .string(let header): return header
      default:
        let distance = shift(of: session)
        return FrameworkStatus.headerValue(RecordedDates.shifted(status, by: distance))
      }
    }
    return view.status?.headerValue
  }
}

extension ReplayFramework {
  /// The next answer to a call, with the texts and dates that a recording leaves out.
  private func outcome(of call: PartnerCall) throws(PartnerError) -> RecordedAnswer.Outcome {
    let request = call.arguments.object ?? JSONObject()
    let (answer, session) = try take(call.name, request)
    happened.insert(call.name)
    guard let answer else { throw noAnswer(to: call.name, request) }
    func text(_ template: SAMLTemplate?) -> String? {
      template?.response(
        requestID: call.samlRequest?.id, now: surroundings.now(),
        randomBytes: surroundings.randomBytes)
    }
    switch answer.outcome {
    case .permission, .status, .done: return answer.outcome
    case .never: throw .neverAnswers(call: call.name)
    case .error(var error, let template):
      error.samlResponse = text(template) ?? error.samlResponse
      return .error(error.isUnavailable ? .unavailable : error)
    case .metadata(var metadata, let template):
      metadata.samlAttributeQueryResponse = text(template) ?? metadata.samlAttributeQueryResponse
      let distance = shift(of: session)
      metadata.authenticationExpirationDate = metadata.authenticationExpirationDate.map {
        let (sum, overflow) = $0.milliseconds.addingReportingOverflow(distance)
        return overflow ? $0 : Timestamp(milliseconds: sum)
      }
      return .metadata(metadata)
    }
  }

  /// Keeps the sessions that can answer a call. Returns the first answer; nil for a user action.
  private func take(_ call: String, _ request: JSONObject) throws(PartnerError) -> (
    RecordedAnswer?, RecordedSession?
  ) {
    var followed: [Candidate] = []
    var found: (RecordedAnswer?, RecordedSession?)?
    for candidate in candidates {
      guard let (answer, next) = answer(of: candidate, to: call, request) else { continue }
      followed.append(next)
      if found == nil { found = (answer, candidate.session) }
    }
    guard let found else { throw noAnswer(to: call, request) }
    candidates = followed
    return found
  }

  /// The answer of a session, and the session after it; nil if the session has no answer.
  private func answer(of candidate: Candidate, to call: String, _ request: JSONObject) -> (
    RecordedAnswer?, Candidate
  )? {
    let answers = candidate.session.answers
    guard candidate.session.isOrdered else {
      if let answer = answers.first(where: { holds($0, call, request) }) {
        return (answer, candidate)
      }
      return call == "user" ? (nil, candidate) : nil
    }
    var next = candidate
    next.position = nextPosition(of: candidate)
    guard next.position < answers.count, holds(answers[next.position], call, request) else {
      return nil
    }
    next.position += 1
    return (answers[next.position - 1], next)
  }

  /// The index of the next answer in an ordered session; headers don't count as answers.
  private func nextPosition(of candidate: Candidate) -> Int {
    candidate.session.answers[candidate.position...].firstIndex { $0.call != "status" }
      ?? candidate.session.answers.count
  }

  private func holds(_ answer: RecordedAnswer, _ call: String, _ request: JSONObject) -> Bool {
    answer.fits(call: call, request: request) && answer.after.allSatisfy(happened.contains)
  }

  private func recordedStatus(of candidate: Candidate) -> (JSONValue, RecordedSession)? {
    let answers = candidate.session.answers
    let range =
      candidate.session.isOrdered
      ? candidate.position..<nextPosition(of: candidate) : 0..<answers.count
    for answer in answers[range] where holds(answer, "status", JSONObject()) {
      if case .status(let status) = answer.outcome { return (status, candidate.session) }
    }
    return nil
  }

  /// Asks for permission and provider, as applications do, if an unordered session has answers.
  private func askAgain() {
    let permission = PartnerCall.permission(prompting: false)
    let query = PartnerCall.metadata(MetadataRequest(isInterruptionAllowed: false))
    for candidate in candidates where !candidate.session.isOrdered {
      func outcome(_ call: PartnerCall) -> RecordedAnswer.Outcome? {
        let request = call.arguments.object ?? JSONObject()
        return answer(of: candidate, to: call.name, request)?.0?.outcome
      }
      guard case .permission(let answer)? = outcome(permission) else { continue }
      view.learn(.permission(answer))
      switch outcome(query) {
      case .metadata(let metadata, _)?: view.learn(.metadata(metadata))
      case .error(let error, _)?: view.learn(.error(error))
      default: view.learn(.metadata(AccountMetadata()))
      }
      return
    }
  }

  private func shift(of session: RecordedSession?) -> Int {
    guard let session, session.shiftsDates, let opened = session.opened else { return 0 }
    let (distance, overflow) = start.milliseconds.subtractingReportingOverflow(opened.milliseconds)
    return overflow ? 0 : distance
  }

  /// The error for a call without an answer: the call, and the calls that would be answered now.
  private func noAnswer(to call: String, _ request: JSONObject) -> PartnerError {
    var recorded: [String] = []
    for candidate in candidates {
      let answers = candidate.session.answers
      let position = nextPosition(of: candidate)
      let next =
        candidate.session.isOrdered
        ? Array(answers[position...].prefix(1)) : answers.filter { $0.call != "status" }
      let words = next.map { answer in
        let after = answer.after.isEmpty ? "" : " after \(answer.after.joined(separator: ", "))"
        return "\(answer.call) \(JSONWriter.text(.object(answer.request)))\(after)"
      }
      let line = words.isEmpty ? "no further call" : words.joined(separator: ", ")
      if !recorded.contains(line) { recorded.append(line) }
    }
    var shown = request
    if shown["verificationToken"] != nil { shown["verificationToken"] = "…" }
    return .failed(
      "the recording has no answer to \(call) \(JSONWriter.text(.object(shown)));"
        + " it has \(recorded.joined(separator: "; or "))")
  }
}

extension UserAction {
  /// The members of the action in a recording.
  var request: JSONObject {
    var object = JSONObject()
    object["action"] = .string(name)
    object["provider"] = provider.map(JSONValue.string)
    return object
  }
}

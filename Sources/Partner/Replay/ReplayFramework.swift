// SPDX-License-Identifier: Apache-2.0
// A framework whose answers come from a recording.

import Formats
import Text

extension Recording {
  /// The framework of a device, which answers from the sessions that fit the opening.
  ///
  /// - Throws: `PartnerError.failed` if no session fits; the sentence lists all sessions.
  package func open(_ opening: FrameworkOpening, environment: FrameworkEnvironment)
    throws(PartnerError) -> any PartnerFramework
  {
    let start = environment.now()
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
    return ReplayFramework(fitting, declaration, start: start, environment: environment)
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
  private let declaration: FrameworkDeclaration
  private let start: Timestamp
  private let environment: FrameworkEnvironment

  init(
    _ sessions: [RecordedSession], _ declaration: FrameworkDeclaration, start: Timestamp,
    environment: FrameworkEnvironment
  ) {
    self.declaration = declaration
    candidates = sessions.map { Candidate(session: $0) }
    self.start = start
    self.environment = environment
    askAgain()
  }
}

extension ReplayFramework: PartnerFramework {
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    if let answer = permissionOfStatus(insteadOf: call) {
      view.learn(answer, to: call.name)
      return answer
    }
    let (answer, session) = try take(call.name, call.arguments)
    happened.insert(call.name)
    let result: PartnerAnswer
    do throws(FormError) {
      switch answer?.outcome {
      case .result(let value):
        let form = declaration.call(named: call.name)?.answer ?? .any
        result = .result(try form.completed(filled(value, form, session, call), "the answer"))
      case .error(let value):
        result = .error(
          try declaration.completed(error: filled(value, declaration.error, session, call)))
      case .never, .done, nil: result = .result(JSONObject())
      }
    } catch {
      throw .failed("the recording has another form of answer: \(error.sentence)")
    }
    if answer?.outcome == .never { throw .neverAnswers(call: call.name) }
    view.learn(result, to: call.name)
    return result
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    _ = try take("user", action.request)
    happened.insert(action.name)
    if action.leavesApplication { askAgain() }
  }

  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String? {
    for candidate in candidates {
      guard let (status, session) = recordedStatus(of: candidate, named: name) else { continue }
      let value = declaration.value(named: name)
      switch filled(status, value?.form ?? .any, session, nil) {
      case .null: return nil
      case .string(let header): return header
      case let structure: return FrameworkValue.header(structure)
      }
    }
    // An application of whoever declares nothing makes the value of the answers.
    return declaration.written == nil ? view.status?.headerValue : nil
  }
}

extension ReplayFramework {
  /// A recorded value with the texts and dates that a recording leaves out.
  private func filled(
    _ value: JSONValue, _ form: Form, _ session: RecordedSession?, _ call: PartnerCall?
  ) -> JSONValue {
    SecretPlaceholders.filled(value, .parts(form), movedBy: shift(of: session)) { template in
      SecretPlaceholders.document(from: template, requestID: call?.requestID, environment)
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

  /// The answer to a call for permission where no session has one, and a recorded status says that
  /// permission is granted: what was recorded came after that.
  private func permissionOfStatus(insteadOf call: PartnerCall) -> PartnerAnswer? {
    let answers = candidates.flatMap(\.session.answers)
    guard call.name == declaration.permission?.name,
      !answers.contains(where: { $0.call == call.name })
    else { return nil }
    let isGranted = answers.contains { answer in
      guard answer.call == "status", case .result(let status) = answer.outcome else { return false }
      return FrameworkStatus.isGranted(status.string.flatMap(FrameworkValue.structure) ?? status)
    }
    guard isGranted else { return nil }
    return .result(
      PermissionAnswer(.granted).object,
      remark: "the recording has no answer to \(call.name); its status says that access is granted")
  }

  private func recordedStatus(of candidate: Candidate, named name: String)
    -> (JSONValue, RecordedSession)?
  {
    let request = JSONObject([(name: "value", value: .string(name))])
    let answers = candidate.session.answers
    let range =
      candidate.session.isOrdered
      ? candidate.position..<nextPosition(of: candidate) : 0..<answers.count
    for answer in answers[range] where holds(answer, "status", request) {
      if case .result(let status) = answer.outcome { return (status, candidate.session) }
    }
    return nil
  }

  /// Asks for permission and provider, as applications do, if an unordered session has answers.
  private func askAgain() {
    for candidate in candidates where !candidate.session.isOrdered {
      func learn(_ call: PartnerCall) -> Bool {
        switch answer(of: candidate, to: call.name, call.arguments)?.0?.outcome {
        case .result(let value): view.learn(.result(value.object ?? JSONObject()), to: call.name)
        case .error(let value): view.learn(.error(value.object ?? JSONObject()), to: call.name)
        case .never, .done, nil: return false
        }
        return true
      }
      guard learn(.silentPermission) else { continue }
      if !learn(.silentQuery) { view.learn(AccountMetadata()) }
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
    for name in declaration.secretNames where shown[name] != nil { shown[name] = "…" }
    return .failed(
      "the recording has no answer to \(call) \(JSONWriter.text(.object(shown)));"
        + " it has \(recorded.joined(separator: "; or "))")
  }
}

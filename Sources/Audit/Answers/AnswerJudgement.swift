// SPDX-License-Identifier: Apache-2.0
// Judges one answer of a service.

package import Expectations
import Formats
package import HTTP
import Record
package import Suites
import Text

/// The verdict of a step of a fragment on a recorded answer.
package struct AnswerVerdict: Sendable {
  package let step: Step
  /// How the answer differs from what the step expects; empty for a right one.
  package let findings: [Finding]
  /// The same for what the step only recommends.
  package let warnings: [Finding]
  /// The alternatives that the service chose.
  package let chosen: [String]
  /// The requirements that show in the answer, and those that the findings break.
  package let covers: [Cover]
  /// The ids of the requirements that the findings break.
  package let broken: [String]
}

/// What an answer is worth for the service's side.
package enum AnswerJudgement: Sendable {
  case judged([AnswerVerdict])
  /// A 5xx that no step expects.
  case trouble(status: Int)
  /// Why it blames and proves nothing.
  case notJudged(because: String)
  /// No step judges the answers to such a call.
  case unknownCall
}

/// Judges answers of a service one by one, each by itself.
package struct AnswerJudge: Sendable {
  private let groups: [(group: AnswerGroup, blame: Blame)]
  private let target: Origin?

  /// How far the clock of a recording may be off where an answer has no `Date`.
  private static let toleranceWithoutDate: Duration = .seconds(300)

  /// Stands for a value that the answer lacks, as a text and as a time.
  private static let placeholder = JSONValue.string("0")

  /// - Parameters:
  ///   - cookbooks: Those that the traffic follows; nil for all.
  ///   - target: The origin to which URLs of the service lead; nil for that of each request, where that
  ///     is no loopback address.
  package init(
    _ expectations: AnswerExpectations, following cookbooks: Set<String>? = nil,
    target: Origin? = nil
  ) {
    self.target = target
    groups = expectations.groups(following: cookbooks).map { group in
      (group, Blame(group.catalogues.values.sorted { $0.cookbook < $1.cookbook }))
    }
  }

  /// The first step that judges answers to the call of an exchange; nil where none does.
  func step(judging exchange: RecordedExchange) -> Step? {
    let request = SentRequest(exchange)
    return groups.lazy.flatMap(\.group.steps).first { $0.form.values(in: request) != nil }?.step
  }

  /// Judges the answer of an exchange.
  package func judgement(of exchange: RecordedExchange) -> AnswerJudgement {
    guard let response = exchange.response, response.status > 0 else {
      return .notJudged(because: "no answer")
    }
    let request = SentRequest(exchange)
    var isKnown = false
    var found: [[AnswerVerdict]] = []
    for (group, blame) in groups {
      let observation = self.observation(of: exchange, response, group.actions)
      var verdicts: [AnswerVerdict] = []
      for (step, form) in group.steps {
        guard let values = form.values(in: request) else { continue }
        isKnown = true
        if let verdict = verdict(of: step, values, observation, response, group, blame) {
          verdicts.append(verdict)
        }
      }
      // A call that two APIs share is right if it is right for one of them.
      if verdicts.contains(where: { !$0.findings.isEmpty }) || verdicts.isEmpty {
        if !verdicts.isEmpty { found.append(verdicts) }
      } else {
        return .judged(verdicts)
      }
    }
    if let verdicts = found.first { return .judged(verdicts) }
    if response.status >= 500 { return .trouble(status: response.status) }
    return isKnown
      ? .notJudged(
        because: "what is right with status \(response.status) depends on what went before")
      : .unknownCall
  }

  private func observation(
    of exchange: RecordedExchange, _ response: RecordedExchange.Response,
    _ actions: [String]?
  ) -> Observation {
    let body: [UInt8] = if case .bytes(let bytes) = response.body { bytes } else { [] }
    let headers = response.headers ?? HeaderList()
    let end = Timestamp(
      milliseconds: exchange.startedAt.milliseconds
        + max(0, exchange.duration?.wholeMilliseconds ?? 0))
    // The service's times are right by its own clock, which the recording's need not agree with.
    let date = headers["Date"].flatMap { HTTPDate.timestamp($0, now: end) }
    // What listens on the application's own machine may pass the requests on to any other.
    let own = try? BaseURL(RecordedURL(exchange.request.url).origin).origin
    let service = target ?? own.flatMap { $0.isLoopback ? nil : $0 }
    return Observation(
      .response(
        HTTPResponse(
          status: response.status, reason: response.reason, headers: headers, body: body)),
      receivedAt: date ?? end,
      clockTolerance: date == nil ? Self.toleranceWithoutDate : ExchangeDocument.tolerance,
      target: service, actions: actions)
  }

  /// The verdict of a step; nil where it is not about such an answer.
  private func verdict(
    of step: Step, _ values: [String: JSONValue], _ observation: Observation,
    _ response: RecordedExchange.Response, _ group: AnswerGroup, _ blame: Blame
  ) -> AnswerVerdict? {
    guard let expect = step.expect else { return nil }
    let now = JSONValue.integer(observation.receivedAt.milliseconds)
    var names = Bindings { name, _ in name == "now" ? now : nil }
    names.given = values.mapValues { .json($0) }
    var unknown = Set((expect.variables + (step.should?.variables ?? [])).compactMap(\.name))
    for rule in step.save {
      let source =
        (try? rule.compiled ?? rule.source.source(evaluatedIn: names))
      if case .success(let value)? = source?.value(in: observation) {
        // An alternative may be about an answer that has the value, and has to be evaluated.
        names.saved[rule.name] = .json(value == .null ? Self.placeholder : value)
      }
    }
    unknown.subtract(Array(names.given.keys) + Array(names.saved.keys) + ["now"])
    func expectation(_ template: ExpectationTemplate) -> Expectation? {
      var template = template
      let hasBody: Bool
      switch response.body {
      case .none, .bytes: hasBody = true
      case .fields, .missing: hasBody = false
      }
      if !hasBody || response.headers == nil || response.withheldHeaders != .none {
        template = template.judging(
          headers: { name in
            guard let headers = response.headers else { return false }
            return headers[name] != nil || !response.withheldHeaders.mayContain(name)
          }, hasBody: hasBody)
      }
      return
        (try? template.removing(unknown, keepsAlternatives: true).expectation(evaluatedIn: names))
        ?? nil
    }
    guard let expected = expectation(expect), expected.isAbout(observation) else { return nil }
    let judgement = expected.judgement(of: observation)
    let advised = step.should.flatMap(expectation)?.judgement(of: observation)
    let findings = judgement.mismatches
    let effects = blame.effects(
      of: step.covers, findings: findings, verdict: findings.isEmpty ? .passed : .failed(findings))
    let broken = zip(step.covers, effects).filter { $0.1 == .broken }.map(\.0.id)
    let warnings = findings.isEmpty ? advised?.mismatches ?? [] : []
    let warned = blame.broken(among: step.covers, findings: warnings, verdict: .passed).map(\.id)
    return AnswerVerdict(
      step: step, findings: findings, warnings: warnings, chosen: judgement.chosen,
      covers: step.covers.filter { cover in
        broken.contains(cover.id) || warned.contains(cover.id)
          || shows(cover, observation, group)
      }, broken: broken)
  }

  /// Whether an answer has something of what a requirement is about. A list without items shows
  /// nothing of its items.
  private func shows(_ cover: Cover, _ observation: Observation, _ group: AnswerGroup) -> Bool {
    let places =
      cover.places
      ?? group.catalogues.values.lazy.compactMap { $0.requirements[cover.id] }.first?.places
    return places?.contains { $0.isIn(observation) } ?? true
  }
}

extension SentRequest {
  /// The request of a recorded exchange.
  init(_ exchange: RecordedExchange) {
    let url = RecordedURL(exchange.request.url)
    let content = RequestContent(
      exchange.request.body, mediaType: exchange.request.headers?["Content-Type"])
    self.init(
      method: exchange.request.method, segments: url.segments.map { RecordedURL.decoded($0) },
      query: url.parameters, headers: exchange.request.headers, form: content.form,
      json: content.json)
  }
}

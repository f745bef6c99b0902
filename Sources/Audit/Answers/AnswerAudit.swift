// SPDX-License-Identifier: Apache-2.0
// Judges a service by its answers in recorded traffic.

package import HTTP
import Record
import Suites
import Text

/// Judges a service by its answers in recorded traffic, each by itself.
package struct AnswerAudit: Sendable {
  let expectations: AnswerExpectations
  /// The rules that judge the application by the same traffic: they know its calls.
  let rules: AuditRules
  /// The origin to which URLs of the service lead; nil for that of each request.
  let target: Origin?

  package init(_ expectations: AnswerExpectations, _ rules: AuditRules, target: Origin? = nil) {
    self.expectations = expectations
    self.rules = rules
    self.target = target
  }
}

/// The answers to one call, as judged.
struct CallAnswers: Sendable {
  /// As the documents write it: `GET /api/v2/{serviceProvider}/profiles`.
  let call: String
  /// The file of the fragments that judge it; nil where none does.
  let file: String?
  /// The steps that judge them, with what was seen of each.
  var steps: [StepAnswers] = []
  /// The wrong ones that are listed, in the order of the recording.
  var broken: [BrokenAnswer] = []
  /// How many wrong ones there are.
  var brokenCount = 0
  /// How many of each status there are, without those of the proxy.
  var statuses: [Int: Int] = [:]
  /// The answers 5xx that no step expects, the first of them.
  var troubles: [EntryReference] = []
  /// How many answers no step judges, whatever their status.
  var unknown = 0
  /// Why answers were not judged, and how many.
  var notJudged: [String: Int] = [:]
}

/// What the answers to a call show of one step.
struct StepAnswers: Sendable {
  let step: Step
  /// The first right answer.
  let first: EntryReference
  var right = 0
  /// The requirements that right answers show.
  var covers: [Cover] = []
  var chosen: [String] = []
  /// A right answer that misses a recommendation.
  var warned: BrokenAnswer?
  var warnedCount = 0
}

/// A wrong answer.
struct BrokenAnswer: Sendable {
  let entry: EntryReference
  let verdict: AnswerVerdict
}

/// The result of judging the answers of a service.
package struct AnswerResult: Sendable {
  var calls: [CallAnswers] = []
  /// The cookbooks by which they were judged.
  var cookbooks: Set<String> = []

  /// How many wrong answers of one kind are listed.
  static let listedLimit = 5
  /// From how many answers on a call that has only 5xx fails.
  static let fewestAnswers = 3
}

extension AnswerAudit {
  /// Judges the answers of a service.
  ///
  /// - Parameters:
  ///   - origins: Those of the service.
  ///   - followed: The cookbooks that the traffic follows, with those that they extend.
  package func judge(
    _ source: any TrafficSource, of origins: [String], following followed: [String]
  ) throws(TrafficError) -> AnswerResult {
    let judge = judge(following: followed)
    let vocabularies = Set(
      rules.files.filter { $0.cookbook.map(followed.contains) ?? false }.map(\.vocabulary)
    ).sorted().map { rules.vocabularies[$0] }
    var result = AnswerResult(cookbooks: Set(followed))
    var places: [String: Int] = [:]
    let chosen = Set(origins)
    try source.read({ method, url in
      let segments = RecordedURL(url).segments
      return vocabularies.contains { $0.kind(method, segments) != nil }
    }) { entry in
      guard case .exchange(let exchange) = entry else { return }
      let url = RecordedURL(exchange.request.url)
      guard chosen.contains(url.origin),
        let call = Self.call(of: exchange.request.method, url.segments, vocabularies)
      else { return }
      let place = places[call] ?? result.calls.count
      if place == result.calls.count {
        places[call] = place
        result.calls.append(CallAnswers(call: call, file: judge.step(judging: exchange)?.file))
      }
      result.calls[place].add(judge.judgement(of: exchange), exchange)
    }
    return result
  }

  /// Judges answers one by one.
  ///
  /// - Parameter followed: The cookbooks that the traffic follows, with those that they extend.
  package func judge(following followed: [String]) -> AnswerJudge {
    let extended = Set(followed.compactMap { rules.catalogues[$0]?.base })
    return AnswerJudge(
      expectations, following: Set(followed).subtracting(extended), target: target)
  }

  /// The call of an exchange, as the documents write it; nil for one of another service.
  private static func call(
    of method: String, _ segments: [Substring], _ vocabularies: [ExchangeVocabulary]
  ) -> String? {
    let known = vocabularies.compactMap { vocabulary in
      vocabulary.route(method, segments).map { (vocabulary.kinds[$0.kind], $0.route) }
    }
    let own = known.first { !$0.0.isShared } ?? known.first
    return own.map { "\(method) \($0.1.path)" }
  }
}

extension CallAnswers {
  fileprivate mutating func add(_ judgement: AnswerJudgement, _ exchange: RecordedExchange) {
    if let status = exchange.response?.status, status > 0 { statuses[status, default: 0] += 1 }
    switch judgement {
    case .notJudged(let reason): notJudged[reason, default: 0] += 1
    case .unknownCall: if !exchange.isDeliberate { unknown += 1 }
    case .trouble:
      if troubles.count < AnswerResult.listedLimit { troubles.append(exchange.entry) }
    case .judged(let verdicts):
      for verdict in verdicts { add(verdict, exchange.entry) }
      if verdicts.contains(where: { !$0.findings.isEmpty }) { brokenCount += 1 }
    }
  }

  private mutating func add(_ verdict: AnswerVerdict, _ entry: EntryReference) {
    let answer = BrokenAnswer(entry: entry, verdict: verdict)
    guard verdict.findings.isEmpty else {
      let alike = broken.count { $0.verdict.broken == verdict.broken }
      if alike < AnswerResult.listedLimit { broken.append(answer) }
      return
    }
    let index =
      steps.firstIndex {
        $0.step.position == verdict.step.position
          && $0.step.file == verdict.step.file && $0.step.name == verdict.step.name
      } ?? steps.count
    if index == steps.count { steps.append(StepAnswers(step: verdict.step, first: entry)) }
    steps[index].right += 1
    steps[index].covers = (steps[index].covers + verdict.covers).unique
    steps[index].chosen = (steps[index].chosen + verdict.chosen).unique
    if !verdict.warnings.isEmpty {
      steps[index].warned = steps[index].warned ?? answer
      steps[index].warnedCount += 1
    }
  }
}

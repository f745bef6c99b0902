// SPDX-License-Identifier: Apache-2.0
// Judges the answers of a service in the order in which they come.

import Suites

/// Judges the answers of a service in the order in which they come, and keeps what they show.
package struct AnswerReading: Sendable {
  /// The cookbooks that the traffic follows, with those that they extend.
  package let followed: [String]
  /// What the answers show so far.
  package private(set) var result: AnswerResult
  /// The origins of the exchanges so far that are calls of the documents.
  private var origins: Set<String> = []
  private let judge: AnswerJudge
  private let vocabularies: [ExchangeVocabulary]
  /// By the call, its place in the result.
  private var places: [String: Int] = [:]

  /// - Parameter followed: The cookbooks that the traffic follows, with those that they extend.
  package init(_ audit: AnswerAudit, following followed: [String]) {
    self.followed = followed
    result = AnswerResult(cookbooks: Set(followed))
    let rules = audit.rules
    let extended = Set(followed.compactMap { rules.catalogues[$0]?.base })
    judge = AnswerJudge(
      audit.expectations, following: Set(followed).subtracting(extended), target: audit.target)
    vocabularies = Set(
      rules.files.filter { $0.cookbook.map(followed.contains) ?? false }.map(\.vocabulary)
    ).sorted().map { rules.vocabularies[$0] }
  }
}

extension AnswerReading {
  /// Judges an answer.
  ///
  /// - Returns: nil where the exchange is no call of the documents.
  @discardableResult
  package mutating func add(_ exchange: RecordedExchange) -> AnswerJudgement? {
    let url = RecordedURL(exchange.request.url)
    guard let call = call(of: exchange.request.method, url.segments) else { return nil }
    origins.insert(url.origin)
    let place = places[call] ?? result.calls.count
    if place == result.calls.count {
      places[call] = place
      result.calls.append(CallAnswers(call: call, file: judge.step(judging: exchange)?.file))
    }
    let judgement = judge.judgement(of: exchange)
    result.calls[place].add(judgement, exchange)
    return judgement
  }

  /// Whether an exchange is a call of the documents.
  func isCall(_ method: String, _ url: String) -> Bool {
    let segments = RecordedURL(url).segments
    return vocabularies.contains { $0.kind(method, segments) != nil }
  }

  /// Whether the result is the one of traffic that follows these cookbooks, with a service at these
  /// origins.
  package func isComplete(following cookbooks: [String], at known: [String]) -> Bool {
    followed == cookbooks && origins.isSubset(of: known)
  }

  /// The call of an exchange, as the documents write it; nil for one of another service.
  private func call(of method: String, _ segments: [Substring]) -> String? {
    let known = vocabularies.compactMap { vocabulary in
      vocabulary.route(method, segments).map { (vocabulary.kinds[$0.kind], $0.route) }
    }
    let own = known.first { !$0.0.isShared } ?? known.first
    return own.map { "\(method) \($0.1.path)" }
  }
}

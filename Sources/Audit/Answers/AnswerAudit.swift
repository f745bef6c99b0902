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

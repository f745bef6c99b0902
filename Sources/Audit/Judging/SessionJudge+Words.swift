// SPDX-License-Identifier: Apache-2.0
// The findings of rules about order and time, with the calls at both ends.

import Expectations
import HTTP
import Suites
import Text

extension SessionJudge {
  /// How many of the exchanges that were found a finding names.
  private static let shownLimit = 4

  /// The verdict where such exchanges stand where they must not.
  ///
  /// - Parameters:
  ///   - ranks: Those of the exchanges that were found.
  ///   - limit: How far they have to be at least.
  ///   - most: How many there may be.
  func broken(
    _ demand: CallOrder.Demand, _ search: Search, _ occasion: Occasion, _ ranks: [Int],
    limit: Duration? = nil, most: Int? = nil
  ) throws(TrafficError) -> OccasionVerdict {
    // The last of many is the one too many.
    let shown = ranks.prefix(Self.shownLimit - 1) + ranks.dropFirst(Self.shownLimit - 1).suffix(1)
    var order = try order(demand, search, occasion, Array(shown))
    order.count = ranks.count
    order.most = most
    order.limit = limit ?? order.limit
    let others = shown + ranks.filter { !shown.contains($0) }
    return .broken(
      [finding(order, search.position)], others: others.map { session.members[$0] })
  }

  /// The verdict where no such exchange comes. The nearest of the kind shows the difference.
  func missing(
    _ demand: CallOrder.Demand, _ search: Search, _ occasion: Occasion
  ) throws(TrafficError) -> OccasionVerdict {
    let isBack = demand == .earlier
    let kinds = search.pattern.kinds
    let ranks = kinds.compactMap { kind -> Int? in
      let ranks = session.ranks[kind] ?? []
      let before = ranks.countOfFirst { isBack ? $0 < occasion.rank : $0 <= occasion.rank }
      let place = isBack ? before - 1 : before
      return ranks.indices.contains(place) ? ranks[place] : nil
    }
    let nearest =
      kinds.count < store.vocabulary.kinds.count ? isBack ? ranks.max() : ranks.min() : nil
    var order = try order(demand, search, occasion, nearest.map { [$0] } ?? [])
    order.count = 0
    var difference: QuotingText?
    if let nearest, let bound = try? BoundPattern(search.pattern, in: occasion.bindings) {
      let document = try store.document(session.members[nearest])
      let first = bound.findings(document, at: occasion.time).findings.first
      difference = first.flatMap { order.difference($0.finding.inWords.told) }
    }
    return .broken(
      [finding(order, search.position, difference)],
      others: nearest.map { [session.members[$0]] } ?? [])
  }

  /// The verdict where another exchange than the occasion differs from what is demanded of it.
  func broken(
    _ findings: [OccasionFinding], _ demand: CallOrder.Demand, _ search: Search,
    _ occasion: Occasion, _ rank: Int
  ) throws(TrafficError) -> OccasionVerdict {
    let order = try order(demand, search, occasion, [rank])
    return .broken(
      findings.map { $0.with(order) }, others: [session.members[rank]])
  }

  /// The verdict where an occasion differs from what is demanded of it: where it does not send the
  /// value of an earlier answer, with the exchange that has this answer.
  func broken(
    _ findings: [OccasionFinding], of pattern: ExchangePattern, _ occasion: Occasion
  ) throws(TrafficError) -> OccasionVerdict {
    var findings = findings
    var others: [Int] = []
    for index in findings.indices {
      guard let rank = source(of: findings[index], in: pattern, occasion) else { continue }
      var order = CallOrder(.value, of: try store.call(occasion.index))
      order.others = [try store.call(session.members[rank])]
      order.count = 1
      findings[index] = findings[index].with(order)
      if !others.contains(session.members[rank]) { others.append(session.members[rank]) }
    }
    return .broken(findings, others: others)
  }

  /// The earlier exchange whose value a finding expects; nil where it expects no such value.
  private func source(
    of finding: OccasionFinding, in pattern: ExchangePattern, _ occasion: Occasion
  ) -> Int? {
    guard let part = finding.part, pattern.parts.indices.contains(part) else { return nil }
    let names = pattern.parts[part].template.variables.compactMap(\.name)
    let expected = finding.finding.expectedValue.values.compactMap(\.scalarText)
    for name in names {
      // A part may ask for more than the value, and the value may be a part of what it asks for.
      guard let rank = occasion.sources[name], rank < occasion.rank,
        let text = occasion.value(of: name)?.scalarText, !text.isEmpty,
        expected.contains(where: { $0.contains(text) })
      else { continue }
      return rank
    }
    return nil
  }

  private func order(
    _ demand: CallOrder.Demand, _ search: Search, _ occasion: Occasion, _ ranks: [Int]
  ) throws(TrafficError) -> CallOrder {
    let pattern = search.pattern
    var order = CallOrder(demand, of: try store.call(occasion.index))
    // Of many calls the one that was found is named.
    let found = ranks.first.map { store.exchanges[session.members[$0]].kind }
    let kinds = pattern.kinds.filter { $0 == found } + pattern.kinds.filter { $0 != found }
    order.wanted = store.vocabulary.calls(of: kinds)
    order.same = pattern.same.map { store.vocabulary.valueNames[$0] }
    order.isValid = pattern.validity?.isValid
    if let bound = search.bound { order.bound = store.vocabulary.calls(of: bound.kinds) }
    order.limit = pattern.within
    for rank in ranks { order.others.append(try store.call(session.members[rank])) }
    order.count = ranks.count
    return order
  }

  private func finding(
    _ order: CallOrder, _ position: Position, _ nearest: QuotingText? = nil
  ) -> OccasionFinding {
    OccasionFinding(
      finding: Finding(
        place: order.place, position: position, expected: order.expected, found: order.found,
        nearest: nearest, order: order), touched: nil)
  }
}

extension OccasionFinding {
  fileprivate func with(_ order: CallOrder) -> OccasionFinding {
    var finding = self
    finding.finding.order = order
    return finding
  }
}

extension TimedCall {
  /// An exchange as one end of what is wrong with an order.
  ///
  /// - Parameter recordings: The names of all recordings.
  init(_ exchange: RecordedExchange, among recordings: [String]) {
    let answer = exchange.response
    let recording = exchange.entry.recording
    self.init(
      method: exchange.request.method, path: RecordedURL(exchange.request.url).path,
      status: answer?.status ?? 0, time: exchange.startedAt,
      retryAfter: answer?.headers?["retry-after"],
      recording: recordings.indices.contains(recording) ? recordings[recording] : "",
      entry: exchange.entry.index)
  }
}

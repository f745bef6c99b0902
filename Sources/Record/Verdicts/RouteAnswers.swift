// SPDX-License-Identifier: Apache-2.0
// Which endpoints gave all requests the same answer.

import Suites
import Text

/// The statuses that each endpoint answered in a run.
///
/// An endpoint is method and path, as the suite writes them, with `*` for each `${…}`. Where a record
/// has no such route, it is the path that was sent, with `*` for each id.
package struct RouteAnswers: Sendable {
  private struct Answers {
    /// The only status; nil where there were several.
    var status: Int?
    var count: Int
  }

  /// The ids of the target: they stand for others of their kind.
  package let ids: [String]
  private var routes: [String: Answers] = [:]

  /// - Parameter ids: The ids of the target: service provider and MVPDs.
  package init(ids: [String]) { self.ids = ids.filter { !$0.isEmpty } }

  init(_ target: TargetRecord) {
    self.init(ids: (target.serviceProvider.map { [$0] } ?? []) + target.mvpds)
  }
}

extension RouteAnswers {
  /// Adds the answers to the requests of steps.
  mutating func add(_ steps: [StepRecord]) {
    steps.visit { visit in
      let step = visit.step
      guard step.action == .request, !step.exchanges.isEmpty else { return }
      let route = endpoint(of: step)
      func note(_ status: Int, _ number: Int) {
        guard status > 0 else { return }
        guard var known = routes[route] else {
          routes[route] = Answers(status: status, count: number)
          return
        }
        known.count += number
        if known.status != status { known.status = nil }
        routes[route] = known
      }
      for exchange in step.exchanges { note(exchange.status, 1) }
      for count in step.leftOut.counts { note(count.status, count.number) }
    }
  }

  /// The only status that each endpoint answered more than once, by its route, if it is 400 or
  /// higher.
  package var refusing: [String: Int] {
    routes.compactMapValues { answers in
      guard let status = answers.status, status >= 400, answers.count > 1 else { return nil }
      return status
    }
  }

  /// The only status of all answers, if it is 400 or higher and several endpoints gave it.
  package var everyAnswer: Int? {
    let different = Set(routes.values.map(\.status))
    guard routes.count > 1, different.count == 1, let only = different.first, let status = only,
      status >= 400
    else { return nil }
    return status
  }

  /// The endpoint that a step asks.
  package func endpoint(of step: StepRecord) -> String {
    if let route = step.route { return RoutePattern.folded(route) }
    guard let exchange = step.exchanges.last else { return step.location.description }
    let segments = exchange.url.withoutOrigin.prefix { $0 != "?" }.split(
      separator: "/", omittingEmptySubsequences: false)
    let folded = segments.map { ids.contains(String($0)) || Self.isID($0) ? "*" : String($0) }
    return "\(exchange.method) \(folded.joined(separator: "/"))"
  }

  /// Whether a part of a path was made by a machine.
  package static func isID(_ text: Substring) -> Bool {
    text.contains("‹") || (text.utf8.count >= 6 && text.contains(where: \.isNumber))
  }
}

extension String {
  /// A URL without its scheme and host.
  package var withoutOrigin: Substring {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), self[colon...].hasPrefix("://")
    else { return self[...] }
    let path = utf8[colon...].dropFirst(3).firstIndex(of: UInt8(ascii: "/"))
    return self[(path ?? endIndex)...]
  }
}

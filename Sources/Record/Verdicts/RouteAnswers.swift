// SPDX-License-Identifier: Apache-2.0
// Which endpoints gave all requests the same answer; numbers and lists in words.

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

/// Writes numbers, durations and lists for people.
package enum Wording {
  /// `1 scenario`, `2 scenarios`, `10,000 scenarios`.
  ///
  /// - Parameter plural: The plural; nil for the singular with an `s`.
  package static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? singular : plural ?? singular + "s")"
  }

  /// The number with a comma at each thousand: `10,000`.
  package static func grouped(_ number: Int) -> String { number.grouped }

  /// `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String], _ conjunction: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// A duration for people: `0.4 ms`, `12 ms`, `1.25 s`, `2 min 5 s`.
  package static func duration(_ duration: Duration) -> String {
    let microseconds = max(0, duration.wholeMicroseconds)
    let milliseconds = microseconds / 1000
    switch milliseconds {
    case ..<10: return "\(milliseconds).\(microseconds % 1000 / 100) ms"
    case ..<1000: return "\(milliseconds) ms"
    case ..<60_000:
      let hundredths = milliseconds % 1000 / 10
      return "\(milliseconds / 1000).\(hundredths < 10 ? "0" : "")\(hundredths) s"
    case ..<3_600_000: return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
    default: return "\(milliseconds / 3_600_000) h \(milliseconds / 60_000 % 60) min"
    }
  }

  /// Seconds with three decimals, `0.012`; never below zero.
  package static func seconds(_ duration: Duration) -> String {
    thousandths(max(0, duration.wholeMilliseconds))
  }

  /// Milliseconds with three decimals: `12.345`.
  package static func milliseconds(_ duration: Duration) -> String {
    thousandths(duration.wholeMicroseconds)
  }

  private static func thousandths(_ number: Int) -> String {
    let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 1000)
    let zeros = rest < 10 ? "00" : rest < 100 ? "0" : ""
    return "\(number < 0 ? "-" : "")\(whole).\(zeros)\(rest)"
  }
}

extension Duration {
  /// The duration without what is below a microsecond, which no report keeps.
  package var inMicroseconds: Duration { .microseconds(wholeMicroseconds) }

  /// The whole microseconds; a number beyond `Int` gives one near its limit.
  package var wholeMicroseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
    return product + Int(attoseconds / 1_000_000_000_000)
  }
}

extension Wording {
  /// How many scenarios there are, in the words of all commands: `697 scenarios, 23 more from tables
  /// that the service fills, and 12 preflights`.
  ///
  /// - Parameters:
  ///   - further: What tables give besides the scenarios that stand for them in the suites.
  package static func size(
    _ scenarios: Int, of subject: JudgedSide = .service, further: Int = 0, preflights: Int = 0
  ) -> String {
    var text = scenarios == 0 && preflights > 0 ? "" : count(scenarios, subject.caseWord)
    if further > 0 {
      text += ", \(grouped(further)) more from tables that the service fills"
      if preflights > 0 { text += "," }
    }
    if preflights > 0 { text += "\(text.isEmpty ? "" : " and ")\(count(preflights, "preflight"))" }
    return text
  }
}

// SPDX-License-Identifier: Apache-2.0
// Calls as the documents write them.

import Expectations
import Formats
import Record
import Suites
import Text

/// The calls of a run as the documents write them.
struct CallNames {
  private let patterns: [RoutePattern]

  init(_ requirements: some Sequence<Requirement>) {
    let endpoints = requirements.compactMap(\.endpoint).flatMap { $0.split { $0 == "|" } }
    patterns = Set(endpoints).sorted().compactMap { RoutePattern($0) }
  }
}

extension CallNames {
  /// The exchange of a step whose answer was judged: the last. Of the way of a user agent it is the last
  /// call that the documents have, else the last that led on: the pages that it leads to are no calls.
  func judgedExchange(of step: StepRecord) -> ExchangeRecord? {
    guard step.action == .user else { return step.exchanges.last }
    return step.exchanges.last { call(of: $0) != nil }
      ?? step.exchanges.last { 300...399 ~= $0.status } ?? step.exchanges.last
  }

  /// `GET /api/v2/{serviceProvider}/profiles`, `authenticate of the framework`; nil for a step that
  /// makes no call.
  func name(of step: StepRecord) -> String? {
    if let call = step.call { return "\(Sanitized.name(call.name, limit: 60)) of the framework" }
    if let name = step.route.flatMap({ documented(RoutePattern.folded($0)) }) { return name }
    let exchange = step.action == .traffic ? nil : judgedExchange(of: step)
    // A variable may stand for a word of the path, such as `authorize`; what was sent has the word.
    if let name = exchange.flatMap(call) { return name }
    // Where the path is secret as a whole, the name of the step says more.
    if step.action == .user, exchange?.url.withoutOrigin.hasPrefix("/") != true { return nil }
    let sent = exchange.map(Self.sent)
    let written = step.route.map { $0.contains(" ${") ? sent ?? $0 : $0 } ?? sent
    return written.map { Sanitized.line($0.replacing("${", with: "{"), limit: 120) }
  }

  /// The call of an exchange as the documents write it; nil for one that they don't have.
  private func call(of exchange: ExchangeRecord) -> String? { documented(Self.sent(exchange)) }

  /// `GET /api/v2/ORCHARD/profiles`: method and path.
  private static func sent(_ exchange: ExchangeRecord) -> String {
    let path = exchange.url.withoutOrigin.utf8.prefix { $0 != 0x23 && $0 != 0x3F }
    return "\(exchange.method) \(Substring(path))"
  }

  /// A call by its method and path, as the documents write it; nil for one that they don't have.
  private func documented(_ call: String) -> String? {
    guard let blank = call.utf8.firstIndex(of: 0x20) else { return nil }
    let path = String(call[call.index(after: blank)...])
    return RoutePattern.best(of: patterns, method: String(call[..<blank]), path: path)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Counts the verdicts of each rule.

import Record
import Suites
import Text

/// The verdicts of all rules so far.
struct RuleResults {
  private(set) var results: [RuleResult] = []
  private let rules: AuditRules
  /// The index of the first rule of each file.
  private var starts: [Int] = []
  /// The occasions that belong to several sessions, until all of them were judged.
  private var shared: [Shared: [(verdict: OccasionVerdict, session: String)]] = [:]

  private struct Shared: Hashable {
    let file: Int
    let rule: Int
    let exchange: Int
  }

  private static let exampleLimit = 3
  /// The number of the application of each exchange that is judged.
  var applications: [Int] = []

  /// - Parameter hasLog: Whether calls of the framework are judged.
  init(_ rules: AuditRules, hasLog: Bool = false) {
    self.rules = rules
    for file in rules.files {
      starts.append(results.count)
      results += file.rules.map { rule in
        RuleResult(
          name: rule.name, location: SourceLocation(file: file.file, position: rule.position),
          covers: rule.covers, missingFacts: rules.missingFacts(of: rule),
          lacksLog: rule.needsLog && !hasLog)
      }
    }
  }
}

extension RuleResults {
  /// Whether a further session can change what an exchange of several shows of a rule.
  func wants(_ rule: AuditRule, _ place: (file: Int, number: Int), exchange: Int) -> Bool {
    let key = Shared(file: place.file, rule: place.number, exchange: exchange)
    guard let verdicts = shared[key] else { return true }
    if rule.looksAtOccasionOnly { return false }
    return !verdicts.contains { if case .met = $0.verdict { true } else { false } }
  }

  mutating func add(
    _ verdict: OccasionVerdict, rule: (file: Int, number: Int), exchange: Int, isShared: Bool,
    session: String, _ exchanges: [IndexedExchange]
  ) {
    if isShared {
      let key = Shared(file: rule.file, rule: rule.number, exchange: exchange)
      shared[key, default: []].append((verdict, session))
    } else {
      record(verdict, rule.file, rule.number, exchange, session, exchanges)
    }
  }

  /// Judges the occasions that belong to several sessions: broken is only what is broken in all of
  /// them.
  ///
  /// - Parameter isCut: Whether an exchange belongs to more sessions than it was judged in.
  mutating func finish(_ exchanges: [IndexedExchange], _ isCut: (_ exchange: Int) -> Bool) {
    let keys = shared.keys.sorted {
      ($0.file, $0.rule, $0.exchange) < ($1.file, $1.rule, $1.exchange)
    }
    for key in keys {
      let rule = rules.files[key.file].rules[key.rule]
      let verdicts = shared[key] ?? []
      guard
        let (verdict, session) = OccasionVerdict.ofSessions(
          verdicts, of: rule, isCut: isCut(key.exchange))
      else { continue }
      record(verdict, key.file, key.rule, key.exchange, session, exchanges)
    }
    shared = [:]
    for index in results.indices { results[index].order() }
  }

  private mutating func record(
    _ verdict: OccasionVerdict, _ file: Int, _ number: Int, _ exchange: Int, _ session: String,
    _ exchanges: [IndexedExchange]
  ) {
    let index = starts[file] + number
    let entry = exchanges[exchange].entry
    let application = applications.indices.contains(exchange) ? applications[exchange] : 0
    switch verdict {
    case .met:
      results[index].met += 1
      results[index].byApplication[application, default: (false, nil)].isMet = true
      if results[index].examples.count < Self.exampleLimit { results[index].examples.append(entry) }
    case .notJudged(let doubt): results[index].notJudged[doubt.description, default: 0] += 1
    case .broken(let findings, let others):
      let occasion = BrokenOccasion(
        exchanges[exchange], session, findings, of: rules.files[file].rules[number],
        others: others.map { exchanges[$0].entry })
      results[index].broken.append(occasion)
      let known = results[index].byApplication[application]
      results[index].byApplication[application] = (
        known?.isMet ?? false, (known?.broken ?? []).union(occasion.blamed)
      )
      if results[index].broken.count >= 8 * RuleResult.listedLimit { results[index].order() }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Judges sessions on several threads.

internal import Formats
internal import HTTP
internal import Synchronization

/// Judges the sessions of one vocabulary by the rules that look at sessions.
struct SessionsJudge: Sendable {
  let rules: AuditRules
  /// The rules with their places, by the kinds that they are about.
  let byKind: [Int: [(file: Int, number: Int, rule: AuditRule)]]
  let exchanges: ExchangeTable
  let vocabulary: ExchangeVocabulary
  let marks: PatternMarks
  let source: any TrafficSource
  /// The values of exchanges, by their numbers.
  let details: [JSONValue]
  /// The number of the text that tells each session apart.
  let names: [Int32?]
  let texts: [String]
  /// The exchanges of each session.
  let members: [[Int]]
  /// The sessions in which an exchange is judged that belongs to several.
  let several: [Int: [Int]]
  /// Whether some exchanges of sessions may be missing.
  let isCut: Bool
  /// When each recording was made.
  let recordings: [ClosedRange<Int>?]
}

extension SessionsJudge {
  /// About so many exchanges are judged at once by a thread.
  private static let partSize = 4_000
  /// In so many parts a session is judged that has several times as many.
  private static let splitCount = 4

  /// What a thread judges at once: some sessions, or some exchanges of one.
  private struct Part {
    let sessions: Range<Int>
    /// nil for all of them.
    let ranks: Range<Int>?
  }

  /// Adds what all sessions show, in their order.
  func judge(jobs: Int, _ results: inout RuleResults) throws(TrafficError) {
    let parts = parts
    guard jobs > 1, parts.count > 1 else {
      let rules = MarkedRules(byKind, marks, exchanges.rows)
      for part in parts { try judge(part, rules, &results) }
      return
    }
    let next = Atomic(0)
    let line = Mutex(PartLine(RuleResults(rules)))
    let threads = ThreadGroup()
    for _ in 0..<jobs {
      threads.start {
        let marked = MarkedRules(byKind, marks, exchanges.rows)
        while true {
          let part = next.add(1, ordering: .relaxed).oldValue
          guard part < parts.count else { return }
          var results = RuleResults(rules)
          let result: Result<RuleResults, TrafficError>
          do throws(TrafficError) {
            try judge(parts[part], marked, &results)
            result = .success(results)
          } catch {
            result = .failure(error)
          }
          line.withLock { $0.add(result, of: part) }
        }
      }
    }
    threads.wait()
    results.add(try line.withLock { line throws(TrafficError) in try line.results() })
  }

  /// The results of the parts that are judged, in the order of the parts. Those of one that is judged
  /// before an earlier one wait.
  private struct PartLine {
    /// Of the parts up to the next one.
    private var sum: RuleResults
    /// The first one, in the order of the parts.
    private var error: TrafficError?
    private var waiting: [Int: Result<RuleResults, TrafficError>] = [:]
    private var next = 0

    init(_ results: RuleResults) { sum = results }

    mutating func add(_ result: Result<RuleResults, TrafficError>, of part: Int) {
      waiting[part] = result
      while let result = waiting.removeValue(forKey: next) {
        next += 1
        switch result {
        case .success(let more): if error == nil { sum.add(more) }
        case .failure(let failure): error = error ?? failure
        }
      }
    }

    func results() throws(TrafficError) -> RuleResults {
      if let error { throw error }
      return sum
    }
  }

  /// The sessions in parts that have about as many exchanges. They don't depend on the number of
  /// threads.
  private var parts: [Part] {
    var parts: [Part] = []
    var start = 0
    var count = 0
    for session in members.indices {
      let size = members[session].count
      if size >= Self.splitCount * Self.partSize {
        if start < session { parts.append(Part(sessions: start..<session, ranks: nil)) }
        for part in 0..<Self.splitCount {
          let ranks = (size * part / Self.splitCount)..<(size * (part + 1) / Self.splitCount)
          parts.append(Part(sessions: session..<(session + 1), ranks: ranks))
        }
        start = session + 1
        count = 0
        continue
      }
      count += size
      if count >= Self.partSize {
        parts.append(Part(sessions: start..<(session + 1), ranks: nil))
        start = session + 1
        count = 0
      }
    }
    if start < members.count {
      parts.append(Part(sessions: start..<members.count, ranks: nil))
    }
    return parts
  }

  private func judge(
    _ part: Part, _ marked: MarkedRules, _ results: inout RuleResults
  ) throws(TrafficError) {
    let store = ExchangeStore(exchanges, vocabulary, source, details: details)
    for place in part.sessions {
      let session = AuditSession(
        name: names[place].map { texts[Int($0)] } ?? "", members[place], isCut: isCut,
        of: exchanges, beginnings: vocabulary.beginnings, recordings: recordings)
      let judge = SessionJudge(session, store, marks)
      for rank in part.ranks ?? session.members.indices {
        let member = session.members[rank]
        let exchange = exchanges[member]
        if exchange.isDeliberate { continue }
        let own = several[member]
        if let own, !own.contains(place) { continue }
        let rules = marked.rules(of: exchange.kind)
        for step in marked.steps(exchange) {
          let (file, number, rule) = rules[Int(step.index)]
          if own == nil, step.isMet {
            results.addMet(rule: (file, number), exchange.entry)
            continue
          }
          if own != nil, !results.wants(rule, (file, number), exchange: member) { continue }
          guard let verdict = try step.isMet ? .met : judge.verdict(rule, rank) else { continue }
          results.add(
            verdict, rule: (file, number), exchange: member, isShared: own != nil,
            session: session.name, exchanges)
        }
      }
    }
  }
}

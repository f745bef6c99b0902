// SPDX-License-Identifier: Apache-2.0
// Judges sessions on several threads.

internal import HTTPTransport
internal import JSON
internal import Synchronization
internal import Traffic

/// Judges the sessions of one vocabulary by the rules that look at sessions.
struct SessionsJudge: Sendable {
  let rules: AuditRules
  /// The rules with their places, by the kinds that they are about.
  let byKind: [Int: [(file: Int, number: Int, rule: AuditRule)]]
  let exchanges: [IndexedExchange]
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
  private static let partSize = 2_000

  /// Adds what all sessions show, in their order.
  func judge(jobs: Int, _ results: inout RuleResults) throws(TrafficError) {
    let parts = parts
    guard jobs > 1, parts.count > 1 else {
      return try judge(members.indices, &results)
    }
    let next = Atomic(0)
    let found = Mutex<[Result<RuleResults, TrafficError>?]>(
      Array(repeating: nil, count: parts.count))
    let threads = ThreadGroup()
    for _ in 0..<jobs {
      threads.start {
        while true {
          let part = next.add(1, ordering: .relaxed).oldValue
          guard part < parts.count else { return }
          var results = RuleResults(rules)
          let result: Result<RuleResults, TrafficError>
          do throws(TrafficError) {
            try judge(parts[part], &results)
            result = .success(results)
          } catch {
            result = .failure(error)
          }
          found.withLock { $0[part] = result }
        }
      }
    }
    threads.wait()
    for result in found.withLock({ $0 }) {
      guard let result else { continue }
      results.add(try result.get())
    }
  }

  /// The sessions in parts that have about as many exchanges.
  private var parts: [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    var count = 0
    for session in members.indices {
      count += members[session].count
      if count >= Self.partSize {
        parts.append(start..<(session + 1))
        start = session + 1
        count = 0
      }
    }
    if start < members.count { parts.append(start..<members.count) }
    return parts
  }

  private func judge(_ range: Range<Int>, _ results: inout RuleResults) throws(TrafficError) {
    let store = ExchangeStore(exchanges, vocabulary, source, details: details)
    for place in range {
      let session = AuditSession(
        name: names[place].map { texts[Int($0)] } ?? "", members[place], isCut: isCut,
        of: exchanges, beginnings: vocabulary.beginnings, recordings: recordings)
      let judge = SessionJudge(session, store, marks)
      for (rank, member) in session.members.enumerated() {
        let own = several[member]
        if let own, !own.contains(place) { continue }
        for (file, number, rule) in byKind[exchanges[member].kind] ?? [] {
          if own != nil, !results.wants(rule, (file, number), exchange: member) { continue }
          guard let verdict = try judge.verdict(rule, rank) else { continue }
          results.add(
            verdict, rule: (file, number), exchange: member, isShared: own != nil,
            session: session.name, exchanges)
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Patterns compiled: with the values of an occasion, or once for each exchange.

import Expectations
import Formats
import Synchronization
import Text

/// The parts of a pattern, compiled with the values of an occasion.
struct BoundPattern: Sendable {
  /// A class, because each exchange is asked about many of them.
  final class Part: Sendable {
    let parts: ExchangeParts
    let header: String?
    let isOfAnswer: Bool
    let expectation: Expectation
    /// The same as what is asked of one value; nil where it is about more than that.
    let single: SingleValueExpectation?
    /// Whether it holds for the values that a header had: most exchanges have those of another one.
    private let known = Mutex<[String: Bool]>([:])
    /// How such values differ: an application that sends a wrong one sends it again and again.
    private let knownFindings = Mutex<[String: [OccasionFinding]]>([:])

    private static let knownLimit = 1_000
    private static let findingLimit = 20

    init(_ part: PartPattern, in bindings: Bindings) throws(EvaluationError) {
      parts = part.parts
      header = part.header
      isOfAnswer = part.isOfAnswer
      expectation = try part.template.expectation(evaluatedIn: bindings)
      single = SingleValueExpectation(expectation, membersOf: part.isOfAnswer ? [] : ["headers"])
    }
  }

  let parts: [Part]
  let validity: ExchangeValidity?

  /// - Throws: `EvaluationError` for a value that does not fit where the rule puts it.
  init(_ pattern: ExchangePattern, in bindings: Bindings) throws(EvaluationError) {
    try self.init(pattern.parts, validity: pattern.validity, in: bindings)
  }

  init(
    _ pattern: [PartPattern], validity: ExchangeValidity? = nil, in bindings: Bindings
  ) throws(EvaluationError) {
    var parts: [Part] = []
    for part in pattern { parts.append(try Part(part, in: bindings)) }
    self.parts = parts
    self.validity = validity
  }
}

extension BoundPattern.Part {
  fileprivate func accepts(header text: String, _ single: SingleValueExpectation) -> Bool {
    known.withLock { known in
      if let holds = known[text] { return holds }
      if known.count >= Self.knownLimit { known = [:] }
      let holds = single.accepts(.string(text))
      known[text] = holds
      return holds
    }
  }

  /// The value of the one header that decides; nil where more than that decides.
  private func decidingHeader(_ document: ExchangeDocument) -> String? {
    guard let single, !isOfAnswer, case .json(let path) = single.subject, path.first == "headers"
    else { return nil }
    return document.value(path)?.string
  }

  /// How a request differs.
  ///
  /// - Parameters:
  ///   - now: The time of the occasion.
  ///   - part: The index of this part.
  fileprivate func findings(
    ofRequest document: ExchangeDocument, at now: Timestamp, part: Int
  ) -> [OccasionFinding] {
    let header = decidingHeader(document)
    if let header, let known = knownFindings.withLock({ $0[header] }) { return known }
    let findings = expectation.judgement(of: document.request(at: now)).mismatches.map {
      OccasionFinding(finding: $0, touched: PlacePattern.touched(by: $0), part: part)
    }
    if let header {
      knownFindings.withLock { known in
        if known.count >= Self.findingLimit { known = [:] }
        known[header] = findings
      }
    }
    return findings
  }

  /// Whether an exchange matches that has all parts that the pattern reads.
  ///
  /// - Parameter now: The time of the occasion.
  func holds(_ document: ExchangeDocument, at now: Int) -> Bool {
    if let single {
      switch single.subject {
      case .status: if let status = document.status { return single.accepts(.integer(status)) }
      case .json(let path):
        if !isOfAnswer {
          let value = document.value(path)
          guard path.first == "headers", let text = value?.string else {
            return single.accepts(value)
          }
          return accepts(header: text, single)
        }
        if path.isEmpty, let json = document.answerJSONWithoutMark { return single.accepts(json) }
      }
    }
    let time = Timestamp(milliseconds: now)
    guard isOfAnswer else { return expectation.holds(for: document.request(at: time)) }
    return document.answer(at: time).map { expectation.holds(for: $0) } ?? false
  }
}

extension BoundPattern {
  /// Whether an exchange matches.
  ///
  /// - Parameter now: The time of the occasion.
  func match(_ document: ExchangeDocument, end: Int?, at now: Int) -> Match {
    let match = matchParts(document, at: now)
    guard let validity, match != .no else { return match }
    return match.and(validity.match(validity.end(of: document, answeredAt: end), at: now))
  }

  /// Whether the parts of an exchange match. Its validity does not count.
  func matchParts(_ document: ExchangeDocument, at now: Int) -> Match {
    var lacking: ExchangeParts = []
    for part in parts {
      let unknown = document.lacking(part.parts, header: part.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      if !part.holds(document, at: now) { return .no }
    }
    return lacking.isEmpty ? .yes : .unknown(.lacks(lacking))
  }

  /// How an exchange differs; and what the recording lacks.
  func findings(
    _ document: ExchangeDocument, at now: Int
  ) -> (findings: [OccasionFinding], lacking: ExchangeParts) {
    var lacking: ExchangeParts = []
    var findings: [OccasionFinding] = []
    let time = Timestamp(milliseconds: now)
    for (index, part) in parts.enumerated() {
      let unknown = document.lacking(part.parts, header: part.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      if part.holds(document, at: now) { continue }
      guard part.isOfAnswer else {
        let own = part.findings(ofRequest: document, at: time, part: index)
        // The occasions with the same value share the memory of its findings.
        findings = findings.isEmpty ? own : findings + own
        continue
      }
      guard let answer = document.answer(at: time) else { continue }
      findings += part.expectation.judgement(of: answer).mismatches.map {
        OccasionFinding(finding: $0.ofAnswer, touched: nil, part: index)
      }
    }
    return (findings, lacking)
  }
}

/// The patterns of rules that depend on nothing but the exchange, by the kind of exchange.
struct PatternMarks: Sendable {
  /// By the index of the kind, each compiled; nil for one that can't be.
  private var patterns: [[BoundPattern?]]
  /// By the number of the pattern and the index of the kind, the place of its mark.
  private var places: [[Int?]]

  init(_ files: [RuleFile], kinds: Int) {
    let all = files.flatMap(\.rules).flatMap(\.patterns)
    patterns = Array(repeating: [], count: kinds)
    places = Array(
      repeating: Array(repeating: nil, count: kinds), count: (all.map(\.id).max() ?? -1) + 1)
    for pattern in all where !pattern.constantParts.isEmpty {
      // They have no variables, so any values of them will do.
      let bound = try? BoundPattern(pattern.constantParts, in: .unknown)
      for kind in pattern.kinds where places[pattern.id][kind] == nil {
        places[pattern.id][kind] = patterns[kind].count
        patterns[kind].append(bound)
      }
    }
  }

  /// The marks of an exchange.
  func marks(of document: ExchangeDocument, kind: Int) -> [Mark] {
    patterns[kind].map { pattern in
      switch pattern?.match(document, end: nil, at: document.time) {
      case .yes?: .yes
      case .no?: .no
      case .unknown?, nil: .unknown
      }
    }
  }

  /// The marks of an exchange whose URL alone is known.
  func unknown(kind: Int) -> [Mark] { patterns[kind].map { _ in .unknown } }

  /// Whether an exchange matches a pattern that depends on nothing else; nil for another pattern.
  func mark(_ pattern: ExchangePattern, of exchange: IndexedExchange) -> Mark? {
    guard pattern.isConstant else { return nil }
    return pattern.parts.isEmpty ? .yes : markOfConstantParts(pattern, of: exchange)
  }

  /// Whether it matches those parts of a pattern that depend on nothing else.
  func markOfConstantParts(_ pattern: ExchangePattern, of exchange: IndexedExchange) -> Mark? {
    places[pattern.id][exchange.kind].map { exchange.marks[$0] }
  }
}

// SPDX-License-Identifier: Apache-2.0
// A pattern with the values of an occasion in it.

internal import Encodings
internal import Expectations
internal import Findings
internal import JSON
internal import Templates

/// The parts of a pattern, compiled with the values of an occasion.
struct BoundPattern {
  private struct Part {
    let parts: ExchangeParts
    let header: String?
    let isOfAnswer: Bool
    let expectation: Expectation
  }

  private let parts: [Part]
  private let validity: ExchangeValidity?

  /// - Throws: `EvaluationError` for a value that does not fit where the rule puts it.
  init(_ pattern: ExchangePattern, in bindings: Bindings) throws(EvaluationError) {
    var parts: [Part] = []
    for part in pattern.parts {
      parts.append(
        Part(
          parts: part.parts, header: part.header, isOfAnswer: part.isOfAnswer,
          expectation: try part.template.expectation(evaluatedIn: bindings)))
    }
    self.parts = parts
    validity = pattern.validity
  }
}

extension BoundPattern {
  /// Whether an exchange matches.
  ///
  /// - Parameter now: The time of the occasion.
  func match(_ document: ExchangeDocument, end: Int?, at now: Int) -> Match {
    match(document, document.views(at: Timestamp(milliseconds: now)), end: end, at: now)
  }

  /// The same with views of the document that other patterns use, too.
  func match(
    _ document: ExchangeDocument, _ views: ExchangeViews, end: Int?, at now: Int
  ) -> Match {
    var lacking: ExchangeParts = []
    for part in parts {
      let unknown = document.lacking(part.parts, header: part.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      if part.isOfAnswer {
        guard let answer = views.answer, holds(part.expectation, answer) else { return .no }
      } else if !holds(part.expectation, views.request) {
        return .no
      }
    }
    if let validity {
      switch validity.match(document, end: end, at: now) {
      case .yes: break
      case .no: return .no
      case .unknown(let doubt): return .unknown(doubt)
      }
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
    let request = document.request(at: time)
    for part in parts {
      let unknown = document.lacking(part.parts, header: part.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      guard part.isOfAnswer else {
        findings += judge(part.expectation, request).mismatches.map {
          OccasionFinding(finding: $0, touched: PlacePattern.touched(by: $0))
        }
        continue
      }
      guard let answer = document.answer(at: time) else { continue }
      findings += judge(part.expectation, answer).mismatches.map {
        OccasionFinding(finding: $0.ofAnswer, touched: nil)
      }
    }
    return (findings, lacking)
  }
}

extension ExchangeValidity {
  /// Whether what the answer of an exchange gave holds, or is over, at a time.
  func match(_ document: ExchangeDocument, end: Int?, at now: Int) -> Match {
    let lacking = document.lacking(parts, header: header)
    guard lacking.isEmpty else { return .unknown(.lacks(lacking)) }
    let template: SourceTemplate
    let start: Int
    switch self.end {
    case .after(let source):
      template = source
      start = end ?? document.json["time"]?.number?.integer ?? now
    case .at(let source):
      template = source
      start = 0
    }
    let observation = document.request(at: Timestamp(milliseconds: now))
    guard let source = try? template.source(evaluatedIn: .unknown),
      case .success(let value) = source.value(in: observation),
      let number = value.number?.integer ?? value.string.flatMap({ Int($0) })
    else { return .unknown(.nothingToCompare("end of the validity")) }
    var limit = number
    if case .after = self.end {
      let (milliseconds, isTooMuch) = number.multipliedReportingOverflow(by: 1000)
      if isTooMuch { return isValid ? .yes : .no }
      limit = start + milliseconds
    }
    let margin = margin.wholeMilliseconds
    if limit > now + margin { return isValid ? .yes : .no }
    if limit < now - margin { return isValid ? .no : .yes }
    return .unknown(.nearEnd)
  }
}

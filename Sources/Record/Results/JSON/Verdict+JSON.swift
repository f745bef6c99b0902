// SPDX-License-Identifier: Apache-2.0
// Verdicts, findings and problems as JSON.

import Suites

extension Verdict: RecordPart {
  /// The member `verdict`, and `findings`, `problem` or `because` with it.
  init(_ c: RecordCoder, _ old: Verdict?) throws(RecordError) {
    var (findings, problem, reason): ([Finding]?, RunProblem?, String?)
    switch old {
    case .failed(let own): findings = own
    case .broken(let own): problem = own
    case .skipped(let because), .blocked(let because): reason = because
    case .passed, .interrupted, .notReached, nil: break
    }
    let kind = try c("verdict", old?.kind, c.word)
    switch kind {
    case .passed: self = .passed
    case .known:
      throw try c.reader.member("verdict").error(
        .unknownValue(
          kind.rawValue, expected: "'failed': that a failure is known stands in 'known'"))
    case .failed: self = .failed(try c("findings", findings, c.list, or: []))
    case .broken:
      let problem = try c("problem", problem, c.object)
      // Reports of earlier versions call this an error.
      self = problem.kind == .interrupted ? .interrupted : .broken(problem)
    case .skipped: self = .skipped(because: try c("because", reason, c.string))
    case .blocked: self = .blocked(because: try c("because", reason, c.string))
    case .interrupted: self = .interrupted
    case .notReached: self = .notReached
    }
  }
}

extension Finding: RecordPart {
  /// - Throws: `RecordError`, also for a finding in another file than that of its step.
  init(_ c: RecordCoder, _ old: Finding?) throws(RecordError) {
    let place = try c("place", old?.place.description, c.string)
    let location = try c(
      "at", old.map { SourceLocation(file: c.file, position: $0.position) }, c.location)
    guard location.file.utf8.elementsEqual(c.file.utf8) else {
      throw try c.reader.member("at").error(
        .unknownValue(location.description, expected: "a place in \(c.file)"))
    }
    self.init(
      place: Place(reading: place), position: location.position,
      expected: QuotingText(words: try c("expected", old?.expected, c.string)),
      found: QuotingText(words: try c("found", old?.found, c.string)),
      nearest: try c.optional("nearest", old?.nearest, c.string).map { QuotingText(words: $0) })
  }
}

extension RunProblem: RecordPart {
  init(_ c: RecordCoder, _ old: RunProblem?) throws(RecordError) {
    kind = try c("kind", old?.kind, c.word)
    message = try c("message", old?.message, c.string)
    location = try c.optional("at", old?.location, c.location)
    isUnreachable = try c("isUnreachable", old?.isUnreachable, c.flag, unless: false)
  }
}

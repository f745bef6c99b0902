// SPDX-License-Identifier: Apache-2.0
// Verdicts, findings and problems as JSON.

import Findings

extension Verdict {
  /// Writes `verdict`, and `findings`, `problem` or `because` with it.
  ///
  /// - Parameter file: The suite file that the positions of findings are in.
  func write(to text: inout JSONText, in file: String) {
    text.string("verdict", kind.rawValue)
    switch self {
    case .failed(let findings): text.array("findings", findings) { $0.write(to: &$1, in: file) }
    case .broken(let problem): problem.write(to: &text)
    case .skipped(let reason), .blocked(let reason): text.string("because", reason)
    case .passed, .interrupted, .notReached: break
    }
  }

  /// - Parameter file: The suite file that findings have to be in.
  init(_ reader: RecordReader, in file: String) throws(RecordError) {
    let kind = try reader.word("verdict", as: Kind.self)
    switch kind {
    case .passed: self = .passed
    case .known:
      throw try reader.member("verdict").error(
        .unknownValue(
          kind.rawValue, expected: "'failed': that a failure is known stands in 'known'"))
    case .failed:
      self = .failed(
        try reader.list("findings") { item throws(RecordError) in try Finding(item, in: file) })
    case .broken:
      let problem = try RunProblem(try reader.member("problem"))
      // Reports of earlier versions call this an error.
      self = problem.kind == .interrupted ? .interrupted : .broken(problem)
    case .skipped: self = .skipped(because: try reader.string("because"))
    case .blocked: self = .blocked(because: try reader.string("because"))
    case .interrupted: self = .interrupted
    case .notReached: self = .notReached
    }
  }
}

extension Finding {
  func write(to text: inout JSONText, in file: String) {
    text.object { text in
      text.string("place", place.description)
      text.location("at", SourceLocation(file: file, position: position))
      text.string("expected", expected)
      text.string("found", found)
      if let nearest { text.string("nearest", nearest) }
    }
  }

  /// - Throws: `RecordError`, also for a finding in another file than `file`.
  init(_ reader: RecordReader, in file: String) throws(RecordError) {
    let location = try reader.location("at")
    guard location.file.utf8.elementsEqual(file.utf8) else {
      throw try reader.member("at").error(
        .unknownValue(location.description, expected: "a place in \(file)"))
    }
    self.init(
      place: Place(reading: try reader.string("place")), position: location.position,
      expected: QuotingText(words: try reader.string("expected")),
      found: QuotingText(words: try reader.string("found")),
      nearest: try reader.optionalString("nearest").map { QuotingText(words: $0) })
  }
}

extension RunProblem {
  fileprivate func write(to text: inout JSONText) {
    text.object("problem") { text in
      text.string("kind", kind.rawValue)
      text.string("message", message)
      if let location { text.location("at", location) }
      if isUnreachable { text.flag("isUnreachable", true) }
    }
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      try reader.word("kind"), try reader.string("message"),
      at: try reader.optional("at") == nil ? nil : try reader.location("at"),
      isUnreachable: try reader.flag("isUnreachable"))
  }
}

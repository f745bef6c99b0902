// SPDX-License-Identifier: Apache-2.0
// A report as a pure function from the record of a run to files; two runs compared as text.

package import Record
package import Text

/// A form in which a run is reported.
package protocol Report: Sendable {
  func files(of run: RunJudgement) -> [ReportFile]

  /// The printed part of the report; empty for one that is only in files.
  func printed(of run: RunJudgement) -> Printed

}

extension Report {
  package func files(of run: RunJudgement) -> [ReportFile] { [] }

  package func printed(of run: RunJudgement) -> Printed { Printed() }

  /// The bytes of all files, one after the other, and of what is printed.
  package func bytes(of run: RunJudgement) -> [UInt8] {
    files(of: run).flatMap(\.bytes) + Array(printed(of: run).rendered.utf8)
  }

  package func bytes(of record: RunRecord) -> [UInt8] { bytes(of: RunJudgement(record)) }
}

/// A file of a report, made only when it is written.
package struct ReportFile: Sendable {
  /// The path below the folder of the reports.
  package let name: String
  /// Writes the content.
  let body: @Sendable (inout ReportOutput) -> Void

  /// Hands on the content piece by piece, in order.
  package func write(_ take: @escaping ([UInt8]) -> Void) {
    var output = ReportOutput(handingTo: take)
    body(&output)
    output.finish()
  }

  /// The whole content.
  package var bytes: [UInt8] {
    var output = ReportOutput()
    body(&output)
    return output.bytes
  }
}

/// The destination of a report. It collects the bytes, or hands them on in pieces so that a long
/// report is never in memory as a whole.
package struct ReportOutput {
  /// The bytes that are not handed on yet.
  package private(set) var bytes: [UInt8] = []
  private let take: (([UInt8]) -> Void)?
  private static let pieceBytes = 1 << 16

  /// Collects everything.
  package init() { take = nil }

  /// - Parameter take: Gets the pieces in order; the last of them only from `finish()`.
  package init(handingTo take: @escaping ([UInt8]) -> Void) { self.take = take }
}

extension ReportOutput {
  package mutating func write(_ text: String) {
    bytes += text.utf8
    handOn(from: Self.pieceBytes)
  }

  package mutating func write(_ piece: [UInt8]) {
    bytes += piece
    handOn(from: Self.pieceBytes)
  }

  package mutating func line(_ text: String = "") {
    bytes += text.utf8
    bytes.append(0x0A)
    handOn(from: Self.pieceBytes)
  }

  /// Hands on the bytes that are left.
  package mutating func finish() { handOn(from: 1) }

  private mutating func handOn(from limit: Int) {
    guard let take, bytes.count >= limit else { return }
    take(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The record as JSON, for tools; `report merge` and `report diff` read it.
package struct JSONReport: Report {
  package init() {}

  package func files(of run: RunJudgement) -> [ReportFile] {
    [ReportFile(name: "report.json") { output in RunRecord.write(run) { output.write($0) } }]
  }
}

extension RecordDiff {
  /// A line for each scenario and requirement that changed, regressions first, and a line that
  /// sums it up.
  package var text: Printed {
    var text = Printed()
    if let selections {
      text += "The runs selected different scenarios, so what follows may come from that:\n"
      text += "  before: \(Self.line(selections.before))\n"
      text += "  after: \(Self.line(selections.after))\n"
    }
    let lists = [
      ("Regressions:", regressions), ("Fixed:", fixed), ("Changed:", others),
      ("New:", new), ("Gone:", gone),
    ]
    for (title, changes) in lists where !changes.isEmpty {
      text += "\(title)\n"
      for change in changes { text += "  \(Self.line(change))\n" }
    }
    for (title, changes) in [("Proved no more:", unproved), ("Requirements:", requirements)]
    where !changes.isEmpty {
      text += "\(title)\n"
      for change in changes {
        text += "  \(Sanitized.line(change.id)): \(change.before.words) → \(change.after.words)\n"
      }
    }
    return "\(text)\(summary)\n"
  }

  private static func line(_ change: RecordDiff.Change) -> String {
    let name = "\(Sanitized.name(change.suite)) › \(Sanitized.name(change.scenario))"
    let kinds = [change.before, change.after].compactMap { $0?.rawValue }
    return "\(name): \(kinds.joined(separator: " → "))"
  }

  /// `3 of 737 scenarios (--scenario 'sign in')`, or `all scenarios`.
  private static func line(_ selection: SelectionRecord?) -> String {
    guard let selection else { return "all scenarios" }
    let words =
      selection.paths.map { Sanitized.name($0) }
      + selection.options.map { "\($0.name) '\(Sanitized.name($0.value))'" }
    let count =
      "\(Wording.grouped(selection.selected)) of \(Wording.count(selection.total, "scenario"))"
    return "\(count) (\(words.joined(separator: " ")))"
  }

  private var summary: String {
    if isEmpty { return "no change" }
    let proofs =
      unproved.isEmpty ? "" : ", \(Wording.count(unproved.count, "requirement")) proved no more"
    return Wording.count(regressions.count, "regression") + proofs + ", \(fixed.count) fixed, "
      + "\(others.count) changed otherwise, \(new.count) new, \(gone.count) gone"
  }
}

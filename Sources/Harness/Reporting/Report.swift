// SPDX-License-Identifier: Apache-2.0
// What a report is: a pure function from the record of a run to bytes.

package import Results

/// A form that a run is reported in.
package protocol Report: Sendable {
  /// Writes the report of a run.
  func write(_ run: RunJudgement, to output: inout ReportOutput)
}

extension Report {
  /// The whole report.
  package func bytes(of run: RunJudgement) -> [UInt8] {
    var output = ReportOutput()
    write(run, to: &output)
    return output.bytes
  }

  package func bytes(of record: RunRecord) -> [UInt8] { bytes(of: RunJudgement(record)) }
}

/// Where a report goes: collected, or handed on in pieces so that a long one is never in memory as
/// a whole.
package struct ReportOutput {
  /// What is collected and not handed on yet.
  package private(set) var bytes: [UInt8] = []
  private let take: (([UInt8]) -> Void)?
  private static let pieceBytes = 1 << 16

  /// Collects everything.
  package init() { take = nil }

  /// - Parameter take: Gets the pieces in order; the last one only by `finish()`.
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

  /// Hands on what is left.
  package mutating func finish() { handOn(from: 1) }

  private mutating func handOn(from limit: Int) {
    guard let take, bytes.count >= limit else { return }
    take(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

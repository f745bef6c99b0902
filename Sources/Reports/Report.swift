// SPDX-License-Identifier: Apache-2.0
// A report as a pure function from the record of a run to files.

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

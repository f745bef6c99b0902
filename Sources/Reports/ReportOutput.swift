// SPDX-License-Identifier: Apache-2.0
// Where a report is written to: collected, or handed on in pieces.

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

// SPDX-License-Identifier: Apache-2.0
// An error of a reader of texts, with its place.

/// A mistake in a text, with its place in the unit that its reader counts in.
///
/// `Offset` is `ByteOffset` for documents and `ScalarOffset` for texts that stand in a suite file.
package struct LocatedError<Reason, Offset>: Error, Sendable, Equatable
where Reason: Sendable & Equatable & CustomStringConvertible, Offset: Sendable & Equatable {
  package let reason: Reason
  /// From the start of the text.
  package let offset: Offset

  package init(_ reason: Reason, at offset: Offset) {
    self.reason = reason
    self.offset = offset
  }
}

extension LocatedError: CustomStringConvertible {
  /// The mistake and what to write instead, without the place.
  package var description: String { reason.description }
}

extension LocatedError where Offset == ByteOffset {
  /// - Parameter index: Of a reader that counts bytes.
  package init(_ reason: Reason, at index: Int) { self.init(reason, at: ByteOffset(index)) }
}

extension LocatedError where Offset == ScalarOffset {
  /// - Parameter index: Of a reader that counts scalars.
  package init(_ reason: Reason, at index: Int) { self.init(reason, at: ScalarOffset(index)) }
}

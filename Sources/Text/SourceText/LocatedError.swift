// SPDX-License-Identifier: Apache-2.0
// Why a text is refused, and where: the error of every small grammar.

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
  /// What was found and what to write instead, without the place.
  package var description: String { reason.description }
}

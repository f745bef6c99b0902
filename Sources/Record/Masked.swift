// SPDX-License-Identifier: Apache-2.0
// A value whose secrets are masked.

import Redaction
import Suites
import Text

/// A part of a record in which every secret has been replaced by its name.
///
/// Observations of a run become a report in this form only: the records that are kept, put aside and
/// told to those who follow the run are masked, or the program is not compiled. `Mask` makes them, in
/// one place. A record that is read from a report was masked before the report was written.
@dynamicMemberLookup package struct Masked<Value: Sendable>: Sendable {
  package let value: Value

  /// - Parameter value: A value whose secrets were replaced.
  package init(alreadyMasked value: Value) { self.value = value }

  package subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    value[keyPath: path]
  }
}

// SPDX-License-Identifier: Apache-2.0
// An application whose traffic was told from that of others.

import Record

/// An application that was told apart.
package struct SeenApplication: Sendable {
  /// Without the rules, which are judged later.
  let application: AuditApplication
  /// Its first entry.
  let first: EntryReference
  /// The indices of the vocabularies of which it makes calls that no other one has; empty for an
  /// application that only registers.
  let vocabularies: Set<Int>
}

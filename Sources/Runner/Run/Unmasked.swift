// SPDX-License-Identifier: Apache-2.0
// A value that may still hold secrets, until all secrets of a run are known.

import Record
import Redaction

/// A part of a record that may still hold secrets, as a run keeps it until its end. `RunMask` makes the
/// only form of it that a report takes.
struct Unmasked<Value: Sendable>: Sendable {
  /// For verdicts, and for no report or screen.
  let value: Value
  /// What its mask needs besides the secrets of all: `KnownSecrets.kept`.
  let secrets: KnownSecrets
}

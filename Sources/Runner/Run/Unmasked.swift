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

/// A scenario that has ended.
struct EndedScenario: Sendable {
  let record: Unmasked<ScenarioRecord>
  /// Makes what is shown of it before the end of the run.
  let shown: @Sendable () -> Masked<ScenarioRecord>
}

/// Masks the records of a run, once all its secrets are known.
struct RunMask {
  /// The secrets that are known from the start.
  let known: KnownSecrets
  /// Those of all scenarios.
  let all: KnownSecrets
}

extension RunMask {
  func masked(_ record: Unmasked<ScenarioRecord>) -> Masked<ScenarioRecord> {
    mask(of: record.secrets).masked(record.value)
  }

  func masked(_ record: Unmasked<SharedFragmentRecord>) -> Masked<SharedFragmentRecord> {
    mask(of: record.secrets).masked(record.value)
  }

  /// The mask of what has some secrets of its own.
  private func mask(of own: KnownSecrets) -> Mask {
    // Long secrets are found in the record of their own scenario alone.
    var secrets = own.isEmpty ? all : known
    secrets.merge(own)
    var mask = secrets.mask
    if !own.isEmpty { mask.general = all }
    return mask
  }
}

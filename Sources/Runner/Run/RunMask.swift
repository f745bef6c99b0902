// SPDX-License-Identifier: Apache-2.0
// The mask of a run's records, once all its secrets are known.

import Record
import Redaction

/// Masks the records of a run, once all its secrets are known.
struct RunMask {
  /// The secrets that are known from the start.
  let known: KnownSecrets
  /// Those of all scenarios.
  let all: KnownSecrets
  var isCautious = false
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
    mask.isCautious = isCautious
    if !own.isEmpty { mask.general = all }
    return mask
  }
}

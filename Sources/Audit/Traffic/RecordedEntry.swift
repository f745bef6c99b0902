// SPDX-License-Identifier: Apache-2.0
// An entry of a recording, as reading yields it.

/// An entry of a recording, as reading yields it.
package enum RecordedEntry: Sendable {
  case exchange(RecordedExchange)
  /// It has another host or path. Its time is in milliseconds since 1970, nil where it has
  /// none that can be read.
  case other(EntryReference, url: String, milliseconds: Int?)
}

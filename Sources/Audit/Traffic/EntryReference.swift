// SPDX-License-Identifier: Apache-2.0
// An entry of a recording, by its place.

/// An entry of a recording.
package struct EntryReference: Sendable, Hashable {
  /// The index of the recording, in the order in which they were named.
  package let recording: Int
  /// From 0, in the order of the file.
  package let index: Int

  package init(recording: Int, index: Int) {
    self.recording = recording
    self.index = index
  }
}

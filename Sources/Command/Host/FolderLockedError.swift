// SPDX-License-Identifier: Apache-2.0
// The error where another process holds the lock of a folder.

/// Another process held the lock of a folder for as long as there was patience.
struct FolderLockedError: Error, Equatable {
  /// The id of the process; nil where the system does not tell it.
  let holder: Int?
}

// SPDX-License-Identifier: Apache-2.0
// The file of a recording.

import HTTP

/// The file of a recording. The caller opens it: nothing here touches a file system.
package struct RecordingFile: Sendable {
  /// As the caller named it; messages begin with it.
  package let name: String
  package let byteCount: Int
  /// As many bytes as are asked for, from an offset; they lie within the file. nil where they can't be
  /// read. Any thread may call it.
  package let read: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?

  package init(
    name: String, byteCount: Int,
    read: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?
  ) {
    self.name = name
    self.byteCount = byteCount
    self.read = read
  }

  /// A recording in memory.
  package init(name: String, _ bytes: [UInt8]) {
    self.init(name: name, byteCount: bytes.count) { Array(bytes[$0..<($0 + $1)]) }
  }
}

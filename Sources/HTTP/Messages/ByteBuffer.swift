// SPDX-License-Identifier: Apache-2.0
// The bytes of a connection that no message has taken yet.

/// The bytes of a connection that arrived and belong to no message yet.
package struct ByteBuffer: Sendable {
  /// All bytes held; those before `start` are read already.
  package private(set) var bytes: [UInt8] = []
  package private(set) var start = 0

  package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  package var count: Int { bytes.count - start }
  package var isEmpty: Bool { bytes.count == start }

  package mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  /// Takes `count` bytes off the front; offsets from the front change by it.
  package mutating func discard(_ count: Int) {
    start += min(count, self.count)
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 64 * 1024)
      start = 0
    } else if start > 64 * 1024, start > bytes.count / 2 {
      bytes.removeSubrange(0..<start)
      start = 0
    }
  }

  /// Calls with all bytes that are not read yet.
  package func withUnread<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }

  /// The first `count` bytes, as they are.
  func front(_ count: Int) -> ArraySlice<UInt8> { bytes[start..<start + min(count, self.count)] }
}

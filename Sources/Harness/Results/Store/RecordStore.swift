// SPDX-License-Identifier: Apache-2.0
// Where the records of finished scenarios are put aside.

/// A place for bytes outside of the memory, such as a file: they go in, and come out by their offset.
package struct RecordStore: Sendable {
  /// Keeps bytes, and returns their offset; nil where they can't be kept. Any thread may call it.
  package let append: @Sendable (_ bytes: [UInt8]) -> Int?
  /// The bytes at an offset; nil where they can't be read. Any thread may call it.
  package let read: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?

  package init(
    append: @escaping @Sendable ([UInt8]) -> Int?,
    read: @escaping @Sendable (Int, Int) -> [UInt8]?
  ) {
    self.append = append
    self.read = read
  }

  /// A store that keeps nothing.
  static let nowhere = RecordStore(append: { _ in nil }, read: { _, _ in nil })
}

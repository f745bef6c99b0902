// SPDX-License-Identifier: Apache-2.0
// Finds the end of a head.

/// Looks for the empty line that ends a head, each byte once however the bytes arrive.
struct HeadScanner {
  private var scanned = 0
  private var lineStart = 0

  /// The number of bytes of the head with its empty line, or nil where that has not come yet.
  mutating func end(in buffer: ByteBuffer) -> Int? {
    let start = buffer.start
    while start + scanned < buffer.bytes.count {
      guard let feed = buffer.bytes[(start + scanned)...].firstIndex(of: Octets.lineFeed) else {
        scanned = buffer.count
        return nil
      }
      let length = feed - start - lineStart
      scanned = feed - start + 1
      if length == 0 || length == 1 && buffer.bytes[feed - 1] == Octets.carriageReturn {
        return scanned
      }
      lineStart = scanned
    }
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// The text of a file, and the places in it.

/// A file that was read: its name as errors print it, and its bytes.
package struct SourceFile: Sendable, Equatable {
  /// The name that errors print: a path as the user wrote it.
  package let name: String
  package let bytes: [UInt8]
  /// The offset of the first byte of each line; a line ends with LF, CR LF or CR.
  private let lineStarts: [Int]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      starts.append(index)
    }
    lineStarts = starts
  }

  package init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }

  /// The place of a scalar of the text; beyond the end it is taken as the end.
  package func position(at offset: ScalarOffset) -> Position {
    var scalars = 0
    let index = bytes.firstIndex { byte in
      if byte & 0xC0 != 0x80 { scalars += 1 }
      return scalars > offset.value
    }
    return position(at: ByteOffset(index ?? bytes.count))
  }

  /// The place of a byte; beyond the end it is taken as the end.
  package func position(at offset: ByteOffset) -> Position {
    let offset = min(max(offset.value, 0), bytes.count)
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let start = lineStarts[low]
    return Position(line: low + 1, column: 1)
      .advanced(by: ScalarOffset(ByteOffset(offset - start), in: bytes[start...]))
  }

  /// The text of the line of a place, without its line break; nil where the file has no such line.
  package func line(of position: Position) -> String? {
    let number = position.line
    guard number >= 1, number <= lineStarts.count else { return nil }
    var end = number < lineStarts.count ? lineStarts[number] : bytes.count
    let start = lineStarts[number - 1]
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

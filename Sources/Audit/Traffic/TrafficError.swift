// SPDX-License-Identifier: Apache-2.0
// A recording that can't be read.

import HTTP
package import Text

/// A recording can't be read.
package struct TrafficError: Error, Equatable, CustomStringConvertible {
  /// The file.
  package let file: String
  /// nil where no place can be told.
  package let position: Position?
  package let message: String

  package init(file: String, position: Position?, message: String) {
    self.file = file
    self.position = position
    self.message = message
  }

  /// `file:line:column: message`
  package var description: String {
    position.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }
}

extension TrafficError {
  /// The error of a file at an offset. The file is read once more up to there, to count its lines.
  init(_ file: RecordingFile, _ error: StreamError) {
    self.init(
      file: file.name, position: Self.position(of: error.offset, in: file), message: error.message)
  }

  /// nil where the file can't be read any more.
  private static func position(of offset: Int, in file: RecordingFile) -> Position? {
    var line = 1
    var column = 1
    var read = 0
    while read < offset {
      let count = min(HARLimits().windowBytes, offset - read)
      guard let bytes = file.read(read, count), bytes.count == count else { return nil }
      for byte in bytes {
        if byte == 0x0A {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
      if read == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]), line == 1 { column -= 1 }
      read += count
    }
    return Position(line: line, column: column)
  }
}

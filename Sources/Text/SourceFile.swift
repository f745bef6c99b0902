// SPDX-License-Identifier: Apache-2.0
// The text of a file, and remarks on it with the line that they are about.

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

/// A mistake, or a doubt, at a place of a file.
package struct Diagnostic: Sendable, Hashable, Comparable, CustomStringConvertible {
  package enum Severity: String, Sendable, Hashable {
    case error
    case warning
  }

  package let severity: Severity
  /// The mistake and what to write instead; one line, without the place.
  package let message: String
  /// The file's name as the user wrote it.
  package let file: String
  package let position: Position
  /// How many scalars the carets underline, from 1.
  package let length: Int

  package init(
    _ severity: Severity, _ message: String, file: String, at position: Position, length: Int = 1
  ) {
    self.severity = severity
    self.message = message
    self.file = file
    self.position = position
    self.length = max(1, length)
  }

  /// By file, then place, then text: the order in which they are printed.
  package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.position != right.position { return left.position < right.position }
    return left.message < right.message
  }

  /// `file:line:column: error: message`.
  package var description: String { "\(file):\(position): \(severity.rawValue): \(message)" }
}

/// A line of a file with carets below a part of it:
///
///      12 |         stauts: 200
///         |         ^^^^^^
package struct Excerpt: Sendable, CustomStringConvertible {
  /// At most this many scalars of a line are shown; a longer line is cut around the carets.
  package static let widthLimit = 120

  /// The two lines.
  package let description: String

  /// - Returns: nil where the file has no such line.
  package init?(of file: SourceFile, at position: Position, length: Int = 1) {
    guard let line = file.line(of: position) else { return nil }
    var scalars = Array(line.unicodeScalars)
    var column = position.column
    if scalars.count > Self.widthLimit {
      let start = max(0, min(column - 1 - Self.widthLimit / 2, scalars.count - Self.widthLimit))
      scalars = Array(scalars[start..<(start + Self.widthLimit)])
      column -= start
    }
    let start = max(0, min(column - 1, scalars.count))
    let end = max(start, min(start + max(1, length), scalars.count))
    // A tab would move the carets away; what else nobody sees is written out above them.
    func shown(_ range: Range<Int>) -> String {
      Sanitized.line(String(String.UnicodeScalarView(scalars[range].map { $0 == "\t" ? " " : $0 })))
    }
    let (before, marked) = (shown(0..<start), shown(start..<end))
    let number = String(position.line)
    let gutter = String(repeating: " ", count: number.count)
    let indent = String(repeating: " ", count: before.unicodeScalars.count)
    let carets = String(repeating: "^", count: max(1, marked.unicodeScalars.count))
    description = """
       \(number) | \(before)\(marked)\(shown(end..<scalars.count))
       \(gutter) | \(indent)\(carets)
      """
  }

  package var printed: Printed { "\(ownLines: description)\n" }
}

/// The known word nearest to what was written.
package enum Suggestion {
  /// The candidate with the fewest edits (insertion, deletion, replacement, exchange of two
  /// neighbours), if that is at most a third of the length of the longer word, at least one.
  ///
  /// - Returns: nil where none is near, and where the word itself is among the candidates.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let written = Array(word.lowercased().unicodeScalars)
    // Longer words are no typing mistakes, and comparing them costs the product of their lengths.
    guard !written.isEmpty, written.count <= 64, !candidates.contains(word) else { return nil }
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where candidate.unicodeScalars.count <= 64 {
      let known = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, max(written.count, known.count) / 3)
      let distance = editDistance(written, known)
      if distance <= limit, best.map({ distance < $0.distance }) ?? true {
        best = (distance, candidate)
      }
    }
    return best?.candidate
  }

  /// `", did you mean 'status'?"`, or an empty text where nothing is near.
  package static func hint(for word: String, among candidates: [String]) -> String {
    nearest(to: word, among: candidates).map { ", did you mean '\($0)'?" } ?? ""
  }

  private static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}

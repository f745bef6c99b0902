// SPDX-License-Identifier: Apache-2.0
// Where the parser stands in a YAML file: its lines, indentation, comments and places.

import Text

/// Where the reading of a file stands.
///
/// Between two nodes in block form it stands on the first token of the next line with content.
struct DocumentParser {
  /// The file, and zeros behind it: a look-ahead of three needs no bounds.
  let bytes: [UInt8]
  let isASCII: Bool
  let limits: YAMLLimits

  var index: Int
  var line = 1
  /// The offset of the line's first byte.
  var lineStart: Int
  /// How many spaces the line begins with; -1 at the end of a document.
  var indent = 0
  /// The offset of the first tab before the line's first token; -1 for none.
  var leadingTab = -1

  /// A place on the line whose column is known, so that columns are counted once.
  private var countedOffset: Int
  private var countedColumn = 1

  /// How many collections the parser is in, and the most there were since the last anchor.
  var depth = 0
  var deepest = 0
  var nodeCount = 0
  var aliasCount = 0
  var anchors: [String: AnchoredNode] = [:]

  init(_ file: SourceFile, limits: YAMLLimits) throws(YAMLError) {
    let hasMark = file.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    bytes = file.bytes + [0, 0, 0, 0]
    isASCII = try Self.checkText(file, limits, hasByteOrderMark: hasMark)
    self.limits = limits
    index = hasMark ? 3 : 0
    lineStart = index
    countedOffset = index
  }

  /// The place of a byte of the current line.
  mutating func position(at offset: Int) -> Position {
    if isASCII { return Position(line: line, column: offset - lineStart + 1) }
    if offset < countedOffset {
      countedOffset = lineStart
      countedColumn = 1
    }
    while countedOffset < offset {
      // Continuation bytes of UTF-8 belong to the scalar that a byte before them began.
      if bytes[countedOffset] & 0xC0 != 0x80 { countedColumn += 1 }
      countedOffset += 1
    }
    return Position(line: line, column: countedColumn)
  }

  /// An error at a byte of the current line.
  mutating func failure(_ reason: YAMLError.Reason, at offset: Int, length: Int = 1) -> YAMLError {
    YAMLError(reason, at: position(at: offset), length: length)
  }

  /// An error that underlines bytes of the current line.
  mutating func failure(_ reason: YAMLError.Reason, from start: Int, to end: Int) -> YAMLError {
    let place = position(at: start)
    return YAMLError(reason, at: place, length: position(at: end).column - place.column)
  }

  func overLimit(_ measure: YAMLLimits.Measure, _ limit: Int, at position: Position) -> YAMLError {
    YAMLError(.over(measure, limit: limit), at: position)
  }

  /// The bytes as text; they were checked to be UTF-8.
  func text(from start: Int, to end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Moves on to a place that was looked ahead to.
  mutating func move(to offset: Int, line: Int, lineStart: Int) {
    index = offset
    guard line != self.line else { return }
    self.line = line
    self.lineStart = lineStart
    countedOffset = lineStart
    countedColumn = 1
  }

  /// The offset behind the line break at an offset.
  func offset(afterBreak offset: Int) -> Int {
    bytes[offset] == 0x0D && bytes[offset + 1] == 0x0A ? offset + 2 : offset + 1
  }

  /// Moves over the line break that the parser stands on.
  mutating func nextLine() {
    let start = offset(afterBreak: index)
    move(to: start, line: line + 1, lineStart: start)
  }

  /// Whether `---` or `...` stands at an offset that begins a line.
  func isDocumentMarker(at offset: Int) -> Bool {
    let byte = bytes[offset]
    guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { return false }
    return bytes[offset + 1] == byte && bytes[offset + 2] == byte && bytes[offset + 3].endsToken
  }

  /// Moves over spaces and tabs.
  ///
  /// - Returns: The offset of the first tab, -1 for none.
  @discardableResult mutating func skipBlanks() -> Int {
    var tab = -1
    while bytes[index].isBlank {
      if tab < 0, bytes[index] == 0x09 { tab = index }
      index += 1
    }
    return tab
  }

  /// Whether, behind blanks, nothing but a comment is left of the line.
  var isAtLineEnd: Bool { bytes[index].isBreakOrEnd || bytes[index] == UInt8(ascii: "#") }

  mutating func skipLine() { while !bytes[index].isBreakOrEnd { index += 1 } }

  /// Ends the line behind a value, and moves to the next content.
  mutating func endLine() throws(YAMLError) {
    skipBlanks()
    if bytes[index] == UInt8(ascii: "#"), index > lineStart, bytes[index - 1].isBlank { skipLine() }
    guard bytes[index].isBreakOrEnd else {
      let isKey = bytes[index] == UInt8(ascii: ":") && bytes[index + 1].endsToken
      throw failure(isKey ? .keyInValue : .textAfterValue, at: index)
    }
    if bytes[index] != 0 { nextLine() }
    skipToContent()
  }

  /// Moves from the start of a line to the first token that is no comment; `indent` and
  /// `leadingTab` tell of its line.
  mutating func skipToContent() {
    while true {
      let start = index
      while bytes[index] == 0x20 { index += 1 }
      indent = index - start
      leadingTab = skipBlanks()
      if bytes[index] == UInt8(ascii: "#") { skipLine() }
      guard bytes[index].isBreakOrEnd else {
        if index == lineStart, isDocumentMarker(at: index) { indent = -1 }
        return
      }
      guard bytes[index] != 0 else {
        indent = -1
        leadingTab = -1
        return
      }
      nextLine()
    }
  }
}

extension UInt8 {
  /// A space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  /// A line break, or the end of the text (the parser puts a zero there).
  var isBreakOrEnd: Bool { self == 0x0A || self == 0x0D || self == 0 }
  /// Whether it may follow an indicator in block form.
  var endsToken: Bool { isBlank || isBreakOrEnd }
  /// `,` `[` `]` `{` `}`
  var isFlowIndicator: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }
  /// Whether it may follow a bare tag in brackets: `,` `]` `}`
  var endsFlowEntry: Bool {
    self == UInt8(ascii: ",") || self == UInt8(ascii: "]") || self == UInt8(ascii: "}")
  }
  /// Whether a tag's name may have it (YAML 1.2.2, section 5.6, `ns-tag-char`), `%` apart.
  var isTagCharacter: Bool {
    isAlphanumeric || "-_.~*'()#;/?:@&=+$".utf8.contains(self)
  }
}

extension DocumentParser {
  /// Checks size, UTF-8, characters and length of lines.
  ///
  /// - Returns: Whether all is ASCII.
  private static func checkText(
    _ file: SourceFile, _ limits: YAMLLimits, hasByteOrderMark: Bool
  ) throws(YAMLError) -> Bool {
    let bytes = file.bytes
    if bytes.count > limits.byteCount {
      throw YAMLError(.over(.byteCount, limit: limits.byteCount), at: .start)
    }
    var isASCII = true
    var index = hasByteOrderMark ? 3 : 0
    var lineStart = index
    func failure(_ reason: YAMLError.Reason, at offset: Int) -> YAMLError {
      let place = file.position(at: ByteOffset(offset))
      return YAMLError(
        reason, at: hasByteOrderMark && place.line == 1 ? place.advanced(by: -1) : place)
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F {
        index += 1
      } else if byte == 0x0A || byte == 0x0D {
        if index - lineStart > limits.lineLength {
          throw failure(.over(.lineLength, limit: limits.lineLength), at: lineStart)
        }
        index += 1
        lineStart = index
      } else if byte == 0x09 {
        index += 1
      } else if byte < 0x80 {
        throw failure(.forbiddenCharacter(UInt32(byte)), at: index)
      } else {
        isASCII = false
        guard let scalar = EncodedScalar.read(bytes, at: index) else {
          throw failure(.invalidUTF8, at: index)
        }
        let value = scalar.value
        if value == 0xFEFF { throw failure(.misplacedByteOrderMark, at: index) }
        // YAML 1.2.2, section 5.1: C1 controls but NEL, and the non-characters of the first plane.
        if (value < 0xA0 && value != 0x85) || value == 0xFFFE || value == 0xFFFF {
          throw failure(.forbiddenCharacter(value), at: index)
        }
        index += scalar.length
      }
    }
    if index - lineStart > limits.lineLength {
      throw failure(.over(.lineLength, limit: limits.lineLength), at: lineStart)
    }
    return isASCII
  }
}

// SPDX-License-Identifier: Apache-2.0
// Literal and folded scalars: `|` and `>`.

import Text

extension DocumentParser {
  private enum Chomping {
    case strip
    case clip
    case keep
  }

  private struct Header {
    var chomping = Chomping.clip
    var digit: Int?
  }

  /// A block scalar; the parser stands on its indicator.
  ///
  /// A last line that the file's end cuts off counts as if it had its line break.
  mutating func blockScalar(
    parent: Int, properties: Properties
  ) throws(YAMLError) -> YAMLNode {
    let place = position(at: index)
    let isFolded = bytes[index] == UInt8(ascii: ">")
    let header = try blockHeader()
    let margin =
      if let digit = header.digit { max(parent, 0) + digit } else { try margin(parent: parent) }
    let buffer = try blockText(margin: margin, isFolded: isFolded, chomping: header.chomping)
    skipToContent()
    let layout: YAMLNode.Layout =
      isFolded || margin > UInt16.max ? .rewritten : .lines(indent: UInt16(clamping: margin))
    return try scalarNode(
      YAMLScalar(String(decoding: buffer, as: UTF8.self), style: isFolded ? .folded : .literal),
      properties, at: place, length: 1, layout: layout)
  }

  /// Reads indicators and comment, and moves to the start of the next line.
  private mutating func blockHeader() throws(YAMLError) -> Header {
    var header = Header()
    var hasChomping = false
    index += 1
    while !bytes[index].endsToken {
      switch bytes[index] {
      case 0x31...0x39 where header.digit == nil: header.digit = Int(bytes[index] - 0x30)
      case UInt8(ascii: "+") where !hasChomping: (header.chomping, hasChomping) = (.keep, true)
      case UInt8(ascii: "-") where !hasChomping: (header.chomping, hasChomping) = (.strip, true)
      default: throw failure(.invalidBlockHeader, at: index)
      }
      index += 1
    }
    skipBlanks()
    if bytes[index] == UInt8(ascii: "#") { skipLine() }
    guard bytes[index].isBreakOrEnd else { throw failure(.invalidBlockHeader, at: index) }
    if bytes[index] != 0 { nextLine() }
    return header
  }

  /// The indentation of the text: that of its first line that is not blank.
  private mutating func margin(parent: Int) throws(YAMLError) -> Int {
    var offset = index
    var deepest = 0
    var (deepestLine, lineNumber) = (line, line)
    while true {
      let start = offset
      while bytes[offset] == 0x20 { offset += 1 }
      let spaces = offset - start
      guard bytes[offset] == 0x0A || bytes[offset] == 0x0D else {
        // Nothing belongs to it: all of its lines are blank.
        if bytes[offset] == 0 || spaces <= parent || isDocumentMarker(at: start) {
          return max(deepest, spaces, parent + 1)
        }
        if deepest > spaces {
          throw YAMLError(.deepBlankLine, at: Position(line: deepestLine, column: spaces + 1))
        }
        return spaces
      }
      if spaces > deepest { (deepest, deepestLine) = (spaces, lineNumber) }
      offset = self.offset(afterBreak: offset)
      lineNumber += 1
    }
  }

  /// The text of the lines that are indented to the margin.
  private mutating func blockText(
    margin: Int, isFolded: Bool, chomping: Chomping
  ) throws(YAMLError) -> [UInt8] {
    var buffer: [UInt8] = []
    var breaks = 0
    var hasText = false
    var wasIndented = false
    while bytes[index] != 0 {
      var start = index
      while start < index + margin, bytes[start] == 0x20 { start += 1 }
      let byte = bytes[start]
      if byte.isBreakOrEnd {
        breaks += 1
        index = start
        if byte == 0 { break }
        nextLine()
        continue
      }
      if start < index + margin {
        // A tab here would be text to one reader and a blank line to the next.
        if byte == 0x09 { throw failure(.tabIndentation, at: start) }
        break
      }
      if margin == 0, isDocumentMarker(at: start) { break }
      let isIndented = byte.isBlank
      if isFolded, hasText, !wasIndented, !isIndented {
        fold(breaks, into: &buffer)
      } else {
        buffer.append(contentsOf: repeatElement(0x0A, count: breaks))
      }
      index = start
      skipLine()
      buffer += bytes[start..<index]
      (breaks, hasText, wasIndented) = (1, true, isIndented)
      if bytes[index] != 0 { nextLine() }
    }
    switch chomping {
    case .strip: break
    case .clip: if hasText { buffer.append(0x0A) }
    case .keep: buffer.append(contentsOf: repeatElement(0x0A, count: breaks))
    }
    return buffer
  }
}

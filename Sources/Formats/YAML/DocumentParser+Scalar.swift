// SPDX-License-Identifier: Apache-2.0
// Scalars without quotes, and literal and folded ones.

import Text

extension DocumentParser {
  /// A scalar without quotes; the parser stands behind its last character afterwards.
  mutating func plain(
    _ properties: NodeProperties, minimum: Int, inFlow: Bool
  ) throws(YAMLError) -> YAMLNode {
    let start = index
    let place = position(at: start)
    try checkPlainStart(inFlow: inFlow)
    var last = plainEnd(inFlow: inFlow)
    let length = isASCII ? last - start : position(at: last).column - place.column
    guard bytes[index].isBreakOrEnd, bytes[index] != 0,
      let next = continuation(minimum: minimum, inFlow: inFlow)
    else {
      index = last
      let written = text(from: start, to: last)
      try checkNumber(from: start, to: last, at: place)
      return try scalarNode(
        YAMLScalar(written, style: .plain), properties, at: place, length: length,
        layout: .verbatim(quotes: 0))
    }
    var buffer = Array(bytes[start..<last])
    var following: Continuation? = next
    while let next = following {
      fold(next.breaks, into: &buffer)
      move(to: next.offset, line: next.line, lineStart: next.lineStart)
      last = plainEnd(inFlow: inFlow)
      buffer += bytes[next.offset..<last]
      following =
        bytes[index].isBreakOrEnd && bytes[index] != 0
        ? continuation(minimum: minimum, inFlow: inFlow) : nil
    }
    index = last
    return try scalarNode(
      YAMLScalar(String(decoding: buffer, as: UTF8.self), style: .plain), properties, at: place,
      length: length, layout: .rewritten)
  }

  /// YAML 1.2.2, section 7.3.3: what a plain scalar can't begin with.
  private mutating func checkPlainStart(inFlow: Bool) throws(YAMLError) {
    let isRefused: Bool
    switch bytes[index] {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      let next = bytes[index + 1]
      isRefused = next.endsToken || (inFlow && next.isFlowIndicator)
    case let byte: isRefused = ",[]{}#&*!|>'\"%@`".utf8.contains(byte)
    }
    if isRefused { throw failure(.cannotBegin(text(from: index, to: index + 1)), at: index) }
  }

  /// Moves to what ends a plain scalar on this line.
  ///
  /// - Returns: The offset behind its last character.
  private mutating func plainEnd(inFlow: Bool) -> Int {
    var offset = index
    var last = index
    scan: while true {
      let byte = bytes[offset]
      switch byte {
      case 0x20, 0x09:
        offset += 1
        continue
      case 0, 0x0A, 0x0D: break scan
      case UInt8(ascii: ":"):
        let next = bytes[offset + 1]
        if next.endsToken || (inFlow && next.isFlowIndicator) { break scan }
      case UInt8(ascii: "#"): if last < offset { break scan }
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        if inFlow { break scan }
      default: break
      }
      offset += 1
      last = offset
    }
    index = offset
    return last
  }

  /// A further line of a plain scalar.
  private struct Continuation {
    let offset: Int
    let line: Int
    let lineStart: Int
    /// The line breaks before it.
    let breaks: Int
  }

  /// Looks for a further line, from the break that the parser stands on.
  private func continuation(minimum: Int, inFlow: Bool) -> Continuation? {
    var (offset, lineStart, breaks, spaces) = (index, index, 0, 0)
    while bytes[offset] == 0x0A || bytes[offset] == 0x0D {
      lineStart = self.offset(afterBreak: offset)
      breaks += 1
      offset = lineStart
      while bytes[offset] == 0x20 { offset += 1 }
      spaces = offset - lineStart
      while bytes[offset].isBlank { offset += 1 }
    }
    let byte = bytes[offset]
    if byte == 0 || byte == UInt8(ascii: "#") || spaces < minimum { return nil }
    if isDocumentMarker(at: lineStart) { return nil }
    if inFlow, byte.isFlowIndicator { return nil }
    if byte == UInt8(ascii: ":") {
      let next = bytes[offset + 1]
      if next.endsToken || (inFlow && next.isFlowIndicator) { return nil }
    }
    return Continuation(offset: offset, line: line + breaks, lineStart: lineStart, breaks: breaks)
  }

  /// One line break is a space, of more the first goes (YAML 1.2.2, section 6.5).
  func fold(_ breaks: Int, into buffer: inout [UInt8]) {
    if breaks == 1 {
      buffer.append(0x20)
    } else {
      buffer.append(contentsOf: repeatElement(0x0A, count: breaks - 1))
    }
  }

  mutating func scalarNode(
    _ scalar: YAMLScalar, _ properties: NodeProperties, at place: Position, length: Int,
    layout: YAMLNode.Layout
  ) throws(YAMLError) -> YAMLNode {
    try countNode(at: place)
    let node = YAMLNode(
      .scalar(scalar), tag: properties.tag, at: place, length: length, layout: layout)
    define(properties.anchor, as: node)
    return node
  }

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
  mutating func blockScalar(parent: Int, properties: NodeProperties) throws(YAMLError) -> YAMLNode {
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

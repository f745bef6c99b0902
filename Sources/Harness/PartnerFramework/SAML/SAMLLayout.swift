// SPDX-License-Identifier: Apache-2.0
// A SAML text with line breaks that survive the cookbook's white space clean-up.

/// Layout of a document that has been written without white space between elements.
enum SAMLLayout {
  /// Each element on a line of its own, indented by tabs; CRLF; a start tag with several
  /// attributes over several lines.
  ///
  /// The clean-up of the cookbook joins lines with nothing between: where a tag is broken, blanks
  /// stand at the beginning of the next line.
  ///
  /// - Parameter document: As `XMLWriter` writes it: `>` only ends tags, values are in `"`.
  static func pretty(_ document: String) -> String {
    let input = Array(document.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(input.count * 2)
    var level = 0
    var index = 0
    while index < input.count {
      guard input[index] == UInt8(ascii: "<"),
        let end = input[index...].firstIndex(of: UInt8(ascii: ">"))
      else {
        output.append(input[index])
        index += 1
        continue
      }
      let tag = input[index...end]
      let isEnd = tag[tag.startIndex + 1] == UInt8(ascii: "/")
      let isEmpty = input[end - 1] == UInt8(ascii: "/")
      if isEnd { level -= 1 }
      if index > 0, input[index - 1] == UInt8(ascii: ">") { lineBreak(to: &output, level: level) }
      write(tag, to: &output, level: level)
      if !isEnd, !isEmpty { level += 1 }
      index = end + 1
    }
    lineBreak(to: &output, level: 0)
    return String(decoding: output, as: UTF8.self)
  }

  private static func write(_ tag: ArraySlice<UInt8>, to output: inout [UInt8], level: Int) {
    let quote = UInt8(ascii: "\"")
    let isBroken = tag.count(where: { $0 == quote }) > 4
    var isQuoted = false
    for byte in tag {
      if byte == quote { isQuoted.toggle() }
      if byte == 0x20, !isQuoted, isBroken {
        lineBreak(to: &output, level: level + 1)
        output += "  ".utf8
      } else {
        output.append(byte)
      }
    }
  }

  private static func lineBreak(to output: inout [UInt8], level: Int) {
    output += "\r\n".utf8
    output.append(contentsOf: repeatElement(0x09, count: max(0, level)))
  }
}

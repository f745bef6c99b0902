// SPDX-License-Identifier: Apache-2.0
// Lays out a SAML document in lines.

import Formats
import Text

/// Lays out a document that was written without white space between elements.
enum SAMLLayout {
  /// The document in lines that end with CRLF: one for each element and for each of many
  /// attributes, indented by tabs.
  ///
  /// The cookbook's clean-up joins lines directly, so within a tag lines begin with blanks.
  ///
  /// - Parameter document: Written by `XMLWriter`: `>` only ends tags, and values are in `"`.
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

// SPDX-License-Identifier: Apache-2.0
// Escapes text for Markdown.

import Record
package import Suites
import Text

/// Makes pieces of Markdown from any text: CommonMark, and what GitHub and GitLab add to it.
package enum Markdown {
  /// Prose on one line. Code spans in single backticks stay; everything else that Markdown or HTML
  /// would interpret is escaped.
  package static func text(_ text: String, limit: Int = 2000) -> String {
    let line = Sanitized.name(text, limit: limit)
    let parts = line.split(separator: "`", omittingEmptySubsequences: false)
    let hasSpans =
      parts.count > 1 && !parts.count.isMultiple(of: 2)
      && parts.dropFirst().dropLast().allSatisfy { !$0.isEmpty }
    var output = ""
    for (index, part) in parts.enumerated() {
      if hasSpans, !index.isMultiple(of: 2) {
        // Even here a `|` would end the cell of a table.
        output += "`\(part.replacing("|", with: "¦"))`"
      } else {
        if index > 0, !hasSpans { output += "\\`" }
        escape(part, startsLine: index == 0, to: &output)
      }
    }
    return output
  }

  /// The exact text as a code span, with more backticks around it than in it.
  package static func code(_ text: String, limit: Int = 500) -> String {
    let line = Sanitized.line(text, limit: limit)
    if line.isEmpty { return "*(empty)*" }
    let fence = String(repeating: "`", count: longestRun(in: line) + 1)
    // Readers remove one blank at each end.
    let isPadded =
      line.hasPrefix("`") || line.hasSuffix("`") || (line.hasPrefix(" ") && line.hasSuffix(" "))
    let pad = isPadded ? " " : ""
    return "\(fence)\(pad)\(line)\(pad)\(fence)"
  }

  /// A link to a public page; the text alone where there is no address.
  package static func link(_ text: String, to address: WebAddress?) -> String {
    guard let address else { return self.text(text) }
    // A bracket would end the text of the link, and code in it would hide one.
    let inner = self.text(text.replacing("`", with: "'")).replacing("]", with: "\\]")
    return "[\(inner)](\(address.text))"
  }

  static func block(_ text: String, language: String, limit: Int = 20_000) -> String {
    let lines = Sanitized.lines(text, limit: limit)
    let fence = String(repeating: "`", count: max(3, longestRun(in: lines) + 1))
    let end = lines.isEmpty || lines.hasSuffix("\n") ? "" : "\n"
    return "\(fence)\(language)\n\(lines)\(end)\(fence)\n"
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  private static func escape(_ part: Substring, startsLine: Bool, to output: inout String) {
    let bytes = Array(part.utf8)
    let dollars = bytes.count { $0 == UInt8(ascii: "$") }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(bytes.count + 8)
    func isWord(_ index: Int) -> Bool {
      guard bytes.indices.contains(index) else { return false }
      let byte = bytes[index]
      return byte.isAlphanumeric || byte >= 0x80 || byte == UInt8(ascii: "_")
    }
    var isNumber = startsLine
    for (index, byte) in bytes.enumerated() {
      let needsEscape =
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "<"),
          UInt8(ascii: "|"), UInt8(ascii: "~"):
          true
        case UInt8(ascii: "_"): !(isWord(index - 1) && isWord(index + 1))
        case UInt8(ascii: "&"): isWord(index + 1) || bytes.dropFirst(index + 1).first == 0x23
        // GitHub and GitLab read the text between two of them as a formula.
        case UInt8(ascii: "$"): dollars > 1
        case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "-"),
          UInt8(ascii: "="), UInt8(ascii: ":"):
          startsLine && index == 0
        case UInt8(ascii: "."), UInt8(ascii: ")"):
          isNumber && index > 0 && (index + 1 == bytes.count || bytes[index + 1] == 0x20)
        default: false
        }
      isNumber = isNumber && byte.isDigit
      if needsEscape { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
      // A comment keeps GitHub and GitLab from making a link, a mention or an emoji of it.
      let next = bytes.dropFirst(index + 1)
      let isReference =
        switch byte {
        case UInt8(ascii: "@"): isWord(index + 1)
        case UInt8(ascii: "#"), UInt8(ascii: "!"): next.first?.isDigit ?? false
        case UInt8(ascii: ":"):
          next.starts(with: "//".utf8)
            || !isWord(index - 1) && next.prefix { $0 > 0x20 }.dropFirst().contains(byte)
        case UInt8(ascii: "."): bytes[..<index].suffix(3).elementsEqual("www".utf8)
        default: false
        }
      if isReference { escaped += "<!-- -->".utf8 }
    }
    output += String(decoding: escaped, as: UTF8.self)
  }
}

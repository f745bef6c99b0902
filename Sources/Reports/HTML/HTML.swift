// SPDX-License-Identifier: Apache-2.0
// Escapes text for HTML.

import Expectations
import Suites
import Text

/// Makes pieces of HTML from any text. Nothing in the text can begin an element, end an attribute or
/// hide.
enum HTML {
  /// One line of text, also for an attribute in double quotes.
  static func text(_ text: String, limit: Int = 2000) -> String {
    escaped(Sanitized.name(text, limit: limit))
  }

  /// Prose whose `code` in backticks is shown as code.
  static func prose(_ text: String, limit: Int = 4000) -> String {
    let parts = Sanitized.name(text, limit: limit).split(
      separator: "`", omittingEmptySubsequences: false)
    guard parts.count > 1, !parts.count.isMultiple(of: 2) else {
      return escaped(parts.joined(separator: "`"))
    }
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? escaped(String(part)) : "<code>\(escaped(String(part)))</code>"
    }.joined()
  }

  /// The exact text on one line, as code.
  static func code(_ text: String, limit: Int = 500) -> String {
    "<code>\(escaped(Sanitized.line(text, limit: limit)))</code>"
  }

  /// What was found: a value, or a sentence about calls.
  static func found(_ finding: Finding, limit: Int) -> String {
    finding.isToldInWords
      ? prose(finding.found, limit: max(limit, 300)) : code(finding.found, limit: limit)
  }

  /// A text of several lines, for `<pre>`.
  static func lines(_ text: String, limit: Int = 20_000) -> String {
    escaped(Sanitized.lines(text, limit: limit))
  }

  static func link(to id: String, _ inner: String) -> String { "<a href=\"#\(id)\">\(inner)</a>" }

  /// A link to a public page; the text alone where there is no address.
  static func link(to address: WebAddress?, _ inner: String) -> String {
    address.map { "<a href=\"\(escaped($0.text))\" rel=\"noreferrer\">\(inner)</a>" } ?? inner
  }

  private static func escaped(_ text: String) -> String {
    let isMark = { (byte: UInt8) in byte < 0x3F && "&<>\"'".utf8.contains(byte) }
    guard text.utf8.contains(where: isMark) else { return text }
    var output = ""
    output.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

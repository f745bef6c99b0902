// SPDX-License-Identifier: Apache-2.0
// A request as a `curl` command that sends it again.

import HTTPMessages
package import Results
import SourceText

/// A `curl` command for POSIX shells.
package enum CurlLine {
  /// The command that repeats a request, with an option on each line. Secrets are already masked in
  /// the record: whoever repeats the request fills in their own.
  ///
  /// Without `detail` only method and URL are known. curl does the framing.
  package static func text(_ exchange: ExchangeRecord) -> String {
    var options = ["curl -i"]
    if exchange.method == "HEAD" {
      options[0] += " --head"
    } else if exchange.method != "GET" || !(exchange.detail?.requestBody.isEmpty ?? true) {
      options[0] += " -X \(quoted(exchange.method))"
    }
    // Keeps curl from expanding or normalizing the URL.
    if exchange.url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { options[0] += " -g" }
    if exchange.url.contains("/.") { options[0] += " --path-as-is" }
    options[0] += " \(quoted(exchange.url))"
    guard let detail = exchange.detail else { return options[0] }
    var names: Set<String> = []
    for field in detail.requestHeaders {
      let name = field.name.lowercased()
      names.insert(name)
      if framing.contains(name) { continue }
      // A field without a value ends with a semicolon; with a colon curl would remove it.
      options.append(
        "-H \(quoted(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"))")
    }
    for own in ["accept", "user-agent"] where !names.contains(own) {
      options.append("-H '\(own == "accept" ? "Accept" : "User-Agent"):'")
    }
    if !detail.requestBody.isEmpty {
      if !names.contains("content-type") { options.append("-H 'Content-Type:'") }
      options.append("--data-raw \(quoted(detail.requestBody))")
    }
    return options.joined(separator: " \\\n  ")
  }

  private static let framing: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection",
  ]

  /// The text as a word of the shell: bare if possible, else in single quotes, or with escapes in
  /// `$'…'` if it has invisible characters.
  static func quoted(_ text: String) -> String {
    let isBare = text.utf8.allSatisfy { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        || byte == UInt8(ascii: "-")
    }
    if isBare, !text.isEmpty { return text }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    if isPlain, Visible.line(text, limit: .max) == text {
      return "'\(text.replacing("'", with: #"'\''"#))'"
    }
    var output = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": output += #"\'"#
      case "\\": output += #"\\"#
      case "\n": output += #"\n"#
      case "\r": output += #"\r"#
      case "\t": output += #"\t"#
      default:
        let alone = String(Character(scalar))
        if Visible.line(alone) == alone {
          output += alone
        } else {
          for byte in alone.utf8 {
            output += "\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
          }
        }
      }
    }
    return output + "'"
  }
}

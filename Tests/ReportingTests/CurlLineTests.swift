// SPDX-License-Identifier: Apache-2.0
// Tests of repeating a request with curl.

import Foundation
import HTTPMessages
import Reporting
import Results
import Testing

@Suite struct CurlLineTests {
  static func exchange(
    _ method: String, _ url: String = "https://x.example/a?b=c", _ headers: [HeaderField]? = nil,
    body: String = ""
  ) -> ExchangeRecord {
    ExchangeRecord(
      method: method, url: url, status: 200, duration: .zero,
      detail: headers.map {
        ExchangeRecord.Detail(
          requestHeaders: $0, requestBody: body, reason: "", responseHeaders: [],
          responseBody: "", responseByteCount: 0)
      })
  }

  static let usual = [HeaderField("Accept", "*/*"), HeaderField("User-Agent", "a")]

  @Test(arguments: [
    (exchange("GET"), "curl -i 'https://x.example/a?b=c'"),
    (exchange("HEAD"), "curl -i --head 'https://x.example/a?b=c'"),
    (exchange("DELETE"), "curl -i -X DELETE 'https://x.example/a?b=c'"),
    (exchange("GET", "https://x/[a]"), "curl -i -g 'https://x/[a]'"),
    (exchange("GET", "https://x/../a"), "curl -i --path-as-is 'https://x/../a'"),
    (
      exchange("GET", "https://x/", usual + [HeaderField("X", ""), HeaderField("Host", "x")]),
      "curl -i 'https://x/' \\\n  -H 'Accept: */*' \\\n  -H 'User-Agent: a' \\\n  -H 'X;'"
    ),
    (
      exchange("GET", "https://x/", []),
      "curl -i 'https://x/' \\\n  -H 'Accept:' \\\n  -H 'User-Agent:'"
    ),
    (
      exchange("POST", "https://x/", usual, body: "a='b'"),
      "curl -i -X POST 'https://x/' \\\n  -H 'Accept: */*' \\\n  -H 'User-Agent: a' \\\n"
        + "  -H 'Content-Type:' \\\n  --data-raw 'a='\\''b'\\'''"
    ),
  ])
  func `sends the same again`(exchange: ExchangeRecord, text: String) {
    #expect(CurlLine.text(exchange) == text)
  }

  @Test(arguments: [
    "plain", "it's $HOME `id` \"x\" \\ !", "a\nb\r\tc", "\u{1B}[31m\u{7F}", "\u{202E}é😀", "'", "",
    "$(id)", "\\'\n", "--data",
  ])
  func `is one word for the shell`(value: String) throws {
    // The value of a header, after `curl` is exchanged for something that prints its arguments.
    let line = CurlLine.text(Self.exchange("GET", "https://x/", [HeaderField("X", value)]))
    let script = "curl() { printf '%s\\n--end--\\n' \"$@\"; }\n" + line
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script]
    let outlet = Pipe()
    process.standardOutput = outlet
    try process.run()
    let output = try outlet.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let words = String(decoding: output, as: UTF8.self).components(separatedBy: "\n--end--\n")
    #expect(words.contains(value.isEmpty ? "X;" : "X: \(value)"))
    #expect(words.count == 9)
  }
}

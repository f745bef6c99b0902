// SPDX-License-Identifier: Apache-2.0
// Logs of what applications ask their framework.

import Audit
import Formats
import Text

extension Surface {
  private static let secretNames: Set<String> = ["token"]

  static let frameworkLogs = Surface(
    name: "framework-logs", about: "logs of framework calls, as JSON Lines", form: .text,
    pieces: [
      "\n", "\"frameworkLog\":1", "\"time\":1893456000000", "\"answered\":1893456000001",
      "\"device\":2", "\"call\":\"metadata\"", "\"request\":{}", "\"answer\":{}", "\"error\":{}",
      "\"token\":\"a\"", "{\"hmac\":\"\(String(repeating: "a", count: 64))\"}",
      "99999999999999999999",
    ],
    seeds: texts([
      """
      {"frameworkLog":1,"partner":"apple","key":"\(String(repeating: "0b", count: 32))","started":1893456000000}
      {"time":1893456001000,"answered":1893456001040,"device":1,"call":"permission","request":{"prompting":true},"answer":{"accessStatus":"granted"}}
      {"time":1893456002000,"call":"metadata","request":{"token":{"hmac":"\(String(repeating: "c", count: 64))","folded":"\(String(repeating: "d", count: 64))"}}}
      {"time":1893456003000,"answered":1893456003000,"call":"metadata","error":{"code":2}}

      """, "{}", "\n\n",
    ]),
    makeCheck: always { bytes throws(Flaw) in
      let log: FrameworkLog
      do throws(TrafficError) {
        log = try FrameworkLogReader.read(bytes, name: "x", secretNames: secretNames)
      } catch {
        guard let position = error.position else {
          throw Flaw("a mistake without a place: \(error)")
        }
        let lines = bytes.count { $0 == 0x0A } + 1
        try Flaw.unless(
          1...lines ~= position.line && 1...(bytes.count + 1) ~= position.column,
          "the mistake is at \(position)")
        return false
      }
      let writer = FrameworkLogWriter(key: log.key, secretNames: [])
      let written =
        writer.head(partner: log.partner, started: log.started)
        + log.calls.flatMap { writer.line($0) }
      let again: FrameworkLog
      do throws(TrafficError) {
        again = try FrameworkLogReader.read(written, name: "x", secretNames: secretNames)
      } catch {
        throw Flaw("written anew it is refused: \(error)")
      }
      try Flaw.unless(again.calls == log.calls, "written anew it is read as something else")
      return true
    })
}

// SPDX-License-Identifier: Apache-2.0
// Recordings for tests, and the result of a rule in short.

import Audit
import TestSupport
import Testing
import Text

/// What the audit of a rule says: `+2 -1 ?1`, met, broken and not judged.
func outcome(_ rules: AuditRules, _ sent: [Sent], files: [Int]? = nil) throws -> String {
  #expect(rules.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
  let result = try Audit(rules, origins: ["https://api.test"])
    .judge(traffic(sent, files: files))
  let rule = try #require(result.rules.first)
  return "+\(rule.met) -\(rule.broken.count) ?\(rule.notJudged.values.reduce(0, +))"
}

/// Recordings for tests.
enum HAR {
  /// A file with these entries, written by this tool.
  static func file(_ entries: [String], creator: String = "Charles Proxy") -> String {
    """
    {"log": {"version": "1.2", "creator": {"name": "\(creator)", "version": "1"}, "pages": [],
    "entries": [\(entries.joined(separator: ",\n"))]}}
    """
  }

  /// An entry with this request and response.
  static func entry(
    _ request: String, _ response: String = #""status": 204, "headers": []"#,
    at time: String = "2026-11-21T05:30:00.000Z", more: String = ""
  ) -> String {
    """
    {"startedDateTime": "\(time)", "time": 12, "request": {\(request)},
    "response": {\(response)}\(more.isEmpty ? "" : ", \(more)")}
    """
  }

  /// A request with a header.
  static let request = #"""
    "method": "GET", "url": "https://sp.auth.adobe.com/api/v2/p/profiles",
    "headers": [{"name": "Host", "value": "sp.auth.adobe.com"}], "bodySize": 0
    """#

  /// All exchanges of files, each read from end to end and once more by its entry.
  static func exchanges(
    _ files: [String], limits: HARLimits = HARLimits()
  ) throws(TrafficError) -> [RecordedExchange] {
    let source = HARRecordings(
      files.enumerated().map { RecordingFile(name: "\($0).har", Array($1.utf8)) }, limits: limits)
    var entries: [EntryReference] = []
    try source.read({ _, _ in true }) { entry in
      if case .exchange(let exchange) = entry { entries.append(exchange.entry) }
    }
    return try entries.map { entry throws(TrafficError) in try source.exchange(entry) }
  }

  static func exchanges(_ file: String) throws(TrafficError) -> [RecordedExchange] {
    try exchanges([file])
  }
}

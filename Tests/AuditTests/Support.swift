// SPDX-License-Identifier: Apache-2.0
// Recordings for tests, and the result of a rule in short.

import Audit
import TestSupport
import Testing
import Text

/// What the audit of a rule says: `+2 -1 ?1`, met, broken and not judged.
func outcome(_ rules: AuditRules, _ sent: [Sent], files: [Int]? = nil) throws -> String {
  #expect(rules.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
  let rule = try #require(try audited(rules, sent, files: files).rules.first)
  return "+\(rule.met) -\(rule.broken.count) ?\(rule.notJudged.values.reduce(0, +))"
}

/// The result of an audit of what was sent to the service of tests.
func audited(_ rules: AuditRules, _ sent: [Sent], files: [Int]? = nil) throws -> AuditResult {
  try Audit(rules, origins: ["https://api.test"]).judge(traffic(sent, files: files))
}

/// Exchanges in a line, each with the seconds at which it is sent:
///
///     register 0; token 1 form=a=b status=400; poll?a=1 2 5 on-purpose; GET /a 9 lasting=1000
///
/// Other parts are `device` and `answer`, which may be `none`, and `token`.
func sent(_ line: String) -> [Sent] {
  line.split(separator: "; ").flatMap { item -> [Sent] in
    var words = item.split(separator: " ").map(String.init)
    let kind = words.removeFirst()
    let name = String(kind.prefix { $0 != "?" })
    let usual = kinds[name]
    let request =
      usual.map { $0.request + kind.dropFirst(name.count) } ?? "\(kind) \(words.removeFirst())"
    var parts = usual?.parts ?? [:]
    for word in words where Int(word) == nil {
      let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
      parts[pair[0]] = pair.count > 1 ? pair[1] : ""
    }
    func part(_ name: String, _ usual: String) -> String? {
      parts[name] == "none" ? nil : parts[name] ?? usual
    }
    return words.compactMap { Int($0) }.map { time in
      var sent = Sent(
        request, at: time, device: part("device", "a"), form: parts["form"], token: parts["token"],
        answer: part("answer", "{}"), status: parts["status"].flatMap { Int($0) } ?? 200)
      sent.isDeliberate = parts["on-purpose"] != nil
      if let duration = parts["lasting"].flatMap({ Int($0) }) {
        sent = sent.lasting(.milliseconds(duration))
      }
      return sent
    }
  }
}

private let kinds: [String: (request: String, parts: [String: String])] = [
  "register": ("POST /register", ["answer": #"{"client_id":"c"}"#]), "token": ("POST /token", [:]),
  "hour-token": ("POST /token", ["form": "a=b", "answer": #"{"expires_in":3600}"#]),
  "begin": ("POST /p/sessions", [:]), "poll": ("GET /p/sessions/k", [:]),
  "profiles": ("GET /p/profiles", [:]), "show": ("GET /login/k", [:]),
]

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

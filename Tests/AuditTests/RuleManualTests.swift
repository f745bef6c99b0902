// SPDX-License-Identifier: Apache-2.0
// The example of the manual is read and judges.

import Audit
import Foundation
import Suites
import TestSupport
import Testing
import Text

@Suite struct RuleManualTests {
  private static let manual = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Suites/README.md")

  /// The block of YAML behind a mark.
  private static func block(_ mark: String) throws -> String {
    let text = try String(contentsOf: manual, encoding: .utf8)
    let rest = try #require(text.components(separatedBy: "<!-- \(mark) -->\n```yaml\n").last)
    return try #require(rest.components(separatedBy: "```").first)
  }

  @Test func `the example tells a right application from a wrong one`() throws {
    let catalogue = try String(
      contentsOf: Self.manual.deletingLastPathComponent()
        .appending(path: "cookbooks/apple-sso-rest-api-v2.json"), encoding: .utf8)
    let rules = AuditRules.load(
      ["rules/r.yaml"], shipped: nil,
      files: Memory(texts: [
        "rules/r.yaml": try Self.block("rules of the example"),
        "rules/exchanges.yaml": try Self.block("exchanges of the example"),
        "cookbooks/apple-sso-rest-api-v2.json": catalogue,
      ]).files)
    #expect(rules.diagnostics.filter { $0.severity == .error } == [])
    let right = [
      Sent(
        "POST /o/client/register", at: 0, answer: #"{"client_id": "c", "client_secret": "s"}"#),
      Sent(
        "POST /o/client/token", at: 1, form: "client_id=c&client_secret=s",
        answer: #"{"access_token": "t", "expires_in": 3600}"#),
      Sent("POST /api/v2/p/sessions", at: 2, token: "t", answer: #"{"code": "k"}"#),
      Sent("GET /api/v2/p/profiles/code/k", at: 3, token: "t", status: 404),
      Sent("GET /api/v2/p/profiles/code/k", at: 8, token: "t"),
    ]
    var wrong = right
    wrong.append(
      Sent(
        "POST /o/client/token", at: 9, form: "client_id=c&client_secret=x",
        answer: #"{"access_token": "u", "expires_in": 3600}"#))
    wrong.append(Sent("GET /api/v2/p/profiles/code/k", at: 10, token: "u"))
    wrong.append(Sent("POST /api/v2/p/sessions", at: 11, token: "t", answer: #"{"code": "l"}"#))
    wrong.append(Sent("GET /api/v2/p/profiles/code/k", at: 12, token: "u"))
    let broken = try [right, wrong].map { sent in
      try Audit(rules).judge(traffic(sent)).rules.map(\.broken.count)
    }
    #expect(broken == [[0, 0, 0, 0], [1, 1, 2, 1]])
  }
}

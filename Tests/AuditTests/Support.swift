// SPDX-License-Identifier: Apache-2.0
// What a rule says of a recording, in short.

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

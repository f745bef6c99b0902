// SPDX-License-Identifier: Apache-2.0
// Changes that break one rule alone, found by what the rule demands.

import Audit
import SourceText
import Testing
import Traffic

@Suite struct RuleBreakerTests {
  /// A walk of one device that polls with a pause, and with a header of its own.
  static let walk =
    RecordingMutantTests.walk + [
      Sent("POST /p/sessions", at: 60, token: "token-01", answer: #"{"code": "CODE02"}"#),
      Sent("GET /p/sessions/CODE02?wait=3", at: 65, token: "token-01"),
    ]

  /// What breaks the first rule of a file alone.
  private static func breaking(
    _ rules: AuditRules, _ walk: [Sent] = walk
  ) throws -> RecordingMutants.Break {
    let errors = rules.diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(errors)")
    let source = traffic(walk)
    let broken = try Audit(rules).judge(source).rules.filter { !$0.broken.isEmpty }
    #expect(broken.isEmpty, "\(broken.map(\.name))")
    return try RecordingMutants(rules, source).breaking(0)
  }

  @Test(
    arguments: [
      ("on: poll\nexpect: {query: {wait: !matches '[0-9]+'}}", "poll: query wait"),
      ("on: poll\nexpect: {headers: {x-wrong: !absent {}}}", "poll: headers x-wrong"),
      ("on: poll\nexpect: {query: !exactly {wait: !optional [!any {}]}}", "poll: query unknown"),
      ("on: poll\nearlier: {is: begin, same: code}", "nothing of what comes before"),
      ("on: poll\nnot-earlier: {is: poll, same: code, within: 1s}", "poll sent before"),
      ("on: poll\nnot-later: {is: token, within: 1m}", "token sent after"),
      ("on: begin\nlater: {is: poll, within: 30s}", "nothing of what comes after"),
      ("on: begin\nnext: {of: [poll, begin], expect: {method: GET}}", "begin sent after"),
      (
        "on: begin\nat-most: {count: 3, of: poll, within: 20s}",
        "poll sent after; poll sent after; poll sent after; poll sent after"
      ),
      ("on: poll\napart: {of: {is: poll, same: code}, at-least: 4s}", "poll sent after"),
      ("on: poll\nearlier: {is: token, valid: {for: $.answer.json.expires_in}}", nil),
      ("on: poll\nexpect: {scheme: https}", "poll: scheme"),
      ("on: poll\nexpect: {headers: {authorization: !matches 'Bearer .+'}}", nil),
      ("on: token\nexpect: {form: {scope: all}}", "token: form scope"),
      ("on: poll\nlatest: {of: token, is: {form: {scope: all}}}", "token: form scope"),
      ("on: poll\nearlier: {is: begin, same: code, since: token}", nil),
      ("on: poll\nnot-earlier: {is: register, since: begin}", "register sent before"),
      ("on: begin\nat-most: {count: 0, of: token, within: 1s}", "token sent after"),
      (
        "on: poll\nall:\n  - expect: {query: {wait: !string {}}}\n  - earlier: {is: begin, same: code}",
        "poll: query wait"
      ),
      // One alternative after the other is taken away.
      (
        "on: poll\nany:\n  - expect: {query: {wait: !string {}}}\n"
          + "  - expect: {headers: {authorization: !string {}}}",
        "poll: query wait; poll: headers authorization"
      ),
      (
        "on: poll\ngiven:\n  - earlier: {is: begin, same: code}\nexpect: {query: {wait: !string {}}}",
        "poll: query wait"
      ),
      // There is no such answer: it is made.
      (
        "on: {is: poll, answer: {status: 429}}\napart: {of: poll, at-least: 2s}",
        "poll: as the rule is about; poll sent after"
      ),
      (
        "on: poll\nany:\n  - expect: {query: {wait: !string {}}}\n"
          + "  - expect: {headers: {x-wait: !string {}}}", "poll: query wait"
      ),
    ] as [(String, String?)])
  func `finds what breaks a demand`(text: String, change: String?) throws {
    guard case .alone(let found) = try Self.breaking(rule(text)) else {
      Issue.record("nothing breaks it")
      return
    }
    if let change { #expect(found == change) }
  }

  private static func two(_ more: String) -> AuditRules {
    load(
      "application: T\ncookbook: book\nrules:\n  - rule: Polls wait\n    covers: [R-1]\n    on: poll\n"
        + "    expect: {query: {wait: !string {}}}\n\(more)"
        + "  - rule: All wait\n    covers: [R-2]\n    on: poll\n"
        + "    expect: {query: {wait: !matches '[0-9]+'}}\n")
  }

  @Test func `says which rules are broken along with it, unless the rule names them`() throws {
    guard case .notAlone(let others) = try Self.breaking(Self.two("")) else {
      Issue.record("a change breaks it alone")
      return
    }
    #expect(others == [1])
    guard case .alone = try Self.breaking(Self.two("    along-with: [All wait]\n")) else {
      Issue.record("no change breaks it")
      return
    }
  }

  @Test func `says with how few other rules it is broken, where it is never broken alone`() throws {
    let rules = load(
      "application: T\ncookbook: book\nrules:\n  - rule: Polls wait for a time\n    covers: [R-1]\n"
        + "    on: poll\n    expect: {query: {wait: !matches '[0-9]+'}}\n  - rule: Polls wait\n"
        + "    covers: [R-2]\n    on: poll\n    expect: {query: {wait: !string {}}}\n"
        + "  - rule: All wait for a time\n    covers: [R-2]\n    on: poll\n"
        + "    expect: {query: {wait: !matches '[0-9]+'}}\n")
    guard case .notAlone(let others) = try Self.breaking(rules) else {
      Issue.record("a change breaks it alone")
      return
    }
    #expect(others == [2])
  }

  @Test(arguments: [
    "-9223372036854775808", "-9223372036854775807", "9223372036854775806", "9223372036854775807",
  ])
  func `changes a number that has no next one`(number: String) throws {
    var begin = Sent("POST /p/sessions", at: 60, token: "token-01", answer: #"{"code": "CODE02"}"#)
    begin.headers?.append(("Content-Type", "application/json"))
    begin.body = .bytes(Array(#"{"n": \#(number)}"#.utf8))
    for demand in ["!integer {}", "!integer {min: \(number), max: \(number)}"] {
      let rules = rule("on: {is: begin, json: {n: !any {}}}\nexpect: {json: {n: \(demand)}}")
      guard case .alone(let change) = try Self.breaking(rules, Self.walk + [begin]) else {
        Issue.record("nothing breaks it")
        return
      }
      #expect(change == "begin: json n")
    }
  }

  @Test func `finds nothing where the recording has no occasion and none can be made`() throws {
    let text = "on: {is: poll, host: other.test}\nearlier: {is: begin, same: code}"
    guard case .notAlone(let others) = try Self.breaking(rule(text)) else {
      Issue.record("a change breaks it")
      return
    }
    #expect(others == nil)
  }

  @Test func `reports a companion that is not there`() {
    let rules = load(
      "application: T\ncookbook: book\nrules:\n  - rule: It is so\n    covers: [R-1, R-2]\n"
        + "    on: poll\n    expect: {method: GET}\n    along-with: [It is sow]\n", whole: true)
    #expect(
      rules.diagnostics.map(\.description).contains {
        $0.contains(
          "'along-with' names a rule that is not there: 'It is sow', did you mean 'It is so'?")
      }, "\(rules.diagnostics)")
  }
}

// SPDX-License-Identifier: Apache-2.0
// Which cookbooks an application is judged by, and the facts that rules need.

import Audit
import Formats
import Suites
import TestSupport
import Testing
import Text

struct FollowsTests {
  private static func catalogue(_ name: String, _ id: String, extends: String? = nil) -> String {
    """
    {"cookbook": "\(name)", "revision": "1", \(extends.map { "\"extends\": \"\($0)\", " } ?? "")
     "phases": [{"id": "A", "title": "All", "steps": [{"title": "All", "requirements": [
       {"id": "\(id)", "level": "must", "subject": "application", "text": "…",
        "shownBy": ["application"], "source": {"section": "1"}}]}]}]}
    """
  }

  private static func rules(_ cookbook: String, _ id: String) -> String {
    """
    application: \(cookbook)
    cookbook: \(cookbook)
    rules: [{rule: R, covers: [\(id)], on: profiles, expect: {headers: {x-\(cookbook): !any {}}}}]
    """
  }

  /// Two partners of one service, whose calls have the same paths, and the service's own cookbook.
  static let texts: [String: String] = {
    func words(_ follows: String) -> String {
      "exchanges:\n  - {exchange: profiles, request: GET /profiles}\n"
        + "  - {exchange: token, request: GET /token, shared: true}\n\(follows)"
        + "every: {device: $.query.device}\nsessions: {by: device}\n"
    }
    return [
      "cookbooks/service.json": catalogue("service", "S-1"),
      "cookbooks/amazon.json": catalogue("amazon", "A-1", extends: "service"),
      "cookbooks/roku.json": catalogue("roku", "R-1", extends: "service"),
      "application/service/r.yaml": rules("service", "S-1"),
      "application/amazon/r.yaml": rules("amazon", "A-1"),
      "application/roku/r.yaml": rules("roku", "R-1"),
      "application/exchanges.yaml":
        words("follows: {amazon: {headers: {x-amazon: !any {}}}}\n"),
      "application/roku/exchanges.yaml":
        words("follows: {roku: [{headers: {x-roku: !any {}}}]}\n"),
    ]
  }()

  private static func load(_ changes: [String: String] = [:]) -> AuditRules {
    AuditRules.load(
      ["application"], shipped: nil,
      files: Memory(texts: texts.merging(changes) { $1 }).files)
  }

  private static func sent(_ path: String, _ headers: String...) -> Sent {
    var sent = Sent("GET \(path)?device=a", at: 0)
    sent.headers = headers.map { ($0, "1") }
    return sent
  }

  private static func judged(_ rules: AuditRules, _ sent: [Sent]) throws -> [String: [String]] {
    let result = try audited(rules, sent)
    let broken = result.rules.filter { !$0.broken.isEmpty }
    return [
      "cookbooks": result.cookbooks, "broken": broken.flatMap { $0.covers.map(\.id) }.sorted(),
    ]
  }

  @Test(
    arguments: [
      // A right application of one partner breaks no rule of the other.
      (["/profiles", "x-amazon", "x-service"], [], ["amazon", "service"], []),
      (["/profiles", "x-roku", "x-service"], [], ["roku", "service"], []),
      (["/profiles", "x-amazon"], [], ["amazon", "service"], ["S-1"]),
      (["/profiles", "x-service"], [], ["service"], []),
      // What somebody chose is judged, and what it extends, and nothing else.
      (["/profiles", "x-amazon"], ["roku"], ["roku", "service"], ["R-1", "S-1"]),
      (["/profiles", "x-amazon"], ["service"], ["service"], ["S-1"]),
    ] as [([String], [String], [String], [String])])
  func `judges by what the traffic shows or somebody chose, not by paths`(
    sent: [String], chosen: [String], cookbooks: [String], broken: [String]
  ) throws {
    let rules = Self.load()
    #expect(rules.diagnostics.filter { $0.severity == .error } == [])
    var exchange = Self.sent(sent[0])
    exchange.headers = sent.dropFirst().map { ($0, "1") }
    let judged = try Self.judged(rules.judging(by: chosen), [exchange])
    #expect(judged == ["cookbooks": cookbooks, "broken": broken])
  }

  @Test(arguments: [
    ("application/roku/r.yaml", "application: roku\ncookbook: roku\nrules: ["),
    ("application/roku/r.yaml", "application: roku\ncookbook: roku\nrules: []\n"),
    ("application/roku/exchanges.yaml", "exchanges: {}\n"),
    ("cookbooks/roku.json", #"{"cookbook": "roku", "revision": "1", "phases": {}}"#),
  ])
  func `passes over mistakes of a cookbook that nobody chose`(file: String, text: String) throws {
    let rules = Self.load([file: text])
    #expect(rules.hasErrors)
    #expect(rules.judging(by: ["roku"]).hasErrors)
    let chosen = rules.judging(by: ["amazon"])
    #expect(!chosen.hasErrors)
    let remark =
      "\(file) is not of the chosen cookbooks and was passed over: 1 mistake, which 'check' shows"
    #expect(chosen.passedOver.contains(remark), "\(chosen.passedOver)")
    #expect(
      try Self.judged(chosen, [Self.sent("/profiles", "x-amazon")])["broken"] == ["S-1"])
  }

  @Test func `takes requirements of the cookbook that its own extends`() {
    let own = "application/amazon/r.yaml"
    let inherited = Self.rules("amazon", "S-1")
    #expect(Self.load([own: inherited]).diagnostics.filter { $0.severity == .error } == [])
    let foreign = Self.load([own: Self.rules("amazon", "R-1")]).diagnostics
    #expect(foreign.first?.message.hasPrefix("the cookbook has no requirement 'R-1'") == true)
    let lost = Self.load(["cookbooks/roku.json": Self.catalogue("roku", "R-1", extends: "gone")])
    #expect(
      lost.diagnostics.map(\.description) == [
        "cookbooks/roku.json:1:50: error: there is no cookbook 'gone' to extend: no"
          + " cookbooks/gone.json where this one is looked for"
      ])
  }

  @Test func `judges a rule that needs facts only with them`() throws {
    let rules = Self.load([
      // Two folders above, where the catalogues are.
      "facts.yaml": """
      facts:
        - {fact: member, type: text, about: Who signs in., example: a, secret: true}
      """,
      "application/amazon/r.yaml": """
      application: amazon
      cookbook: amazon
      rules:
        - rule: R
          covers: [A-1]
          needs: [member]
          on: profiles
          expect: {headers: {x-amazon: "${member}"}}
      """,
    ]).judging(by: ["amazon"])
    #expect(rules.diagnostics.filter { $0.severity == .error } == [])
    for (facts, expected) in [
      ([:], "+0 -0 member"), (["member": ""], "+0 -0 member"), (["member": "1"], "+1 -0 "),
      (["member": "another"], "+0 -1 "),
    ] as [([String: JSONValue], String)] {
      let given = rules.giving(facts, secrets: ["member"])
      let audit = Audit(given, origins: ["https://api.test"])
      let source = traffic([Self.sent("/profiles", "x-amazon", "x-service")])
      let result = try audit.judge(source)
      let rule = try #require(result.rules.first { $0.covers == ["A-1"] })
      let missing = rule.missingFacts.joined()
      #expect("+\(rule.met) -\(rule.broken.count) \(missing)" == expected)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The shipped rules and the example of the manual: each fault breaks its own rule.

import Audit
import Foundation
import Suites
import TestSupport
import Testing
import Text

/// The shipped rules.
enum ShippedRules {
  static let v2 = AuditRules.load(["Suites/application/apple-v2"], shipped: "Suites", files: files)

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let files = SuiteFiles(
    kind: { path in
      var isFolder: ObjCBool = false
      guard
        FileManager.default.fileExists(
          atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
      else { return nil }
      return isFolder.boolValue ? .folder : .file
    },
    read: { path throws(FileProblem) in
      guard let data = try? Data(contentsOf: root.appendingPathComponent(path)) else {
        throw FileProblem("it can't be read")
      }
      return Array(data)
    },
    list: { folder throws(FileProblem) in
      do {
        return try FileManager.default.contentsOfDirectory(
          atPath: root.appendingPathComponent(folder).path)
      } catch { throw FileProblem("it can't be read") }
    })

  /// What the rules that cover these requirements say: how often they were met, broken, not judged.
  static func said(_ recording: Recording, of requirements: [String]) throws -> [String] {
    try Audit(v2).judge(recording.source).rules.filter { rule in
      rule.covers.contains { requirements.contains($0.id) }
    }.map { "\($0.name): +\($0.met) -\($0.broken.count) \($0.notJudged)" }
  }

  /// What an audit says: the requirements broken, each with the rules that say so.
  static func broken(
    _ recording: Recording, by rules: AuditRules = v2
  ) throws -> [String: [String]] {
    let result = try Audit(rules).judge(recording.source)
    var broken: [String: [String]] = [:]
    for rule in result.rules {
      for occasion in rule.broken {
        for id in occasion.blamed {
          broken[id, default: []].append(
            "\(rule.name): \(recording.entries[occasion.entry.index].name): \(occasion.findings)")
        }
      }
    }
    return broken
  }
}

@Suite struct RulesV2Tests {
  @Test func `are read without a complaint`() {
    #expect(ShippedRules.v2.diagnostics.map(\.description) == [])
  }

  @Test(arguments: RightRecordings.all.map(\.name))
  func `say nothing against a right application`(name: String) throws {
    let broken = try ShippedRules.broken(RightRecordings.named(name))
    #expect(broken.isEmpty, "\(broken)")
  }

  @Test func `find each fault, and nothing else`() throws {
    var rules = Set(ShippedRules.v2.files.flatMap(\.rules).map(\.name))
    for fault in Faults.all {
      var recording = RightRecordings.named(fault.recording)
      fault.edit(&recording)
      let broken = try ShippedRules.broken(recording)
      if broken.keys.sorted() != fault.requirements.sorted() {
        let said = try ShippedRules.said(recording, of: fault.requirements)
        Issue.record("\(fault.name): expected \(fault.requirements), found \(broken); \(said)")
      }
      rules.subtract(broken.values.joined().map { String($0.prefix { $0 != ":" }) })
    }
    #expect(rules.sorted() == [])
  }
}

extension ShippedRules {
  static let v1 = AuditRules.load(["Suites/application/apple-v1"], shipped: "Suites", files: files)
}

@Suite struct RulesV1Tests {
  @Test func `are read without a complaint`() {
    #expect(ShippedRules.v1.diagnostics.map(\.description) == [])
  }

  @Test(arguments: LegacyRecordings.all.map(\.name))
  func `say nothing against a right application`(name: String) throws {
    let broken = try ShippedRules.broken(LegacyRecordings.named(name), by: ShippedRules.v1)
    #expect(broken.isEmpty, "\(broken)")
  }

  @Test func `find each fault, and nothing else`() throws {
    for fault in LegacyFaults.all {
      var recording = LegacyRecordings.named(fault.recording)
      fault.edit(&recording)
      let broken = try ShippedRules.broken(recording, by: ShippedRules.v1)
      #expect(
        broken.keys.sorted() == fault.requirements.sorted(), "\(fault.name): \(broken.values)")
    }
  }

  /// Of the requirements that have a rule, those that no fault here breaks.
  @Test func `are tried for each requirement`() {
    let covered = Set(ShippedRules.v1.files.flatMap(\.rules).flatMap(\.covers).map(\.id))
    let tried = Set(LegacyFaults.all.flatMap(\.requirements))
    #expect(covered.subtracting(tried).sorted() == [])
  }
}

@Suite struct RuleManualTests {
  private static let manual = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Suites/README.md")

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
      Sent("POST /o/client/register", at: 0, answer: #"{"client_id": "c", "client_secret": "s"}"#),
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

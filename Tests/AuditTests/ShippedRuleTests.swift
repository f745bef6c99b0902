// SPDX-License-Identifier: Apache-2.0
// The shipped rules and the example of the manual: each fault breaks its own rule.

import Audit
import Foundation
import Suites
import TestSupport
import Testing
import Text

/// The shipped rules of a cookbook, with recordings of right applications, and faults.
struct ShippedRules: Sendable, CustomTestStringConvertible {
  let name: String
  let rules: AuditRules
  let recordings: [(name: String, recording: Recording)]
  let faults: [Fault]
  var testDescription: String { name }

  static let all = [
    ShippedRules(["apple-v1"], LegacyRecordings.all, LegacyFaults.all),
    ShippedRules(["apple-v2", "rest-api-v2"], RightRecordings.all, Faults.all),
  ]

  private init(
    _ folders: [String], _ recordings: [(name: String, recording: Recording)], _ faults: [Fault]
  ) {
    name = folders[0]
    let all = AuditRules.load(
      folders.map { "Suites/application/\($0)" }, shipped: "Suites", files: Self.files)
    // Many recordings are of a few calls, which do not show the partner.
    rules = all.judging(by: all.catalogues.keys)
    (self.recordings, self.faults) = (recordings, faults)
  }

  func recording(_ name: String) throws -> Recording {
    try #require(recordings.first { $0.name == name }?.recording, "\(name)")
  }

  private static let root = SharedFolder.project

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
  func said(_ recording: Recording, of requirements: [String]) throws -> [String] {
    try Audit(rules).judge(recording.source).rules.filter { rule in
      rule.covers.contains { requirements.contains($0.id) }
    }.map { "\($0.name): +\($0.met) -\($0.broken.count) \($0.notJudged)" }
  }

  /// What an audit says: the requirements broken, each with the rules that say so.
  func broken(_ recording: Recording) throws -> [String: [String]] {
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

@Suite struct ShippedRuleTests {
  @Test(arguments: ShippedRules.all) func `are read without a complaint`(shipped: ShippedRules) {
    #expect(shipped.rules.diagnostics.map(\.description) == [])
  }

  @Test(arguments: ShippedRules.all)
  func `say why where a requirement of an application has none`(shipped: ShippedRules) {
    let covered = Set(shipped.rules.files.flatMap(\.rules).flatMap(\.covers).map(\.id))
    let open = shipped.rules.catalogues.values.flatMap(\.requirements.values).filter {
      $0.testableBy == .clientTraffic && $0.unrecorded == nil && !covered.contains($0.id)
    }
    #expect(open.map(\.id).sorted() == [])
  }

  @Test(arguments: ShippedRules.all)
  func `say nothing against a right application`(shipped: ShippedRules) throws {
    for (name, recording) in shipped.recordings {
      let broken = try shipped.broken(recording)
      #expect(broken == [:], "\(name)")
    }
  }

  /// Each rule of V2 is broken by a fault, and each requirement of V1 that has a rule.
  @Test(arguments: ShippedRules.all)
  func `find each fault, and nothing else`(shipped: ShippedRules) throws {
    let all = shipped.rules.files.flatMap(\.rules)
    var rules = Set(all.map(\.name))
    for fault in shipped.faults {
      var recording = try shipped.recording(fault.recording)
      fault.edit(&recording)
      let broken = try shipped.broken(recording)
      if broken.keys.sorted() != fault.requirements.sorted() {
        let said = try shipped.said(recording, of: fault.requirements)
        Issue.record("\(fault.name): expected \(fault.requirements), found \(broken); \(said)")
      }
      rules.subtract(broken.values.joined().map { String($0.prefix { $0 != ":" }) })
    }
    if shipped.name == "apple-v2" { #expect(rules.sorted() == []) }
    let tried = Set(shipped.faults.flatMap(\.requirements))
    let untried = Set(all.flatMap(\.covers).map(\.id)).subtracting(tried)
    if shipped.name == "apple-v1" { #expect(untried.sorted() == []) }
  }
}

@Suite struct RuleManualTests {
  private static let manual = SharedFolder.project.appending(path: "Suites/README.md")

  /// The block of YAML behind a mark.
  private static func block(_ mark: String) throws -> String {
    let text = try String(contentsOf: manual, encoding: .utf8)
    let rest = try #require(text.components(separatedBy: "<!-- \(mark) -->\n```yaml\n").last)
    return try #require(rest.components(separatedBy: "```").first)
  }

  @Test func `the example tells a right application from a wrong one`() throws {
    var texts = [
      "rules/r.yaml": try Self.block("rules of the example"),
      "rules/exchanges.yaml": try Self.block("exchanges of the example"),
    ]
    for name in ["cookbooks/apple-sso-rest-api-v2.json", "cookbooks/rest-api-v2.json"] {
      texts[name] = try String(
        contentsOf: Self.manual.deletingLastPathComponent().appending(path: name), encoding: .utf8)
    }
    let rules = AuditRules.load(["rules"], shipped: nil, files: Memory(texts: texts).files)
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

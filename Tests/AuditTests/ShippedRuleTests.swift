// SPDX-License-Identifier: Apache-2.0
// The shipped rules and the example of the manual: each fault breaks its own rule.

import Foundation
import HTTP
import Suites
import TestSupport
import Testing
import Text

@testable import Audit

/// The shipped rules of a cookbook, with recordings of right applications, and faults.
struct ShippedRules: Sendable, CustomTestStringConvertible {
  let name: String
  let rules: AuditRules
  let recordings: [(name: String, recording: Recording)]
  let faults: [Fault]
  var testDescription: String { name }

  static let all = [
    ShippedRules(
      ["apple-v1"], LegacyRecordings.all + LoggedLegacyRecordings.all, LegacyFaults.all),
    ShippedRules(
      ["apple-v2", "rest-api-v2"], RightRecordings.all + LoggedRecordings.all, Faults.all),
    ShippedRules(
      ["identity-sso", "rest-api-v2"], IdentityRecordings.all, IdentityRecordings.faults),
  ]

  private init(
    _ folders: [String], _ recordings: [(name: String, recording: Recording)], _ faults: [Fault]
  ) {
    name = folders[0]
    let all = AuditRules.load(
      folders.map { "Suites/application/\($0)" }, shipped: "Suites",
      files: Memory(texts: Self.texts).files)
    // Many recordings are of a few calls, which do not show the partner.
    rules = all.judging(by: all.catalogues.keys)
    (self.recordings, self.faults) = (recordings, faults)
  }

  func recording(_ name: String) throws -> Recording {
    try #require(recordings.first { $0.name == name }?.recording, "\(name)")
  }

  /// The shipped files by their paths.
  static let texts: [String: String] = {
    let root = SharedFolder.project.appending(path: "Suites").path
    let texts = (FileManager.default.subpaths(atPath: root) ?? []).compactMap { path in
      (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)).map {
        ("Suites/\(path)", $0)
      }
    }
    return Dictionary(uniqueKeysWithValues: texts)
  }()

  /// What the rules that cover these requirements say: how often they were met, broken, not judged.
  func said(_ recording: Recording, of requirements: [String]) throws -> [String] {
    try Audit(rules).judge(recording.source, logs: recording.logs).rules.filter { rule in
      rule.covers.contains { requirements.contains($0.id) }
    }.map { "\($0.name): +\($0.met) -\($0.broken.count) \($0.notJudged)" }
  }

  /// What an audit says: the requirements broken, each with the rules that say so.
  func broken(_ recording: Recording) throws -> [String: [String]] {
    let result = try Audit(rules).judge(recording.source, logs: recording.logs)
    var broken: [String: [String]] = [:]
    for rule in result.rules {
      for occasion in rule.broken {
        for id in occasion.blamed {
          broken[id, default: []].append(
            "\(rule.name): \(recording.name(of: occasion.entry)): \(occasion.findings)")
        }
      }
    }
    return broken
  }
}

struct ShippedRuleTests {
  @Test(arguments: ShippedRules.all) func `are read without a complaint`(shipped: ShippedRules) {
    #expect(shipped.rules.diagnostics.map(\.description) == [])
  }

  @Test(arguments: ShippedRules.all)
  func `say why where a requirement of an application has none`(shipped: ShippedRules) {
    let covered = Set(shipped.rules.files.flatMap(\.rules).flatMap(\.covers).map(\.id))
    let open = shipped.rules.catalogues.values.flatMap(\.requirements.values).filter {
      !$0.shownBy.isDisjoint(with: [.application, .framework]) && $0.unrecorded == nil
        && !covered.contains($0.id)
    }
    #expect(open.map(\.id).sorted() == [])
  }

  @Test(arguments: ShippedRules.all)
  func `cover only what traffic shows`(shipped: ShippedRules) {
    let shown = shipped.rules.catalogues.values.flatMap(\.requirements.values).filter {
      !$0.shownBy.isDisjoint(with: [.application, .framework])
    }
    let covered = Set(shipped.rules.files.flatMap(\.rules).flatMap(\.covers).map(\.id))
    #expect(covered.subtracting(shown.map(\.id)).sorted() == [])
  }

  @Test(arguments: ShippedRules.all)
  func `say nothing against a right application`(shipped: ShippedRules) throws {
    for (name, recording) in shipped.recordings {
      let broken = try shipped.broken(recording)
      #expect(broken == [:], "\(name)")
    }
  }

  /// The documents contradict themselves there.
  @Test(arguments: [
    "partner-session: status denied", "configuration: header AP-Device-Identifier",
    #"profile: device {"model":"AppleTV","version":"5","osName":"tvOS","osVersion":"17.0"}"#,
  ])
  func `only warn of what a sample of the pages shows`(name: String) throws {
    let shipped = ShippedRules.all[1]
    let fault = try #require(shipped.faults.first { $0.name == name })
    var recording = try shipped.recording(fault.recording)
    fault.edit(&recording)
    let broken = try shipped.broken(recording)
    let levels = shipped.rules.catalogues.values.flatMap(\.requirements.values)
      .filter { broken[$0.id] != nil }.map(\.level)
    #expect(!broken.isEmpty && levels.count == broken.count)
    #expect(levels.allSatisfy { $0 == .should }, "\(broken)")
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

struct FollowedCookbookTests {
  /// An application of V2 in which a call of the old one is left.
  @Test(arguments: [
    ("apple-v2", "partner", 1, ["apple-sso-rest-api-v2"]),
    ("apple-v2", "partner", 4, ["apple-sso-rest-api-v1", "apple-sso-rest-api-v2"]),
    ("apple-v1", "partner", 0, ["apple-sso-rest-api-v1"]),
  ])
  func `follow no cookbook of which there is next to nothing`(
    api: String, name: String, old: Int, cookbooks: [String]
  ) throws {
    let rules = AuditRules.load(
      ["Suites/application"], shipped: "Suites", files: Memory(texts: ShippedRules.texts).files)
    var recording = try #require(ShippedRules.all.first { $0.name == api }).recording(name)
    for index in 0..<old {
      recording.again("profiles", after: 10 * index, as: "old \(index)") { exchange in
        exchange.request.url = "\(RightApplication.origin)/api/v1/checkauthn?deviceId=d"
      }
    }
    let found = try Audit(rules).judge(recording.source).cookbooks
    #expect(found.filter { $0.hasPrefix("apple") } == cookbooks)
  }

  /// A device with a framework that its application doesn't use; and all others.
  @Test(
    arguments: [
      ("basic", [], nil, "apple-sso-rest-api-v2"),
      ("without permission", [], nil, nil), ("partner", [], nil, nil), ("browser", [], nil, nil),
      ("second screen", [], "Roku", nil),
      ("basic", ["apple-sso-rest-api-v2"], nil, nil), ("basic", ["rest-api-v2"], nil, nil),
    ] as [(String, [String], String?, String?)])
  func `are suggested where only the device tells of them`(
    name: String, chosen: [String], system: String?, suggested: String?
  ) throws {
    let all = AuditRules.load(
      ["Suites/application"], shipped: "Suites", files: Memory(texts: ShippedRules.texts).files)
    var recording = try ShippedRules.all[1].recording(name)
    if let system {
      let info = #"{"model":"4660X","osName":"\#(system)","osVersion":"12"}"#
      for entry in recording.entries where !entry.exchange.isOfTelephone {
        recording.header("X-Device-Info", Base64.encode(info), of: entry.name)
      }
    }
    let result = try Audit(chosen.isEmpty ? all : all.judging(by: chosen)).judge(recording.source)
    #expect(result.suggested.map(\.name) == [suggested].compactMap(\.self))
    if suggested != nil { #expect(result.cookbooks == ["rest-api-v2"]) }
  }
}

extension RecordedExchange {
  /// Whether the second screen sends it.
  fileprivate var isOfTelephone: Bool {
    let info = request.headers?["X-Device-Info"].flatMap { Base64.decode($0) } ?? []
    return String(decoding: info, as: UTF8.self).contains("iPhone")
  }
}

struct RuleOccasionTests {
  /// Rules of what must not be that each such exchange is about, or each recording of two calls.
  private static let always: Set<String> = [
    "The requestor comes before the MVPD in the path of the profile request",
    "An application that uses the framework sends its status with the check",
    "Polling stops when the session is over", "Polling stops with the profile",
    "The configuration is fetched when the user has to pick an MVPD",
    "The login is opened with a code that still holds", "V1 and V2 are not mixed",
    "X-Device-Info describes the same device all the time",
  ]

  /// What an exchange has to be, or what has to be before or after it, is asked of each one. What
  /// must not be is asked only where it might be: not of a first call, say.
  private static func isAskedOfEach(_ rule: AuditRule) -> Bool {
    func isDuty(_ demand: Demand) -> Bool {
      switch demand {
      case .expect, .earlier, .latest, .later, .next: true
      case .all(let demands, _), .any(let demands, _): demands.allSatisfy(isDuty)
      case .notEarlier, .notLater, .atMost, .apart: false
      }
    }
    return isDuty(rule.demand) || always.contains(rule.name)
  }

  @Test(arguments: ShippedRules.all)
  func `of each rule, a right application may give none`(shipped: ShippedRules) throws {
    var recordings = shipped.recordings.map(\.recording)
    recordings.append(Recording(entries: recordings[0].entries.filter { $0.name == "elsewhere" }))
    var loud = Set(shipped.rules.files.flatMap(\.rules).map(\.name))
    for recording in recordings {
      let calls = recording.entries.map(\.exchange.request).map {
        ($0.method, RecordedURL($0.url).segments)
      }
      let asked = recording.calls.map(\.call.name)
      let kinds = shipped.rules.vocabularies.map { words in
        Set(
          calls.compactMap { words.kind($0.0, $0.1) }
            + asked.compactMap { words.kind(ofCall: $0) })
      }
      let results = try Audit(shipped.rules).judge(recording.source, logs: recording.logs).rules
      let rules = shipped.rules.files.flatMap { file in file.rules.map { ($0, file.vocabulary) } }
      for ((rule, vocabulary), result) in zip(rules, results) {
        let hasSuch = !kinds[vocabulary].isDisjoint(with: rule.occasion.kinds)
        let isSilent = result.met == 0 && result.broken.isEmpty && result.notJudged.isEmpty
        if isSilent, hasSuch != Self.isAskedOfEach(rule) { loud.remove(rule.name) }
      }
    }
    #expect(loud.sorted() == [])
  }
}

struct RuleManualTests {
  /// The block of YAML behind a mark.
  private static func block(_ mark: String) throws -> String {
    let text = try #require(ShippedRules.texts["Suites/README.md"])
    let rest = try #require(text.components(separatedBy: "<!-- \(mark) -->\n```yaml\n").last)
    return try #require(rest.components(separatedBy: "```").first)
  }

  @Test func `the example tells a right application from a wrong one`() throws {
    var texts = [
      "rules/r.yaml": try Self.block("rules of the example"),
      "rules/exchanges.yaml": try Self.block("exchanges of the example"),
    ]
    for name in ["cookbooks/apple-sso-rest-api-v2.json", "cookbooks/rest-api-v2.json"] {
      texts[name] = ShippedRules.texts["Suites/\(name)"]
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
    let wrong = [
      Sent(
        "POST /o/client/token", at: 9, form: "client_id=c&client_secret=x",
        answer: #"{"access_token": "u", "expires_in": 3600}"#),
      Sent("GET /api/v2/p/profiles/code/k", at: 10, token: "u"),
      Sent("POST /api/v2/p/sessions", at: 11, token: "t", answer: #"{"code": "l"}"#),
      Sent("GET /api/v2/p/profiles/code/k", at: 12, token: "u"),
    ]
    let broken = try [right, right + wrong].map { sent in
      try Audit(rules).judge(traffic(sent)).rules.map(\.broken.count)
    }
    #expect(broken == [[0, 0, 0, 0], [1, 1, 2, 1]])
  }
}

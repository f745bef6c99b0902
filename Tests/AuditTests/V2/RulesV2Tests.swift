// SPDX-License-Identifier: Apache-2.0
// The shipped rules of V2: right applications break none, and each fault breaks its own.

import Audit
import Foundation
import Suites
import TestSupport
import Testing
import Text

/// The shipped rules.
enum ShippedRules {
  static let v2 = AuditRules.load(["Suites/application/apple-v2"], shipped: "Suites", files: files)

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

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

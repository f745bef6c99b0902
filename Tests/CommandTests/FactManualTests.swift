// SPDX-License-Identifier: Apache-2.0
// What follows from the shipped facts: the schema of profiles, the manual's table, a profile to copy.
// `UPDATE_GOLDEN=1 swift test --filter FactManualTests` writes all three anew.

import Formats
import Foundation
import Suites
import TestSupport
import Testing

@testable import Command

@Suite struct FactManualTests {
  private static let folder = SharedFolder.project.appending(path: "Suites")

  private static let console = Console(
    environment: [SuiteLocation.variable: folder.path], isInteractive: false
  ) { _, _ in }

  static func facts() throws -> FactTable {
    try SuiteLocation.load([folder.appending(path: "facts.yaml").path], console).facts
  }

  @Test func `the schema of profiles is that of the facts`() throws {
    try Golden.check(
      JSONWriter.text(Self.facts().profileSchema, indented: true) + "\n",
      at: Self.folder.appending(path: "profile.schema.json"))
  }

  @Test func `the profile to copy is the one that init writes`() throws {
    let line = CommandLine(["init", "-", "--for", Self.folder.path])
    #expect(line.status == .success, "\(line.errors)")
    try Golden.check(
      "# yaml-language-server: $schema=../profile.schema.json\n\(line.output)",
      at: Self.folder.appending(path: "targets/staging.yaml"))
  }

  @Test func `the table of the manual is that of the facts`() throws {
    let url = Self.folder.appending(path: "README.md")
    let manual = try String(contentsOf: url, encoding: .utf8)
    let begin = try #require(manual.range(of: "<!-- facts.yaml -->\n"))
    let end = try #require(manual.range(of: "<!-- end of facts.yaml -->"))
    var expected = manual
    expected.replaceSubrange(
      begin.upperBound..<end.lowerBound, with: Self.table(of: try Self.facts()))
    try Golden.check(expected, at: url)
  }

  private static func table(of facts: FactTable) -> String {
    let all = Set(facts.declarations.flatMap(\.essential))
    var text = "| fact | meaning |\n|---|---|\n"
    for fact in facts.declarations {
      var about = fact.about
      for part in fact.parts { about += " `\(part.name)`: \(part.about)" }
      if let standard = fact.standard?.string { about += " By default `\(standard)`." }
      var notes = fact.type == .text ? [] : [fact.type.rawValue]
      if fact.isSecret { notes.append("secret") }
      if Set(fact.essential) == all {
        notes.append("essential")
      } else if !fact.essential.isEmpty {
        notes.append("essential for \(fact.essential.joined(separator: ", "))")
      }
      let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
      text += "| `\(fact.name)`\(note) | \(about) |\n"
    }
    return text
  }
}

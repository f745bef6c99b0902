// SPDX-License-Identifier: Apache-2.0
// A version keeps the promises of the last release, unless its number says otherwise.

import Foundation
import TestSupport
import Testing

@testable import Command

struct PromiseTests {
  /// The promises of the last release, and its version.
  static let folder = SharedFolder.project.appending(path: "Tests/Promises")
  static let versionFile = folder.appending(path: "version.txt")

  @Test func `are kept, unless the version says that they are not`() throws {
    let now = try Promises(suites: SharedFolder.project.appending(path: "Suites"))
    #expect(!now.schemas.isEmpty && !now.requirements.isEmpty)
    if ProcessInfo.processInfo.environment["UPDATE_PROMISES"] == "1" {
      try now.write(to: Self.folder)
      try Data("\(ConformanceCommand.version)\n".utf8).write(to: Self.versionFile)
    }
    let released = try Promises(kept: Self.folder)
    let version = try String(contentsOf: Self.versionFile, encoding: .utf8)
      .trimmingCharacters(in: .newlines)
    let breaks = now.breaks(since: released)
    #expect(
      breaks == [] || Self.mayBreak(ConformanceCommand.version, since: version),
      "this breaks what \(version) promised")
  }

  @Test func `are the same after they were written and read`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try folder.write("{}", to: "gone.schema.json")
    let now = try Promises(suites: SharedFolder.project.appending(path: "Suites"))
    try now.write(to: folder.url)
    let kept = try Promises(kept: folder.url)
    #expect(kept.sentences == now.sentences && kept.schemas == now.schemas)
    let (id, status) = (now.requirements[0], now.statuses[0])
    try folder.write("\(id)\nGONE-01\n", to: "requirements.txt")
    try folder.write("\(status)\n77\n", to: "exit-statuses.txt")
    #expect(
      now.breaks(since: try Promises(kept: folder.url))
        == ["gone: exit status 77", "gone: requirement GONE-01"])
  }

  /// Whether a version may break what an earlier one promised (Semantic Versioning 2.0.0, 4 and 8).
  static func mayBreak(_ version: String, since earlier: String) -> Bool {
    let (new, old) = (version.split(separator: "."), earlier.split(separator: "."))
    return new[0] != old[0] || old[0] == "0" && new[1] != old[1]
  }

  @Test(arguments: [
    ("0.1.1", "0.1.0", false), ("0.2.0", "0.1.3", true), ("1.0.0", "0.9.0", true),
    ("1.1.0", "1.0.0", false), ("2.0.0", "1.9.9", true),
  ])
  func `may be broken by a version`(version: String, earlier: String, mayBreak: Bool) {
    #expect(Self.mayBreak(version, since: earlier) == mayBreak)
  }

  static let schema = """
    {"type": "object", "additionalProperties": false, "required": ["a"], "properties": {
      "a": {"type": "string"}, "b": {"enum": ["x", "y"]}, "c": {"items": {"$ref": "#/$defs/d"}}},
     "$defs": {"d": {"type": "object", "properties": {"e": {"type": "integer"}}}}}
    """

  @Test(
    arguments: rows(
      #"""
      "b": {"enum" => "b2": {"enum"
        gone: s has b, gone: s.b may be "x", gone: s.b may be "y" | gone: s has b, gone: s.b may be "x", gone: s.b may be "y"
      ["x", "y"] => ["x"]
        gone: s.b may be "y" | gone: s.b may be "y"
      ["x", "y"] => ["x", "y", "z"]
        |
      "required": ["a"] => "required": ["a", "b"]
        new: s needs b |
      "required": ["a"] => "required": []
        | gone: s needs a
      "a": {"type": "string"} => "a": {"type": "string"}, "f": {"type": "object", "required": ["g"]}
        |
      "type": "string" => "type": ["string", "null"]
        | new: s.a is null
      {"enum": ["x", "y"]} => {"anyOf": [{"enum": ["x", "y"]}, {"type": "object", "required": ["k"]}]}
        | new: s.b is object
      "type": "integer" => "type": "number"
        gone: s#d.e is integer | gone: s#d.e is integer, new: s#d.e is number
      {"type": "object", "properties": {"e" => {"type": "object", "additionalProperties": false, "properties": {"e"
        new: s#d has nothing else |
      """#))
  func `are broken for who writes, and for who reads`(edit: String, breaks: String) throws {
    let parts = edit.components(separatedBy: " => ")
    let edited = Self.schema.replacing(parts[0], with: parts[1], maxReplacements: 1)
    #expect(edited != Self.schema)
    let found = try ["s", "report.schema.json"].map { file in
      try Promises(schema: edited, of: file).breaks(since: Promises(schema: Self.schema, of: file))
        .joined(separator: ", ").replacing(file, with: "s")
    }
    #expect(
      found
        == breaks.split(separator: "|", omittingEmptySubsequences: false).map {
          $0.trimmingCharacters(in: .whitespaces)
        })
  }
}

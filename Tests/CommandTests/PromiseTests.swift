// SPDX-License-Identifier: Apache-2.0
// What the version promises: the language of suites, the report, exit statuses, ids of requirements.

import Formats
import Foundation
import TestSupport
import Testing

@testable import Command

/// Promises as sentences, such as `suite.schema.json.suite is string`.
struct Promises {
  var sentences: Set<String> = []

  /// Reads the files of a folder of suites.
  init(suites: URL) throws {
    func json(_ url: URL) throws -> JSONValue {
      try JSONParser.document(Array(try Data(contentsOf: url))).root
    }
    let folder = FileManager.default
    for file in try folder.contentsOfDirectory(atPath: suites.path) {
      guard file.hasSuffix(".schema.json") else { continue }
      add(try json(suites.appending(path: file)), file, of: file)
    }
    let catalogues = suites.appending(path: "cookbooks")
    for file in try folder.contentsOfDirectory(atPath: catalogues.path)
    where file.hasSuffix(".json") {
      for phase in try json(catalogues.appending(path: file))["phases"]?.array ?? [] {
        for step in phase["steps"]?.array ?? [] {
          for id in step["requirements"]?.array?.compactMap({ $0["id"]?.string }) ?? [] {
            sentences.insert("\(file) requires \(id)")
          }
        }
      }
    }
    for status in ExitStatus.allCases { sentences.insert("exit status \(status.rawValue)") }
  }

  init(schema: String, of file: String) throws {
    add(try JSONParser.document(schema).root, file, of: file)
  }

  /// - Parameter isChoice: Whether it is one of several forms: one more of them breaks nothing.
  private mutating func add(
    _ schema: JSONValue, _ path: String, of file: String, isChoice: Bool = false
  ) {
    guard case .object(let object) = schema else { return }
    for member in object.members {
      switch (member.name, member.value) {
      case ("properties", .object(let parts)):
        for part in parts.members {
          sentences.insert("\(path) has \(part.name)")
          add(part.value, "\(path).\(part.name)", of: file)
        }
      case ("$defs", .object(let parts)):
        for part in parts.members { add(part.value, "\(file)#\(part.name)", of: file) }
      case ("enum", .array(let words)):
        for word in words { sentences.insert("\(path) may be \(JSONWriter.text(word))") }
      case ("const", let word): sentences.insert("\(path) may be \(JSONWriter.text(word))")
      case ("type", .string(let type)), ("$ref", .string(let type)):
        sentences.insert("\(path) is \(type)")
      case ("type", .array(let types)):
        for type in types.compactMap(\.string) { sentences.insert("\(path) is \(type)") }
      case ("anyOf", .array(let forms)), ("oneOf", .array(let forms)):
        for form in forms { add(form, path, of: file, isChoice: true) }
      case ("required", .array(let names)) where !isChoice:
        for name in names.compactMap(\.string) { sentences.insert("\(path) needs \(name)") }
      case ("additionalProperties", .boolean(false)) where !isChoice:
        sentences.insert("\(path) has nothing else")
      case ("items", _): add(member.value, "\(path)[]", of: file)
      case ("additionalProperties", _): add(member.value, "\(path).*", of: file)
      case ("not", _), ("default", _), ("examples", _): break
      case (_, .object): add(member.value, path, of: file)
      case (_, .array(let items)): for item in items { add(item, path, of: file) }
      default: break
      }
    }
  }

  /// The sentences that no longer hold, or that ask more of what somebody has written or reads.
  func breaks(since old: Promises) -> [String] {
    let known = Set(old.sentences.map { $0.prefix { $0 != " " } })
    func isOfReport(_ sentence: String) -> Bool { sentence.hasPrefix("report.schema.json") }
    /// Whether it is about what may not be there: who writes a file is bound by it, who reads is not.
    func isBound(_ sentence: String) -> Bool {
      sentence.contains(" needs ") || sentence.hasSuffix(" has nothing else")
    }
    let gone = old.sentences.subtracting(sentences).filter {
      isOfReport($0) ? !$0.hasSuffix(" has nothing else") : !isBound($0)
    }
    let added = sentences.subtracting(old.sentences).filter { sentence in
      known.contains(sentence.prefix { $0 != " " })
        && (isOfReport(sentence) ? sentence.contains(" is ") : isBound(sentence))
    }
    return gone.sorted().map { "gone: \($0)" } + added.sorted().map { "new: \($0)" }
  }
}

struct PromiseTests {
  /// Those of the last release. The first line is its version; a release writes it anew.
  static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/promises.txt")

  @Test func `are kept, unless the version says that they are not`() throws {
    let now = try Promises(suites: SharedFolder.project.appending(path: "Suites"))
    #expect(now.sentences.count > 1000)
    if ProcessInfo.processInfo.environment["UPDATE_PROMISES"] == "1" {
      let text = ([ConformanceCommand.version] + now.sentences.sorted()).joined(separator: "\n")
      try Data("\(text)\n".utf8).write(to: Self.file)
    }
    var lines = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
    let version = lines.removeFirst()
    var released = now
    released.sentences = Set(lines.map(String.init))
    let breaks = now.breaks(since: released)
    #expect(
      breaks == [] || Self.mayBreak(ConformanceCommand.version, since: String(version)),
      "this breaks what \(version) promised")
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

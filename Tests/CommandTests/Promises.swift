// SPDX-License-Identifier: Apache-2.0
// The promises of a version, and how those of a later one break them.

import Formats
import Foundation

@testable import Command

/// The promises of a version: the languages of suites and reports, requirement ids, exit statuses.
struct Promises {
  /// What readers and authors rely on, such as `suite.schema.json.suite is string`.
  var sentences: Set<String> = []
  /// The schemas by the names of their files.
  private(set) var schemas: [String: Data] = [:]
  private(set) var requirements: [String] = []
  private(set) var statuses: [String] = []
}

extension Promises {
  private static let requirementFile = "requirements.txt"
  private static let statusFile = "exit-statuses.txt"

  /// The promises that the program and a folder of suites make today.
  init(suites: URL) throws {
    let catalogues = try Self.files(suites.appending(path: "cookbooks"), ".json")
    var ids: [String] = []
    for catalogue in catalogues.values {
      for phase in try Self.json(catalogue)["phases"]?.array ?? [] {
        for step in phase["steps"]?.array ?? [] {
          ids += step["requirements"]?.array?.compactMap { $0["id"]?.string } ?? []
        }
      }
    }
    try self.init(
      schemas: try Self.files(suites, ".schema.json"), requirements: ids.sorted(),
      statuses: ExitStatus.allCases.map(\.rawValue).sorted().map { "\($0)" })
  }

  /// The promises that `write(to:)` has kept.
  init(kept folder: URL) throws {
    func lines(_ name: String) throws -> [String] {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .split(separator: "\n").map(String.init)
    }
    try self.init(
      schemas: try Self.files(folder, ".schema.json"),
      requirements: try lines(Self.requirementFile), statuses: try lines(Self.statusFile))
  }

  private init(schemas: [String: Data], requirements: [String], statuses: [String]) throws {
    (self.schemas, self.requirements, self.statuses) = (schemas, requirements, statuses)
    for (name, schema) in schemas { add(try Self.json(schema), name, of: name) }
    sentences.formUnion(requirements.map { "requirement \($0)" })
    sentences.formUnion(statuses.map { "exit status \($0)" })
  }

  /// Replaces the promises in a folder.
  func write(to folder: URL) throws {
    for name in try Self.files(folder, ".schema.json").keys where schemas[name] == nil {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    for (name, schema) in schemas { try schema.write(to: folder.appending(path: name)) }
    for (name, lines) in [(Self.requirementFile, requirements), (Self.statusFile, statuses)] {
      try Data("\(lines.joined(separator: "\n"))\n".utf8).write(to: folder.appending(path: name))
    }
  }

  /// The files of a folder with an ending, by their names.
  private static func files(_ folder: URL, _ ending: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(ending) }.reduce(into: [:]) { files, name in
      files[name] = try Data(contentsOf: folder.appending(path: name))
    }
  }

  private static func json(_ file: Data) throws -> JSONValue {
    try JSONParser.document(Array(file)).root
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

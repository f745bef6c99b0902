// SPDX-License-Identifier: Apache-2.0
// Facts: `init`, the manual's table and the schema of profiles.

import Formats
import Foundation
import Suites
import TestSupport
import Testing

@testable import Command

struct InitTests {
  private static let claim = ["--cookbook", "apple-sso-rest-api-v2"]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `writes a profile that is right but for the environment`() throws {
    let path = "\(folder.path)/my-staging.yaml"
    CommandLine(["init", path] + Self.claim).expect(
      .success, output: "sso-conformance check --target \(path)")
    #expect(folder.text(of: "my-staging.yaml").contains("\ntarget: my-staging\n"))
    let check = ["check", "--target", path]
    let right = CommandLine(check, environment: ["SSO_SOFTWARE_STATEMENT": "s"])
    #expect(right.status == .success, "\(right.errors)")
    #expect(right.errors.isEmpty)
    let without = CommandLine(check)
    #expect(without.status == .invalidInput)
    #expect(
      without.errors.hasSuffix(
        "error: 'software_statement' is empty: the environment variable SSO_SOFTWARE_STATEMENT is "
          + "not set\n"))
  }

  @Test func `writes optional facts that are right once they are uncommented`() throws {
    let lines = CommandLine(["init", "-"] + Self.claim).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { line in
      line.wholeMatch(of: /[ ]{2}# ([a-z_]+: .*)/).map { "  \($0.output.1)" } ?? String(line)
    }.joined(separator: "\n")
    let path = try folder.write(text, to: "p.yaml")
    let variables = text.matches(of: /!env ([A-Z_]+)/).map { String($0.output.1) }
    #expect(variables.count == 4)
    let environment = Dictionary(variables.map { ($0, $0) }, uniquingKeysWith: { $1 })
    let line = CommandLine(["check", "--target", path], environment: environment)
    #expect(line.status == .success, "\(line.errors)")
  }

  @Test func `refuses to overwrite a file unless it is told to`() throws {
    let path = try folder.write("mine", to: "p.yaml")
    CommandLine(["init", path] + Self.claim).expect(
      .invalidInput,
      start: "error: '\(path)' exists; name another file, or overwrite it with --force\n")
    #expect(folder.text(of: "p.yaml") == "mine")
    #expect(CommandLine(["init", path, "--force"] + Self.claim).status == .success)
    #expect(folder.text(of: "p.yaml").contains("target: p\n"))
  }

  @Test func `says what could not be written`() throws {
    let line = CommandLine(["init", "\(folder.path)/no/such/folder/p.yaml"] + Self.claim)
    line.expect(.notWritten, start: "error: not written: \(folder.path)/no/such/folder/p.yaml: ")
  }

  @Test func `gives the facts of one's own suites`() throws {
    let suite = try folder.write(
      """
      suite: Own
      scenarios: [{scenario: A, needs: [pass, region], steps: [{wait: 1ms}]}]
      """, to: "own/s.yaml")
    try folder.write(
      """
      facts:
        - {fact: pass, about: Opens it., type: text, secret: true, example: x}
        - {fact: region, about: Where., type: text, values: [us, eu], default: us}
      """, to: "own/facts.yaml")
    let line = CommandLine(["init", "-", "--for", suite])
    line.expect(
      .success, output: "  # Opens it.\n  # pass: !env SSO_PASS\n",
      "  # Where. One of us, eu.\n  # region: us\n")
    // It uses nothing else.
    #expect(!line.output.contains("mvpd") && !line.output.contains("software_statement"))
  }

  @Test func `gives the facts of one cookbook`() {
    let legacy = CommandLine(["init", "-", "--cookbook", "apple-sso-rest-api-v1"])
    legacy.expect(.success, output: "  service_provider: ", "cookbooks: [apple-sso-rest-api-v1]")
    #expect(!legacy.output.contains("temporary_mvpd"), "\(legacy.output)")
    CommandLine(["init", "-", "--cookbook", "apple-sso-rest-api-v3"]).expect(
      .invalidInput, errors: "did you mean 'apple-sso-rest-api-v")
  }
}

struct FactManualTests {
  private static let folder = SharedFolder.project.appending(path: "Suites")

  private static let console = Console(
    environment: [SuiteLocation.variable: folder.path], isInteractive: false
  ) { _, _ in }

  static func facts() throws -> FactTable {
    try SuiteLocation.load(
      ["facts.yaml", "apple-v2/facts.yaml"].map { folder.appending(path: $0).path }, console
    ).facts
  }

  @Test func `the schema of profiles is that of the facts`() throws {
    try Golden.check(
      JSONWriter.text(Self.facts().profileSchema, indented: true) + "\n",
      at: Self.folder.appending(path: "profile.schema.json"))
  }

  @Test func `the profile to copy is the one that init writes`() throws {
    let line = CommandLine(
      ["init", "-", "--for", Self.folder.path, "--cookbook", "apple-sso-rest-api-v2"])
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

extension FactTable {
  /// The schema of a profile: that of all profiles, and the facts by name and type.
  var profileSchema: JSONValue {
    var facts = JSONObject()
    for declaration in declarations { facts.append(declaration.name, declaration.schema) }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A target profile of sso-conformance", "description": "Made from facts.yaml",
      "$ref": "suite.schema.json#/$defs/profile",
      "properties": [
        "facts": ["additionalProperties": false, "properties": .object(facts)],
        "secrets": ["items": ["enum": .array(names.map(JSONValue.string))]],
      ],
    ]
  }
}

extension FactDeclaration {
  /// To an editor, `!env NAME` is the text `NAME`.
  private static let variable: JSONValue = ["type": "string", "pattern": "^[A-Z_][A-Z0-9_]*$"]

  fileprivate var schema: JSONValue {
    var allowed: [JSONValue] = []
    switch type {
    case .text where values.isEmpty:
      allowed = [essential.isEmpty ? ["type": "string"] : ["type": "string", "minLength": 1]]
    case .text: allowed = [["enum": .array(values.map(JSONValue.string))], Self.variable]
    case .integer, .boolean: allowed = [type.schema(items: nil), Self.variable]
    case .list: allowed = [type.schema(items: items)]
    case .map:
      var properties = JSONObject()
      for part in parts {
        properties.append(
          part.name,
          .object(
            JSONObject([
              ("description", .string(part.about)),
              ("anyOf", [part.type.schema(items: part.items), ["type": "null"]]),
            ])))
      }
      allowed = [
        parts.isEmpty
          ? ["type": "object"]
          : ["type": "object", "additionalProperties": false, "properties": .object(properties)]
      ]
    }
    if essential.isEmpty || standard != nil { allowed.append(["type": "null"]) }
    var object = JSONObject([("description", JSONValue.string(about))])
    if let only = allowed.first?.object, allowed.count == 1 {
      for member in only.members { object.append(member.name, member.value) }
    } else {
      object.append("anyOf", .array(allowed))
    }
    if !isSecret { object.append("examples", [standard ?? example]) }
    return .object(object)
  }
}

extension FactType {
  fileprivate func schema(items: FactType?) -> JSONValue {
    switch self {
    case .text: ["type": "string"]
    case .integer: ["type": "integer"]
    case .boolean: ["type": "boolean"]
    case .list:
      items.map { ["type": "array", "items": $0.schema(items: nil)] } ?? ["type": "array"]
    case .map: ["type": "object"]
    }
  }
}

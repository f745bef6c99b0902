// SPDX-License-Identifier: Apache-2.0
// `init`: the profile that it writes.

import Foundation
import TestSupport
import Testing

@testable import Command

@Suite struct InitTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  @Test func `writes a profile that is right but for the environment`() throws {
    let path = "\(folder.path)/my-staging.yaml"
    let line = CommandLine(["init", path])
    #expect(line.status == .success, "\(line.errors)")
    #expect(line.output.contains("sso-conformance check --target \(path)"))
    #expect(try text("my-staging.yaml").contains("\ntarget: my-staging\n"))
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
    let lines = CommandLine(["init", "-"]).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { line in
      line.wholeMatch(of: /[ ]{2}# ([a-z_]+: .*)/).map { "  \($0.output.1)" } ?? String(line)
    }.joined(separator: "\n")
    let path = try folder.write(text, to: "p.yaml")
    let variables = text.matches(of: /!env ([A-Z_]+)/).map { String($0.output.1) }
    #expect(variables.count == 4)
    let environment = Dictionary(variables.map { ($0, "s") }, uniquingKeysWith: { $1 })
    let line = CommandLine(["check", "--target", path], environment: environment)
    #expect(line.status == .success, "\(line.errors)")
  }

  @Test func `refuses to overwrite a file unless it is told to`() throws {
    let path = try folder.write("mine", to: "p.yaml")
    let refused = CommandLine(["init", path])
    #expect(refused.status == .invalidInput)
    #expect(
      refused.errors.hasPrefix(
        "error: '\(path)' exists; name another file, or overwrite it with --force\n"))
    #expect(try text("p.yaml") == "mine")
    #expect(CommandLine(["init", path, "--force"]).status == .success)
    #expect(try text("p.yaml").contains("target: p\n"))
  }

  @Test func `says what could not be written`() throws {
    let line = CommandLine(["init", "\(folder.path)/no/such/folder/p.yaml"])
    #expect(line.status == .notWritten)
    #expect(line.errors.hasPrefix("error: not written: \(folder.path)/no/such/folder/p.yaml: "))
  }

  @Test func `gives the facts of one's own suites`() throws {
    let suite = try folder.write(
      """
      suite: Own
      scenarios: [{scenario: A, steps: [{wait: 1ms}]}]
      """, to: "own/s.yaml")
    try folder.write(
      """
      facts:
        - {fact: pass, about: Opens it., type: text, secret: true, example: x}
        - {fact: region, about: Where., type: text, values: [us, eu], default: us}
      """, to: "own/facts.yaml")
    let line = CommandLine(["init", "-", "--for", suite])
    #expect(line.status == .success, "\(line.errors)")
    #expect(line.output.contains("  # Opens it.\n  # pass: !env SSO_PASS\n"))
    #expect(line.output.contains("  # Where. One of us, eu.\n  # region: us\n"))
  }
}

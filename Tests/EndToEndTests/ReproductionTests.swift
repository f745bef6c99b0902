// SPDX-License-Identifier: Apache-2.0
// Failures as shell scripts: they get the same answers without the harness, and run nothing else.

import Formats
import Foundation
import HTTP
import Reports
import SelfTest
import Suites
import TestSupport
import Testing
import Text

@testable import Record

@Suite(.waits) struct ReproductionTests {
  /// Programs that the scripts need, and those that run them. Debian's `sh` is dash.
  private static let hasTools = ["/bin/sh", "/bin/bash", "/usr/bin/curl", "/usr/bin/jq"].allSatisfy
  {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Defects of several families in V2 and V1, some of them with services that are right in another
  /// way, and suites that see them.
  static let services: [(defects: [String], variants: [String], suites: [String])] = [
    (
      ["resumed-session-as-plain-text", "code-profile-as-plain-text", "profiles-with-any-token"],
      ["absolute-session-urls", "members-reversed"],
      ["x-6-basic-authentication", "../apple-v1/b-08-token-exchange"]
    ),
    (
      ["session-authenticate-direct"], [],
      ["x-6-basic-authentication", "c-1-partner-authentication"]
    ),
  ]

  @Test(.enabled(if: hasTools, "needs sh, bash, curl and jq"), arguments: services)
  func `sees the same answers`(
    service: (defects: [String], variants: [String], suites: [String])
  ) throws {
    let server = try AlteringServer(
      Deviation(
        Variant.all.filter { service.variants.contains($0.name) }.map(\.deviation)
          + Defect.all.filter { service.defects.contains($0.name) }.map(\.deviation)))
    defer { server.stop() }
    let run = try SuiteRun(server, suites: service.suites)
    let folder = "\(run.folder.path)/Reports/reproduce"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(!names.isEmpty, "\(run.finished.output)")
    let results = try Self.run(
      Array(names.prefix(4)), in: folder, shell: "/bin/sh", environment: Self.secrets(of: server))
    for (name, result) in results {
      #expect(result.status == 0, "\(name): \(result.output)")
      let line = result.output.split(separator: "\n").first { $0.hasPrefix("status in the run: ") }
      let statuses = line?.replacing("status in the run: ", with: "").split(separator: "; now: ")
      #expect(
        statuses?.count == 2 && statuses?.first == statuses?.last, "\(name): \(result.output)")
      let script = String(
        decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
      for secret in Self.secrets(of: server).values { #expect(!script.contains(secret), "\(name)") }
    }
    // Without the secrets nothing is sent.
    let unset = try Self.run([names[0]], in: folder, shell: "/bin/sh", environment: [:])
    #expect(unset[0].1.status == 2 && unset[0].1.output.contains("set these environment variables"))
    for name in names {
      #expect(try run.report("report.md").contains("reproduce/\(name)"))
      #expect(try run.report("report.html").contains("reproduce/\(name)"))
    }
  }

  /// Texts that a shell would obey if it got the chance.
  static let hostile = [
    "", "plain", "it's", "''", "'; touch owned; '", "$(touch owned)", "`touch owned`", "${HOME}",
    "\"; touch owned #", "a\nb", "\n", "a\n\n", "-n", "-e \\n", "%s%n", "\\", "\\'", "\\\\0101",
    "!x", "\r\n", "\u{0}x", "\u{1B}[2J", "\u{202E}abc", "é😀", "*", "~", "a\tb", "EOF\n", "#",
    "&& touch owned", "\u{7F}", "$'\\x41'", "a\\", "'\\''", "${x:-$(touch owned)}",
    "\u{85}\u{2028}", "##[error]", String(repeating: "'", count: 300),
  ]

  @Test(.enabled(if: hasTools, "needs sh, bash, curl and jq"), arguments: ["/bin/sh", "/bin/bash"])
  func `takes any text for nothing but text`(shell: String) throws {
    let folder = try TemporaryFolder()
    let lines = Self.hostile.map {
      "printf '%s' \(ShellWord.quoted($0)) | od -An -v -tx1 | tr -d ' \\n'; echo"
    }
    _ = try folder.write(lines.joined(separator: "\n"), to: "words.sh")
    let (_, result) = try Self.run(["words.sh"], in: folder.path, shell: shell, environment: [:])[0]
    let expected = Self.hostile.map { text in
      // No shell has a NUL in a word.
      text.utf8.filter { $0 != 0 }.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(result.output == expected.joined(separator: "\n") + "\n")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/owned"))
  }

  /// A record that does its worst: every text of it wants to be run.
  @Test(.enabled(if: hasTools, "needs sh, bash, curl and jq"))
  func `runs nothing that a report says`() throws {
    let folder = try TemporaryFolder()
    var names: [String] = []
    // Those that would leave a trace, and those that end a line or a quote.
    let texts = Self.hostile.filter { $0.contains("owned") || $0.contains("\n") }
    for (index, text) in texts.enumerated() {
      let record = Self.record(text)
      let run = RunJudgement(record)
      let script = try #require(
        ScriptWriter.script(of: record.suites[0].scenarios[0], suite: record.suites[0], in: run))
      _ = try folder.write(script, to: "\(index).sh")
      names.append("\(index).sh")
    }
    for shell in ["/bin/sh", "/bin/bash"] {
      for (name, result) in try Self.run(
        names, in: folder.path, shell: shell, environment: ["SSO_SECRET": "x"])
      {
        #expect(result.status == 0, "\(name): \(result.output)")
      }
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/owned"))
    }
  }

  /// A run in which the first call fails, with a text wherever a record can have one.
  private static func record(_ text: String) -> RunRecord {
    let location = SourceLocation(file: text, position: .init(line: 1, column: 1))
    var recipe = StepRecipe(method: text, target: "/\(text)‹$\(text)›‹/\(text)›")
    recipe.headers = [
      HeaderField(text, "\(text)‹secret›"), HeaderField("X", "‹$base64_1›‹~\(text)›"),
    ]
    recipe.body = "\(text)‹~\(text)›"
    recipe.encoded = ["\(text)‹secret›"]
    recipe.takes = [.init(text, .json, text), .init(text, .header, text)]
    let step = StepRecord(
      name: text, about: text, action: .request, location: location, device: text, covers: [],
      isFinal: false,
      verdict: .failed([
        Finding(
          place: .body(JSONPointer([.name(text)])), position: location.position,
          expected: .text(text), found: .text(text))
      ]),
      exchanges: [
        ExchangeRecord(method: text, url: text, status: 200, duration: .zero, notes: [text])
      ], recipe: recipe)
    let scenario = ScenarioRecord(
      name: text, about: text, location: location, tags: [], isAdvisory: false,
      verdict: step.verdict, startedAfter: .zero, duration: .zero, steps: [step], missingFacts: [])
    return RunRecord(
      tool: ToolRecord(name: text, version: text),
      target: TargetRecord(
        // Nothing listens there.
        name: text, url: "http://127.0.0.1:9/\(text)", serviceProvider: text, mvpds: [],
        framework: text), startedAt: Timestamp(milliseconds: 0), duration: .zero, jobs: 1,
      isStrict: false, isInterrupted: false, remarks: [], catalogues: [], sharedFragments: [],
      suites: [
        SuiteRecord(
          name: text, about: text, file: text, digest: "", cookbook: nil, phase: nil,
          scenarios: [scenario])
      ])
  }

  /// The texts among the facts of a server, as the environment variables that scripts name.
  private static func secrets(of server: AlteringServer) -> [String: String] {
    server.facts.members.reduce(into: [:]) { secrets, fact in
      if fact.name.hasSuffix("statement"), let text = fact.value.string {
        secrets["SSO_\(fact.name.uppercased())"] = text
      }
    }
  }

  /// Runs scripts one after the other, in one process for all.
  private static func run(
    _ names: [String], in folder: String, shell: String, environment: [String: String]
  ) throws -> [(String, (status: Int, output: String))] {
    let variables = ["PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1", "SHELL_USED": shell]
    _ = try LimitedProcess.run(
      shell,
      [
        "-c",
        """
        for name in "$@"; do
          "$SHELL_USED" -n "$name" || { echo 9 > "$name.status"; continue; }
          "$SHELL_USED" "$name" > "$name.out" 2>&1 < /dev/null
          echo "$?" > "$name.status"
        done
        """, "sh",
      ] + names, in: URL(filePath: folder),
      environment: environment.merging(variables) { own, _ in own })
    return try names.map { name in
      func text(_ ending: String) throws -> String {
        let url = URL(filePath: "\(folder)/\(name).\(ending)")
        defer { try? FileManager.default.removeItem(at: url) }
        return String(decoding: try Data(contentsOf: url), as: UTF8.self)
      }
      let status = Int(try text("status").trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
      return (name, (status, status == 9 ? "" : try text("out")))
    }
  }
}

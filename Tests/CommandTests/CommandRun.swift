// SPDX-License-Identifier: Apache-2.0
// Runs command lines in this process and keeps what they write.

import Formats
import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing
import Text

@testable import Command

/// What a run of the command did, in a folder of its own.
struct CommandRun {
  let status: Command.ExitStatus
  let output: String
  let errors: String
  let report: JSONValue
  let markdown: String
  let junit: String
  /// `report.html`
  let page: String

  /// - Parameter words: The command line after `run`, without the folder of the reports.
  init(_ words: [String], in folder: TemporaryFolder, environment: [String: String] = [:]) throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let reports = "reports-\(UUID().uuidString)"
    let line = CommandLine(
      ["run"] + words + ["--reports", folder.file(reports)],
      allOf: environment.merging(["PATH": path]) { own, _ in own })
    (status, output, errors) = (line.status, line.output, line.errors)
    func text(_ name: String) -> String { folder.text(of: "\(reports)/\(name)") }
    report = (try? JSONParser.document(text("report.json")).root) ?? .null
    (markdown, junit, page) = (text("report.md"), text("junit.xml"), text("report.html"))
  }

  /// A run of a suite against a profile, both written to the folder.
  ///
  /// - Parameter answer: What a server at the target answers; nobody listens there without it.
  init(
    suite: String, profile: String = "", _ words: [String] = [], in folder: TemporaryFolder,
    environment: [String: String] = [:],
    answer: (@Sendable (ServerRequest) -> HTTPResponse)? = nil
  ) throws {
    let server = answer.map { HTTPServer(handler: $0) }
    defer { server?.stop() }
    let url = "http://127.0.0.1:\(try server?.start() ?? 9)"
    let suite = try folder.write(suite, to: "suite.yaml")
    let profile = try folder.write("base-url: \(url)\n\(profile)", to: "profile.yaml")
    try self.init([suite, "--target", profile] + words, in: folder, environment: environment)
  }
}

extension CommandRun {
  var scenarios: [JSONValue] {
    report["suites"]?.array?.flatMap { $0["scenarios"]?.array ?? [] } ?? []
  }

  /// Each scenario's name and verdict.
  var verdicts: [String: String] {
    Dictionary(
      scenarios.map { ($0["name"]?.string ?? "", $0["verdict"]?.string ?? "") },
      uniquingKeysWith: { first, second in first == second ? first : "\(first), \(second)" })
  }

  private func member(_ name: String, of scenario: String) -> JSONValue? {
    scenarios.first { $0["name"]?.string == scenario }?[name]
  }

  /// Why a scenario ended in error.
  func problem(of scenario: String) -> String {
    member("problem", of: scenario)?["message"]?.string ?? ""
  }

  /// Why a scenario was skipped or blocked.
  func reason(of scenario: String) -> String { member("because", of: scenario)?.string ?? "" }

  func steps(of scenario: String) -> [JSONValue] { member("steps", of: scenario)?.array ?? [] }

  func notes(of scenario: String) -> [String] {
    steps(of: scenario).flatMap { $0["notes"]?.array?.compactMap(\.string) ?? [] }
  }
}

extension TemporaryFolder {
  /// Writes a program that answers each call as a framework of a user who granted permission and is
  /// signed in nowhere, and one that misbehaves the first time it is started. Both note the
  /// numbers of their processes in `pids`.
  func writePrograms(misbehaving body: String, atHello hello: String = "exec ./good") throws {
    try script(
      #"""
      echo $$ >> pids
      while read -r line; do
        id=${line#*\"id\":}; id=${id%%,*}
        case $line in
          *'"call":"close"'*) continue ;;
          *'"call":"permission"'*) result='{"accessStatus":"granted"}' ;;
          *'"call":"status"'*) result=null ;;
          *) result='{}' ;;
        esac
        printf '{"id":%s,"result":%s}\n' "$id" "$result"
      done
      """#, as: "good")
    try script(
      """
      if [ -e started ]; then exec ./good; fi
      answer() { read -r line; printf '{"id":%s,"result":{}}\\n' $1; }
      if [ ! -e asked ]; then
        : > asked
        \(hello)
        exit
      fi
      : > started
      echo $$ >> pids
      \(body)
      """, as: "program")
  }

  /// The permissions of a file; nil where there is none.
  func permissions(of name: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
    return attributes?[.posixPermissions] as? Int
  }
}

/// What a command line wrote, and how it ended.
struct CommandLine {
  let status: Command.ExitStatus
  let output: String
  let errors: String

  /// - Parameters:
  ///   - words: Without the program's name.
  ///   - input: Standard input.
  ///   - answers: The lines that a person types; empty where there is none to ask.
  init(
    _ words: [String], input: String = "", answers: [String] = [],
    environment: [String: String] = [:]
  ) {
    self.init(
      words, input: input, answers: answers,
      allOf: environment.merging([SuiteLocation.variable: Self.suites]) { own, _ in own })
  }

  /// - Parameter environment: All of it.
  fileprivate init(
    _ words: [String], input: String = "", answers: [String] = [],
    allOf environment: [String: String]
  ) {
    let texts = Mutex((output: "", errors: ""))
    let typed = Mutex(answers)
    let ask: @Sendable (Printed) -> String? = { _ in
      typed.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
    let console = Console(
      environment: environment, isInteractive: false,
      input: { input.utf8.count <= $0 ? Array(input.utf8) : nil },
      ask: answers.isEmpty ? nil : ask
    ) { text, isError in
      texts.withLock { texts in
        if isError { texts.errors += text.rendered } else { texts.output += text.rendered }
      }
    }
    status = ConformanceCommand(console: console).run(words)
    (output, errors) = texts.withLock { ($0.output, $0.errors) }
  }

  /// The folder of the shipped suites.
  static let suites = SharedFolder.project.appending(path: "Suites").path
}

/// What is left of a command: how it ended, and what it wrote.
protocol CommandOutcome {
  var status: Command.ExitStatus { get }
  var output: String { get }
  var errors: String { get }
}

extension CommandRun: CommandOutcome {}
extension CommandLine: CommandOutcome {}

extension CommandOutcome {
  /// The output, which is JSON.
  var json: JSONValue {
    get throws { try JSONParser.document(output).root }
  }

  /// Expects a status, and texts in what was written.
  ///
  /// - Parameter start: What the errors begin with.
  func expect(
    _ status: Command.ExitStatus, output: String..., errors: String = "", start: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let texts = "\(self.output)\(self.errors)"
    #expect(self.status == status, "\(texts)", sourceLocation: sourceLocation)
    for part in output {
      let isTold = part.isEmpty || self.output.contains(part)
      #expect(isTold, "\(part) in \(texts)", sourceLocation: sourceLocation)
    }
    let isTold = errors.isEmpty || self.errors.contains(errors)
    #expect(isTold, "\(errors) in \(texts)", sourceLocation: sourceLocation)
    #expect(self.errors.hasPrefix(start), "\(texts)", sourceLocation: sourceLocation)
  }
}

/// Suites and profiles that many tests use.
enum Sample {
  /// A suite of one scenario, `A`, that sends nothing.
  static let idle = "suite: S\nscenarios:\n  - {scenario: A, steps: [{wait: 0s}]}\n"

  /// A service that is not there.
  static let profile = "base-url: http://127.0.0.1:9\n"
}

extension RecordedApplication {
  /// An audit by the rules in a folder, with its reports there.
  static func audit(
    _ words: [String], in folder: TemporaryFolder, input: String = ""
  ) -> CommandLine {
    CommandLine(
      ["audit"] + words
        + ["--rules", folder.file("rules"), "--reports", folder.file("reports")], input: input)
  }
}

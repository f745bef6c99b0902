// SPDX-License-Identifier: Apache-2.0
// Finds the subcommand that a command line names, and runs it or prints its help.

import Suites
package import Text

/// The program: runs a command line and returns its exit status.
package struct ConformanceCommand: Sendable {
  package static let name = "sso-conformance"
  package static let version = "0.2.0"

  private let console: Console

  package init(console: Console) { self.console = console }

  /// All subcommands, in the order of the help. Help, completion and the tests follow this list.
  static let subcommands: [Subcommand] = [
    .runSuites, .examineTarget, .initProfile, .checkSuites, .listScenarios, .showCoverage,
    .explainWord, .workOnReports, .serveReference, .auditTraffic, .inspectDocuments, .showPartner,
    .completeWords,
  ]
}

extension ConformanceCommand {
  /// Runs a command line.
  ///
  /// - Parameter words: The command line without the program's name.
  package func run(_ words: [String]) -> ExitStatus {
    guard let first = words.first else {
      console.error("\(ownLines: Help.overview)")
      return .invalidInput
    }
    switch first {
    case "--help", "-h", "help":
      guard let name = words.dropFirst().first, first == "help" else {
        console.output("\(ownLines: Help.overview)")
        return .success
      }
      guard let command = Self.subcommands.first(where: { $0.name == name }) else {
        return unknown(name)
      }
      console.output("\(ownLines: Help.text(of: command))")
      return .success
    case "--version":
      console.output(Self.versionText(of: Self.name, console))
      return .success
    default: break
    }
    guard let command = Self.subcommands.first(where: { $0.name == first }) else {
      return unknown(first)
    }
    return command.run(Array(words.dropFirst()), console)
  }

  /// The version of a program, and the shipped suites with their digest:
  ///
  ///     sso-conformance 0.2.0
  ///     suites: Suites, sha256 4f9d…
  package static func versionText(of program: String, _ console: Console) -> Printed {
    let suites: String
    if let folder = SuiteLocation.shipped(console) {
      do throws(FileError) {
        suites = "\(folder), sha256 \(try SuiteLocation.digest(of: folder))"
      } catch {
        suites = "\(folder): \(error.message)"
      }
    } else {
      suites = "none; set \(SuiteLocation.variable)"
    }
    return "\(program) \(version)\nsuites: \(suites)\n"
  }

  private func unknown(_ word: String) -> ExitStatus {
    let names = Self.subcommands.map(\.name)
    let what = word.hasPrefix("-") ? "option" : "command"
    let known = names + ["--help", "--version"]
    let hint =
      word == "selftest"
      ? "; it is a program of its own: sso-selftest"
      : Suggestion.nearest(to: word, among: known).map { ", did you mean '\($0)'?" }
        ?? "; there are \(names.joined(separator: ", "))"
    console.error("error: unknown \(what) '\(word)'\(hint)\n")
    return .invalidInput
  }
}

// SPDX-License-Identifier: Apache-2.0
// `check` finds the mistakes in suites; `completion` prints a script for a shell.

import Audit
import Formats
import Record
import Reports
import Suites
import Text

extension Subcommand {
  static let checkSuites = Subcommand(
    name: "check", summary: "Checks suites without sending anything", parameters: "[SUITE …]",
    discussion: """
      Checks suites, and rules for applications, in folders called application or named.
      Prints every mistake as file:line:column: error: message. The exit status is 2 if
      there are mistakes; warnings don't count. With --format github they are annotations of
      GitHub Actions.
      States and options of the partner's framework are checked against all shipped
      emulators; with --target or --partner, against the framework of that run.
      With --target and --set, the target's profile is checked, too: unknown facts, values of
      another type, facts without which the suites judge nothing, environment variables.
      """,
    options: [
      .target, .setFact, .cookbook, .format("text", "json", "github"), FrameworkChoice.option,
    ]
  ) { arguments, console throws(UsageError) in
    let named = arguments.positional
    let ruled = named.filter(SuiteLocation.isOfRules)
    let suites = named.filter { !ruled.contains($0) }
    let rules = SuiteLocation.rules(ruled, within: suites, console)?
      .judging(by: arguments.all(Option.cookbook.name))
    let checked =
      suites.isEmpty && !named.isEmpty
      ? SuiteCollection()
      : try SuiteLocation.load(suites, console).chosen(by: arguments)
        .addingTargetErrors(arguments, console).suites
    let collection = checked.adding(rules?.diagnostics ?? [], in: rules?.sources ?? [:])
    switch arguments.value("format") {
    case "json"?: console.document(collection.json)
    case "github"?: console.output(collection.annotations(console))
    default:
      console.error(collection.report(withWarnings: true))
      console.output(collection.summary(rules?.ruleCount))
    }
    return collection.hasErrors ? .invalidInput : .success
  }
}

extension Subcommand {
  static let completeWords = Subcommand(
    name: "completion", summary: "Prints a completion script for a shell",
    parameters: "bash|zsh|fish",
    discussion: """
      bash  source <(sso-conformance completion bash), in ~/.bashrc
      zsh   source <(sso-conformance completion zsh), in ~/.zshrc after compinit
      fish  sso-conformance completion fish > ~/.config/fish/completions/sso-conformance.fish
      """, options: [], words: [Shell.allCases.map(\.rawValue)]
  ) { arguments, console throws(UsageError) in
    let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = arguments.positional.first, arguments.positional.count == 1 else {
      throw UsageError("completion takes the name of one shell: \(names)")
    }
    guard let shell = Shell(rawValue: name) else {
      throw UsageError("there is a completion for \(names), not for '\(name)'")
    }
    let script = CompletionScript(commands: ConformanceCommand.subcommands)
    console.output("\(ownLines: script.text(for: shell))")
    return .success
  }
}

/// A shell that a completion script can be written for.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish
}

extension Option {
  /// Whether completion offers files and folders as the value.
  var completesFiles: Bool {
    ["FILE", "DIR", "TARGET", "SUITE", "PATH", "CERT KEY"].contains(value)
  }
}

extension Subcommand {
  /// Whether completion offers files as arguments.
  var completesFiles: Bool { parameters.contains("SUITE") || parameters.contains("FILE") }

  static let helpOption = Option("help", help: "explains the command")
}

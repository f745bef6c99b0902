// SPDX-License-Identifier: Apache-2.0
// `completion` prints a completion script for a shell.

import Text

extension Subcommand {
  static let completeWords = Subcommand(
    name: "completion", summary: "Prints a completion script for a shell",
    parameters: "bash|zsh|fish",
    discussion: """
      bash  source <(sso-conformance completion bash), in ~/.bashrc
      zsh   source <(sso-conformance completion zsh), in ~/.zshrc after compinit
      fish  sso-conformance completion fish > ~/.config/fish/completions/sso-conformance.fish
      """, options: [], words: [CompletionShell.allCases.map(\.rawValue)]
  ) { arguments, console throws(UsageError) in
    let names = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = arguments.positional.first, arguments.positional.count == 1 else {
      throw UsageError("completion takes the name of one shell: \(names)")
    }
    guard let shell = CompletionShell(rawValue: name) else {
      throw UsageError("there is a completion for \(names), not for '\(name)'")
    }
    let script = CompletionScript(commands: ConformanceCommand.subcommands)
    console.output("\(ownLines: script.text(for: shell))")
    return .success
  }
}

/// A shell that a completion script can be written for.
enum CompletionShell: String, CaseIterable {
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

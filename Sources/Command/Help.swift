// SPDX-License-Identifier: Apache-2.0
// The texts of `--help`.

import Text

/// Writes the texts of `--help` from the descriptions of the subcommands.
enum Help {
  private static let width = 80

  /// The purpose of the program.
  static let summary =
    "Tests whether a partner single sign-on service does what its cookbook requires."

  static var overview: String {
    let commands = ConformanceCommand.subcommands
    let column = (commands.map(\.name.count).max() ?? 0) + 2
    let lines = commands.map { command in
      Columns.row(["  \(command.name)", command.summary], widths: [column + 2])
    }
    return """
      \(summary)

      usage: \(ConformanceCommand.name) COMMAND [ARGUMENT …]

      \(lines.joined(separator: "\n"))

      \(ConformanceCommand.name) COMMAND --help explains a command; --version prints the version.

      """
  }

  static func usage(of command: Subcommand) -> String {
    let parameters = command.parameters.isEmpty ? "" : " \(command.parameters)"
    let options = command.options.isEmpty ? "" : " [OPTION …]"
    let name = command.name.isEmpty ? "" : " \(command.name)"
    return "\(command.program)\(name)\(parameters)\(options)"
  }

  static func text(of command: Subcommand) -> String {
    var text = "\(command.summary).\n\nusage: \(usage(of: command))\n"
    if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
    guard !command.options.isEmpty else { return text }
    text += "\n"
    let heads = command.options.map { option in
      option.value.map { "--\(option.name) \($0)" } ?? "--\(option.name)"
    }
    let column = min((heads.map(\.count).max() ?? 0) + 4, 30)
    for (option, head) in zip(command.options, heads) {
      let isLong = head.count + 4 > column
      if isLong { text += "  \(head)\n" }
      for (index, line) in Columns.wrapped(option.help, to: width - column).enumerated() {
        let first = index == 0 && !isLong ? "  \(head)" : ""
        text += "\(Columns.row([first, line], widths: [column]))\n"
      }
    }
    return text
  }
}

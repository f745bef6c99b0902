// SPDX-License-Identifier: Apache-2.0
// The program.

import ConformanceCommand
import Host

@main struct Main {
  static func main() {
    let console = Console(
      environment: Machine.environment, isInteractive: Terminal.isInteractive(.output),
      width: Terminal.columns(.output),
      input: { Terminal.readInput(limit: $0) }
    ) { text, isError in
      Terminal.write(Array(text.utf8), to: isError ? .error : .output)
    }
    let words = Array(CommandLine.arguments.dropFirst())
    Machine.exit(ConformanceCommand(console: console).run(words).rawValue)
  }
}

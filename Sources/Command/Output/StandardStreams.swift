// SPDX-License-Identifier: Apache-2.0
// Connects the command line of a program to the standard streams and the exit status.

import Synchronization
import Text

/// What each program of the package begins and ends with.
package enum StandardStreams {
  /// Runs the command line of this process, and ends the process.
  package static func run(_ command: (Console, _ words: [String]) -> ExitStatus) -> Never {
    Terminal.openClosedStreams()
    Signals.failWritesWithErrors()
    Signals.crashSilently()
    ProcessSystem.shareHeapUnderLimit()
    let isLost = Atomic(false)
    let console = Console(
      environment: Machine.environment, isInteractive: Terminal.isInteractive(.output),
      columns: Terminal.columns(.output),
      input: { Terminal.readInput(limit: $0) }
    ) { text, isError in
      let writing = Terminal.write(text, to: isError ? .error : .output)
      if writing == .failed, !isError { isLost.store(true, ordering: .relaxed) }
    }
    let words = Array(CommandLine.arguments.dropFirst())
    var status = command(console, words)
    // A run keeps its verdict in the report files; every other command has only its output.
    if isLost.load(ordering: .relaxed), status == .success, words.first != "run" {
      Terminal.write("error: the output can't be written\n", to: .error)
      status = .notWritten
    }
    Machine.exit(status.rawValue)
  }
}

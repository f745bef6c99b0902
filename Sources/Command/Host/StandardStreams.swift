// SPDX-License-Identifier: Apache-2.0
// How a program begins and ends.

import Synchronization
import Text

/// The beginning and the end of each program of the package.
package enum StandardStreams {
  /// Runs the command line of this process, and ends the process.
  package static func run(_ command: (Console, _ words: [String]) -> ExitStatus) -> Never {
    Terminal.openClosedStreams()
    ProcessSystem.failWritesWithErrors()
    ProcessSystem.raiseDescriptorLimit()
    Signals.crashSilently()
    ProcessSystem.shareHeapUnderLimit()
    let isLost = Atomic(false)
    let size = Terminal.size(.output)
    let console = Console(
      environment: Machine.environment, isInteractive: size != nil, columns: size?.columns,
      rows: size?.rows, input: { Terminal.readInput(limit: $0) },
      ask: Terminal.canAsk ? Terminal.ask : nil
    ) { text, isError in
      let isWritten = Terminal.write(text, to: isError ? .error : .output)
      if !isWritten, !isError { isLost.store(true, ordering: .relaxed) }
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

// SPDX-License-Identifier: Apache-2.0
// The entry point: connects the command line to the standard streams and the exit status.

import ConformanceCommand
import Host
import SourceText
import Synchronization

@main struct Main {
  static func main() {
    Terminal.openClosedStreams()
    Signals.failWritesWithErrors()
    Signals.crashSilently()
    Capacity.fitMemoryToLimit()
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
    var status = ConformanceCommand(console: console).run(words)
    // A run keeps its verdict in the report files; every other command has only its output.
    if isLost.load(ordering: .relaxed), status == .success, words.first != "run" {
      Terminal.write("error: the output can't be written\n", to: .error)
      status = .notWritten
    }
    Machine.exit(status.rawValue)
  }
}

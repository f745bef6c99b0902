// SPDX-License-Identifier: Apache-2.0
// The command called in this process, with what it writes.

import Foundation
import Synchronization
import Text

@testable import Command

/// What a command line wrote, and how it ended.
struct CommandLine {
  let status: ExitStatus
  let output: String
  let errors: String

  /// - Parameters:
  ///   - words: Without the program's name.
  ///   - input: Standard input.
  init(_ words: [String], input: String = "", environment: [String: String] = [:]) {
    let texts = Mutex((output: "", errors: ""))
    var environment = environment
    environment[SuiteLocation.variable] =
      environment[SuiteLocation.variable] ?? Self.repository.appending(path: "Suites").path
    let console = Console(
      environment: environment, isInteractive: false,
      input: { input.utf8.count <= $0 ? Array(input.utf8) : nil }
    ) { text, isError in
      texts.withLock { texts in
        if isError { texts.errors += text.rendered } else { texts.output += text.rendered }
      }
    }
    status = ConformanceCommand(console: console).run(words)
    (output, errors) = texts.withLock { ($0.output, $0.errors) }
  }

  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}

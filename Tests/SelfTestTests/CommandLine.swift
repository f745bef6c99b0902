// SPDX-License-Identifier: Apache-2.0
// The program called in this process, with what it writes.

import Command
import Foundation
import SelfTest
import Synchronization
import TestSupport
import Text

/// What a command line of `sso-selftest` wrote, and how it ended.
struct CommandLine {
  let status: ExitStatus
  let output: String
  let errors: String

  /// - Parameter words: Without the program's name.
  init(_ words: [String]) {
    let texts = Mutex((output: "", errors: ""))
    let console = Console(
      environment: [SuiteLocation.variable: SharedFolder.project.appending(path: "Suites").path],
      isInteractive: false
    ) { text, isError in
      texts.withLock { texts in
        if isError { texts.errors += text.rendered } else { texts.output += text.rendered }
      }
    }
    status = SelfTestProgram(console: console).run(words)
    (output, errors) = texts.withLock { ($0.output, $0.errors) }
  }
}

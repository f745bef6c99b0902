// SPDX-License-Identifier: Apache-2.0
// The program that measures how sharp suites are: which subcommand a command line means.

package import Command
import Formats
import Suites
import Text

/// Runs a command line of `sso-selftest`, and returns its exit status.
package struct SelfTestProgram: Sendable {
  package static let name = "sso-selftest"

  private let console: Console

  package init(console: Console) { self.console = console }

  /// - Parameter words: The command line without the program's name.
  package func run(_ words: [String]) -> ExitStatus {
    switch words.first {
    case "serve"?: return Subcommand.serveDeviating.run(Array(words.dropFirst()), console)
    case "--version"?:
      console.output(ConformanceCommand.versionText(of: Self.name, console))
      return .success
    default: return Subcommand.measureSuites.run(words, console)
    }
  }
}

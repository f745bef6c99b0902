// SPDX-License-Identifier: Apache-2.0
// The mistakes of suites that only a target and its framework show.

import HTTP
import Partner
import Redaction
import Runner
import Suites
import Text

extension SuiteCollection {
  /// The suites, with an error for each mistake in the target, and for each word that the framework
  /// does not know: the one that the command line or the target's profile chooses, else an emulator.
  ///
  /// - Parameter use: Tells which facts of the target have to be given.
  func addingTargetErrors(
    _ arguments: Arguments, _ console: Console, use: TargetUse
  ) throws(UsageError) -> (suites: SuiteCollection, frameworks: FrameworkSelection?) {
    guard arguments.has("target") || arguments.has("set") else {
      return try addingWordErrors(nil, arguments, console)
    }
    var mistakes: [Diagnostic] = []
    guard
      let target = try TargetChoice.read(
        arguments, console, for: self, use: use, &mistakes)
    else { return (adding(mistakes), nil) }  // It can't be told which framework the profile means.
    defer { target.server?.stop() }
    return try target.suites.adding(mistakes).addingWordErrors(target, arguments, console)
  }

  private func addingWordErrors(
    _ target: TargetChoice?, _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> (suites: SuiteCollection, frameworks: FrameworkSelection?) {
    let processes = ChildProcesses()
    defer { processes.wait() }
    let secrets = target.map { KnownSecrets($0.profile, for: self) } ?? KnownSecrets()
    let frameworks = try FrameworkSelection(
      target?.profile, in: target?.folder, arguments, processes
    ) { command throws(PartnerError) in
      try PartnerProgram(
        command: command, processes: processes, console: console, redaction: secrets,
        secretVariables: target?.profile.environmentVariables ?? []
      ).checkedProgram()
    }
    return (addingWordErrors(frameworks.vocabulary), frameworks)
  }
}

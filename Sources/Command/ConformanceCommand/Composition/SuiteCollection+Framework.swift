// SPDX-License-Identifier: Apache-2.0
// Checks the states, options and platforms of suites against the partner's framework.

import HTTPTransport
import Host
import PartnerFramework
import SuiteModel

extension SuiteCollection {
  /// The suites, with an error for each word that the framework does not know: the one that the
  /// command line or the target's profile chooses, else all shipped emulators together.
  func checkedAgainstFramework(
    _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> SuiteCollection {
    let hasTarget = arguments.has("target")
    guard hasTarget || FrameworkChoice.isMade(by: arguments) else {
      return checked(against: .shipped, target: nil)
    }
    let target = hasTarget ? try TargetChoice(arguments, console, facts: facts) : nil
    defer { target?.server?.stop() }
    let source = try FrameworkChoice.source(
      target?.profile.framework ?? .standard, in: target?.folder, arguments
    ) { command in
      FrameworkProgram(name: command.program) { () throws(PartnerError) in
        throw .failed("no program is started for a check")
      }
    }
    return checked(against: PartnerVocabulary(source), target: target?.profile.name)
  }
}

extension PartnerVocabulary {
  /// The words that a source understands.
  init(_ source: FrameworkSource) {
    self.init(
      refusal: "the framework '\(source.name)' does not know", states: source.states,
      options: source.options,
      platforms: source.platforms.map(\.name))
  }

  /// The words of all shipped emulators.
  fileprivate static let shipped = PartnerVocabulary(
    refusal: "no shipped emulator knows",
    states: FrameworkRegistry.shipped.emulators.flatMap { $0.states.map(\.name) },
    options: FrameworkRegistry.shipped.emulators.flatMap(\.options),
    platforms: FrameworkRegistry.shipped.platforms.map(\.name))
}

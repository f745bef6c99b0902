// SPDX-License-Identifier: Apache-2.0
// Checks the states, options and platforms of suites against the partner's framework.

import HTTP
import Partner
import Suites
import Text

extension SuiteCollection {
  /// The suites, with an error for each mistake in the target, and for each word that the framework
  /// does not know: the one that the command line or the target's profile chooses, else all shipped
  /// emulators together.
  ///
  /// - Parameter needsFacts: Whether a missing essential fact of the target is a mistake.
  func checkedAgainstFramework(
    _ arguments: Arguments, _ console: Console, needsFacts: Bool = true
  ) throws(UsageError) -> SuiteCollection {
    guard arguments.has("target") || arguments.has("set") else {
      guard arguments.has(FrameworkChoice.option.name) else {
        return checked(against: .shipped)
      }
      return checked(against: try vocabulary(nil, in: nil, arguments))
    }
    var mistakes: [Diagnostic] = []
    guard
      let target = try TargetChoice.read(
        arguments, console, for: self, needsFacts: needsFacts, &mistakes)
    else { return checked(against: .shipped).adding(mistakes) }
    defer { target.server?.stop() }
    return target.suites.checked(
      against: try vocabulary(target.profile.framework, in: target.folder, arguments))
  }

  private func vocabulary(
    _ framework: Profile.Framework?, in folder: String?, _ arguments: Arguments
  ) throws(UsageError) -> PartnerVocabulary {
    let source = try FrameworkChoice.source(framework ?? .standard, in: folder, arguments) {
      command in
      FrameworkProgram(name: command.program) { () throws(PartnerError) in
        throw .failed("no program is started for a check")
      }
    }
    return PartnerVocabulary(source)
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

// SPDX-License-Identifier: Apache-2.0
// The source of the framework's answers in a run: an emulator, a recording, a program.

/// Opens the frameworks of one job, on the thread of the job.
///
/// A call opens a state, or opens it anew; the framework opened before must not be used any more. It
/// may block until the deadline if a program has to be started or asked. It throws
/// `PartnerError.unknownState` and `.invalidOption` for mistakes of the suite, and `.failed` for
/// what a recording cannot answer and for faults of a program.
package typealias FrameworkOpener = (
  FrameworkOpening, FrameworkSurroundings, PartnerDeadline
) throws(PartnerError) -> any PartnerFramework

/// The source of the framework's answers in a run. The profile or the command line chooses it, never
/// the suite.
package struct FrameworkSource: Sendable {
  /// For reports, such as `apple (emulated)`.
  package let name: String
  /// Whether the framework uses the clock that the run hands in. Emulators do, real devices don't.
  package let followsClock: Bool
  /// The platforms of devices that a suite can name; the first one is the default.
  package let platforms: [DevicePlatform]
  /// The states that a suite can name; nil if only the run can tell.
  package let states: [String]?
  /// The options that a suite can give besides the state; nil if only the run can tell.
  package let options: [String]?
  /// Makes the opener of one job; called on the thread of the job.
  package let makeOpener: @Sendable () -> FrameworkOpener

  package init(
    name: String, followsClock: Bool,
    platforms: [DevicePlatform] = FrameworkRegistry.shipped.platforms, states: [String]? = nil,
    options: [String]? = nil, makeOpener: @escaping @Sendable () -> FrameworkOpener
  ) {
    self.name = name
    self.followsClock = followsClock
    self.platforms = platforms
    self.states = states
    self.options = options
    self.makeOpener = makeOpener
  }
}

extension FrameworkSource {
  /// The same source, with everything it answers written down.
  package func recorded(by recorder: FrameworkRecorder) -> FrameworkSource {
    FrameworkSource(
      name: name, followsClock: followsClock, platforms: platforms, states: states,
      options: options
    ) { [makeOpener] in
      let open = makeOpener()
      return { opening, surroundings, deadline throws(PartnerError) in
        let framework = try open(opening, surroundings, deadline)
        return recorder.recording(framework, opening: opening, surroundings: surroundings)
      }
    }
  }
}

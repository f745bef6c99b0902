// SPDX-License-Identifier: Apache-2.0
// Where the frameworks of a device come from: an emulator, a recording, a program.

/// Opens the frameworks of one job, on its thread; `FrameworkSource.open` says what is thrown.
package typealias FrameworkOpener = (
  FrameworkOpening, FrameworkSurroundings, PartnerDeadline
) throws(PartnerError) -> any PartnerFramework

/// What answers for the partner's framework of one device of one job; the profile's or the command
/// line's choice, never the suite's.
package struct FrameworkSource {
  package enum Kind {
    case emulator(FrameworkEmulator)
    case replay(Recording)
    /// The process of this job and device; started when it is first needed.
    case command(CommandSession)
  }

  package let kind: Kind
  /// Writes down what is answered, whatever it is that answers; nil: nobody does.
  package let recorder: FrameworkRecorder?

  package init(_ kind: Kind, recorder: FrameworkRecorder? = nil) {
    self.kind = kind
    self.recorder = recorder
  }
}

extension FrameworkSource {
  /// Opens a state, or opens it anew; the framework before it must not be asked any more. May
  /// block until the deadline where a program has to be started or asked.
  ///
  /// - Throws: `PartnerError.unknownState` and `.invalidOption` for what the suite asks for,
  ///   `.failed` for what a recording has no answer to and for what a program does.
  package func open(
    _ opening: FrameworkOpening, surroundings: FrameworkSurroundings, deadline: PartnerDeadline
  ) throws(PartnerError) -> any PartnerFramework {
    let framework: any PartnerFramework =
      switch kind {
      case .emulator(let emulator): try emulator.open(opening, surroundings: surroundings)
      case .replay(let recording): try recording.open(opening, surroundings: surroundings)
      case .command(let session):
        try session.open(opening, now: surroundings.now(), deadline: deadline)
      }
    guard let recorder else { return framework }
    return recorder.recording(framework, opening: opening, surroundings: surroundings)
  }
}

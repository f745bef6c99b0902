// SPDX-License-Identifier: Apache-2.0
// The source of the framework's answers in a run: an emulator, a recording, a program.

/// Opens the frameworks of one job, on the thread of the job.
///
/// A call opens a state, or opens it anew; the framework opened before must not be used any more. It
/// may block until the deadline if a program has to be started or asked. It throws
/// `PartnerError.unknownState` and `.invalidOption` for mistakes of the suite, and `.failed` for
/// what a recording cannot answer and for faults of a program.
package typealias FrameworkOpener = (FrameworkOpening, FrameworkSurroundings, PartnerDeadline)
  throws(PartnerError) -> any PartnerFramework

/// The source of the framework's answers, as the profile or the command line chooses it.
package struct FrameworkSource: Sendable {
  /// For reports, such as `apple (emulated)`.
  package let name: String
  /// Whether the framework uses the clock that the run hands in. Emulators do, real devices don't.
  package let followsClock: Bool
  /// The platforms of devices that a suite can name; the first one is the default.
  package var platforms = FrameworkRegistry.shipped.platforms
  /// The states that a suite can name; nil if only the run can tell.
  package var states: [String]?
  /// The options that a suite can give besides the state; nil if only the run can tell.
  package var options: [String]?
  /// How many identities it has: sign-ins belong to them and not to devices. nil for as many as there
  /// are devices.
  package var identities: Int?
  /// Makes the opener of one job; called on the thread of the job.
  package let makeOpener: @Sendable () -> FrameworkOpener

  /// The same source, with everything it answers written down.
  package func recorded(by recorder: FrameworkRecorder) -> FrameworkSource {
    FrameworkSource(
      name: name, followsClock: followsClock, platforms: platforms, states: states,
      options: options, identities: identities
    ) { [makeOpener] in
      let open = makeOpener()
      return { opening, surroundings, deadline throws(PartnerError) in
        let framework = try open(opening, surroundings, deadline)
        return recorder.recording(framework, opening: opening, surroundings: surroundings)
      }
    }
  }
}

/// A kind of source, as `partner:` of a profile and the option `--partner` name it.
///
/// Another kind is one entry of `all`.
package struct FrameworkSourceKind: Sendable {
  /// The key under `partner:` in a profile; with a colon behind it, the begin of the option's value.
  package let name: String
  /// The word for what follows the colon, in the help of the option.
  package let parameter: String
  /// Names the answerer in a few words.
  package let help: String
  /// Whether the value is a program with its arguments, and not one text.
  package var isCommand = false
  /// Makes the source from the value: one text, or the words of a command.
  package let source:
    @Sendable ([String], FrameworkResources) throws(PartnerError) -> FrameworkSource

  package static let all: [FrameworkSourceKind] = [
    FrameworkSourceKind(
      name: "emulator", parameter: "NAME", help: "an emulator, by default apple"
    ) { words, _ throws(PartnerError) in
      .emulator(try FrameworkRegistry.shipped.emulator(named: words.first ?? ""))
    },
    FrameworkSourceKind(name: "replay", parameter: "FILE", help: "a recording") {
      words, resources throws(PartnerError) in
      let file = words.first ?? ""
      do {
        return .replay(try Recording(try resources.readFile(file)), of: file)
      } catch {
        throw .failed("the partner's recording '\(file)': \(error)")
      }
    },
    FrameworkSourceKind(
      name: "command", parameter: "TEXT", help: "a program, split as a shell does", isCommand: true
    ) { words, resources throws(PartnerError) in .command(try resources.program(words)) },
  ]
}

/// The parts of the operating system that sources use.
///
/// `readFile` reads a file that the profile or the command line names; `program` makes a program that
/// can be started, from its words, or throws `PartnerError.failed`.
package typealias FrameworkResources = (
  readFile: @Sendable (String) throws(PartnerError) -> [UInt8],
  program: @Sendable ([String]) throws(PartnerError) -> FrameworkProgram
)

extension FrameworkSource {
  /// An emulator as a source.
  package static func emulator(_ emulator: FrameworkEmulator) -> FrameworkSource {
    FrameworkSource(
      name: "\(emulator.name) (emulated)", followsClock: true, platforms: emulator.platforms,
      states: emulator.states.map(\.name), options: emulator.options
    ) {
      { opening, surroundings, _ throws(PartnerError) in
        try emulator.open(opening, surroundings)
      }
    }
  }

  /// A recording as a source.
  ///
  /// - Parameter file: The name of its file, for reports.
  package static func replay(_ recording: Recording, of file: String) -> FrameworkSource {
    // What it says word for word, a service takes for one user's; the rest is made up anew.
    let isReal = recording.sessions.contains { !$0.shiftsDates }
    return FrameworkSource(
      name: "recording \(file)", followsClock: true, states: recording.states,
      identities: isReal ? 1 : nil
    ) {
      { opening, surroundings, _ throws(PartnerError) in
        try recording.open(opening, surroundings: surroundings)
      }
    }
  }
}

extension Recording {
  /// The states that the recording answers for, each once; nil if a session answers for any state.
  var states: [String]? {
    var states: [String] = []
    for session in sessions {
      guard let state = session.state else { return nil }
      if !states.contains(state) { states.append(state) }
    }
    return states
  }
}

extension FrameworkSource {
  /// A program as a source. Each device of a job has a process of its own.
  package static func command(_ program: FrameworkProgram) -> FrameworkSource {
    FrameworkSource(name: "program \(program.name)", followsClock: false) {
      let pool = CommandPool {
        CommandSession(program: program.title) { _ throws(PartnerError) in try program.start() }
      }
      return { opening, surroundings, deadline throws(PartnerError) in
        try pool.open(opening, surroundings: surroundings, deadline: deadline)
      }
    }
  }
}

/// A program that can be started any number of times.
package struct FrameworkProgram: Sendable {
  /// As the profile or the command line names it.
  package let name: String
  /// Starts a process; throws `PartnerError.failed` if that is impossible.
  package let start: @Sendable () throws(PartnerError) -> LineConversation

  package init(
    name: String, start: @escaping @Sendable () throws(PartnerError) -> LineConversation
  ) {
    self.name = name
    self.start = start
  }

  /// The program in messages.
  package var title: String { "the program '\(name)'" }
}

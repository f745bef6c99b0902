// SPDX-License-Identifier: Apache-2.0
// The source of the framework's answers in a run: an emulator, a recording, a program.

import Text

/// Opens the frameworks of one job, on the thread of the job.
///
/// A call opens a state, or opens it anew; the framework opened before must not be used any more. It
/// may block until the deadline if a program has to be started or asked. It throws
/// `PartnerError.unknownState` and `.invalidOption` for mistakes of the suite, and `.failed` for
/// what a recording cannot answer and for faults of a program.
package typealias FrameworkOpener = (FrameworkOpening, FrameworkEnvironment, PartnerDeadline)
  throws(PartnerError) -> any PartnerFramework

/// The source of the framework's answers, as the profile or the command line chooses it.
package struct FrameworkSource: Sendable {
  /// For reports, such as `apple (emulated)`.
  package let name: String
  /// Whether the framework uses the clock that the run hands in. Emulators do, real devices don't.
  package let followsClock: Bool
  package var declaration = FrameworkRegistry.standard
  package var identities: Int? {
    get { declaration.identities }
    set { declaration.identities = newValue }
  }
  /// Makes the opener of one job; called on the thread of the job.
  package let makeOpener: @Sendable () -> FrameworkOpener

  /// The same source, with everything it answers written down.
  package func recorded(by recorder: FrameworkRecorder) -> FrameworkSource {
    FrameworkSource(name: name, followsClock: followsClock, declaration: declaration) {
      [makeOpener, declaration] in
      let open = makeOpener()
      return { opening, environment, deadline throws(PartnerError) in
        let framework = try open(opening, environment, deadline)
        return recorder.recording(
          framework, of: declaration, opening: opening, environment: environment)
      }
    }
  }
}

/// The sources of the frameworks of a run.
package struct FrameworkSources: Sendable {
  /// Answers for every framework that has no source of its own.
  package var standard: FrameworkSource
  package let named: [(name: String, source: FrameworkSource)]

  package init(_ standard: FrameworkSource, named: [(name: String, source: FrameworkSource)] = []) {
    self.standard = standard
    self.named = named
  }
}

extension FrameworkSources {
  /// Those that answer for these frameworks, for reports: `x (emulated), program y`.
  package func names(of frameworks: [String?]) -> String {
    frameworks.map { self[$0].name }.unique.joined(separator: ", ")
  }

  /// Whether all use the clock that the run hands in.
  package var followClock: Bool { ([standard] + named.map(\.source)).allSatisfy(\.followsClock) }

  /// The source of the framework of a name; nil for the standard one.
  package subscript(name: String?) -> FrameworkSource {
    guard let name else { return standard }
    return named.first { $0.name == name }?.source ?? standard
  }

  /// The same sources, with everything they answer written down.
  ///
  /// - Parameter recorder: That of a framework by its name; nil for the standard one.
  package func recorded(by recorder: (String?) -> FrameworkRecorder) -> FrameworkSources {
    FrameworkSources(
      standard.recorded(by: recorder(nil)),
      named: named.map { ($0.name, $0.source.recorded(by: recorder($0.name))) })
  }

  /// Makes the opener of one job; called on the thread of the job.
  package func makeOpener() -> FrameworkOpener {
    // A source that nothing uses starts no program.
    let standard = standard.makeOpener()
    let named = named.map { (name: $0.name, open: $0.source.makeOpener()) }
    return { opening, environment, deadline throws(PartnerError) in
      let open = named.first { $0.name == opening.framework }?.open ?? standard
      return try open(opening, environment, deadline)
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
    ) { words, resources throws(PartnerError) in
      try .command(resources.program(words), until: .now + FrameworkSource.helloLimit)
    },
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
  /// How long a program may take to start and to answer `hello`, or to end with its input; one that
  /// is slower declares nothing.
  static let helloLimit = Duration.seconds(10)

  /// An emulator as a source.
  package static func emulator(_ emulator: FrameworkEmulator) -> FrameworkSource {
    FrameworkSource(
      name: "\(emulator.name) (emulated)", followsClock: true, declaration: emulator.declaration
    ) {
      { opening, environment, _ throws(PartnerError) in try emulator.open(opening, environment) }
    }
  }

  /// A recording as a source.
  ///
  /// - Parameter file: The name of its file, for reports.
  package static func replay(_ recording: Recording, of file: String) -> FrameworkSource {
    var declaration = recording.declaration
    if let states = recording.states {
      declaration.states = states.map { FrameworkState(name: $0, title: "", summary: "") }
    }
    // What it says word for word, a service takes for one user's; the rest is made up anew.
    let isReal = recording.sessions.contains { !$0.shiftsDates }
    declaration.identities = isReal ? 1 : nil
    return FrameworkSource(
      name: "recording \(file)", followsClock: true, declaration: declaration
    ) {
      { opening, environment, _ throws(PartnerError) in
        try recording.open(opening, environment: environment)
      }
    }
  }
}

extension Recording {
  /// The states that the recording answers for, each once; nil if a session answers for any state.
  var states: [String]? {
    let states = sessions.compactMap(\.state)
    return states.count == sessions.count ? states.unique : nil
  }
}

extension FrameworkSource {
  /// A program as a source, after it was asked for its declaration. Each device of a job has a
  /// process of its own.
  ///
  /// - Throws: the errors of `CommandSession.hello`.
  package static func command(_ program: FrameworkProgram, until deadline: PartnerDeadline)
    throws(PartnerError) -> FrameworkSource
  {
    let declaration = try CommandSession(program: program.title) { (_) throws(PartnerError) in
      try program.start(nil)
    }.hello(deadline: deadline)
    return FrameworkSource(
      name: "program \(program.name)", followsClock: false, declaration: declaration
    ) {
      let pool = CommandPool {
        CommandSession(program: program.title, declaration: declaration) {
          _ throws(PartnerError) in try program.start(declaration)
        }
      }
      return { opening, environment, deadline throws(PartnerError) in
        try pool.open(opening, environment: environment, deadline: deadline)
      }
    }
  }
}

/// A program that can be started any number of times.
package struct FrameworkProgram: Sendable {
  /// As the profile or the command line names it.
  package let name: String
  /// Starts a process, for the framework of a declaration, or to ask for one; throws
  /// `PartnerError.failed` if that is impossible.
  package let start: @Sendable (FrameworkDeclaration?) throws(PartnerError) -> LineConversation

  package init(
    name: String,
    start: @escaping @Sendable (FrameworkDeclaration?) throws(PartnerError) -> LineConversation
  ) {
    self.name = name
    self.start = start
  }

  /// The program in messages.
  package var title: String { "the program '\(name)'" }
}

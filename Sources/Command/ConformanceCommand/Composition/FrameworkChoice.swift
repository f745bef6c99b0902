// SPDX-License-Identifier: Apache-2.0
// Who answers as the partner's framework: by command line, or else by the profile.

import Host
import PartnerFramework
import Runner
import SuiteModel

/// Who answers as the partner's framework in a run.
struct FrameworkChoice: Sendable {
  /// For reports.
  let name: String
  /// Whether it goes by the clock that is handed in.
  let followsClock: Bool
  let makeOpener: @Sendable () -> FrameworkOpener
}

extension FrameworkChoice {
  /// The options of `run`.
  static let options = [
    Option(
      "partner-emulator", "NAME", choices: FrameworkRegistry.shipped.names,
      help: "an emulator answers as the partner's framework; apple by default"),
    Option("partner-replay", "FILE", help: "a recording answers as the partner's framework"),
    Option(
      "partner-command", "COMMAND",
      help: "a program answers as the partner's framework; one text, split as a shell does"),
    Option("record-partner", "FILE", help: "writes down what the framework answers, for a replay"),
    Option(
      "record-secrets",
      help: "the recording keeps SAML responses as they are; every report warns of it"),
  ]

  /// - Parameters:
  ///   - folder: Of the profile, which its files and programs are relative to.
  ///   - program: Makes a program of its words.
  /// - Throws: where a recording can't be read, or several frameworks are chosen.
  init(
    _ profile: Profile, folder: String?, _ arguments: Arguments, recorder: FrameworkRecorder?,
    program: (ProgramCommand) -> PartnerProgram
  ) throws(UsageError) {
    let given = ["partner-emulator", "partner-replay", "partner-command"].filter(arguments.has)
    guard given.count <= 1 else {
      throw UsageError("one of --\(given.joined(separator: ", --")) is enough")
    }
    if let name = arguments.value("partner-emulator") {
      self = try Self.emulator(name, recorder)
    } else if let file = arguments.value("partner-replay") {
      self = try Self.replay(file, shownAs: file, recorder)
    } else if let text = arguments.value("partner-command") {
      let words: [String]
      do {
        words = try CommandWords.words(text)
      } catch {
        throw UsageError("--partner-command: \(error.message)")
      }
      self = Self.command(program(ProgramCommand(words)), recorder)
    } else {
      switch profile.framework {
      case .emulator(let name): self = try Self.emulator(name, recorder)
      case .replay(let file):
        self = try Self.replay(
          ProfilePath.resolved(file, in: folder), shownAs: file, recorder)
      case .command(let words):
        self = Self.command(program(ProgramCommand(words, folder: folder)), recorder)
      }
    }
  }

  private static func emulator(
    _ name: String, _ recorder: FrameworkRecorder?
  ) throws(UsageError) -> FrameworkChoice {
    let emulator: FrameworkEmulator
    do throws(PartnerError) {
      emulator = try FrameworkRegistry.shipped.emulator(named: name)
    } catch {
      throw UsageError(error.description)
    }
    return FrameworkChoice(name: "\(name) (emulated)", followsClock: true) {
      opener(.emulator(emulator), recorder)
    }
  }

  private static func replay(
    _ path: String, shownAs shown: String, _ recorder: FrameworkRecorder?
  ) throws(UsageError) -> FrameworkChoice {
    let recording: Recording
    do {
      recording = try Recording(try Files.read(path))
    } catch let error as FileError {
      throw UsageError("the partner's recording '\(shown)': \(error.message)")
    } catch {
      throw UsageError("the partner's recording '\(shown)': \(error)")
    }
    return FrameworkChoice(name: "recording \(shown)", followsClock: true) {
      opener(.replay(recording), recorder)
    }
  }

  private static func command(
    _ program: PartnerProgram, _ recorder: FrameworkRecorder?
  ) -> FrameworkChoice {
    FrameworkChoice(name: "program \(program.command.program)", followsClock: false) {
      let pool = CommandPool(recorder: recorder) {
        CommandSession(program: program.name) { _ throws(PartnerError) in
          try program.conversation()
        }
      }
      return { opening, surroundings, deadline throws(PartnerError) in
        try pool.open(opening, surroundings: surroundings, deadline: deadline)
      }
    }
  }

  private static func opener(
    _ kind: FrameworkSource.Kind, _ recorder: FrameworkRecorder?
  ) -> FrameworkOpener {
    let source = FrameworkSource(kind, recorder: recorder)
    return { opening, surroundings, deadline throws(PartnerError) in
      try source.open(opening, surroundings: surroundings, deadline: deadline)
    }
  }
}

/// Files that a profile names.
enum ProfilePath {
  /// A relative path is relative to the profile's folder; nil: to the current one.
  static func resolved(_ path: String, in folder: String?) -> String {
    guard let folder, !path.hasPrefix("/") else { return path }
    return "\(folder)/\(path)"
  }
}

// SPDX-License-Identifier: Apache-2.0
// Chooses who answers as the partner's framework: by command line, or else by profile.

import Host
import PartnerFramework
import SuiteModel

/// Chooses the source of the framework's answers in a run.
package enum FrameworkChoice {
  /// The options that choose a source: `--partner-emulator`, `--partner-replay` and so on.
  package static let options = FrameworkSourceKind.all.map { kind in
    Option(option(of: kind), kind.parameter, choices: kind.choices, help: kind.help)
  }

  /// The options that record the answers.
  static let recordingOptions = [
    Option("record-partner", "FILE", help: "writes down what the framework answers, for a replay"),
    Option(
      "record-secrets",
      help: "the recording keeps SAML responses as they are; every report warns of it"),
  ]

  /// Whether the command line chooses a source.
  static func isMade(by arguments: Arguments) -> Bool {
    FrameworkSourceKind.all.contains { arguments.has(option(of: $0)) }
  }

  /// Whether a program answers as the framework.
  static func isProgram(_ framework: Profile.Framework, _ arguments: Arguments) -> Bool {
    let given = FrameworkSourceKind.all.first { arguments.has(option(of: $0)) }
    return (given ?? FrameworkSourceKind.all.first { $0.name == framework.kind })?.isCommand
      ?? false
  }

  private static func option(of kind: FrameworkSourceKind) -> String { "partner-\(kind.name)" }
}

extension FrameworkChoice {
  /// The source that the command line names, or else the profile.
  ///
  /// - Parameters:
  ///   - framework: The source that the profile names.
  ///   - folder: The folder of the profile; its files and programs are relative to it.
  ///   - program: Makes a program that can be started, or throws where there is none.
  /// - Throws: if the source can't be used, or the command line names more than one.
  static func source(
    _ framework: Profile.Framework, in folder: String?, _ arguments: Arguments,
    program: @escaping @Sendable (ProgramCommand) throws(PartnerError) -> FrameworkProgram
  ) throws(UsageError) -> FrameworkSource {
    let given = FrameworkSourceKind.all.filter { arguments.has(option(of: $0)) }
    guard given.count <= 1 else {
      let names = given.map { "--\(option(of: $0))" }.joined(separator: ", ")
      throw UsageError("one of \(names) is enough")
    }
    guard let kind = given.first, let text = arguments.value(option(of: kind)) else {
      return try source(framework, in: folder, program: program)
    }
    var words = [text]
    if kind.isCommand {
      do {
        words = try CommandWords.words(text)
      } catch {
        throw UsageError("--\(option(of: kind)): \(error.message)")
      }
    }
    return try source(kind, words, in: nil, namedBy: "--\(option(of: kind))", program: program)
  }

  private static func source(
    _ framework: Profile.Framework, in folder: String?,
    program: @escaping @Sendable (ProgramCommand) throws(PartnerError) -> FrameworkProgram
  ) throws(UsageError) -> FrameworkSource {
    guard let kind = FrameworkSourceKind.all.first(where: { $0.name == framework.kind }) else {
      throw UsageError("the profile names an unknown source of the framework: \(framework.kind)")
    }
    return try source(
      kind, framework.words, in: folder, namedBy: "'partner' in the profile", program: program)
  }

  private static func source(
    _ kind: FrameworkSourceKind, _ words: [String], in folder: String?, namedBy place: String,
    program: @escaping @Sendable (ProgramCommand) throws(PartnerError) -> FrameworkProgram
  ) throws(UsageError) -> FrameworkSource {
    let resources = FrameworkResources(
      readFile: { path throws(PartnerError) in
        do throws(FileError) {
          return try Files.read(ProfilePath.resolved(path, in: folder))
        } catch {
          throw .failed(error.message)
        }
      },
      program: { words throws(PartnerError) in
        try program(ProgramCommand(words, folder: folder))
      })
    do throws(PartnerError) {
      return try kind.source(words, resources)
    } catch {
      throw UsageError(kind.isCommand ? "\(place): \(error.description)" : error.description)
    }
  }
}

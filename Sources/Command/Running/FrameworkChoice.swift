// SPDX-License-Identifier: Apache-2.0
// Who answers as the partner's framework, and which states it knows.

import HTTP
import Partner
import Record
import Suites
import Text

/// Chooses the source of the framework's answers in a run.
package enum FrameworkChoice {
  /// The option that chooses a source.
  package static let option = Option(
    "partner", "KIND:VALUE",
    help: "who answers as the partner's framework: "
      + Wording.list(
        FrameworkSourceKind.all.map { "\($0.name):\($0.parameter) (\($0.help))" }, "or"))

  /// The options that record the answers.
  static let recordingOptions = [
    Option("record-partner", "FILE", help: "writes down what the framework answers, for a replay"),
    Option(
      "record-secrets",
      help: "the recording keeps SAML responses as they are; every report warns of it"),
  ]

  /// Whether a program answers as the framework.
  static func isProgram(_ framework: Profile.Framework, _ arguments: Arguments) -> Bool {
    let name = arguments.value(option.name).map { String($0.prefix { $0 != ":" }) }
    return FrameworkSourceKind.all.contains { $0.name == name ?? framework.kind && $0.isCommand }
  }
}

extension FrameworkChoice {
  /// The source that the command line names, or else the profile.
  ///
  /// - Parameters:
  ///   - framework: The source that the profile names.
  ///   - folder: The folder of the profile; its files and programs are relative to it.
  ///   - program: Makes a program that can be started, or throws if it can't be.
  /// - Throws: if the source can't be used.
  static func source(
    _ framework: Profile.Framework, in folder: String?, _ arguments: Arguments,
    program: @escaping @Sendable (ProgramCommand) throws(PartnerError) -> FrameworkProgram
  ) throws(UsageError) -> FrameworkSource {
    var (name, words, place) = (framework.kind, framework.words, "'partner' in the profile")
    let value = arguments.value(option.name)
    if let value {
      let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
      (name, words, place) = (parts[0], Array(parts.dropFirst()), "--partner")
    }
    guard let kind = FrameworkSourceKind.all.first(where: { $0.name == name }),
      value == nil || !words.isEmpty
    else {
      guard let value else {
        throw UsageError("the profile names an unknown source of the framework: \(name)")
      }
      let forms = FrameworkSourceKind.all.map { "\($0.name):\($0.parameter)" }
      throw UsageError("--partner is \(Wording.list(forms, "or")), not '\(value)'")
    }
    if value != nil, kind.isCommand {
      do {
        words = try CommandWords.words(words[0])
      } catch {
        throw UsageError("--partner: \(error.message)")
      }
    }
    let folder = value == nil ? folder : nil
    let resources: FrameworkResources = (
      readFile: { path throws(PartnerError) in
        do throws(FileProblem) {
          return try Files.read(ProfilePath.resolved(path, in: folder))
        } catch {
          throw .failed(error.message)
        }
      },
      program: { words throws(PartnerError) in
        try program(ProgramCommand(words, folder: folder))
      }
    )
    do throws(PartnerError) {
      var source = try kind.source(words, resources)
      if value == nil { source.identities = framework.identities ?? source.identities }
      return source
    } catch {
      throw UsageError(kind.isCommand ? "\(place): \(error.description)" : error.description)
    }
  }
}

/// The recorder of the framework's answers in a run, and the file for them.
struct FrameworkRecording {
  let file: String
  /// Whether only the owner may read the file.
  let holdsSecrets: Bool
  let recorder: FrameworkRecorder

  /// - Returns: nil without `--record-partner`.
  init?(_ arguments: Arguments) throws(UsageError) {
    holdsSecrets = arguments.has("record-secrets")
    guard let file = arguments.value("record-partner") else {
      guard holdsSecrets else { return nil }
      throw UsageError("--record-secrets needs a recording: --record-partner FILE is missing")
    }
    self.file = file
    recorder = FrameworkRecorder(secrets: holdsSecrets ? .kept : .replaced)
    try UsageError.naming("--record-partner '\(file)'") { () throws(FileProblem) in
      try Files.prepareFolder(SuitePath.folder(of: file))
    }
  }

  /// The recording so far.
  var bytes: [UInt8] { recorder.recording.bytes }

  /// The remark of the reports on it.
  var remark: String {
    holdsSecrets
      ? "warning: the recording of the partner's framework, \(file), holds secrets in the clear"
        + " (--record-secrets): give it to nobody"
      : "the partner's framework was recorded in \(file), without secrets"
  }
}

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
      guard arguments.has(FrameworkChoice.option.name) else { return checked(against: .shipped) }
      return checked(against: try vocabulary(nil, in: nil, arguments))
    }
    var mistakes: [Diagnostic] = []
    guard
      let target = try TargetChoice.read(
        arguments, console, for: self, needsFacts: needsFacts, &mistakes)
    else { return adding(mistakes) }  // Nobody can tell which framework the profile means.
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
      options: source.options, platforms: source.platforms.map(\.name))
  }

  /// The words of all shipped emulators.
  fileprivate static let shipped = PartnerVocabulary(
    refusal: "no shipped emulator knows",
    states: FrameworkRegistry.shipped.emulators.flatMap { $0.states.map(\.name) },
    options: FrameworkRegistry.shipped.emulators.flatMap(\.options),
    platforms: FrameworkRegistry.shipped.platforms.map(\.name))
}

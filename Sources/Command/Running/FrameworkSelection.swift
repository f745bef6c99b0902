// SPDX-License-Identifier: Apache-2.0
// Chooses who answers as the partner's framework in a run.

import HTTP
import Partner
import Record
import Redaction
import Runner
import Suites
import Text

/// The sources of the frameworks' answers in a run, and who chose them.
struct FrameworkSelection {
  let sources: FrameworkSources
  /// Whether one of them is a program.
  let hasPrograms: Bool
  /// Whether the user has chosen the source that answers for all frameworks without one.
  private let isChosen: Bool
  /// The frameworks that have a source by their name.
  private let names: Set<String>
  /// Without a target, the frameworks of other names are unknown.
  private let hasTarget: Bool

  /// Asks programs for their declarations; a signal meanwhile ends them.
  ///
  /// - Parameters:
  ///   - profile: nil without a target.
  ///   - folder: The folder of the profile; its files and programs are relative to it.
  ///   - processes: The programs that are started.
  ///   - program: Makes a program that can be started, or throws if it can't be.
  /// - Throws: if a source can't be used.
  init(
    _ profile: Profile?, in folder: String?, _ arguments: Arguments, _ processes: ChildProcesses,
    program: @escaping @Sendable (ProgramCommand) throws(PartnerError) -> FrameworkProgram
  ) throws(UsageError) {
    let interruption = Signals().onInterruption {
      processes.kill()
    } _: {
      processes.interrupt()
    }
    defer { interruption.end() }
    let option = try FrameworkChoice.option(arguments)
    let given = profile.map { [$0.framework].compactMap(\.self) + $0.partners } ?? []
    let used = option.map { [$0] } ?? given
    do throws(UsageError) {
      var standard: FrameworkSource?
      var named: [(name: String, source: FrameworkSource)] = []
      for framework in used {
        let isOption = framework == option
        let source = try FrameworkChoice.source(
          framework, in: isOption ? nil : folder,
          isOption ? "--partner" : "'partner\(framework.name == nil ? "" : "s")' in the profile",
          program)
        if let name = framework.name { named.append((name, source)) } else { standard = source }
      }
      isChosen = standard != nil
      let emulators = FrameworkRegistry.shipped.emulators
      for emulator in emulators where !named.contains(where: { $0.name == emulator.name }) {
        // The source chosen for all replaces the first emulator, and each one whose header it sends.
        let isReplaced =
          standard.map { standard in
            emulator.name == emulators[0].name
              || standard.declaration.values.map(\.header).contains(
                where: emulator.declaration.values.map(\.header).contains)
          } ?? false
        if !isReplaced { named.append((emulator.name, .emulator(emulator))) }
      }
      names = Set(named.map(\.name))
      // The only one of a profile, or else the first emulator's, serves suites that name none.
      let index = used.count == 1 ? 0 : named.firstIndex { $0.name == emulators[0].name }
      let implied = isChosen ? nil : index.map { named.remove(at: $0).source }
      sources = FrameworkSources(standard ?? implied ?? .emulator(emulators[0]), named: named)
    } catch {
      processes.wait()
      throw processes.isInterrupted ? .interrupted : error
    }
    hasPrograms = used.contains { framework in
      FrameworkSourceKind.all.contains { $0.name == framework.kind && $0.isCommand }
    }
    hasTarget = profile != nil
    // A source that needs a device for itself has let go of it before the run.
    processes.wait()
    if processes.isInterrupted { throw .interrupted }
  }

  /// The words of a framework by its name; nil for unknown ones.
  func vocabulary(_ name: String?) -> PartnerVocabulary? {
    let source = sources[name]
    var words = PartnerVocabulary(
      refusal: hasTarget || isChosen
        ? "the framework '\(source.name)' does not know" : "no shipped emulator knows",
      source.declaration)
    if let name, !isChosen, !names.contains(name) {
      guard hasTarget else { return nil }
      words.problem =
        "the suite needs the framework '\(name)'; known are \(Wording.list(names.sorted()))"
        + ": add 'partners: {\(name): …}', or choose one with --partner"
    }
    return words
  }
}

extension FrameworkChoice {
  /// The source that the command line names; nil without one.
  fileprivate static func option(_ arguments: Arguments) throws(UsageError) -> Profile.Framework? {
    guard let value = arguments.value(option.name) else { return nil }
    let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
    guard let kind = FrameworkSourceKind.all.first(where: { $0.name == parts.first }),
      parts.count == 2
    else {
      let forms = FrameworkSourceKind.all.map { "\($0.name):\($0.parameter)" }
      throw UsageError("--partner is \(Wording.list(forms, "or")), not '\(value)'")
    }
    do throws(UsageError) {
      return Profile.Framework(
        kind: kind.name, words: kind.isCommand ? try CommandWords.words(parts[1]) : [parts[1]])
    } catch {
      throw UsageError("--partner: \(error.message)")
    }
  }

  fileprivate static func source(
    _ framework: Profile.Framework, in folder: String?, _ place: String,
    _ program: @escaping @Sendable (ProgramCommand) throws(PartnerError) -> FrameworkProgram
  ) throws(UsageError) -> FrameworkSource {
    guard let kind = FrameworkSourceKind.all.first(where: { $0.name == framework.kind }) else {
      throw UsageError("\(place) names an unknown source of the framework: \(framework.kind)")
    }
    let resources: FrameworkResources = (
      readFile: { path throws(PartnerError) in
        do throws(FileError) {
          return try Files.read(ProfilePath.resolved(path, in: folder))
        } catch {
          throw .failed(error.message)
        }
      },
      program: { words throws(PartnerError) in try program(ProgramCommand(words, folder: folder)) }
    )
    do throws(PartnerError) {
      var source = try kind.source(framework.words, resources)
      source.identities = framework.identities ?? source.identities
      return source
    } catch {
      throw UsageError(kind.isCommand ? "\(place): \(error.description)" : error.description)
    }
  }
}

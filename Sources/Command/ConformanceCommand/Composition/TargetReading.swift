// SPDX-License-Identifier: Apache-2.0
// Reads --target and --set, and collects the mistakes; starts the reference service if it is chosen.

import Documents
import Encodings
import HTTPMessages
import HTTPTransport
import Host
import JSON
import ReferenceService
import Runner
import SourceText
import SuiteModel
import YAML

/// The target that a command line names, with every mistake found in it.
struct TargetReading {
  /// nil only where mistakes were found.
  private(set) var draft: ProfileDraft?
  /// The server of the reference service; nil for another target.
  private(set) var server: HTTPServer?
  /// The folder of the profile's file; nil where the profile is not a file.
  private(set) var folder: String?
  /// The suites to judge the target by: those chosen, but for those that the profile leaves out.
  private(set) var suites: SuiteCollection
  /// What the reports say about suites that the profile leaves out.
  private(set) var remarks: [String] = []
  /// The mistakes in the profile and in `--set`, then the essential facts that are missing.
  private(set) var mistakes: [Diagnostic] = []
}

extension TargetReading {
  /// - Parameter needsFacts: Whether a missing essential fact is a mistake.
  /// - Throws: `UsageError` if there is no such target.
  init(
    _ arguments: Arguments, _ console: Console, for collection: SuiteCollection,
    needsFacts: Bool = true
  ) throws(UsageError) {
    suites = collection
    let target = arguments.value("target") ?? TargetChoice.reference
    let assignments = arguments.all("set")
    if target == TargetChoice.reference {
      try startReference()
    } else if target.contains("://") {
      do {
        draft = ProfileDraft(
          name: target, baseURL: try BaseURL(target), declared: collection.facts,
          file: "--target")
      } catch {
        throw UsageError("--target: \(error.description)")
      }
    } else {
      folder = Self.folder(ofTarget: target)
      try read(target, console, overridden: assignments)
    }
    for assignment in assignments {
      if let mistake = draft?.set(assignment) { mistakes.append(mistake) }
    }
    guard let draft else { return }
    chooseSuites(draft)
    guard needsFacts else { return }
    let selection = arguments.selection
    let selected = suites.suites.filter { suite in
      suite.scenarios.contains { selection.includes($0, of: suite, in: suites) }
    }
    mistakes += draft.missingFacts(for: selected.compactMap(\.cookbook))
  }

  /// The folder of the profile that `--target` names; nil for another target.
  static func folder(ofTarget target: String) -> String? {
    target == TargetChoice.reference || target.contains("://")
      ? nil : ProfilePath.folder(of: target)
  }

  /// Leaves out the suites of cookbooks by which the profile does not judge.
  private mutating func chooseSuites(_ draft: ProfileDraft) {
    let all = suites
    suites = all.judging(by: draft.profile.cookbooks)
    if let mistake = draft.nothingLeft(in: suites, of: all) { mistakes.append(mistake) }
    let left = suites.cookbooksOfSuites
    for cookbook in all.cookbooksOfSuites where !left.contains(cookbook) {
      let scenarios = all.suites.filter { $0.cookbook == cookbook }.flatMap(\.scenarios).count
      remarks.append(
        "not judged by \(cookbook), which 'cookbooks' in the profile leaves out: "
          + "\(scenarios) scenario\(scenarios == 1 ? "" : "s") of it did not run")
    }
  }

  private mutating func startReference() throws(UsageError) {
    let service = ReferenceService(
      now: { Timestamp(milliseconds: Machine.milliseconds) }, randomBytes: Machine.randomBytes)
    let server = HTTPServer { service.answer($0.request, from: $0.peer) }
    do {
      let port = try server.start()
      var draft = ProfileDraft(
        name: TargetChoice.reference, baseURL: try BaseURL("http://127.0.0.1:\(port)"),
        declared: suites.facts, file: "--target")
      mistakes += draft.offer(service.facts, by: "--target reference")
      self.draft = draft
      self.server = server
    } catch let error as TransportError {
      throw UsageError("the reference service could not be started: \(error.description)")
    } catch {
      throw UsageError("the reference service could not be started: \(error)")
    }
  }

  private mutating func read(
    _ path: String, _ console: Console, overridden assignments: [String]
  ) throws(UsageError) {
    let file: SourceFile
    do {
      file = SourceFile(name: path, bytes: try Files.read(path))
    } catch {
      throw UsageError(
        "--target '\(path)': \(error.message); write 'reference', a URL or the file of a profile")
    }
    let overridden = Set(
      assignments.compactMap { $0.split(separator: "=").first.map(String.init) })
    let documents: [YAMLDocument]
    do {
      documents = try YAMLParser.documents(of: file)
    } catch {
      mistakes.append(
        Diagnostic(.error, error.withoutTexts.description, file: path, at: error.position))
      return
    }
    guard let root = documents.first?.root, documents.count == 1 else {
      mistakes.append(
        Diagnostic(
          .error, "a profile is a file with one YAML document, and this has \(documents.count)",
          file: path, at: documents.dropFirst().first?.root.position ?? .start))
      return
    }
    var nodes = NodeReader(file: path, hidesTexts: true)
    let reader = ProfileReader(
      facts: suites.facts, cookbooks: suites.cookbooks, environment: console.environment,
      overridden: overridden)
    draft = reader.draft(root, &nodes)
    mistakes += nodes.diagnostics.sorted()
  }
}

extension TargetReading {
  /// How many mistakes are printed, each on a line.
  private static let shownMistakes = 20

  /// The mistakes in at most 23 lines; without excerpts, because a line of a profile may hold a
  /// secret.
  var report: Printed {
    var lines = mistakes.prefix(Self.shownMistakes).map(\.line)
    let rest = mistakes.count - lines.count
    if rest > 0 { lines.append("… and \(rest) more mistakes") }
    let isFile = folder != nil
    lines.append(
      "Nothing was sent. Give a fact \(isFile ? "in the profile" : "in a profile") or with --set "
        + "NAME=VALUE; '\(ConformanceCommand.name) init' writes a profile to fill in.")
    return lines.map { "\($0)\n" as Printed }.joined()
  }
}

extension Diagnostic {
  /// The mistake with its place; one of the command line has none.
  var line: String { file.hasPrefix("--") ? "\(severity.rawValue): \(message)" : description }
}

// SPDX-License-Identifier: Apache-2.0
// The target of a run, as --target and --set give it.

import Formats
package import HTTP
import ReferenceService
import Runner
package import Suites
import Text

/// The target of a run. The reference service is started when it is chosen.
package struct TargetChoice {
  package let profile: Profile
  /// The server of the reference service; nil for another target. Stop it after the run.
  package let server: HTTPServer?
  /// The folder of the profile's file. Paths in the profile are relative to it; nil where the
  /// profile is not a file.
  let folder: String?
  /// The suites to judge the target by: those chosen, but for those that the profile leaves out.
  package let suites: SuiteCollection
  /// The remarks of the reports on suites that the profile leaves out.
  let remarks: [String]

  static let reference = "reference"
}

extension TargetChoice {
  /// Reads `--target` and `--set`.
  ///
  /// - Parameters:
  ///   - collection: The suites that were chosen; they declare the facts.
  ///   - use: Tells which facts have to be given, and whether its cookbooks have to be claimed.
  /// - Throws: `UsageError` that lists all mistakes.
  init(
    _ arguments: Arguments, _ console: Console, for collection: SuiteCollection,
    use: TargetUse
  ) throws(UsageError) {
    var mistakes: [Diagnostic] = []
    guard
      let choice = try Self.read(arguments, console, for: collection, use: use, &mistakes)
    else { throw UsageError(report: Self.report(mistakes, arguments)) }
    self = choice
  }

  /// Reads `--target` and `--set` of a target that is to be judged.
  ///
  /// - Throws: `UsageError` that lists all mistakes.
  package init(
    _ arguments: Arguments, _ console: Console, for collection: SuiteCollection
  ) throws(UsageError) {
    try self.init(arguments, console, for: collection, use: .judged)
  }

  /// Reads `--target` and `--set`.
  ///
  /// - Parameter mistakes: Gets the mistakes in the profile and in `--set`, then the essential facts
  ///   that are missing.
  /// - Returns: nil where there are mistakes.
  /// - Throws: `UsageError` if there is no such target, or if it claims no cookbook.
  static func read(
    _ arguments: Arguments, _ console: Console, for collection: SuiteCollection, use: TargetUse,
    _ mistakes: inout [Diagnostic]
  ) throws(UsageError) -> TargetChoice? {
    let target = arguments.value("target") ?? reference
    let assignments = arguments.all("set")
    var draft: ProfileDraft?
    var server: HTTPServer?
    if target == reference {
      let service = ReferenceService(
        now: { Timestamp(milliseconds: Machine.milliseconds) }, randomBytes: Machine.randomBytes)
      let started = HTTPServer { service.answer($0.request, from: $0.peer) }
      do {
        let url = try BaseURL("http://127.0.0.1:\(try started.start())")
        var offered = ProfileDraft(
          name: target, baseURL: url, declared: collection.facts, of: .option("--target"))
        mistakes += offered.offer(service.facts, by: "--target reference")
        (draft, server) = (offered, started)
      } catch {
        // It listens on any free port of this machine, so it is the system that refuses.
        var refusal = UsageError(
          report: "error: the reference service could not be started: \("\(error)")\n")
        refusal.status = .noVerdict
        throw refusal
      }
    } else if target.contains("://") {
      do {
        draft = ProfileDraft(
          name: target, baseURL: try BaseURL(target), declared: collection.facts,
          of: .option("--target"))
      } catch {
        throw UsageError("--target: \(error.description)")
      }
    } else {
      draft = try read(target, console, for: collection, overridden: assignments, &mistakes)
    }
    for assignment in assignments {
      if let mistake = draft?.set(assignment) { mistakes.append(mistake) }
    }
    guard var draft else { return nil }
    let claim = CookbookClaim(arguments: arguments, collection: collection, draft: draft)
    draft.profile.cookbooks = try claim.cookbooks(for: use)
    let suites = collection.judging(by: draft.profile.cookbooks).withoutDeep(arguments)
    if let mistake = draft.nothingLeft(in: suites, of: collection) {
      mistakes.append(mistake)
    } else if use != .listed {
      mistakes += claim.strangers(to: draft.profile.cookbooks)
    }
    mistakes += draft.alikeFacts
    if use != .listed {
      let selection = arguments.selection
      let selected = suites.suites.filter { suite in
        suite.scenarios.contains { selection.includes($0, of: suite, in: suites) }
      }
      mistakes += draft.missingFacts(
        for: suites.catalogues.names(inChainsOf: selected.compactMap(\.cookbook)))
    }
    guard mistakes.isEmpty else {
      server?.stop()
      return nil
    }
    return TargetChoice(
      profile: draft.profile, server: server, folder: folder(ofTarget: target), suites: suites,
      remarks: remarks(on: collection, without: suites, arguments) + suites.passedOver)
  }

  /// The folder of the profile that `--target` names; nil for another target.
  static func folder(ofTarget target: String) -> String? {
    target == reference || target.contains("://") ? nil : SuitePath.folder(of: target)
  }

  /// The cookbooks that the command line claims, else those that the profile of `--target` does.
  static func claimed(_ arguments: Arguments) -> [String]? {
    let named = arguments.all(Option.cookbook.name)
    return named.isEmpty ? cookbooksOfProfile(arguments) : named
  }

  /// The cookbooks that the profile of `--target` names; nil where it names none or can't be read.
  static func cookbooksOfProfile(_ arguments: Arguments) -> [String]? {
    guard let path = arguments.value("target"), folder(ofTarget: path) != nil,
      let bytes = try? Files.read(path),
      let root = try? YAMLParser.documents(of: SourceFile(name: path, bytes: bytes)).first?.root,
      case .mapping(let entries) = root.content,
      case .sequence(let names)? = entries.first(where: { $0.key.text == "cookbooks" })?.value
        .content
    else { return nil }
    return names.compactMap(\.text)
  }

  /// The remarks of the reports on the cookbooks that `--cookbook` or the profile leaves out.
  private static func remarks(
    on all: SuiteCollection, without suites: SuiteCollection, _ arguments: Arguments
  ) -> [String] {
    let isOption = !arguments.all(Option.cookbook.name).isEmpty
    let chooser = isOption ? "--cookbook" : "'cookbooks' in the profile"
    let left = suites.cookbooksOfSuites
    let partners = Set(left.compactMap { all.catalogues.partner(of: $0) })
    let others = "the cookbooks of other partners"
    var remarks: [(cookbook: String, scenarios: Int)] = []
    for cookbook in all.cookbooksOfSuites where !left.contains(cookbook) {
      let count = all.suites.filter { $0.cookbook == cookbook }.flatMap(\.scenarios).count
      // The report of one partner does not speak of another.
      let isForeign =
        !partners.isEmpty
        && all.catalogues.partner(of: cookbook).map { !partners.contains($0) } ?? false
      let name = isForeign ? others : cookbook
      if let index = remarks.firstIndex(where: { $0.cookbook == name }) {
        remarks[index].scenarios += count
      } else {
        remarks.append((name, count))
      }
    }
    return remarks.map { cookbook, scenarios in
      let owner = cookbook == others ? "their" : "its"
      return "not judged by \(cookbook), which \(chooser) leaves out: "
        + "\(scenarios) of \(owner) scenarios did not run"
    }
  }

  /// Reads the file of a profile.
  static func read(
    _ path: String, _ console: Console, for suites: SuiteCollection,
    overridden assignments: [String], _ mistakes: inout [Diagnostic]
  ) throws(UsageError) -> ProfileDraft? {
    let file: SourceFile
    do {
      file = SourceFile(name: path, bytes: try Files.read(path))
    } catch {
      throw UsageError(
        "--target '\(path)': \(error.message); write 'reference', a URL or the file of a profile")
    }
    let overridden = Set(assignments.compactMap { $0.split(separator: "=").first.map(String.init) })
    let documents: [YAMLDocument]
    do {
      documents = try YAMLParser.documents(of: file)
    } catch {
      mistakes.append(
        Diagnostic(.error, error.withoutTexts.description, file: path, at: error.position))
      return nil
    }
    guard let root = documents.first?.root, documents.count == 1 else {
      mistakes.append(
        Diagnostic(
          .error, "a profile is a file with one YAML document, and this has \(documents.count)",
          file: path, at: documents.dropFirst().first?.root.position ?? .start))
      return nil
    }
    var nodes = NodeReader(file: path, hidesTexts: true)
    let reader = ProfileReader(
      facts: suites.facts, cookbooks: suites.cookbooks, environment: console.environment,
      overridden: overridden)
    let draft = reader.draft(root, &nodes)
    mistakes += nodes.diagnostics.sorted()
    return draft
  }

  /// How many mistakes are printed, each on a line.
  private static let shownMistakes = 20

  /// The mistakes in at most 23 lines; without excerpts, because a line of a profile may hold a
  /// secret.
  private static func report(_ mistakes: [Diagnostic], _ arguments: Arguments) -> Printed {
    var lines = mistakes.prefix(shownMistakes).map(\.line)
    let rest = mistakes.count - lines.count
    if rest > 0 { lines.append("… and \(rest) more mistakes") }
    let unset = mistakes.compactMap(\.unsetVariable).unique
    if !unset.isEmpty, mistakes.allSatisfy({ $0.unsetVariable != nil }) {
      // Other users of the machine see a secret on a command line.
      return (lines + unset.map { "export \($0)='…'" }).map { "\($0)\n" as Printed }.joined()
    }
    let isFile = arguments.value("target").flatMap(folder(ofTarget:)) != nil
    lines.append(
      "Nothing was sent. Give a fact \(isFile ? "in the profile" : "in a profile") or with --set "
        + "NAME=VALUE; '\(ConformanceCommand.name) init' writes a profile to fill in.")
    return lines.map { "\($0)\n" as Printed }.joined()
  }
}

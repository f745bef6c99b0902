// SPDX-License-Identifier: Apache-2.0
// `init --from`: asks a target which of its MVPDs the facts of a profile may be.

import Formats
import HTTP
import Record
import Reports
import Runner
import Suites
import Synchronization
import Text

/// Asks a target for its configuration, and finds the MVPDs in it that facts may be.
struct FactSearch {
  let collection: SuiteCollection
  let arguments: Arguments
  let console: Console

  static let option = Option(
    "from", "URL",
    help:
      "asks the service there for its MVPDs, and writes them under the facts that they fit; the "
      + "software statement comes from its variable or from standard input")

  /// The file that the search is written in, among the shipped suites.
  private static let file = "found-facts.yaml"
  private static let cookbook = "rest-api-v2"
}

extension FactSearch {
  /// What was found; nil where the target can't be asked, which is printed.
  func facts(from url: String) throws(UsageError) -> FoundFacts? {
    let profile = try profile(url)
    let suites = search()
    if suites.hasErrors { throw UsageError(report: suites.report(withWarnings: false)) }
    let target = TargetChoice(
      profile: profile, server: nil, folder: nil, suites: suites, remarks: [])
    let composition = try Composition(target, arguments, console)
    let (cancellation, interruption) = composition.endedBySignals()
    defer { interruption.end() }
    let mvpds = Mutex<[String: [(id: String, name: String)]]>([:])
    let record = Run(
      Planner.preflight(suites, facts: profile.factsByName), profile: profile,
      settings: composition.settings(try composition.limits(jobs: 1)),
      environment: composition.environment, cancellation: cancellation
    ).record { judged in
      guard judged.kind == .passed, let fact = judged.tags.first,
        let mvpd = judged.row["m"]?.object, let id = mvpd["id"]?.string
      else { return }
      let name = mvpd["displayName"]?.string ?? id
      mvpds.withLock { $0[fact, default: []].append((id, name)) }
    }
    let checklist = Checklist(record, on: console.report)
    if checklist.hasFailures || record.isInterrupted {
      console.error(checklist.text)
      return nil
    }
    let given = profile.factsByName.filter { arguments.setNames.contains($0.key) }
    return FoundFacts(url: url, given: given, mvpds: mvpds.withLock(\.self))
  }

  /// The target with the facts that `--set` gives, and the secrets from their variables.
  private func profile(_ url: String) throws(UsageError) -> Profile {
    var draft: ProfileDraft
    do {
      draft = ProfileDraft(
        name: url, baseURL: try BaseURL(url), declared: collection.facts, of: .option("--from"))
    } catch {
      throw UsageError("--from: \(error.description)")
    }
    var mistakes = arguments.all(Option.setFact.name).compactMap { draft.set($0) }
    let essential = collection.facts.essential(for: [Self.cookbook])
    for fact in essential where fact.isSecret {
      if arguments.setNames.contains(fact.name) {
        throw UsageError(
          "a secret on the command line is seen by all: set \(fact.environmentVariable), or write "
            + "\(fact.name) to standard input")
      }
      let value = console.environment[fact.environmentVariable] ?? Machine.inputLine()
      guard let value, !value.isEmpty else {
        throw UsageError(report: "export \(fact.environmentVariable)='…'\n")
      }
      if let mistake = draft.give(fact.name, .string(value), by: fact.environmentVariable) {
        mistakes.append(mistake)
      }
    }
    if draft.profile.facts["service_provider"] == nil {
      throw UsageError("--from needs the service provider: add --set service_provider=ID")
    }
    if let first = mistakes.first { throw UsageError(first.message) }
    return draft.profile
  }

  /// A preflight with a table for each fact that says by which query it is found.
  private func search() -> SuiteCollection {
    let scenarios = collection.facts.declarations.compactMap { fact in
      fact.query.map { query in
        """
          - scenario: \(fact.name) ${m.id}
            tags: [\(fact.name)]
            cases: {each: m, of: preflight-configuration, in: \(FlowYAML.text(.string(query)))}
            steps: [{step: Read it, use: preflight-configuration}]

        """
      }
    }
    let text = """
      suite: What the service says of its MVPDs
      cookbook: \(Self.cookbook)
      preflight: true
      scenarios:
      \(scenarios.joined())
      """
    let path = SuitePath.joined(SuiteLocation.shipped(console) ?? ".", Self.file)
    let files = SuiteFiles(
      kind: { $0 == path ? .file : SuiteLocation.files.kind($0) },
      read: { file throws(FileError) in
        file == path ? Array(text.utf8) : try SuiteLocation.files.read(file)
      }, list: SuiteLocation.files.list)
    return SuiteLoader.load([path], shipped: SuiteLocation.shipped(console), files: files)
  }
}

extension Arguments {
  /// The names of the facts that `--set` gives.
  fileprivate var setNames: Set<String> {
    Set(all(Option.setFact.name).compactMap { $0.split(separator: "=").first.map(String.init) })
  }
}

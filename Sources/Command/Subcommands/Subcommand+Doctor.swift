// SPDX-License-Identifier: Apache-2.0
// `init` writes a target profile; `doctor` runs the preflights of a target.

import HTTP
import Partner
import Record
import Reports
import Runner
import Suites
import Text

extension Subcommand {
  private static let standardProfile = "staging.yaml"

  static let initProfile = Subcommand(
    name: "init", summary: "Writes a commented target profile to fill in", parameters: "[FILE]",
    discussion: """
      The profile gives the facts that the suites use: the essential ones with examples, the
      optional ones as comments. Secrets come from environment variables.
      FILE is \(standardProfile) if it is not named; - is standard output. An existing file stays as
      it is, and the exit status is 2. With --from and --set service_provider=ID, it registers at
      the service and reads its configuration; the exit status is 3 where the service refuses.
      """,
    options: [
      Option("force", help: "overwrites an existing file"),
      Option(
        "for", "SUITE", isRepeatable: true,
        help: "the suites whose facts are given; by default all shipped ones"),
      .cookbook, FactSearch.option, .setFact, .proxy,
      Option("insecure", help: "does not check certificates"),
    ]
  ) { arguments, console throws(UsageError) in
    guard arguments.positional.count <= 1 else { throw UsageError("init writes one FILE") }
    let path = arguments.positional.first ?? standardProfile
    let isOutput = path == "-"
    // Found before the suites are loaded, which takes longer.
    if !isOutput, !arguments.has("force"), Files.kind(path) != nil {
      throw UsageError("'\(path)' exists; name another file, or overwrite it with --force")
    }
    let collection = try SuiteLocation.load(arguments.all("for"), console)
    let chosen = try collection.chosen(by: arguments)
    if chosen.hasErrors { return chosen.refuse(on: console) }
    let name = isOutput ? standardProfile : path
    var found: FoundFacts?
    if let url = arguments.value(FactSearch.option.name) {
      found = try FactSearch(collection: chosen, arguments: arguments, console: console)
        .facts(from: url)
      if found == nil { return .noVerdict }
    }
    let text = chosen.usedFacts.profileText(
      name: ProfilePath.stem(of: name), file: SuitePath.name(of: name),
      cookbooks: chosen.cookbooksInForce,
      partners: chosen.cookbooksInForce.compactMap { chosen.catalogues[$0]?.partner }.unique,
      found: found)
    if isOutput {
      console.output("\(ownLines: text)")
      return .success
    }
    let isWritten = console.saves(path) { () throws(FileProblem) in
      try Files.write(Array(text.utf8), to: path)
    }
    guard isWritten else { return .notWritten }
    console.output(
      "Wrote \(path). Fill in its facts, then: \(ConformanceCommand.name) check --target \(path)\n")
    return .success
  }

  static let examineTarget = Subcommand(
    name: "doctor", summary: "Checks whether a target can be judged, and says what to do if not",
    parameters: "[SUITE …]",
    discussion: """
      Runs the preflights of the suites alone, which every 'run' begins with, and prints them as a
      checklist. SUITE is a file or a folder; without one, all suites in the folder Suites are read.
      Exit status: 0 the target can be judged · 2 a mistake in the command line, a suite or the
      profile; nothing was sent · 3 it can't be judged · 130 interrupted.
      """,
    options: [
      .target, .setFact, .cookbook, .proxy,
      Option("insecure", help: "does not check certificates"),
    ] + [FrameworkChoice.option] + Console.options
  ) { arguments, console throws(UsageError) in
    var collection = try SuiteLocation.load(
      arguments.positional, for: arguments.value("target"), console)
    if !collection.suites.contains(where: \.isPreflight) {
      let folders = arguments.positional.map {
        Files.kind($0) == .folder ? $0 : SuitePath.folder(of: $0)
      }
      let all = folders + folders.map(SuitePath.above) + [SuiteLocation.shipped(console) ?? "."]
      let paths = all.map { SuitePath.joined($0, "preflight.yaml") }
      if let path = paths.first(where: { Files.kind($0) == .file }) {
        collection = try SuiteLocation.load(
          arguments.positional + [path], for: arguments.value("target"), console)
      }
    }
    let judging = try collection.chosen(by: arguments)
    if judging.hasErrors { return judging.refuseToRun(on: console) }
    guard collection.suites.contains(where: \.isPreflight) else {
      throw UsageError(
        "none of these suites is a preflight; one has 'preflight: true', and there is no "
          + "preflight.yaml beside them, in the folder above or among the shipped suites")
    }
    let target = try TargetChoice(arguments, console, for: collection)
    defer { target.server?.stop() }
    let profile = target.profile
    let composition = try Composition(target, arguments, console)
    let checked = composition.checkedSuites(of: target)
    if checked.hasErrors { return checked.refuseToRun(on: console) }
    let plan = Planner.preflight(
      target.suites, facts: profile.factsByName,
      identities: { composition.surroundings.framework[$0].identities })
    let capacity = try composition.capacity(jobs: 1, target)
    let (cancellation, interruption) = composition.endedBySignals()
    defer { interruption.end() }
    var settings = composition.settings(capacity)
    settings.keepsPassedExchanges = console.amount == .exchanges
    let record = Run(
      plan, profile: profile, settings: settings, surroundings: composition.surroundings,
      cancellation: cancellation
    ).record { judged in
      if console.amount == .exchanges { console.output(console.report.exchanges(of: judged)) }
    }
    composition.programs.wait()
    let checklist = Checklist(record, on: console.report)
    console.output(console.isQuiet ? checklist.verdict : checklist.text)
    if record.isInterrupted { return .interrupted }
    return checklist.hasFailures ? .noVerdict : .success
  }
}

// SPDX-License-Identifier: Apache-2.0
// `doctor` runs the preflights of a target.

import HTTP
import Partner
import Record
import Reports
import Runner
import Suites
import Text

extension Subcommand {
  static let examineTarget = Subcommand(
    name: "doctor", summary: "Checks whether a target can be judged, and says what to do if not",
    parameters: "[SUITE …]",
    discussion: """
      Runs the preflights of the suites alone, which every 'run' begins with, and prints them as a
      checklist. SUITE is a file or a folder; without one, all suites in the folder Suites are read.
      It asks for the cookbooks that the target claims, else for each of which it has the essential
      facts.
      Exit status: 0 the target can be judged by a cookbook · 2 a mistake in the command line, a
      suite or the profile; nothing was sent · 3 it can be judged by none · 130 interrupted.
      """,
    options: [
      .target, .setFact, .cookbook, .proxy,
      Option("insecure", help: "does not check certificates"),
    ] + [FrameworkChoice.option] + Console.options
  ) { arguments, console throws(UsageError) in
    var collection = try SuiteLocation.load(arguments, console)
    if !collection.suites.contains(where: \.isPreflight) {
      let folders = arguments.positional.map {
        Files.kind($0) == .folder ? $0 : SuitePath.folder(of: $0)
      }
      let all = folders + folders.map(SuitePath.above) + [SuiteLocation.shipped(console) ?? "."]
      let paths = all.map { SuitePath.joined($0, "preflight.yaml") }
      if let path = paths.first(where: { Files.kind($0) == .file }) {
        collection = try SuiteLocation.load(arguments, and: [path], console)
      }
    }
    let judging = try collection.chosen(by: arguments)
    if judging.hasErrors { return judging.refuseToRun(on: console) }
    guard collection.suites.contains(where: \.isPreflight) else {
      throw UsageError(
        "none of these suites is a preflight; one has 'preflight: true', and there is no "
          + "preflight.yaml beside them, in the folder above or among the shipped suites")
    }
    let target = try TargetChoice(arguments, console, for: collection, use: .examined)
    defer { target.server?.stop() }
    let profile = target.profile
    let composition = try Composition(target, arguments, console)
    let checked = composition.checkedSuites(of: target)
    if checked.hasErrors { return checked.refuseToRun(on: console) }
    let plan = Planner.preflight(
      target.suites, facts: profile.factsByName,
      identities: { composition.environment.framework[$0].identities })
    let limits = try composition.limits(jobs: 1)
    let (cancellation, interruption) = composition.endedBySignals()
    defer { interruption.end() }
    var settings = composition.settings(limits)
    settings.keepsPassedExchanges = console.amount == .exchanges
    settings.isPreview = true
    let record = Run(
      plan, profile: profile, settings: settings, environment: composition.environment,
      cancellation: cancellation
    ).record { judged in
      if console.amount == .exchanges { console.output(console.report.exchanges(of: judged)) }
    }
    composition.programs.wait()
    let checklist = Checklist(record, on: console.report)
    console.output(console.isQuiet ? checklist.verdict : checklist.text)
    if checklist.hasFailures, !console.isQuiet {
      console.output(Letter(about: record, on: console.report).text)
    }
    if record.isInterrupted { return .interrupted }
    return target.suites.canBeJudged(but: checklist.failures) ? .success : .noVerdict
  }
}

extension SuiteCollection {
  /// Whether a target can be judged by at least one cookbook.
  ///
  /// - Parameter failures: The cookbooks whose preflights failed; nil for one that all suites need.
  fileprivate func canBeJudged(but failures: [String?]) -> Bool {
    if failures.isEmpty || failures.contains(nil) { return failures.isEmpty }
    return cookbooksToWrite.contains { cookbook in
      !catalogues.names(inChainOf: cookbook).contains { failures.contains($0) }
    }
  }
}

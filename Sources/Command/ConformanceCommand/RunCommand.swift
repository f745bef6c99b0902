// SPDX-License-Identifier: Apache-2.0
// `run`: the suites against a target, and the reports.

import Encodings
import HTTPTransport
import Host
import Reporting
import Results
import Runner
import SourceText
import SuiteModel
import Synchronization

extension Subcommand {
  static let runSuites = Subcommand(
    name: "run", summary: "Runs suites against a target and writes the reports",
    parameters: "[SUITE …]",
    discussion: """
      SUITE is a file or a folder; without one, all suites of the folder Suites are run.
      Exit status: 0 conformant · 1 not conformant · 2 a mistake in command line, suite or
      profile, nothing sent · 3 no verdict possible · 4 a report could not be written ·
      130 interrupted.
      """,
    options: [
      Option(
        "target", "TARGET",
        help: "reference (default, the embedded service), a URL, or the file of a target profile"),
      Option(
        "set", "NAME=VALUE", isRepeatable: true,
        help: "sets a fact of the target, the value as in YAML's flow style"),
      Option("reports", "DIR", help: "the folder of the reports; Reports by default"),
      Option("jobs", "N", help: "how many scenarios at once"),
      Option(
        "tag", "TAG", isRepeatable: true, help: "only scenarios with this tag, or one of these"),
      Option(
        "scenario", "PATTERN", isRepeatable: true,
        help: "only scenarios whose name contains this text; * and ? match the whole name"),
      Option("fail-fast", help: "ends the run at the first scenario that is not conformant"),
      Option("strict", help: "a missed should is a failure, too"),
      Option(
        "junit-profile", "PROFILE", choices: JUnitProfile.allCases.map(\.rawValue),
        help: "the form of junit.xml: jenkins (default), ant, surefire or rich"),
      Option("junit-hostname", "NAME", help: "the host's name in junit.xml; localhost by default"),
      Option(
        "annotations", "FORM", choices: ["github", "none"],
        help: "github: a line for each failure, for GitHub Actions (where it is on by itself)"),
      Option("insecure", help: "certificates are not checked; every report says so"),
    ] + FrameworkChoice.options
  ) { arguments, console throws(UsageError) in
    try RunCommand(arguments, console).run()
  }
}

/// Failures as they happen: the first in full, since a screen holds no hundreds.
private final class ShownFailures: Sendable {
  private static let limit = 20
  private let count = Mutex(0)

  func show(_ text: String, on console: Console) {
    count.withLock { count in
      count += 1
      if count <= Self.limit { console.output(text) }
      if count == Self.limit { console.output("… further ones stand in the report.\n") }
    }
  }
}

/// A run from its command line to its exit status.
private struct RunCommand {
  let arguments: Arguments
  let console: Console
  let reports: String
  let jobs: Int

  init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    self.arguments = arguments
    self.console = console
    reports = arguments.value("reports") ?? "Reports"
    let standard = max(8, 2 * Machine.processorCount)
    jobs = try arguments.integer("jobs", in: 1...1000) ?? standard
  }

  func run() throws(UsageError) -> ExitStatus {
    let collection = try SuiteLocation.load(arguments.positional, console)
    if collection.hasErrors {
      console.error(collection.report(withWarnings: false))
      console.error("\nNothing was sent: the suites have mistakes.\n")
      return .invalidInput
    }
    do {
      try Files.prepareFolder(reports)
    } catch {
      throw UsageError("--reports '\(reports)': \(error.message)")
    }
    let target = try TargetChoice(arguments, console)
    defer { target.server?.stop() }
    let profile = target.profile
    let plan = Planner.plan(
      collection,
      selection: Selection(tags: arguments.all("tag"), names: arguments.all("scenario")),
      target: profile.name, facts: profile.factsByName)
    let composition = try Composition(target, arguments, console)
    let cancellation = Cancellation()
    let signals = Signals()
    let programs = composition.programs
    let interruption = signals.onInterruption {
      programs.kill()
    } _: {
      cancellation.cancel()
      programs.interrupt()
    }
    defer { interruption.end() }
    console.output(opening(plan, profile))
    let terminal = TerminalReport(hasColour: console.hasColour)
    let failures = ShownFailures()
    let requirements = plan.requirementRecords
    let isStrict = arguments.has("strict")
    let record = Run(
      plan, profile: profile, settings: composition.settings(jobs: jobs, arguments),
      surroundings: composition.surroundings, cancellation: cancellation
    ).record { suite, scenario, shared in
      let text = terminal.failure(
        scenario, in: suite, shared: shared, requirements: requirements, isStrict: isStrict)
      if !text.isEmpty { failures.show(text, on: console) }
    }
    programs.wait()
    return finish(record, terminal, composition.recording)
  }

  /// What is going to be done; with a rate also how long that takes.
  private func opening(_ plan: Plan, _ profile: Profile) -> String {
    let count = plan.scenarioCount
    let url = "\(profile.baseURL)"
    let place = profile.name == url ? url : "\(profile.name) (\(url))"
    var text = "\(count) scenario\(count == 1 ? "" : "s") against \(place)\n"
    if let rate = profile.rate {
      let requests = plan.requestCount
      let seconds = Double(max(0, requests - rate.burst)) / rate.perSecond
      let pace = rate.perSecond.formatted
      text +=
        "about \(requests) requests at \(pace) a second after a burst of \(rate.burst): "
        + "this takes about \(DurationText.rounded(.seconds(seconds)))\n"
    }
    return text
  }

  private func finish(
    _ record: RunRecord, _ terminal: TerminalReport, _ recording: (file: String, bytes: [UInt8])?
  ) -> ExitStatus {
    let judgement = RunJudgement(record)
    var problems: [String] = []
    var written: [String] = []
    func write(_ path: String, _ bytes: [UInt8]) -> Bool {
      do {
        try Files.write(bytes, to: path)
        return true
      } catch {
        problems.append("\(path): \(error.message)")
        return false
      }
    }
    func writeReport(_ name: String, _ bytes: [UInt8]) {
      if write("\(reports)/\(name)", bytes) { written.append("\(reports)/\(name)") }
    }
    let profile = arguments.value("junit-profile").flatMap { JUnitProfile(rawValue: $0) }
    let junit = JUnitReport(
      profile: profile ?? .jenkins, hostname: arguments.value("junit-hostname") ?? "localhost")
    for file in junit.files(of: judgement) { writeReport(file.name, file.bytes) }
    writeReport("report.md", MarkdownReport().bytes(of: judgement))
    writeReport("report.json", JSONReport().bytes(of: judgement))
    let annotations =
      arguments.value("annotations") ?? (console.isGitHubActions ? "github" : "none")
    if annotations == "github" { console.output(text(AnnotationReport().bytes(of: judgement))) }
    console.output("\n\(text(terminal.bytes(of: judgement)))")
    if let recording, write(recording.file, recording.bytes) {
      console.output("Recording of the partner's framework: \(recording.file)\n")
    }
    console.output("Reports: \(written.joined(separator: ", "))\n")
    guard problems.isEmpty else {
      for problem in problems { console.error("error: not written: \(problem)\n") }
      return .notWritten
    }
    return ExitStatus(rawValue: Int32(judgement.outcome.status)) ?? .notConformant
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension Double {
  /// Without a fraction where there is none.
  fileprivate var formatted: String {
    self == rounded() && abs(self) < 1e9 ? String(Int(self)) : String(self)
  }
}

extension DurationText {
  /// As a person says it: seconds below two minutes, else minutes.
  fileprivate static func rounded(_ duration: Duration) -> String {
    let seconds = duration.wholeMilliseconds / 1000
    return seconds < 120 ? "\(seconds) s" : "\((seconds + 30) / 60) min"
  }
}

// SPDX-License-Identifier: Apache-2.0
// `sso-selftest`: measures how sharp suites are.

import Command
import Formats
import HTTP
import Record
import Runner
import Suites
import Text

extension Subcommand {
  static let measureSuites = Subcommand(
    program: SelfTestProgram.name, name: "",
    summary: "Measures how sharp suites are: what they would not notice", parameters: "[SUITE …]",
    discussion: """
      Runs the suites once against a target, on which they have to pass. Then it measures what they
      would let through. SUITE is a file or a folder; without one, all suites in the folder Suites
      are measured.

      A mutant is an answer of that run with one thing changed. The expectations judge it again,
      without sending anything. It is caught, or harmless because a cookbook's catalogue allows it
      under 'freedoms', or it survives: then it is printed with the place of the step.
      The score is caught ÷ (all − harmless). Where SUITEs are named, only the steps in them count,
      and not those of fragments in other places.

      A seeded defect is a way in which the reference service can be wrong ('serve --list' names
      them, and 'serve --defect NAME' runs a service that has one). The scenarios that cover a
      requirement which it breaks have to fail on it, and to blame that requirement. A right variant
      is a way in which it can be right otherwise: there, no scenario may fail. Both need the
      reference service: with --target, only mutants are measured.

      The rules for applications are measured, too: by the traffic of the run. One course at a time is
      changed in one thing (an exchange is left out, repeated, moved or late; a header or a
      parameter is missing, there twice, empty, another or an old one; it is sent by http). A rule
      has to be broken, or 'freedoms' beside the rules allow the change, or it survives. With --har,
      a recording is changed and nothing is run.

      The least scores that are accepted stand in the file selftest.json of the folder of the suites
      or rules, as {"score": 0.95, "recordings": 0.9}, or one is given for both with --at-least.
      Exit status: 0 the score holds · 1 it does not, or a part found something · 2 a mistake in the
      command line, a suite or the profile · 3 no verdict possible · 4 the score could not be
      written · 130 interrupted.
      """,
    options: SelfTestPart.all.map(\.option) + [
      .target, .setFact,
      Option("seed", "N", help: "chooses the share; the same number chooses the same (default 1)"),
      Option("share", "PERCENT", help: "judges only a share of what could be judged, such as 10"),
      Option("at-least", "SCORE", help: "the least score that is accepted, such as 0.95"),
      Option("json", "FILE", help: "also writes the result as JSON"),
      Option("suggest", help: "prints for each survivor an expectation that would catch it"),
      AuditOptions.rulesOption, RecordingChoice.option,
      Option("jobs", "N", help: "how many scenarios run at the same time, at most 64"),
      .proxy, Option("insecure", help: "does not check certificates"),
    ] + Option.selection + [FrameworkChoice.option]
  ) { arguments, console throws(UsageError) in try SelfTestCommand(arguments, console).run() }
}

/// Makes a self-test from its command line, up to the exit status.
private struct SelfTestCommand {
  let arguments: Arguments
  let console: Console
  let jobs: Int
  let seed: Int
  let share: Double

  init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    self.arguments = arguments
    self.console = console
    jobs = try arguments.jobs()
    seed = try arguments.integer("seed", in: 0...Int.max) ?? 1
    share = try Self.number("share", of: arguments, upTo: 100).map { $0 / 100 } ?? 1
    if share == 0 { throw UsageError("--share is above 0: nothing would be judged") }
  }

  /// The value of an option as a number from 0.
  static func number(
    _ name: String, of arguments: Arguments, upTo limit: Double
  ) throws(UsageError) -> Double? {
    guard let text = arguments.value(name) else { return nil }
    guard let number = Double(text), number >= 0, number <= limit else {
      throw UsageError("--\(name) is a number from 0 to \(Int(limit)), not '\(text)'")
    }
    return number
  }

  func run() throws(UsageError) -> ExitStatus {
    if !arguments.all(RecordingChoice.option.name).isEmpty { return try measureRecordings() }
    let collection = try SuiteLocation.load(arguments, console)
    if collection.hasErrors { return collection.refuseToRun(on: console) }
    if RecordingChoice.isAll(arguments) || arguments.has(SelfTestPart.recordings.name) {
      // A mistake in them is found before anything is sent.
      _ = try RecordingChoice.rules(arguments, console)
    }
    let least = try least()
    let target = try TargetChoice(arguments, console, for: collection)
    defer { target.server?.stop() }
    try target.suites.requireMatches(of: arguments.selection, facts: target.profile.factsByName)
    let composition = try Composition(target, arguments, console)
    let checked = composition.checkedSuites(of: target)
    if checked.hasErrors { return checked.refuseToRun(on: console) }
    let (cancellation, interruption) = composition.endedBySignals()
    defer { interruption.end() }
    let runSettings = composition.settings(try composition.limits(jobs: jobs))
    let (judgement, courses, sent) = passedRun(target, composition, runSettings, cancellation)
    guard judgement.isRight else {
      console.error(
        "error: \(judgement.exitStatus == .noVerdict ? "no verdict is possible" : "the suites do not pass on this target"), so nothing was measured; '\(ConformanceCommand.name) run' says why\n"
      )
      return judgement.exitStatus
    }
    let setting = SelfTestSetting(
      suites: target.suites, arguments: arguments, console: console, jobs: jobs, seed: seed,
      share: share, judgement: judgement, environment: composition.environment,
      runSettings: runSettings, courses: courses, sent: sent, cancellation: cancellation)
    var score = MutationScore(
      target: target.profile.name,
      suites: target.suites.suites.map { .init(file: $0.file, digest: $0.digest) }, share: share,
      seed: seed)
    for part in try parts(target) where !cancellation.isCancelled {
      // Each may take minutes; the result stands on standard output.
      if console.isInteractive { console.error("measuring: \(part.name) …\n") }
      try part.measure(setting, &score)
    }
    if cancellation.isCancelled { return .interrupted }
    return write(score, least)
  }

  /// Measures rules by recordings, without a run.
  private func measureRecordings() throws(UsageError) -> ExitStatus {
    if let part = SelfTestPart.all.first(where: {
      arguments.has($0.name) && $0.name != SelfTestPart.recordings.name
    }) {
      throw UsageError("--\(part.name) measures a run, and --har a recording: take one of them")
    }
    let least = try least()
    let cancellation = Cancellation()
    let interruption = Signals().onInterruption { cancellation.cancel() }
    defer { interruption.end() }
    let (share, seed) = (share, seed)
    var score = MutationScore(target: "recordings", suites: [], share: share, seed: seed)
    score.recordings = try RecordingChoice.result(arguments, console, cancellation) {
      SelfTestSetting.includes($0, share: share, seed: seed)
    }
    if cancellation.isCancelled { return .interrupted }
    return write(score, least)
  }

  /// The least scores that are accepted.
  private func least() throws(UsageError) -> RecordedScore {
    if let least = try Self.number("at-least", of: arguments, upTo: 1) {
      return RecordedScore(mutants: least, recordings: least)
    }
    return try RecordedScore.of(arguments, console)
  }

  /// Prints and writes what was measured.
  private func write(_ score: MutationScore, _ least: RecordedScore) -> ExitStatus {
    let report = SelfTestReport(
      score: score, least: least, showsSuggestions: arguments.has("suggest"))
    console.output(report.text)
    if let file = arguments.value("json") {
      let text = JSONWriter.text(score.json, indented: true)
      let isWritten = console.saves(file) { () throws(FileError) in
        try Files.write(Array("\(text)\n".utf8), to: file)
      }
      if !isWritten { return .notWritten }
    }
    return report.holds ? .success : .notConformant
  }

  /// The parts that options name; without such an option, the standard ones that the target allows.
  private func parts(_ target: TargetChoice) throws(UsageError) -> [SelfTestPart] {
    let named = SelfTestPart.all.filter { arguments.has($0.name) }
    if target.server == nil, let part = named.first(where: \.needsReference) {
      throw UsageError(
        "--\(part.name) needs the reference service, which it changes: leave --target out")
    }
    if !named.isEmpty { return named }
    if RecordingChoice.isAll(arguments) { return [.recordings] }
    return SelfTestPart.all.filter {
      $0.isStandard && (target.server != nil || !$0.needsReference)
        && ($0.name != SelfTestPart.recordings.name || RecordingChoice.isStandard(arguments))
    }
  }

  /// Runs the suites once, and keeps the answers.
  private func passedRun(
    _ target: TargetChoice, _ composition: Composition, _ settings: RunSettings,
    _ cancellation: Cancellation
  ) -> (RunJudgement, [PassedAnswers], [SentExchange]) {
    let plan = Planner.plan(
      target.suites, selection: arguments.selection, facts: target.profile.factsByName)
    let courses = CourseCollection()
    var settings = settings
    settings.judged = { courses.add($0) }
    let traffic = OwnTraffic()
    settings.sent = { traffic.add($0) }
    settings.selection = arguments.selectionRecord(
      arguments.selection,
      planned: plan.scenarioCount, of: target.suites, console)
    let record = Run(
      plan, profile: target.profile, settings: settings, environment: composition.environment,
      cancellation: cancellation
    ).record { _ in }
    composition.programs.wait()
    return (RunJudgement(record), courses.all, traffic.all)
  }
}

// SPDX-License-Identifier: Apache-2.0
// All that the commands ask of the suites: what a command line chooses, and what is printed of them.

package import Formats
import HTTP
import Partner
import Record
import Redaction
import Reports
package import Runner
package import Suites
import Text

// MARK: What a command line chooses

extension SuiteCollection {
  /// The suites of the cookbooks that `--cookbook` names, else of those that the target's profile
  /// does, and of those that they extend. Without either, all.
  ///
  /// - Throws: `UsageError` for a cookbook of which no suite is.
  func chosen(by arguments: Arguments) throws(UsageError) -> SuiteCollection {
    let named = arguments.all(Option.cookbook.name)
    let known = Set(catalogues.keys).union(cookbooksOfSuites).sorted()
    for name in named where !known.contains(name) {
      // A suite of it may be one that can't be read.
      if hasErrors, cookbooks.contains(name) { continue }
      throw UsageError(
        "--cookbook '\(name)': no suite is of this cookbook"
          + Suggestion.hint(for: name, among: known) + "; there are \(Wording.list(known))")
    }
    let left = judging(by: named.isEmpty ? TargetChoice.cookbooksOfProfile(arguments) : named)
    // Whoever reads the profile says that its cookbooks leave nothing.
    return named.isEmpty && left.suites.isEmpty ? self : left
  }

  /// The scenarios of every run, or all where `--tag` or `--scenario` may mean one of a deep run.
  func withoutDeep(_ arguments: Arguments) -> SuiteCollection {
    arguments.all("tag").contains(Scenario.deepTag) || !arguments.all("scenario").isEmpty
      ? self : inEveryRun
  }

  /// Checks that each word of a selection selects something: else it is a typing mistake, and a run
  /// that leaves out what it names would not say so.
  ///
  /// - Parameter facts: Those of the target, which names of scenarios may hold.
  /// - Throws: `UsageError` for the first word that selects nothing, with the nearest one.
  package func requireMatches(of selection: Selection, facts: [String: JSONValue])
    throws(UsageError)
  {
    let tags = Set(selectable.flatMap(\.scenario.tags)).sorted()
    for (option, words) in [("tag", selection.tags), ("exclude-tag", selection.excludedTags)] {
      for tag in words where !tags.contains(tag) {
        let hint = Suggestion.nearest(to: tag, among: tags).map { ", did you mean '\($0)'?" }
        throw UsageError(
          "--\(option) '\(tag)': no scenario has this tag\(hint ?? "; 'list' shows all")")
      }
    }
    let phases = Set(suites.compactMap(\.phase)).sorted()
    for phase in selection.phases where !phases.contains(phase) {
      let known =
        phases.isEmpty ? "no suite names one" : "there are \(phases.joined(separator: ", "))"
      throw UsageError("--phase '\(phase)': no suite is of this phase; \(known)")
    }
    try checkRequirements(selection.requirements)
    for name in selection.names {
      let one = Selection(names: [name])
      let found = selectable.filter {
        one.includes($0.scenario, of: $0.suite, in: self, facts: facts)
      }
      let hint = hint(for: name)
      // A row of a live table may have any name. One of several words that is nearly that of another
      // scenario is more likely a typing mistake.
      let isGuess = found.allSatisfy {
        !one.includesAsWritten($0.scenario, of: $0.suite, in: self, facts: facts)
      }
      guard !found.isEmpty, !isGuess || hint.isEmpty || !name.contains(" ") else {
        throw UsageError(
          "--scenario '\(name)': no scenario has this name"
            + (hint.isEmpty ? "; 'list' shows all" : hint))
      }
    }
  }

  private var selectable: [(suite: Suite, scenario: Scenario)] {
    suites.filter { !$0.isPreflight }.flatMap { suite in suite.scenarios.map { (suite, $0) } }
  }

  private func checkRequirements(_ ids: [String]) throws(UsageError) {
    guard !ids.isEmpty else { return }
    let covered = selectable.reduce(into: Set<String>()) {
      $0.formUnion(requirements(coveredBy: $1.scenario))
    }
    for id in ids where !covered.contains(id) {
      if let known = catalogues.values.requirement(id) {
        let why = known.excuse.map { ": \($0)" } ?? "; 'coverage' shows what they cover"
        throw UsageError("--requirement '\(id)': no scenario covers it\(why)")
      }
      let hint = Suggestion.hint(for: id, among: covered.sorted())
      throw UsageError("--requirement '\(id)': no catalogue has this requirement\(hint)")
    }
  }

  /// The part of a name that a text was meant to be: of as many words as the text has.
  private func hint(for text: String) -> String {
    let length = max(1, text.split(separator: " ").count)
    var parts: Set<String> = []
    for (_, scenario) in selectable {
      let words = scenario.name.text.split(separator: " ")
      guard words.count >= length else { continue }
      for start in 0...(words.count - length) {
        parts.insert(words[start..<(start + length)].joined(separator: " "))
      }
    }
    return Suggestion.hint(for: text, among: parts.sorted())
  }
}

// MARK: What a framework knows

extension SuiteCollection {
  /// The suites, with an error for each mistake in the target, and for each word that the framework
  /// does not know: the one that the command line or the target's profile chooses, else an emulator.
  ///
  /// - Parameter needsFacts: Whether a missing essential fact of the target is a mistake.
  func addingTargetErrors(
    _ arguments: Arguments, _ console: Console, needsFacts: Bool = true
  ) throws(UsageError) -> (suites: SuiteCollection, frameworks: FrameworkSelection?) {
    guard arguments.has("target") || arguments.has("set") else {
      return try addingWordErrors(nil, arguments, console)
    }
    var mistakes: [Diagnostic] = []
    guard
      let target = try TargetChoice.read(
        arguments, console, for: self, needsFacts: needsFacts, &mistakes)
    else { return (adding(mistakes), nil) }  // Nobody can tell which framework the profile means.
    defer { target.server?.stop() }
    return try target.suites.adding(mistakes).addingWordErrors(target, arguments, console)
  }

  private func addingWordErrors(
    _ target: TargetChoice?, _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> (suites: SuiteCollection, frameworks: FrameworkSelection?) {
    let processes = ChildProcesses()
    defer { processes.wait() }
    let secrets = target.map { KnownSecrets($0.profile, for: self) } ?? KnownSecrets()
    let frameworks = try FrameworkSelection(
      target?.profile, in: target?.folder, arguments, processes
    ) { command throws(PartnerError) in
      try PartnerProgram(
        command: command, processes: processes, console: console, redaction: secrets,
        secretVariables: target?.profile.environmentVariables ?? []
      ).checkedProgram()
    }
    return (addingWordErrors(frameworks.vocabulary), frameworks)
  }
}

// MARK: What is printed

extension SuiteCollection {
  /// Prints the errors, and says that nothing was sent because of them.
  package func refuseToRun(on console: Console) -> ExitStatus {
    let status = refuse(on: console)
    console.error("\nNothing was sent: the suites have mistakes.\n")
    return status
  }

  /// Prints the errors.
  func refuse(on console: Console) -> ExitStatus {
    console.error(report(withWarnings: false))
    return .invalidInput
  }

  /// Every mistake with its line of the file and carets below it.
  func report(withWarnings: Bool) -> Printed {
    diagnostics.filter { withWarnings || $0.severity == .error }
      .map { $0.printed(in: files[$0.file]) }.joined()
  }

  /// `43 suites, 697 scenarios and 12 preflights`.
  private var size: String {
    func count(_ suites: [Suite]) -> Int { suites.reduce(0) { $0 + $1.scenarios.count } }
    let preflights = suites.filter(\.isPreflight)
    let scenarios = Wording.size(count(suites) - count(preflights), preflights: count(preflights))
    return "\(Wording.count(suites.count, "suite")), \(scenarios)"
  }

  /// How many suites, scenarios and mistakes there are.
  ///
  /// - Parameter rules: How many rules there are; nil where none were read.
  func summary(_ rules: Int?) -> Printed {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    let ruled = rules.map { ", \(Wording.count($0, "rule"))" } ?? ""
    return "\(size)\(ruled): \(Wording.count(errors, "error")), "
      + "\(Wording.count(warnings, "warning"))\n"
  }

  /// For `check --format json`.
  var json: JSONValue {
    .array(
      diagnostics.map { diagnostic in
        [
          "file": .string(diagnostic.file), "line": .integer(diagnostic.position.line),
          "column": .integer(diagnostic.position.column), "length": .integer(diagnostic.length),
          "severity": .string(diagnostic.severity.rawValue), "message": .string(diagnostic.message),
        ]
      })
  }

  /// The workflow commands of GitHub Actions.
  func annotations(_ console: Console) -> Printed {
    diagnostics.map { diagnostic in
      .annotation(
        diagnostic.severity == .error ? .error : .warning,
        at: SourceLocation(file: diagnostic.file, position: diagnostic.position),
        console.pathInRepository(diagnostic.file), [diagnostic.message])
    }.joined()
  }

  /// The scenarios that a list of known failures may name.
  var cases: [KnownNames.Case] {
    suites.flatMap { suite in
      suite.scenarios.map { scenario in
        KnownNames.Case(
          subject: .service, file: suite.file, name: scenario.name.gapped(facts: [:]),
          isPreflight: suite.isPreflight)
      }
    }
  }

  /// The files that the suites were read from: the suites, and what they use.
  var evidence: [EvidenceFile] {
    let suites = Set(suites.map(\.file))
    return files.values.map {
      EvidenceFile($0, as: suites.contains($0.name) ? .suite : .init(besideSuites: $0.name))
    }
  }
}

extension EvidenceFile.Kind {
  /// The kind of a file that suites use. One that could not be read as anything is taken for a suite.
  fileprivate init(besideSuites path: String) {
    self =
      switch SuitePath.name(of: path) {
      case "fragments.yaml": .fragments
      case "facts.yaml", "situations.yaml": .facts
      case let name where name.hasSuffix(".json"): .catalogue
      default: .suite
      }
  }
}

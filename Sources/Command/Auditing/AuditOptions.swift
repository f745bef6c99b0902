// SPDX-License-Identifier: Apache-2.0
// The command line of an audit.

package import Audit
import HTTP
import Record
import Suites
import Text

/// The command line of an audit: the rules, the service, the known failures.
package struct AuditOptions {
  let rules: AuditRules
  /// The origin of the service; nil where it follows from the traffic.
  let origin: String?
  let isStrict: Bool
  /// How many requirements have to be proved; nil where any number will do.
  let atLeast: Int?
  let known: [KnownFailure]
  /// Those of the profile that `--target` names.
  let attestations: [Attestation]
  /// By what the answers of the service are judged; nil where they are not.
  let answers: AnswerExpectations?
  /// The profile that `--target` names, and the folder of its file; nil without one.
  let profile: Profile?
  let profileFolder: String?

  /// The folder of the rules, below that of the shipped suites.
  package static let folder = "application"

  package static let rulesOption = Option(
    "rules", "PATH", isRepeatable: true,
    help: "a file or folder of rules; Suites/application by default")
  /// The options of every audit.
  static let options = [
    rulesOption, .cookbook, .target, .setFact,
    Option("strict", help: "treats a missed 'should' as a failure"), .atLeast, KnownFile.option,
  ]
}

extension Option {
  static let answers = Option(
    "answers", help: "judges the service by its answers as well, each by itself")
  package static let cookbook = Option(
    "cookbook", "NAME", isRepeatable: true,
    help: "judges by this cookbook and those that it extends, and by no other")
}

extension AuditOptions {
  /// Reads the options and the rules.
  ///
  /// - Parameter judgesAnswers: Whether the service is judged by its answers as well.
  /// - Throws: `UsageError` with the places of all mistakes in the rules, and in the fragments by which
  ///   answers are judged.
  init(
    _ arguments: Arguments, _ console: Console, judgesAnswers: Bool = false
  ) throws(UsageError) {
    origin = try arguments.value("origin").map { text throws(UsageError) in
      do throws(BaseURLError) {
        return "\(try BaseURL(text).origin)"
      } catch {
        throw UsageError("--origin is a URL such as https://api.example.com: \(error.description)")
      }
    }
    isStrict = arguments.has("strict")
    atLeast = try arguments.atLeast()
    let cookbooks = arguments.all(Option.cookbook.name)
    let all = try Self.rules(arguments.all(Self.rulesOption.name), of: cookbooks, console)
    known = try KnownFile.failures(arguments, of: all, console)
    let (rules, profile) = try Self.giving(arguments, to: all.judging(by: cookbooks), console)
    self.rules = rules
    self.profile = profile
    profileFolder = arguments.value("target").flatMap(TargetChoice.folder(ofTarget:))
    attestations = try AttestationFile.attestations(
      of: profile, at: arguments.value("target"), rules.catalogues, console)
    answers = judgesAnswers ? try Self.answerExpectations(rules, console) : nil
  }

  /// What the shipped fragments expect of each answer in traffic that these rules judge.
  ///
  /// - Throws: `UsageError` where there are none, or with the places of the mistakes in them.
  private static func answerExpectations(
    _ rules: AuditRules, _ console: Console
  ) throws(UsageError) -> AnswerExpectations {
    guard let shipped = SuiteLocation.shipped(console) else {
      throw UsageError(
        "there are no fragments to judge answers by: run this in a folder with "
          + "'\(SuiteLocation.folder)', or set \(SuiteLocation.variable)")
    }
    let expectations = AnswerExpectations(
      lentTo: rules.cookbooks, rules.catalogues, shipped: shipped, files: SuiteLocation.files)
    guard expectations.diagnostics.isEmpty else {
      let errors = expectations.diagnostics.map { $0.printed(in: expectations.sources[$0.file]) }
      throw UsageError(
        report: errors.joined() + "\nNothing was judged: the fragments have mistakes.\n")
    }
    return expectations
  }

  /// The rules with the facts that `--target` and `--set` give, and the profile of these.
  ///
  /// - Throws: `UsageError` with the mistakes in them.
  private static func giving(
    _ arguments: Arguments, to rules: AuditRules, _ console: Console
  ) throws(UsageError) -> (rules: AuditRules, profile: Profile?) {
    let assignments = arguments.all("set")
    let declared = rules.declared
    var mistakes: [Diagnostic] = []
    var draft: ProfileDraft?
    if let path = arguments.value("target") {
      guard TargetChoice.folder(ofTarget: path) != nil else {
        throw UsageError("--target names the file of a profile here: its facts are for the rules")
      }
      // The profile may give facts to suites that have nothing to do with these rules.
      let open = SuiteCollection(
        facts: FactTable(declared.declarations, isOpen: true),
        cookbooks: TargetChoice.cookbooksOfProfile(arguments) ?? [])
      draft = try TargetChoice.read(path, console, for: open, overridden: assignments, &mistakes)
    } else if !assignments.isEmpty, let nowhere = try? BaseURL("http://localhost") {
      draft = ProfileDraft(
        name: "audit", baseURL: nowhere, declared: declared, of: .option("--set"))
    }
    mistakes += assignments.compactMap { draft?.set($0) }
    guard mistakes.isEmpty else {
      let lines = mistakes.map { "\($0.line)\n" as Printed }
      throw UsageError(report: lines.joined() + "\nNothing was judged: the facts have mistakes.\n")
    }
    guard let profile = draft?.profile else { return (rules, nil) }
    return (rules.giving(profile.factsByName, secrets: profile.secrets), profile)
  }

  /// Reads rules.
  ///
  /// - Parameters:
  ///   - named: Files and folders; without them, the shipped rules are read.
  ///   - cookbooks: The chosen ones, each of which has to have rules; all without them. Mistakes in
  ///     the files of others do not count.
  /// - Throws: `UsageError` with the places of all mistakes in them.
  package static func rules(
    _ named: [String], of cookbooks: [String] = [], _ console: Console
  ) throws(UsageError) -> AuditRules {
    let shipped = SuiteLocation.shipped(console)
    guard !named.isEmpty || shipped != nil else {
      throw UsageError(
        "there are no rules: name some with --rules, run this in a folder with "
          + "'\(SuiteLocation.folder)', or set \(SuiteLocation.variable)")
    }
    // The rules in a folder of suites are in the folder for them.
    let paths = named.map { path in
      let inside = SuitePath.joined(path, folder)
      return Files.kind(inside) == .folder ? inside : path
    }
    let rules = AuditRules.load(
      named.isEmpty ? shipped.map { ["\($0)/\(folder)"] } ?? [] : paths, shipped: shipped,
      files: SuiteLocation.files)
    let chosen = rules.judging(by: cookbooks)
    guard !chosen.hasErrors else {
      let errors = chosen.diagnostics.filter { $0.severity == .error }
        .map { $0.printed(in: rules.sources[$0.file]) }
      throw UsageError(report: errors.joined() + "\nNothing was judged: the rules have mistakes.\n")
    }
    for name in cookbooks where !rules.cookbooks.contains(name) {
      let known = rules.cookbooks.sorted()
      throw UsageError(
        "--cookbook '\(name)': no rule is of this cookbook"
          + Suggestion.hint(for: name, among: known) + "; there are \(Wording.list(known))")
    }
    return rules
  }

  /// The shipped rules for applications, of these cookbooks; nil if they are missing, or those of
  /// these cookbooks have a mistake.
  static func shippedRules(_ console: Console, of cookbooks: Set<String>) -> AuditRules? {
    guard let shipped = SuiteLocation.shipped(console) else { return nil }
    let path = "\(shipped)/\(folder)"
    guard Files.kind(path) == .folder else { return nil }
    let rules = AuditRules.load([path], shipped: shipped, files: SuiteLocation.files)
    guard !rules.judging(by: cookbooks).hasErrors,
      rules.files.contains(where: { $0.cookbook.map(cookbooks.contains) == true })
    else { return nil }
    return rules
  }
}

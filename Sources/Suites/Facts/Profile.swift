// SPDX-License-Identifier: Apache-2.0
// A target profile, and one with the places of its facts.

package import Formats
package import HTTP
package import Text

/// The target of a run.
package struct Profile: Sendable, Equatable {
  /// The source of the framework's answers, as `partner:` gives it.
  package struct Framework: Sendable, Equatable {
    /// The key under `partner:`, such as `replay`.
    package let kind: String
    /// The value: one text, or the words of a command.
    package let words: [String]
    /// How many identities it has; nil for as many as wanted, or as the source itself says.
    package var identities: Int?
    /// Its name under `partners:`; nil for the one under `partner:`.
    package var name: String?

    package init(kind: String, words: [String], identities: Int? = nil) {
      self.kind = kind
      self.words = words
      self.identities = identities
    }
  }

  /// Plays the browser in a `visit`.
  package enum UserAgent: Sendable, Equatable {
    /// The run follows redirects.
    case redirects
    /// A program and its arguments.
    case command([String])
  }

  /// The pace at which the target takes requests.
  package struct Rate: Sendable, Equatable {
    package var perSecond: Double
    package var burst: Int

    package init(perSecond: Double, burst: Int) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  /// Files for TLS, relative to the folder of the profile.
  package struct TLS: Sendable, Equatable {
    package var ca: String?
    package var certificate: String?
    package var key: String?
  }

  /// How long a run waits.
  package struct Timeouts: Sendable, Equatable {
    package var connect: Duration = .seconds(5)
    package var response: Duration = .seconds(30)
    package var step: Duration = .seconds(60)
    package var run: Duration?
  }

  package var name: String
  package var baseURL: BaseURL
  /// The cookbooks to judge the target by; nil for those of all suites chosen.
  package var cookbooks: [String]?
  package var facts: JSONObject
  /// Where it gives a fact that may be another one than its name says: `staging.yaml:42`, or `--set`.
  package var places: [String: String] = [:]
  /// The names of facts whose values are masked in reports.
  package var secrets: [String]
  /// The environment variables that `!env` names. The programs that it starts don't inherit them.
  package var environmentVariables: Set<String> = []
  package var rate: Rate?
  /// Whether requests say which trace they are of (W3C Trace Context), one for each scenario.
  package var isTraced = false
  /// How far the target's clock may differ from ours.
  package var clockTolerance: Duration = .seconds(10)
  /// The path of the list of attestations, as written; nil without one.
  package var attestations: String?
  /// The one under `partner:`; nil for the default emulator.
  package var framework: Framework?
  /// Those under `partners:`, for catalogues and devices that name them.
  package var partners: [Framework] = []
  package var userAgent: UserAgent = .redirects
  package var tls = TLS()
  package var timeouts = Timeouts()

  /// A profile that gives no facts but those with a default.
  ///
  /// - Parameter declared: The facts that it may give; those declared as secrets are masked.
  package init(name: String, baseURL: BaseURL, declared: FactTable) {
    self.name = name
    self.baseURL = baseURL
    facts = JSONObject()
    for fact in declared.declarations {
      if let value = fact.standard { facts.append(fact.name, value) }
    }
    secrets = declared.secretNames
  }

  /// The facts by name.
  package var factsByName: [String: JSONValue] {
    Dictionary(facts.members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
  }
}

/// A profile as it was read, with the places of its facts for messages.
package struct ProfileDraft: Sendable {
  /// Where the value of a fact stands.
  struct Origin: Sendable {
    let text: Diagnostic.Origin
    let position: Position
    /// The environment variable that the value was read from.
    let variable: String?
  }

  package var profile: Profile
  /// The facts that it may give.
  package let declared: FactTable
  /// The file, or the option of the command line that stands for one.
  let origin: Diagnostic.Origin
  /// Where a missing fact belongs.
  var factsPosition = Position.start
  /// Where `cookbooks` stands.
  var cookbooksPosition = Position.start
  var origins: [String: Origin] = [:]
  /// The facts whose mistakes are reported: the value is wrong, or the name is mistyped.
  var reported: Set<String> = []

  /// A profile that gives no facts but those with a default.
  ///
  /// - Parameter origin: The file, or the option that stands for one.
  package init(name: String, baseURL: BaseURL, declared: FactTable, of origin: Diagnostic.Origin) {
    profile = Profile(name: name, baseURL: baseURL, declared: declared)
    self.declared = declared
    self.origin = origin
  }
}

extension ProfileDraft {
  /// Gives a fact, from elsewhere than a file.
  ///
  /// - Parameter option: The option of the command line that gives it.
  /// - Returns: A mistake if no such fact is declared, or its value has another type.
  package mutating func give(_ name: String, _ value: JSONValue, by option: String) -> Diagnostic? {
    guard let declaration = declared[name] else {
      guard !declared.isOpen else { return nil }
      let problem = declared.problem(withUnknown: name)
      if let meant = problem.meant { reported.insert(meant) }
      return Self.mistake(in: option, problem.message)
    }
    if let problem = declaration.problem(with: value) {
      reported.insert(name)
      return Self.mistake(in: option, problem)
    }
    reported.remove(name)
    profile.facts[name] = value
    note(Origin(text: .option(option), position: .start, variable: nil), of: declaration)
    return nil
  }

  /// Notes where a fact stands.
  mutating func note(_ origin: Origin, of fact: FactDeclaration) {
    origins[fact.name] = origin
    // Of a few words each is easily seen to be right.
    guard fact.type != .boolean, fact.values.isEmpty else { return }
    profile.places[fact.name] =
      switch origin.text {
      case .file(let name): "\(name):\(origin.position.line)"
      case .option: "--set"
      }
  }

  private static func mistake(in option: String, _ message: String) -> Diagnostic {
    Diagnostic(.error, "\(option): \(message)", in: .option(option))
  }

  /// Gives those of some facts that are declared: suites with facts of their own may declare fewer.
  ///
  /// - Parameter option: The option of the command line that gives them.
  /// - Returns: The facts whose values have another type.
  package mutating func offer(_ facts: JSONObject, by option: String) -> [Diagnostic] {
    facts.members.filter { declared.declares($0.name) }.compactMap { fact in
      // A service knows its own facts.
      defer { profile.places[fact.name] = nil }
      return give(fact.name, fact.value, by: option)
    }
  }

  /// Sets a fact from `name=value`; the value is YAML in flow style. No message shows a value.
  ///
  /// - Returns: The mistake in it, if there is one.
  package mutating func set(_ assignment: String) -> Diagnostic? {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Names.isName(String(parts[0])) else {
      return Diagnostic(
        .error, "--set takes name=value, and this is not the name of a fact and '='",
        in: .option("--set"))
    }
    let name = String(parts[0])
    let option = "--set \(name)"
    let file = SourceFile(name: option, text: String(parts[1]))
    do {
      guard let root = try YAMLParser.documents(of: file).first?.root else {
        return give(name, .null, by: option)
      }
      var nodes = NodeReader(file: option, hidesTexts: true)
      let reader = PlainValueReader { node, nodes in
        nodes.error("a value without a tag stands here; only a profile reads !env", at: node)
        return nil
      }
      guard let value = reader.value(root, &nodes) else {
        reported.insert(name)
        return Self.mistake(in: option, nodes.diagnostics.first?.message ?? "it has no value")
      }
      return give(name, value, by: option)
    } catch {
      reported.insert(name)
      return Self.mistake(in: option, "\(error.withoutTexts)")
    }
  }

  /// A mistake for each fact that is essential for these cookbooks and missing, null or empty.
  package func missingFacts(for cookbooks: [String]) -> [Diagnostic] {
    declared.essential(for: cookbooks).compactMap { declaration in
      let name = declaration.name
      guard !reported.contains(name), (profile.facts[name] ?? .null).isEmpty else { return nil }
      let meaning = "\(declaration.shortMeaning); for example, \(declaration.exampleLine)"
      guard let origin = origins[name] else {
        return Diagnostic(
          .error, "'\(name)' is missing: \(meaning)", in: self.origin, at: factsPosition)
      }
      let reason =
        origin.variable.map { "the environment variable \($0) is not set to anything" } ?? meaning
      return Diagnostic(
        .error, "'\(name)' is empty: \(reason)", in: origin.text, at: origin.position,
        missing: origin.variable.map { .environmentVariable($0) })
    }
  }

  /// A mistake for each fact that has to differ from another one, and does not.
  package var alikeFacts: [Diagnostic] {
    declared.declarations.flatMap { declaration -> [Diagnostic] in
      guard let value = profile.facts[declaration.name], !value.isEmpty else { return [] }
      return declaration.differsFrom.filter { profile.facts[$0] == value }.map { other in
        let origin = origins[declaration.name] ?? origins[other]
        return Diagnostic(
          .error,
          "'\(declaration.name)' and '\(other)' are the same, and have to differ: "
            + "'\(declaration.name)' is \(declaration.shortMeaning)",
          in: origin?.text ?? self.origin, at: origin?.position ?? factsPosition)
      }
    }
  }

  /// A mistake in the cookbooks that the profile claims.
  package func unclaimed(_ message: String) -> Diagnostic {
    Diagnostic(.error, message, in: origin, at: cookbooksPosition)
  }

  /// A mistake if the profile's `cookbooks` leaves nothing of the suites.
  ///
  /// - Parameters:
  ///   - judging: The suites that are left.
  ///   - suites: All suites that were chosen.
  package func nothingLeft(in judging: SuiteCollection, of suites: SuiteCollection) -> Diagnostic? {
    guard let cookbooks = profile.cookbooks, judging.suites.isEmpty, !suites.suites.isEmpty else {
      return nil
    }
    let others = suites.cookbooksOfSuites.joined(separator: ", ")
    return unclaimed(
      "'cookbooks' leaves nothing to judge by: it names \(cookbooks.joined(separator: ", ")), and "
        + "the suites chosen are of \(others)")
  }
}

extension FactTable {
  /// The message about a fact that is not declared, and the fact that it seems to mean.
  func problem(withUnknown name: String) -> (message: String, meant: String?) {
    let meant = Suggestion.nearest(to: name, among: names)
    let hint =
      meant.map { ", did you mean '\($0)'?" }
      ?? "; no facts.yaml of these suites declares it"
    let shown = Names.isName(name) && NodeReader.isWord(name.filter { !$0.isNumber })
    return ("unknown fact\(shown ? " '\(name)'" : "")\(hint)", meant)
  }
}

// SPDX-License-Identifier: Apache-2.0
// A profile with the places of its facts, before it is known which of them the run needs.

package import Formats
package import HTTP
package import Text

/// A profile as it was read, with what messages need to say where a fact comes from.
package struct ProfileDraft: Sendable {
  /// Where the value of a fact stands.
  struct Origin: Sendable {
    let file: String
    let position: Position
    /// The environment variable that the value was read from.
    let variable: String?
  }

  package internal(set) var profile: Profile
  /// The facts that it may give.
  package let declared: FactTable
  /// The file, or the option of the command line that stands for one.
  let file: String
  /// Where a missing fact belongs.
  var factsPosition: Position
  /// Where `cookbooks` stands.
  var cookbooksPosition: Position
  var origins: [String: Origin] = [:]
  /// The facts whose mistakes are reported: the value is wrong, or the name is mistyped.
  var reported: Set<String> = []

  /// A profile that gives no facts but those with a default.
  ///
  /// - Parameter file: The file, or the option that stands for one.
  package init(name: String, baseURL: BaseURL, declared: FactTable, file: String) {
    profile = Profile(name: name, baseURL: baseURL, declared: declared)
    self.declared = declared
    self.file = file
    factsPosition = .start
    cookbooksPosition = .start
  }
}

extension ProfileDraft {
  /// Gives a fact, from elsewhere than a file.
  ///
  /// - Parameter option: The option of the command line that gives it.
  /// - Returns: A mistake if no such fact is declared, or its value has another type.
  package mutating func give(
    _ name: String, _ value: JSONValue, by option: String
  ) -> Diagnostic? {
    func mistake(_ message: String) -> Diagnostic {
      Diagnostic(.error, "\(option): \(message)", file: option, at: .start)
    }
    guard let declaration = declared[name] else {
      guard !declared.isOpen else { return nil }
      let problem = declared.problem(withUnknown: name)
      if let meant = problem.meant { reported.insert(meant) }
      return mistake(problem.message)
    }
    if let problem = declaration.problem(with: value) {
      reported.insert(name)
      return mistake(problem)
    }
    reported.remove(name)
    profile.facts[name] = value
    origins[name] = Origin(file: option, position: .start, variable: nil)
    return nil
  }

  /// Gives those of some facts that are declared: suites with facts of their own may declare fewer.
  ///
  /// - Parameter option: The option of the command line that gives them.
  /// - Returns: The facts whose values have another type.
  package mutating func offer(_ facts: JSONObject, by option: String) -> [Diagnostic] {
    facts.members.filter { declared.declares($0.name) }.compactMap { fact in
      give(fact.name, fact.value, by: option)
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
        file: "--set", at: .start)
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
        return Diagnostic(
          .error, "\(option): \(nodes.diagnostics.first?.message ?? "it has no value")",
          file: option, at: .start)
      }
      return give(name, value, by: option)
    } catch {
      reported.insert(name)
      return Diagnostic(
        .error, "\(option): \(error.withoutTexts)", file: option, at: .start)
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
          .error, "'\(name)' is missing: \(meaning)", file: file, at: factsPosition)
      }
      let reason = origin.variable.map { Self.emptyVariable($0) } ?? meaning
      return Diagnostic(
        .error, "'\(name)' is empty: \(reason)", file: origin.file, at: origin.position)
    }
  }

  /// Why a fact is empty whose environment variable is there and empty.
  static func emptyVariable(_ variable: String) -> String {
    "the environment variable \(variable) is not set to anything"
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
    return Diagnostic(
      .error,
      "'cookbooks' leaves nothing to judge by: it names \(cookbooks.joined(separator: ", ")), and "
        + "the suites chosen are of \(others)", file: file, at: cookbooksPosition)
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

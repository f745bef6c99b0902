// SPDX-License-Identifier: Apache-2.0
// The facts that files declare: a profile to start from, and its schema.

package import Formats
import Partner
import Text

/// The facts that are declared for a file, or for all suites of a run.
package struct FactTable: Sendable, Equatable {
  /// The facts of the nearest file first, each file's in its order.
  package let declarations: [FactDeclaration]
  /// Whether other facts may be declared, too, in a place that could not be read.
  package let isOpen: Bool
  private let places: [String: Int]

  /// - Parameter declarations: Of two with the same name the first counts.
  package init(_ declarations: [FactDeclaration] = [], isOpen: Bool = false) {
    var places: [String: Int] = [:]
    var distinct: [FactDeclaration] = []
    for declaration in declarations where places[declaration.name] == nil {
      places[declaration.name] = distinct.count
      distinct.append(declaration)
    }
    self.declarations = distinct
    self.isOpen = isOpen
    self.places = places
  }
}

extension FactTable {
  package subscript(_ name: String) -> FactDeclaration? { places[name].map { declarations[$0] } }

  package func declares(_ name: String) -> Bool { places[name] != nil }

  package var names: [String] { declarations.map(\.name) }

  /// Facts whose values are in no report, also where a profile says otherwise.
  package var secretNames: [String] { declarations.filter(\.isSecret).map(\.name) }

  /// The facts without which no target can be judged by any of these cookbooks.
  package func essential(for cookbooks: [String]) -> [FactDeclaration] {
    declarations.filter { $0.essential.contains(where: cookbooks.contains) }
  }

  /// A commented profile: the essential facts with examples, the optional ones commented out.
  ///
  /// - Parameters:
  ///   - name: The name of the target.
  ///   - file: The file that the comments name.
  ///   - cookbooks: The cookbooks that the target can be judged by.
  ///   - claim: Those of them that the profile names; what they extend comes along.
  ///   - partners: The frameworks that their suites use.
  ///   - found: What was found out about the target; nil if no caller asked.
  package func profileText(
    name: String, file: String, cookbooks: [String], claim: [String], partners: [String],
    found: FoundFacts? = nil
  ) -> String {
    func chosen(_ names: [String]) -> [String] {
      cookbooks.isEmpty ? names : names.filter(cookbooks.contains)
    }
    func isEssential(_ fact: FactDeclaration) -> Bool { !chosen(fact.essential).isEmpty }
    let essential = declarations.filter(isEssential)
    let optional = declarations.filter { !isEssential($0) }
    let variables = essential.filter(\.isSecret).map(\.environmentVariable)
    let exports = variables.map { "#     export \($0)='…'\n" }.joined()
    var text = """
      # A target profile: where the service is, and the facts about your account there. Replace the
      # values with your own. Then:
      #
      \(exports)#     sso-conformance check --target \(file)     # finds mistakes in it, sends nothing
      #     sso-conformance doctor --target \(file)    # asks whether the account can be judged
      #     sso-conformance run --target \(file)

      target: \(FlowYAML.text(.string(name)))
      base-url: \(found?.url ?? "https://api.auth-staging.example.com")


      """
    if !cookbooks.isEmpty {
      text += """
        # The cookbooks that the target follows. It is judged by these, and by those that they extend.
        cookbooks: [\(claim.joined(separator: ", "))]


        """
    }
    text += "facts:\n"
    let all = Set(chosen(essential.flatMap(\.essential)))
    for fact in essential {
      let own = chosen(fact.essential)
      let names = Set(own) == all ? nil : own.joined(separator: " and ")
      text += fact.comment(names.map { "Essential for \($0)." })
      text += found?.line(of: fact) ?? "  \(fact.exampleLine)\n\n"
    }
    if !optional.isEmpty {
      text += """
          # The facts below are optional, and each adds scenarios. Uncomment those that your account
          # has. What needs one that is missing is skipped, and the report says so.


        """
    }
    for fact in optional {
      text += fact.comment(nil) + (found?.line(of: fact) ?? "  # \(fact.exampleLine)\n\n")
    }
    text += """
      # How many requests the service takes: one a second on average, ten at once.
      rate: {per-second: 1, burst: 10}
      # How far the service's clock may be off.
      clock-tolerance: 10s
      # One trace for each scenario (traceparent), by which the service's team finds its requests.
      # trace: true
      \(Self.sources(of: partners))timeouts: {connect: 5s, response: 30s}

      """
    return text
  }

  /// The lines of a profile that say who answers as these frameworks.
  private static func sources(of partners: [String]) -> String {
    let own = partners.filter { !FrameworkRegistry.shipped.names.contains($0) }
    let sources = own.map { "\($0): {command: [./\($0)]}" }.joined(separator: ", ")
    return "# Who answers as the partner's framework."
      + (own.isEmpty
        ? " Without this line, the emulator does.\n# partner: {command: [./device]}\n"
        : "\npartners: {\(sources)}\n")
  }
}

/// What a target says about the facts of its profile.
package struct FoundFacts: Sendable {
  package let url: String
  /// The facts that were given.
  package let given: [String: JSONValue]
  /// The MVPDs that a fact may be, each with its display name.
  package let mvpds: [String: [(id: String, name: String)]]

  package init(
    url: String, given: [String: JSONValue], mvpds: [String: [(id: String, name: String)]]
  ) {
    self.url = url
    self.given = given
    self.mvpds = mvpds
  }

  /// The line of a profile, with what else it may be; nil where nothing is known.
  fileprivate func line(of fact: FactDeclaration) -> String? {
    if fact.isSecret { return nil }
    func line(_ value: JSONValue) -> String { "  \(fact.name): \(FlowYAML.text(value))\n\n" }
    if let value = given[fact.name] { return line(value) }
    guard let found = mvpds[fact.name], let first = found.first else { return nil }
    let names = found.prefix(12).map { "\($0.id) (\($0.name))" }.joined(separator: ", ")
    let more = found.count > 12 ? " and \(found.count - 12) more" : ""
    let lines = Columns.wrapped("Found: \(names)\(more)", to: 96).map {
      "  # \(Sanitized.line($0))\n"
    }
    return lines.joined() + line(.string(first.id))
  }
}

extension FactDeclaration {
  /// Its meaning, as lines of comment in the map of facts.
  fileprivate func comment(_ more: String?) -> String {
    var sentences = [about] + parts.map { "`\($0.name)`: \($0.about)" }
    if !values.isEmpty { sentences.append("One of \(values.joined(separator: ", ")).") }
    if let more { sentences.append(more) }
    let words = sentences.joined(separator: " ").split(whereSeparator: \.isWhitespace)
    let lines = Columns.wrapped(words.joined(separator: " "), to: 96)
    return lines.map { "  # \($0)\n" }.joined()
  }
}

// SPDX-License-Identifier: Apache-2.0
// The rules of an audit: what they demand, and what exchanges look like.

package import Formats
import Record
package import Redaction
package import Suites
package import Text

/// A rule that right applications obey.
///
/// A class, because every occasion is judged by some of them.
package final class AuditRule: Sendable {
  /// A sentence of what right applications do.
  package let name: String
  package let about: String?
  package let advice: String?
  package let covers: [Cover]
  /// The facts without which it is not judged.
  let needs: [String]
  package let position: Position
  /// The position of each of `covers`.
  let coverPositions: [Position]
  /// The value of which the exchanges have the same that the rule looks at; nil for those of a
  /// session.
  let among: Int?
  /// The exchanges that the rule is about.
  package let occasion: ExchangePattern
  let saves: [SavedValue]
  let conditions: [Condition]
  let demand: Demand
  /// The headers of the occasion that it reads, in lower case.
  let headers: Set<String>

  init(
    name: String, about: String?, advice: String?, covers: [Cover], needs: [String] = [],
    position: Position, coverPositions: [Position], among: Int?, occasion: ExchangePattern,
    saves: [SavedValue], conditions: [Condition], demand: Demand
  ) {
    self.name = name
    self.about = about
    self.advice = advice
    self.covers = covers
    self.needs = needs
    self.position = position
    self.coverPositions = coverPositions
    self.among = among
    self.occasion = occasion
    self.saves = saves
    self.conditions = conditions
    self.demand = demand
    let own = [occasion] + demand.expectations
    headers = Set(
      own.flatMap(\.parts).compactMap(\.header)
        + (own.flatMap(\.saves) + saves).flatMap(\.sources).compactMap(\.header))
  }
}

extension AuditRule {
  /// Whether nothing counts that goes before or after an occasion.
  var looksAtOccasionOnly: Bool { conditions.isEmpty && demand.looksAtOccasionOnly }
}

extension Demand {
  fileprivate var looksAtOccasionOnly: Bool {
    switch self {
    case .expect: true
    case .all(let demands, _), .any(let demands, _): demands.allSatisfy(\.looksAtOccasionOnly)
    default: false
    }
  }
}

/// The rules of an audit, their catalogues, and the mistakes found.
package struct AuditRules: Sendable {
  package internal(set) var files: [RuleFile]
  /// By the name that rule files call them.
  package let catalogues: [String: Catalogue]
  /// Errors and warnings, in the order of files and places.
  package internal(set) var diagnostics: [Diagnostic]
  /// The files that were read, for excerpts.
  package let sources: [String: SourceFile]
  /// The meanings of the words in the rules; several files may share one.
  package let vocabularies: [ExchangeVocabulary]
  /// The facts that rules may need.
  package var declared = FactTable()
  /// The values of facts, by their names.
  var facts: [String: JSONValue] = [:]
  /// The facts whose values no report shows.
  var secretFacts: Set<String> = []
  /// The cookbooks that somebody chose, with those that they extend; nil where the traffic decides.
  var chosen: Set<String>?
  /// Remarks on the files of other cookbooks that have mistakes.
  package internal(set) var passedOver: [String] = []
}

extension AuditRules {
  /// The cookbooks of its files, and those that they extend.
  package var cookbooks: Set<String> { catalogues.names(chosenBy: files.compactMap(\.cookbook)) }

  /// The rules of these cookbooks and of those that they extend, and the rules without a cookbook.
  /// Mistakes in the files of others do not count.
  ///
  /// - Parameter cookbooks: All of them if it is empty.
  package func judging(by cookbooks: some Collection<String>) -> AuditRules {
    if cookbooks.isEmpty { return self }
    let chosen = catalogues.names(chosenBy: cookbooks)
    var rules = self
    rules.chosen = chosen
    rules.files.removeAll { $0.cookbook.map { !chosen.contains($0) } ?? false }
    (rules.diagnostics, rules.passedOver) = Neighbours(sources, chosen: chosen).split(diagnostics)
    return rules
  }

  /// The same rules with the values of facts.
  ///
  /// - Parameter secrets: The facts whose values no report shows.
  package func giving(_ facts: [String: JSONValue], secrets: [String]) -> AuditRules {
    var rules = self
    rules.facts = facts
    rules.secretFacts = Set(secrets)
    return rules
  }

  /// The facts that a rule needs and nobody gave.
  func missingFacts(of rule: AuditRule) -> [String] {
    rule.needs.filter { (facts[$0] ?? .null).isEmpty }
  }

  /// Learns the facts that are secret.
  package func addSecrets(to secrets: inout KnownSecrets) {
    for name in secretFacts.sorted() {
      if let value = facts[name] { secrets.addAll(value, named: name) }
    }
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// How many rules there are.
  package var ruleCount: Int { files.reduce(0) { $0 + $1.rules.count } }
}

/// A demand of a rule on an occasion and on the exchanges before and after it.
indirect enum Demand: Sendable {
  /// The occasion itself matches.
  case expect(ExchangePattern)
  case earlier(Search)
  case notEarlier(Search)
  case later(Search)
  case notLater(Search)
  /// The next exchange that matches one pattern matches the other.
  case next(of: ExchangePattern, expect: ExchangePattern, before: ExchangePattern?, at: Position)
  /// The most recent exchange that matches one pattern matches the other.
  case latest(of: ExchangePattern, is: ExchangePattern, at: Position)
  /// No more than so many follow.
  case atMost(Int, Search)
  /// The next one comes no sooner.
  case apart(DurationTemplate, Search)
  case all([Demand], at: Position)
  case any([Demand], at: Position)
}

/// An exchange that is looked for before or after an occasion.
struct Search: Sendable {
  let pattern: ExchangePattern
  /// The last exchange that this matches is where looking back ends, the next one where looking
  /// ahead does.
  let bound: ExchangePattern?
  let position: Position
}

/// A condition that makes an exchange an occasion.
enum Condition: Sendable {
  case earlier(Search)
  case notEarlier(Search)
  /// The most recent exchange that matches the one matches the other, and its values are saved.
  case latest(of: ExchangePattern, ExchangePattern?, saves: [SavedValue], at: Position)
}

extension AuditRule {
  /// All its patterns.
  var patterns: [ExchangePattern] { [occasion] + conditions.flatMap(\.patterns) + demand.patterns }
}

extension Condition {
  var patterns: [ExchangePattern] {
    switch self {
    case .earlier(let search), .notEarlier(let search): search.patterns
    case .latest(let of, let wanted, _, _): [of] + (wanted.map { [$0] } ?? [])
    }
  }
}

extension Demand {
  var patterns: [ExchangePattern] {
    switch self {
    case .expect(let pattern): [pattern]
    case .earlier(let search), .notEarlier(let search), .later(let search),
      .notLater(let search), .atMost(_, let search), .apart(_, let search):
      search.patterns
    case .latest(let of, let wanted, _): [of, wanted]
    case .next(let of, let expected, let before, _): [of, expected] + (before.map { [$0] } ?? [])
    case .all(let demands, _), .any(let demands, _): demands.flatMap(\.patterns)
    }
  }

  /// What it says of the occasion itself.
  var expectations: [ExchangePattern] {
    switch self {
    case .expect(let pattern): [pattern]
    case .all(let demands, _), .any(let demands, _): demands.flatMap(\.expectations)
    default: []
    }
  }

  /// How far apart exchanges have to be.
  var distances: [DurationTemplate] {
    switch self {
    case .apart(let distance, _): [distance]
    case .all(let demands, _), .any(let demands, _): demands.flatMap(\.distances)
    default: []
    }
  }
}

extension Search {
  var patterns: [ExchangePattern] { [pattern] + (bound.map { [$0] } ?? []) }
}

/// A pattern of exchanges: of which kinds they are, and what their parts match.
///
/// A class, because every occasion hands some of them around.
package final class ExchangePattern: Sendable {
  /// A number of its own among the patterns of all rules, by which what was found is remembered.
  let id: Int
  /// The indices of the kinds, in order; all kinds of the vocabulary where none was named.
  package let kinds: [Int]
  let parts: [PartPattern]
  /// The values that have to be those of the occasion.
  let same: [Int]
  /// How far it may be from the occasion.
  let within: Duration?
  let validity: ExchangeValidity?
  let saves: [SavedValue]
  /// Whether it is asked about occasions only, at their own time.
  let isOwn: Bool
  /// In words: `token`, `session or resume, with answer status`.
  let text: String
  let position: Position
  /// Whether its parts depend on nothing but the exchange itself.
  let isConstant: Bool
  /// The names of the values of the occasion on which its parts depend.
  let names: [String]
  /// The parts that depend on nothing but the exchange.
  let constantParts: [PartPattern]

  init(
    id: Int, kinds: [Int], parts: [PartPattern], same: [Int], within: Duration?,
    validity: ExchangeValidity?, saves: [SavedValue], isOwn: Bool, text: String, position: Position
  ) {
    self.id = id
    self.kinds = kinds
    self.parts = parts
    self.same = same
    self.within = within
    self.validity = validity
    self.saves = saves
    self.isOwn = isOwn
    self.text = text
    self.position = position
    constantParts = parts.filter { !$0.hasVariables && (isOwn || !$0.asksForTime) }
    isConstant = validity == nil && constantParts.count == parts.count
    names = Set(parts.flatMap(\.template.variables).compactMap(\.name)).sorted()
  }
}

extension ExchangePattern {
  /// The same no farther away than this.
  func limited(to distance: Duration) -> ExchangePattern {
    ExchangePattern(
      id: id, kinds: kinds, parts: parts, same: same, within: distance, validity: validity,
      saves: saves, isOwn: isOwn, text: "\(text) within \(distance.formatted)", position: position)
  }

  /// The names of the variables that it uses.
  var variables: [VariableExpression] { parts.flatMap(\.template.variables) }
}

/// A pattern for one part of an exchange.
struct PartPattern: Sendable {
  /// The parts that it reads: without them nobody knows whether it matches.
  let parts: ExchangeParts
  /// The only header that it reads, in lower case.
  let header: String?
  /// Whether it is asked about the answer as suites do, or about the document of the exchange.
  let isOfAnswer: Bool
  let template: ExpectationTemplate
  /// Whether a matcher in it compares with the time of the occasion.
  let asksForTime: Bool
  let hasVariables: Bool
}

/// For how long what an answer gave holds.
struct ExchangeValidity: Sendable {
  enum End: Sendable {
    /// So many seconds after the answer came.
    case after(SourceTemplate)
    /// At this time, in milliseconds since 1970, or in seconds of 9 to 11 digits.
    case at(SourceTemplate)
  }

  /// Whether it still has to hold, or has to be over.
  let isValid: Bool
  let end: End
  let parts: ExchangeParts
  /// The only header that it reads, in lower case.
  let header: String?
  /// So near to the end, nobody knows whether it holds.
  let margin: Duration
}

/// A value that a rule saves.
struct SavedValue: Sendable {
  let name: String
  /// The first that selects something counts.
  let sources: [SavedSource]
}

struct SavedSource: Sendable {
  let template: SourceTemplate
  /// The names that a query of names only goes through.
  let names: [String]?
  /// Whether it is an XML path, into the answer.
  let isOfAnswer: Bool
  let parts: ExchangeParts
  /// The only header that it reads, in lower case.
  let header: String?
}

/// A file of rules.
package struct RuleFile: Sendable {
  /// Its `application:`, which reports show as they show the name of a suite.
  package let name: String
  package let about: String?
  package let file: String
  /// SHA-256 of the file, in hexadecimal.
  package let digest: String
  package let cookbook: String?
  package let phase: String?
  package let rules: [AuditRule]
  package let position: Position
  /// The index of its vocabulary.
  package let vocabulary: Int
}

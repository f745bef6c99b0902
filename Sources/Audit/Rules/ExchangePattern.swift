// SPDX-License-Identifier: Apache-2.0
// What an exchange looks like that a rule speaks of.

internal import Suites
internal import Text

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
  /// The same without the parts that depend on an occasion; nil where there are none of others, or
  /// of these.
  let constantParts: [PartPattern]?

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
    isConstant =
      validity == nil && parts.allSatisfy { !$0.hasVariables && (isOwn || !$0.asksForTime) }
    names = Set(parts.flatMap(\.template.variables).compactMap(\.name)).sorted()
    let constant = parts.filter { !$0.hasVariables && !$0.asksForTime }
    constantParts = isConstant || constant.isEmpty ? nil : constant
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
  /// What it reads: without it nobody knows whether it matches.
  let parts: ExchangeParts
  /// The only header that it reads, in lower case.
  let header: String?
  /// The only member of the document that it reads, where that is one that is kept.
  let path: [String]?
  /// Whether `header` is all that it reads.
  let isOfHeaderOnly: Bool
  /// Whether it is asked about the answer as suites do, or about the document of the exchange.
  let isOfAnswer: Bool
  let template: ExpectationTemplate
  /// Whether a matcher in it compares with the time of the occasion.
  let asksForTime: Bool
  let hasVariables: Bool
}

extension PartPattern {
  /// The members of the document that are kept of each exchange, as far as patterns ask for them that
  /// depend on an occasion: of many exchanges they are the same.
  static let keptMembers: Set<String> = ["method", "url", "path", "json", "text"]
}

/// For how long what an answer gave holds.
struct ExchangeValidity: Sendable {
  enum End: Sendable {
    /// So many seconds after the answer came.
    case after(SourceTemplate)
    /// At this time, in milliseconds since 1970.
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
///
/// A class, so that what was found of it is remembered by what it is.
final class SavedValue: Sendable {
  let name: String
  /// The first that selects something counts.
  let sources: [SavedSource]
  let position: Position

  init(name: String, sources: [SavedSource], position: Position) {
    self.name = name
    self.sources = sources
    self.position = position
  }
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

// SPDX-License-Identifier: Apache-2.0
// Patterns of exchanges, of their parts and of their validity.

import Expectations
import Formats
import Suites
import Text

/// A pattern of exchanges: their kinds, and the patterns of their parts.
///
/// A class, because every occasion hands some of them around.
package final class ExchangePattern: Sendable {
  /// A number of its own among the patterns of all rules, by which what was found is remembered.
  let id: Int
  /// The indices of the kinds, in order; all kinds of the vocabulary where none was named.
  package let kinds: [Int]
  /// Whether calls of the framework are among the kinds.
  let readsCalls: Bool
  /// Whether requests to the service are among them.
  let readsRequests: Bool
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
  /// Whether its parts depend on the values of the occasion, but not on its time.
  let isTimeless: Bool
  /// The names of the values of the occasion on which its parts depend.
  let names: [String]
  /// The parts that depend on nothing but the exchange, and what is constant of those that depend on the
  /// time of the occasion: an exchange that differs from one of them matches on no occasion.
  let constantParts: [PartPattern]
  /// What depends on the values of the occasion, but not on its time, of a pattern that depends on both;
  /// nil for any other pattern. Each exchange that the pattern matches matches it, too.
  let timelessParts: [PartPattern]?

  init(
    id: Int, kinds: [Int], readsCalls: Bool = false, readsRequests: Bool = true,
    parts: [PartPattern], same: [Int], within: Duration?,
    validity: ExchangeValidity?, saves: [SavedValue], isOwn: Bool, text: String, position: Position
  ) {
    self.id = id
    self.kinds = kinds
    self.readsCalls = readsCalls
    self.readsRequests = readsRequests
    self.parts = parts
    self.same = same
    self.within = within
    self.validity = validity
    self.saves = saves
    self.isOwn = isOwn
    self.text = text
    self.position = position
    let isFixed = isOwn || parts.allSatisfy { !$0.asksForTime }
    isConstant = validity == nil && isFixed && parts.allSatisfy { !$0.hasVariables }
    let timeless = isFixed ? parts : parts.map(\.timeless)
    constantParts = timeless.filter { !$0.hasVariables }
    let names = Set(parts.flatMap(\.template.variables).compactMap(\.name)).sorted()
    self.names = names
    isTimeless = !names.contains("now") && parts.allSatisfy { !$0.asksForTime }
    timelessParts = isFixed || isConstant ? nil : timeless.filter(\.hasVariables)
  }
}

extension ExchangePattern {
  /// The same no farther away than this.
  func limited(to distance: Duration) -> ExchangePattern {
    ExchangePattern(
      id: id, kinds: kinds, readsCalls: readsCalls, readsRequests: readsRequests, parts: parts,
      same: same, within: distance, validity: validity,
      saves: saves, isOwn: isOwn, text: "\(text) within \(distance.formatted)", position: position)
  }

  /// The names of the variables that it uses.
  var variables: [VariableExpression] { parts.flatMap(\.template.variables) }
}

/// A pattern for one part of an exchange.
struct PartPattern: Sendable {
  /// The parts that it reads: without them it is unknown whether it matches.
  let parts: ExchangeParts
  /// The only header that it reads, in lower case.
  let header: String?
  /// Whether it is asked about the answer as suites do, or about the document of the exchange.
  let isOfAnswer: Bool
  let template: ExpectationTemplate
  /// Whether a matcher in it compares with the time of the occasion.
  let asksForTime: Bool
  let hasVariables: Bool

  init(
    parts: ExchangeParts, header: String?, isOfAnswer: Bool, template: ExpectationTemplate
  ) {
    self.parts = parts
    self.header = header
    self.isOfAnswer = isOfAnswer
    self.template = template
    asksForTime = template.asksForTime
    hasVariables = !template.variables.isEmpty
  }

  /// The part without matchers that compare with the time of the occasion. Each exchange that this part
  /// matches matches that one, too.
  var timeless: PartPattern {
    PartPattern(
      parts: parts, header: header, isOfAnswer: isOfAnswer, template: template.timeless)
  }
}

/// The time for which a value of an answer is valid.
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
  /// The time before and after the end in which it is unknown whether it holds.
  let margin: Duration
}

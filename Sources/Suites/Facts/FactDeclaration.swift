// SPDX-License-Identifier: Apache-2.0
// The declaration of a fact in a `facts.yaml`: its type, its values, its texts.

package import Expectations
package import Formats
package import Text

/// A fact of a target that profiles may give, as a `facts.yaml` declares it.
package struct FactDeclaration: Sendable, Equatable {
  /// A member of a fact that is a map, such as `permitted` of `resources`.
  package struct Part: Sendable, Equatable {
    package let name: String
    package let about: String
    package let type: FactType
    /// The type of the items of a list; nil if they may be anything.
    package let items: FactType?
  }

  package let name: String
  /// The meaning of the fact: one sentence or more.
  package let about: String
  package let type: FactType
  /// The type of the items of a list; nil if they may be anything.
  package let items: FactType?
  /// The members of a map; empty if it may have any.
  package let parts: [Part]
  /// All values that a text may have; empty if it may be any text.
  package let values: [String]
  /// Whether its value is in no report, log or error.
  package internal(set) var isSecret: Bool
  /// Whether it stands for a person, so that only one scenario at a time uses it.
  package internal(set) var isIdentity: Bool
  /// The cookbooks by which no target can be judged without it.
  package internal(set) var essential: [String]
  /// Other facts whose values have to be others.
  package internal(set) var differsFrom: [String] = []
  /// A value that shows the form.
  package let example: JSONValue
  /// The value that it has where a profile does not give one.
  package let standard: JSONValue?
  /// What it may be, as a query for MVPDs in the configuration of REST API V2; nil where that does
  /// not show it.
  package let query: String?
  /// The file that declares it.
  package let file: String
  /// Where its name stands in the file.
  package let position: Position
}

extension FactDeclaration {
  /// Why a part of the fact can't exist: `resources.permited`, `mvpd[0]`; nil if it may.
  package func problem(withPart parts: [VariableExpression.Part]) -> String? {
    var written = name
    var type: FactType? = type
    var items = items
    var known = self.parts
    for part in parts {
      switch (part, type) {
      case (_, nil): return nil
      case (.member(let member), .map?):
        if let part = known.first(where: { $0.name == member }) {
          (type, items) = (part.type, part.items)
        } else if known.isEmpty {
          type = nil
        } else {
          return "the fact '\(written)' has no part '\(member)', \(Self.hint(member, known))"
        }
        written += ".\(member)"
      case (.index(let index), .list?):
        type = items
        items = nil
        written += "[\(index)]"
      case (.member, .list?):
        return "the fact '\(written)' is a list; name an item, such as \(written)[0]"
      case (.index, .map?): return "the fact '\(written)' is a map, which has no numbered items"
      case (_, let type?): return "the fact '\(written)' is \(type.withArticle), which has no parts"
      }
      known = []
    }
    return nil
  }

  /// Why a value can't be that of the fact; nil if it can. Null can: the fact then has no value.
  ///
  /// The message names types and never the value, which may be a secret.
  package func problem(with value: JSONValue) -> String? {
    guard value != .null else { return nil }
    if let problem = Self.problem(name, type, items, value) { return problem }
    if let text = value.string, !values.isEmpty, !text.isEmpty, !values.contains(text) {
      let hint = isSecret ? "" : Suggestion.hint(for: text, among: values)
      return "'\(name)' is one of \(values.joined(separator: ", "))\(hint)"
    }
    guard let object = value.object, !parts.isEmpty else { return nil }
    for member in object.members {
      let written = "\(name).\(member.name)"
      guard let part = parts.first(where: { $0.name == member.name }) else {
        guard Names.isName(member.name) else {
          return "'\(name)' has a part of another name than "
            + parts.map(\.name).joined(separator: ", ")
        }
        return "'\(name)' has no part '\(member.name)', \(Self.hint(member.name, parts))"
      }
      guard member.value != .null else { continue }
      if let problem = Self.problem(written, part.type, part.items, member.value) { return problem }
    }
    return nil
  }

  private static func hint(_ name: String, _ parts: [Part]) -> String {
    let names = parts.map(\.name)
    return Suggestion.text(Suggestion.nearest(to: name, among: names), among: names)
  }

  private static func problem(
    _ written: String, _ type: FactType, _ items: FactType?, _ value: JSONValue
  ) -> String? {
    guard FactType(of: value) == type else {
      return "'\(written)' is \(type.withArticle), and this is \(FactType.withArticle(of: value))"
        + remedy(type, value)
    }
    guard let items, let array = value.array else { return nil }
    for (index, item) in array.enumerated() where FactType(of: item) != items {
      return "'\(written)[\(index)]' is \(items.withArticle), and this is "
        + "\(FactType.withArticle(of: item))\(remedy(items, item))"
    }
    return nil
  }

  /// The end of a message: the right form, where that is clear.
  private static func remedy(_ type: FactType, _ value: JSONValue) -> String {
    switch (type, value) {
    case (.text, .number), (.text, .boolean): "; quote it"
    case (.integer, .string(let text)) where Int(text) != nil: "; write it without quotes"
    case (.boolean, .string("true")), (.boolean, .string("false")): "; write it without quotes"
    case (.boolean, _): "; write true or false"
    case (.list, .string), (.list, .number): "; write [one, another]"
    default: ""
    }
  }
}

extension JSONValue {
  /// Whether it is empty: null, an empty text, or a list or map of empty values.
  package var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let items): items.allSatisfy(\.isEmpty)
    case .object(let object): object.members.allSatisfy(\.value.isEmpty)
    case .boolean, .number: false
    }
  }
}

extension FactDeclaration {
  /// The first sentence of what it means, as the end of a sentence: `the id of the provider`.
  var shortMeaning: String {
    var text = about.split(separator: "\n").joined(separator: " ")
    if let end = text.firstRange(of: ". ") { text = String(text[..<end.lowerBound]) }
    if text.hasSuffix(".") { text.removeLast() }
    let isWord = text.dropFirst().first.map { !$0.isUppercase } ?? false
    return isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
  }

  /// The environment variable that a profile reads a secret from.
  package var environmentVariable: String { "SSO_\(name.uppercased())" }

  /// The line of a profile that gives it: its default, its example or, for a secret, a variable.
  package var exampleLine: String {
    let value = isSecret ? "!env \(environmentVariable)" : FlowYAML.text(standard ?? example)
    return "\(name): \(value)"
  }
}

/// The type of a fact's value, by its name in `facts.yaml`.
package enum FactType: String, Sendable, Equatable, CaseIterable {
  case text
  case integer
  case boolean
  case list
  case map
}

extension FactType {
  /// The type of a value; nil for null and for a number that is not whole.
  package init?(of value: JSONValue) {
    switch value {
    case .null: return nil
    case .boolean: self = .boolean
    case .number(let number):
      guard number.isInteger else { return nil }
      self = .integer
    case .string: self = .text
    case .array: self = .list
    case .object: self = .map
    }
  }

  /// `text`, `an integer`: the type in a sentence.
  package var withArticle: String {
    switch self {
    case .text: "text"
    case .integer: "an integer"
    case .boolean: "a boolean"
    case .list: "a list"
    case .map: "a map"
    }
  }

  /// The type of a value in a sentence, also of one that no fact can have.
  package static func withArticle(of value: JSONValue) -> String {
    FactType(of: value)?.withArticle ?? (value == .null ? "null" : "a number with a fraction")
  }
}

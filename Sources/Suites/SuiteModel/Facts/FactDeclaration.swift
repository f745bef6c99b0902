// SPDX-License-Identifier: Apache-2.0
// What a `facts.yaml` says of a fact.

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
  /// What the fact means: one sentence or more.
  package let about: String
  package let type: FactType
  /// The type of the items of a list; nil if they may be anything.
  package let items: FactType?
  /// The members of a map; empty if it may have any.
  package let parts: [Part]
  /// All values that a text may have; empty if it may be any text.
  package let values: [String]
  /// Whether its value is in no report, log or error.
  package let isSecret: Bool
  /// The cookbooks by which no target can be judged without it.
  package let essential: [String]
  /// A value that shows the form.
  package let example: JSONValue
  /// The value that it has where a profile gives none.
  package let standard: JSONValue?
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
          let names = known.map(\.name)
          let hint =
            Suggestion.nearest(to: member, among: names).map { "did you mean '\($0)'?" }
            ?? "known are \(names.joined(separator: ", "))"
          return "the fact '\(written)' has no part '\(member)', \(hint)"
        }
        written += ".\(member)"
      case (.index(let index), .list?):
        type = items
        items = nil
        written += "[\(index)]"
      case (.member, .list?):
        return "the fact '\(written)' is a list; name an item, such as \(written)[0]"
      case (.index, .map?):
        return "the fact '\(written)' is a map, which has no numbered items"
      case (_, let type?):
        return "the fact '\(written)' is \(type.withArticle), which has no parts"
      }
      known = []
    }
    return nil
  }
}

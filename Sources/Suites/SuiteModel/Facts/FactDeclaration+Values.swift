// SPDX-License-Identifier: Apache-2.0
// Whether a value can be that of a fact.

package import Formats
import Text

extension FactDeclaration {
  /// Why a value can't be that of the fact; nil if it can. Null can: it says that there is none.
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
        let names = parts.map(\.name)
        guard Names.isName(member.name) else {
          return "'\(name)' has a part of another name than \(names.joined(separator: ", "))"
        }
        let hint =
          Suggestion.nearest(to: member.name, among: names).map { "did you mean '\($0)'?" }
          ?? "known are \(names.joined(separator: ", "))"
        return "'\(name)' has no part '\(member.name)', \(hint)"
      }
      guard member.value != .null else { continue }
      if let problem = Self.problem(written, part.type, part.items, member.value) {
        return problem
      }
    }
    return nil
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

  /// What to write instead, where that is clear.
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
  /// Whether there is nothing in it: null, an empty text, or a list or map of nothing else.
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

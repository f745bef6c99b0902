// SPDX-License-Identifier: Apache-2.0
// The values that rules name, by the places where they stand.

internal import Expectations
internal import JSON
internal import Templates

/// The values that rules name, by the places in the document of an exchange where they stand.
struct RuleWords: Sendable {
  private var words: [[DocumentStep]: [JSONValue]] = [
    [.name("method")]: ["GET", "POST", "PUT", "DELETE"]
  ]

  init(_ rules: [AuditRule]) {
    for rule in rules {
      for pattern in rule.asked {
        for part in pattern.parts where !part.isOfAnswer {
          if let json = part.template.json { collect(json.template, at: []) }
        }
      }
    }
  }
}

extension RuleWords {
  func values(at path: [DocumentStep]) -> [JSONValue] { words[path] ?? [] }

  private mutating func collect(_ template: ValueTemplate, at path: [DocumentStep]) {
    switch template {
    case .scalar(let value, _, _, _):
      if words[path]?.contains(value) != true { words[path, default: []].append(value) }
    case .list(let items, _): for item in items { collect(item, at: path) }
    case .map(let members, _):
      for member in members {
        guard case .name(let name) = member.key else { continue }
        collect(member.value, at: path + [.name(name.written)])
      }
    case .tagged(let tag, let argument?):
      switch tag.name {
      case "base64": collect(argument, at: path + [.base64])
      case "json": collect(argument, at: path + [.json])
      case "optional", "not", "all", "one-of", "some", "each": collect(argument, at: path)
      default: break
      }
    case .text, .variable, .tagged, .expression: break
    }
  }
}

extension AuditRule {
  /// The patterns that look at occasions.
  fileprivate var asked: [ExchangePattern] { [occasion] + demand.expected }
}

extension Demand {
  fileprivate var expected: [ExchangePattern] {
    switch self {
    case .expect(let pattern): [pattern]
    case .all(let demands, _), .any(let demands, _): demands.flatMap(\.expected)
    default: []
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads what rules demand, and on which occasions.

import Formats
import Suites
import Text

extension PatternReader {
  /// The one demand among the members of a map.
  mutating func demand(
    _ members: NodeMembers, of node: YAMLNode, _ what: String, on kinds: [Int],
    _ nodes: inout NodeReader
  ) -> Demand? {
    let written = DemandKey.allCases.filter { members.has($0.rawValue) }
    guard written.count == 1, let key = written.first, let value = members[key.rawValue] else {
      if written.count > 1 {
        let names = written.map(\.rawValue).joined(separator: " and ")
        nodes.error("\(what) has one demand, and this has \(names); put them under 'all'", at: node)
      } else if members.lacksAll(of: DemandKey.names) {
        nodes.error(
          "\(what) has a demand: one of \(DemandKey.names.joined(separator: ", "))", at: node)
      }
      return nil
    }
    let position = value.position
    switch key {
    case .expect: return expected(value, of: kinds, isOwn: true, &nodes).map { .expect($0) }
    case .earlier: return search(value, bound: "since", &nodes).map { .earlier($0) }
    case .notEarlier: return search(value, bound: "since", &nodes).map { .notEarlier($0) }
    case .later: return search(value, bound: "before", &nodes).map { .later($0) }
    case .notLater: return search(value, bound: "before", &nodes).map { .notLater($0) }
    case .next: return next(value, &nodes)
    case .latest:
      guard let (of, wanted, saves) = nearest(value, "'latest'", &nodes) else { return nil }
      guard let wanted, saves.isEmpty else {
        nodes.error("as a demand, 'latest' has 'of' and 'is'", at: value)
        return nil
      }
      return .latest(of: of, is: wanted, at: position)
    case .atMost: return atMost(value, &nodes)
    case .apart: return apart(value, &nodes)
    case .all: return demands(value, "'all'", on: kinds, &nodes).map { .all($0, at: position) }
    case .any: return demands(value, "'any'", on: kinds, &nodes).map { .any($0, at: position) }
    }
  }

  private mutating func demands(
    _ node: YAMLNode, _ what: String, on kinds: [Int], _ nodes: inout NodeReader
  ) -> [Demand]? {
    guard let items = nodes.list(node, what) else { return nil }
    if items.count < 2 { nodes.error("\(what) has at least two demands", at: node) }
    var demands: [Demand] = []
    for item in items {
      guard let members = nodes.members(item, "a demand of \(what)", known: DemandKey.names),
        let demand = demand(members, of: item, "an item of \(what)", on: kinds, &nodes)
      else { continue }
      demands.append(demand)
    }
    return demands.count == items.count ? demands : nil
  }

  /// A pattern, and in the same map the pattern where the search ends.
  mutating func search(_ node: YAMLNode, bound key: String, _ nodes: inout NodeReader) -> Search? {
    guard let (pattern, members) = pattern(node, "the exchange", more: [key], &nodes) else {
      return nil
    }
    guard let bound = optional(key, members, &nodes) else { return nil }
    return Search(pattern: pattern, bound: bound.pattern, position: node.position)
  }

  /// The pattern under a key that may be missing; nil for one with mistakes.
  private mutating func optional(
    _ key: String, _ members: NodeMembers?, _ nodes: inout NodeReader
  ) -> (pattern: ExchangePattern?, Void)? {
    guard let written = members?[key] else { return (nil, ()) }
    return pattern(written, "'\(key)'", &nodes).map { ($0.pattern, ()) }
  }

  private mutating func next(_ node: YAMLNode, _ nodes: inout NodeReader) -> Demand? {
    guard let members = nodes.members(node, "'next'", known: ["of", "expect", "before"]),
      requires(["of", "expect"], members, "'next'", node, &nodes),
      let of = members["of"].flatMap({ pattern($0, "'of'", &nodes)?.pattern }),
      let expected = members["expect"].flatMap({ expected($0, of: of.kinds, isOwn: false, &nodes) })
    else { return nil }
    guard let before = optional("before", members, &nodes) else { return nil }
    return .next(of: of, expect: expected, before: before.pattern, at: node.position)
  }

  private mutating func atMost(_ node: YAMLNode, _ nodes: inout NodeReader) -> Demand? {
    let known = ["count", "of", "within", "before"]
    guard let members = nodes.members(node, "'at-most'", known: known),
      requires(["count", "of"], members, "'at-most'", node, &nodes),
      let count = members["count"].flatMap({ nodes.integer($0, "'count'", in: 0...1000) }),
      let search = window(members, node, &nodes)
    else { return nil }
    return .atMost(count, search)
  }

  private mutating func apart(_ node: YAMLNode, _ nodes: inout NodeReader) -> Demand? {
    let known = ["of", "at-least", "before"]
    guard let members = nodes.members(node, "'apart'", known: known),
      requires(["of", "at-least"], members, "'apart'", node, &nodes),
      let distance = members["at-least"].flatMap({
        ValueReader().duration($0, "'at-least'", &nodes)
      }), let search = window(members, node, &nodes)
    else { return nil }
    return .apart(distance, search)
  }

  /// A search after an occasion: `of`, `within` and `before` of one map.
  private mutating func window(
    _ members: NodeMembers, _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> Search? {
    guard let of = members["of"], let (pattern, _) = pattern(of, "'of'", &nodes) else {
      return nil
    }
    guard let bound = optional("before", members, &nodes) else { return nil }
    let within = members["within"].flatMap { nodes.duration($0, "'within'") }
    let whole = within.map { pattern.limited(to: $0) } ?? pattern
    return Search(pattern: whole, bound: bound.pattern, position: node.position)
  }

  private func requires(
    _ keys: [String], _ members: NodeMembers, _ what: String, _ node: YAMLNode,
    _ nodes: inout NodeReader
  ) -> Bool {
    for key in keys where members.lacks(key) { nodes.error("\(what) needs '\(key)'", at: node) }
    return keys.allSatisfy { members.has($0) }
  }

  /// The conditions of `given:`.
  mutating func conditions(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Condition] {
    var conditions: [Condition] = []
    let known = ["earlier", "not-earlier", "latest", "next"]
    for item in nodes.list(node, "'given'") ?? [] {
      guard let members = nodes.members(item, "a condition of 'given'", known: known) else {
        continue
      }
      guard members.count == 1 else {
        nodes.error("a condition is one of \(known.joined(separator: ", "))", at: item)
        continue
      }
      let condition: Condition? =
        if let earlier = members["earlier"] {
          search(earlier, bound: "since", &nodes).map { .earlier($0) }
        } else if let notEarlier = members["not-earlier"] {
          search(notEarlier, bound: "since", &nodes).map { .notEarlier($0) }
        } else if let latest = members["latest"] {
          nearest(latest, "'latest'", &nodes).map {
            .latest(of: $0.of, $0.wanted, saves: $0.saves, at: latest.position)
          }
        } else {
          members["next"].flatMap { next in
            nearest(next, "'next'", &nodes).map {
              .next(of: $0.of, $0.wanted, saves: $0.saves, at: next.position)
            }
          }
        }
      conditions += condition.map { [$0] } ?? []
    }
    return conditions
  }

  /// `{of: PATTERN, is: PATTERN, save: …}`: the nearest exchange before or after an occasion.
  private mutating func nearest(
    _ node: YAMLNode, _ what: String, _ nodes: inout NodeReader
  ) -> (of: ExchangePattern, wanted: ExchangePattern?, saves: [SavedValue])? {
    let mistakes = nodes.mistakeCount
    guard let members = nodes.members(node, what, known: ["of", "is", "save"]),
      requires(["of"], members, what, node, &nodes),
      let of = members["of"].flatMap({ pattern($0, "'of'", &nodes)?.pattern })
    else { return nil }
    guard let wanted = optional("is", members, &nodes) else { return nil }
    let saves = members["save"].map { self.saves($0, &nodes) } ?? []
    guard nodes.mistakeCount == mistakes else { return nil }
    return (of, wanted.pattern, saves)
  }
}

/// The keys of demands; a rule has one of them.
enum DemandKey: String, CaseIterable {
  case expect
  case earlier
  case notEarlier = "not-earlier"
  case later
  case notLater = "not-later"
  case next
  case latest
  case atMost = "at-most"
  case apart
  case all
  case any

  static let names = allCases.map(\.rawValue)
}

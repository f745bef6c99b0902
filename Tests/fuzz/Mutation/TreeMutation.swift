// SPDX-License-Identifier: Apache-2.0
// Changes JSON as a tree, so that it stays JSON.

import Formats

/// Changes one value of a JSON tree.
enum TreeMutation {
  private static let values: [JSONValue] = [
    .null, true, false, 0, -1, .integer(.max), .integer(.min), "", "a", [], [:], ["": []],
    .string("\u{0}\u{1B}[31m\u{202E}\u{2028}]]>"), .string("::error::x\n##[error]y"),
    .string("é😀"), .string("\u{FFFE}\u{FEFF}"),
    .string(String(repeating: "[", count: 300)),
  ]

  private static let literals = [
    "1e308", "1e-300", "-0", "1.50", "99999999999999999999999", "1e999999999999999999999",
    "9223372036854775808", "-9223372036854775809",
  ]

  /// The tree with one value, name, member or item changed.
  ///
  /// - Parameter donor: Gives parts of itself.
  static func mutated(
    _ root: JSONValue, with donor: JSONValue, _ random: inout SeededGenerator
  ) -> JSONValue {
    // Goes down with a probability that finds deep values, too.
    switch root {
    case .array(let items) where !items.isEmpty && !random.oneIn(6):
      var items = items
      let index = random.below(items.count)
      items[index] = mutated(items[index], with: donor, &random)
      return .array(items)
    case .object(let object) where !object.members.isEmpty && !random.oneIn(6):
      var members = object.members.map { ($0.name, $0.value) }
      let index = random.below(members.count)
      members[index].1 = mutated(members[index].1, with: donor, &random)
      return .object(JSONObject(members))
    default: return changed(root, donor, &random)
    }
  }

  private static func changed(
    _ value: JSONValue, _ donor: JSONValue, _ random: inout SeededGenerator
  ) -> JSONValue {
    switch (value, random.below(6)) {
    case (.array(var items), 0...3):
      let index = random.below(items.count + 1)
      if random.oneIn(2), index < items.count {
        items.remove(at: index)
      } else {
        items.insert(items.first ?? part(of: donor, &random), at: index)
      }
      return .array(items)
    case (.object(let object), 0...3):
      var members = object.members.map { ($0.name, $0.value) }
      let index = random.below(members.count + 1)
      switch random.below(4) {
      case 0 where index < members.count: members.remove(at: index)
      case 1 where index < members.count:
        members[index].0 += random.pick(["", "x", "\u{301}", "é", "/", "~1"]) ?? ""
      case 2: members.insert((names.randomElement(using: &random) ?? "", .null), at: index)
      default: members.insert(members.first ?? ("a", part(of: donor, &random)), at: index)
      }
      return .object(JSONObject(members))
    case (.string(let text), 0...2):
      let other = random.pick(values)?.string ?? "x"
      return .string(random.oneIn(2) ? text + other : String(text.prefix(random.below(8))))
    case (.number, 0...2):
      return random.pick(literals).flatMap(JSONNumber.init(literal:)).map(JSONValue.number) ?? 0
    case (_, 3...4): return part(of: donor, &random)
    default: return random.pick(values) ?? .null
    }
  }

  private static let names = ["id", "result", "error", "verdict", "steps", "name", "", "é"]

  private static func part(of root: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
    var value = root
    while !random.oneIn(4) {
      switch value {
      case .array(let items) where !items.isEmpty: value = items[random.below(items.count)]
      case .object(let object) where !object.members.isEmpty:
        value = object.members[random.below(object.members.count)].value
      default: return value
      }
    }
    return value
  }
}

// SPDX-License-Identifier: Apache-2.0
// What holds of all patterns and values, tried on random ones.

import Formats
import Testing
import Text

@testable import Expectations

struct PatternPropertyTests {
  /// A generator of patterns and values small enough to meet often.
  struct Random {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    mutating func many<Element>(_ count: Int, _ make: (inout Random) -> Element) -> [Element] {
      (0..<count).map { _ in make(&self) }
    }

    mutating func value(_ depth: Int = 0) -> JSONValue {
      switch next(depth < 3 ? 8 : 6) {
      case 0: return .null
      case 1: return .boolean(next(2) == 0)
      case 2, 3: return .integer(next(3))
      case 4, 5: return .string(["", "a", "ab", "1752149281000", "aGk="][next(5)])
      case 6: return .array(many(next(4)) { $0.value(depth + 1) })
      default:
        let names = ["a", "b", "c"].filter { _ in next(2) == 0 }
        return .object(names.map { (name: $0, value: value(depth + 1)) })
      }
    }

    mutating func pattern(_ depth: Int = 0) -> String {
      switch next(depth < 3 ? 16 : 6) {
      case 0, 1: return "`\(JSONWriter.text(value(2)))`"
      case 2: return "!\(["any", "absent", "string", "integer", "boolean"][next(5)]) {}"
      case 3: return "!\(["object", "array", "number", "base64", "timestamp"][next(5)]) {}"
      case 4: return "!size \(next(3))"
      case 5: return "!starts-with a"
      case 6: return "[\(many(next(3)) { $0.pattern(depth + 1) }.joined(separator: ", "))]"
      case 7, 8:
        let members = ["a", "b", "c"].filter { _ in next(2) == 0 }.map { name in
          "\(name): \(pattern(depth + 1))"
        }
        return "\(next(3) == 0 ? "!exactly " : ""){\(members.joined(separator: ", "))}"
      case 9: return "{\"\(["$", "$.a", "$..a", "$[*]"][next(4)])\": \(pattern(depth + 1))}"
      case 10, 11:
        let items = many(1 + next(3)) { $0.pattern(depth + 1) }.joined(separator: ", ")
        return "!\(["all", "one-of", "unordered"][next(3)]) [\(items)]"
      default:
        let name = ["not", "optional", "each", "some", "none"][next(5)]
        return "!\(name) [\(pattern(depth + 1))]"
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `there are mismatches just where a value is not accepted`(seed: UInt64) {
    var random = Random(state: seed)
    for round in 0..<2000 {
      guard let pattern = try? Written.pattern(random.pattern()) else { continue }
      let value = random.value()
      let accepts = pattern.accepts(value, in: scope(value))
      let mismatches = pattern.mismatches(value, at: .body(.root), in: scope(value))
      #expect(accepts == mismatches.isEmpty, "round \(round): \(pattern.text) of \(value)")
      #expect((pattern.distance(value, in: scope(value)) == 0) == accepts)
    }
  }

  @Test(arguments: [6, 7, 8, 9, 10] as [UInt64])
  func `kinds bound what is accepted from both sides`(seed: UInt64) {
    var random = Random(state: seed)
    for round in 0..<2000 {
      guard let pattern = try? Written.pattern(random.pattern()) else { continue }
      let root = random.value()
      for value in [root, nil] {
        let kind = Kinds(of: value)
        let accepts = pattern.accepts(value, in: scope(root))
        #expect(
          !accepts || pattern.mayAccept.contains(kind), "round \(round): \(pattern.text) of \(root)"
        )
        #expect(
          accepts || !pattern.alwaysAccepts.contains(kind),
          "round \(round): \(pattern.text) of \(root)")
      }
    }
  }

  @Test(arguments: [11, 12, 13, 14, 15] as [UInt64])
  func `what covers another accepts all that it accepts`(seed: UInt64) {
    var random = Random(state: seed)
    var covering = 0
    for round in 0..<4000 {
      guard let pattern = try? Written.pattern(random.pattern()),
        let other = try? Written.pattern(random.pattern()), pattern.covers(other)
      else { continue }
      covering += 1
      for value in random.many(20, { $0.value() }) where other.accepts(value, in: scope(value)) {
        #expect(
          pattern.accepts(value, in: scope(value)),
          "round \(round): \(pattern.text) covers \(other.text), \(value)")
      }
    }
    #expect(covering > 50)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests of regular expressions with generated ones, and of the examples that are made of them.

import Foundation
import TestSupport
import Testing
import Text

/// Writes the same expression twice: in the suites' dialect, and as ICU reads that meaning.
struct Generator {
  var random: SeededGenerator

  /// Two characters outside of the first plane, a line break, and what has another case.
  static let letters = ["a", "b", "B", "1", "_", "-", " ", "\n", "é", "É", "😀", "𐄁", "K", "k"]

  mutating func choice(_ depth: Int) -> (ours: String, theirs: String) {
    joined(Int.random(in: 1...(depth > 0 ? 3 : 1), using: &random), by: "|") { $0.sequence(depth) }
  }

  mutating func sequence(_ depth: Int) -> (ours: String, theirs: String) {
    joined(Int.random(in: 0...3, using: &random), by: "") { $0.piece(depth) }
  }

  mutating func piece(_ depth: Int) -> (ours: String, theirs: String) {
    if Int.random(in: 0..<12, using: &random) == 0 {
      return Bool.random(using: &random) ? ("^", "^") : ("$", "\\z")
    }
    let atom = atom(depth)
    let counts = ["", "", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "{1,3}", "*?", "{0}"]
    var count = counts.randomElement(using: &random) ?? ""
    // ICU runs out of its stack on a lazy repetition of what may be empty, and finds nothing.
    if count == "*?", atom.ours.hasSuffix(")") { count = "*" }
    return (atom.ours + count, atom.theirs + count)
  }

  mutating func atom(_ depth: Int) -> (ours: String, theirs: String) {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &random) {
    case 0: return (".", "[^\\n\\r]")
    case 1: return shorthand()
    case 2, 3:
      let members = joined(Int.random(in: 1...3, using: &random), by: "") { $0.member() }
      let start = Bool.random(using: &random) ? "[^" : "["
      return ("\(start)\(members.ours)]", "\(start)\(members.theirs)]")
    case 7...:
      let inner = choice(depth - 1)
      let start = Bool.random(using: &random) ? "(?:" : "("
      return ("\(start)\(inner.ours))", "\(start)\(inner.theirs))")
    default:
      let letter = letter()
      return (letter, letter)
    }
  }

  mutating func member() -> (ours: String, theirs: String) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return shorthand()
    case 1: return Bool.random(using: &random) ? ("a-z", "a-z") : ("à-ÿ", "à-ÿ")
    default:
      let letter = letter()
      return letter == "-" ? ("\\-", "\\-") : (letter, letter)
    }
  }

  mutating func shorthand() -> (ours: String, theirs: String) {
    let all = [
      ("\\d", "[0-9]"), ("\\D", "[^0-9]"), ("\\w", "[0-9A-Za-z_]"), ("\\W", "[^0-9A-Za-z_]"),
      ("\\s", "[\\x09-\\x0D\\x20]"), ("\\S", "[^\\x09-\\x0D\\x20]"),
    ]
    return all.randomElement(using: &random) ?? all[0]
  }

  mutating func letter() -> String { Self.letters.randomElement(using: &random) ?? "a" }

  mutating func joined(
    _ count: Int, by separator: String, _ part: (inout Generator) -> (ours: String, theirs: String)
  ) -> (ours: String, theirs: String) {
    let parts = (0..<count).map { _ in part(&self) }
    return (
      parts.map(\.ours).joined(separator: separator),
      parts.map(\.theirs).joined(separator: separator)
    )
  }
}

struct GeneratedExpressionTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `agrees with NSRegularExpression`(seed: UInt64) throws {
    var generator = Generator(random: SeededGenerator(state: seed))
    var found = (whole: 0, somewhere: 0)
    for round in 0..<1000 {
      var (ours, theirs) = generator.choice(2)
      if round.isMultiple(of: 4) { (ours, theirs) = ("(?i)\(ours)", "(?i)\(theirs)") }
      let expression = try RegularExpression(ours)
      let icu = try NSRegularExpression(pattern: "(?:\(theirs))")
      let wholeICU = try NSRegularExpression(pattern: "\\A(?:\(theirs))\\z")
      for _ in 0..<4 {
        let length = Int.random(in: 0...6, using: &generator.random)
        let text = (0..<length).map { _ in generator.letter() }.joined()
        let all = NSRange(location: 0, length: text.utf16.count)
        let whole = wholeICU.firstMatch(in: text, range: all) != nil
        let somewhere = icu.firstMatch(in: text, range: all) != nil
        #expect(expression.matchesWhole(text) == whole, "seed \(seed): \(ours) on \(text)")
        #expect(
          expression.matchesSomewhere(in: text) == somewhere, "seed \(seed): \(ours) on \(text)")
        found.whole += whole ? 1 : 0
        found.somewhere += somewhere ? 1 : 0
      }
    }
    // Both answers must be common, or nothing was compared.
    #expect(found.whole > 400 && found.whole < 3600)
    #expect(found.somewhere > 400 && found.somewhere < 3900)
  }

  @Test(arguments: [4, 5] as [UInt64]) func `reads or refuses any text`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let parts = [
      "a", "b", "(", ")", "(?:", "(?i)", "[", "]", "[^", "-", "\\", "\\d", "\\p{Lu}", "{", "}",
      "{2}", "{1,3}", "{999}",
      "*", "+", "?", "|", "^", "$", "${x}", "$${", ".", "é", "😀", "&&", ",", "1",
    ]
    var accepted = 0
    for _ in 0..<2000 {
      let length = Int.random(in: 0...12, using: &random)
      let source = (0..<length).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      for dialect in [RegularExpression.Dialect.suite, .iRegexp] {
        do throws(ExpressionError) {
          let expression = try RegularExpression(source, dialect: dialect)
          accepted += 1
          _ = expression.matchesWhole("ab1é😀-a")
          _ = expression.matchesSomewhere(in: "ab1é😀-a")
        } catch {
          #expect(
            (0...source.unicodeScalars.count).contains(error.offset.value),
            "seed \(seed): \(source)")
        }
      }
      if let template = try? RegularExpressionTemplate(source) {
        _ = try? template.bound { _ in source }
      }
    }
    #expect(accepted > 200)
  }
}

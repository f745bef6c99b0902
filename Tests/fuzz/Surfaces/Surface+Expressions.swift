// SPDX-License-Identifier: Apache-2.0
// Regular expressions in both dialects, matched against texts.

import Text

extension Surface {
  static let expressions = Surface(
    name: "expressions", about: "regular expressions",
    pieces: [
      "(", ")", "(?:", "(?i)", "[", "]", "[^", "-", "\\", "\\d", "\\W", "\\p{Lu}", "\\P{L}", "{",
      "}", "{2}", "{1,3}", "{999}", "{1000,}", "{0}", "*", "+", "?", "|", "^", "$", "${x}", "$${",
      ".", "&&", ",", "a*a*a*", "(a|a)*", "(a*)*", "[à-ÿ]",
    ], patience: (base: 1, perByte: 0.000_1),
    seeds: { _ in
      [
        "[A-Z]{3}-\\d+", "(a+)+$", "^https?://[^/ ]+(/[\\w.-]*)*$", "\\p{Lu}.*", "(?i)bearer .+",
        "[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}", "(?:a|b|)*c?", "x{0,20}(y{1,9}|z)",
      ].map { Array($0.utf8) }
    },
    makeCheck: { _ in
      let texts = ["", "ab1é😀-a", String(repeating: "a", count: 200) + "!", "a\nb\r\nK"]
      return { bytes throws(Flaw) in
        let source = String(decoding: bytes.prefix(2000), as: UTF8.self)
        var isRead = false
        for dialect in [RegularExpression.Dialect.suite, .iRegexp] {
          do throws(ExpressionError) {
            let expression = try RegularExpression(source, dialect: dialect)
            isRead = true
            guard
              texts.allSatisfy({
                !expression.matchesWhole($0) || expression.matchesSomewhere(in: $0)
              })
            else { throw ExpressionError(.syntax("whole, but nowhere"), at: ScalarOffset(-1)) }
          } catch {
            try Flaw.unless(
              0...source.unicodeScalars.count ~= error.offset.value,
              "the mistake is at \(error.offset.value): \(error)")
            try Flaw.unless(!error.description.isEmpty, "a mistake without words")
          }
        }
        if let template = try? RegularExpressionTemplate(source) {
          _ = try? template.bound { _ in String(source.prefix(50)) }
        }
        return isRead
      }
    })
}

// SPDX-License-Identifier: Apache-2.0
// How many mutants there were, and what became of them.

import Formats

/// How many mutants there were, and what became of them.
struct MutantTally: Sendable, Equatable {
  /// All of them, the harmless ones too.
  var all = 0
  var caught = 0
  /// Those that only a `should` notices.
  var warned = 0
  /// Those that nothing notices and the documents allow.
  var harmless = 0

  var survived: Int { all - caught - warned - harmless }

  /// The score in words: `97.31 %`, cut, so that it never looks better than it is.
  var percent: String { Self.percent(score) }

  static func percent(_ fraction: Double) -> String {
    let hundredths = Int((fraction * 10_000).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }

  /// Caught ÷ (all − harmless): 0 to 1. One where there is nothing to catch.
  var score: Double { all > harmless ? Double(caught) / Double(all - harmless) : 1 }
}

extension MutantTally {
  /// The score with four places.
  var scoreJSON: JSONValue { .rounded(score, places: 4) }
}

extension JSONValue {
  /// A number with at most so many places after the point; cut, so that no score looks better than
  /// it is.
  static func rounded(_ number: Double, places: Int) -> JSONValue {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let cut = Int((number * Double(scale)).rounded(.down))
    let digits = String(cut % scale)
    var fraction = String(repeating: "0", count: places - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let literal = fraction.isEmpty ? "\(cut / scale)" : "\(cut / scale).\(fraction)"
    return JSONNumber(literal: literal).map { .number($0) } ?? .integer(cut / scale)
  }
}

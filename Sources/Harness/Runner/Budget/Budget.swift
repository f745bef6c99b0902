// SPDX-License-Identifier: Apache-2.0
// What a run may cost.

import Encodings

/// What a run may cost: a number of requests, a time, or both.
///
///     5m        a time, at the pace of the target
///     150req    a number of requests
package struct Budget: Sendable, Equatable {
  package private(set) var requests: Int?
  package private(set) var time: Duration?

  package init() {}
}

/// Why a text is not a budget, or not another part of one.
package enum BudgetError: Error, Sendable, Equatable {
  case form
  /// A time, or a number of requests, is there already.
  case repeated
}

extension Budget {
  private static let requestLimit = 1_000_000_000

  /// Adds a limit.
  package mutating func add(_ text: String) throws(BudgetError) {
    if text.hasSuffix("req") {
      let digits = text.dropLast(3)
      guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits),
        1...Self.requestLimit ~= number
      else { throw .form }
      guard requests == nil else { throw .repeated }
      requests = number
      return
    }
    guard let duration = DurationText.parse(text), duration > .zero else { throw .form }
    guard time == nil else { throw .repeated }
    time = duration
  }
}

// SPDX-License-Identifier: Apache-2.0
// Numbers for the values of exchanges.

import Formats
import Suites
import Text

/// Numbers for texts, the same for equal ones.
struct TextNumbers: Sendable {
  private var numbers: [String: Int] = [:]
  private(set) var texts: [String] = []

  mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    numbers[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}

/// The number of a text, the same for equal ones.
package enum ValueNumber: Sendable, Hashable {
  case number(Int)
  /// The exchange hasn't it.
  case none
  /// The recording lacks the part in which it would be.
  case unknown
}

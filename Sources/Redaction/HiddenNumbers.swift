// SPDX-License-Identifier: Apache-2.0
// Numbers for hidden values that share a name.

import Formats
import Synchronization
import Text

/// Numbers for hidden values that share the name by which they are shown.
///
/// A record is masked a second time if it has such values: the first of them was seen alone.
package final class HiddenNumbers: Sendable {
  private let values = Mutex<[String: HiddenValues]>([:])

  package init() {}

  /// Whether several values have one name.
  package var isNeeded: Bool { values.withLock { $0.values.contains { $0.count > 1 } } }

  /// The number of a value, from 1 in the order in which they were seen; nil for the only one of its
  /// name. One within another, such as an identifier after the word before it, has the number of that.
  func number(of value: [UInt8], named name: String) -> Int? {
    values.withLock { $0[name, default: HiddenValues()].number(of: value) }
  }
}

/// The hidden values of one name.
private struct HiddenValues {
  private(set) var count = 0
  private var numbers: [[UInt8]: Int] = [:]
  /// Those that another value may be within, or that may be within another.
  private var compared: [(value: [UInt8], number: Int)] = []
  private var comparedBytes = 0

  /// A longer value, such as a SAML message, counts as the same only if it is equal.
  private static let longestCompared = 1_000
  /// So many bytes are compared with each value; what came later counts as the same only if it is
  /// equal. A page may have thousands of values.
  private static let comparedLimitBytes = 16_000

  /// The number of a value, which is added if it is a new one; nil for the only one.
  mutating func number(of value: [UInt8]) -> Int? {
    let number = numbers[value] ?? numberOfSimilar(value) ?? add(value)
    numbers[value] = number
    return count > 1 ? number : nil
  }

  private func numberOfSimilar(_ value: [UInt8]) -> Int? {
    guard value.count <= Self.longestCompared, !value.isEmpty else { return nil }
    return compared.first { one in
      let (short, long) = one.value.count <= value.count ? (one.value, value) : (value, one.value)
      return long[...].range(of: short) != nil
    }?.number
  }

  private mutating func add(_ value: [UInt8]) -> Int {
    count += 1
    if 1...Self.longestCompared ~= value.count, comparedBytes < Self.comparedLimitBytes {
      compared.append((value, count))
      comparedBytes += value.count
    }
    return count
  }
}

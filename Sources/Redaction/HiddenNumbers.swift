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
  /// Those that another value may be within, or that may be within another, and which of them have a piece,
  /// or begin with it.
  private var compared: [(value: [UInt8], number: Int)] = []
  private var (holders, beginners): ([UInt64: [Int]], [UInt64: [Int]]) = ([:], [:])
  private var comparedBytes = 0

  /// A longer value, such as a SAML message, counts as the same only if it is equal.
  private static let longestCompared = 1_000
  /// So many bytes are compared with others; what came later counts as the same only if it is equal. A page
  /// may have thousands of values.
  private static let comparedLimitBytes = 16_000
  /// So many values with a piece are looked at.
  private static let candidateLimit = 8

  /// The number of a value, which is added if it is a new one; nil for the only one.
  mutating func number(of value: [UInt8]) -> Int? {
    let number = numbers[value] ?? numberOfSimilar(value) ?? add(value)
    numbers[value] = number
    return count > 1 ? number : nil
  }

  private func numberOfSimilar(_ value: [UInt8]) -> Int? {
    guard value.count <= Self.longestCompared, !value.isEmpty else { return nil }
    let keys = Pieces.keys(of: value[...])
    var similar = holders[keys[0], default: []].filter {
      compared[$0].value[...].range(of: value) != nil
    }
    for (offset, key) in keys.enumerated() {
      similar += beginners[key, default: []].filter {
        value[offset...].starts(with: compared[$0].value)
      }
    }
    return similar.min().map { compared[$0].number }
  }

  private mutating func add(_ value: [UInt8]) -> Int {
    count += 1
    if 1...Self.longestCompared ~= value.count, comparedBytes < Self.comparedLimitBytes {
      let keys = Pieces.keys(of: value[...])
      for key in keys { Self.add(compared.count, to: &holders[key, default: []]) }
      Self.add(compared.count, to: &beginners[keys[0], default: []])
      compared.append((value, count))
      comparedBytes += value.count
    }
    return count
  }

  private static func add(_ index: Int, to list: inout [Int]) {
    if list.count < candidateLimit, list.last != index { list.append(index) }
  }
}

// SPDX-License-Identifier: Apache-2.0
// An IPv4 address as text.

import Text

/// An IPv4 address in four decimal numbers.
package struct IPv4Address: Sendable, Equatable {
  package let bits: UInt32

  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bits = UInt32(0)
    for part in parts {
      guard 1...3 ~= part.count, part.allSatisfy({ Octets.isDigit($0) }) else { return nil }
      let number = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1) - 0x30 }
      guard number <= 255 else { return nil }
      bits = bits << 8 | number
    }
    self.bits = bits
  }
}

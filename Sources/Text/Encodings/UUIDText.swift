// SPDX-License-Identifier: Apache-2.0
// UUIDs as text.

/// UUIDs in text form, 8-4-4-4-12 hexadecimal digits (RFC 9562, section 4).
package enum UUIDText {
  /// A version 4 UUID of 16 random bytes, in lower case.
  package static func random(_ randomBytes: (Int) -> [UInt8]) -> String {
    var bytes = randomBytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var output: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { output.append(UInt8(ascii: "-")) }
      output += Hexadecimal.digits(of: [byte])
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether a text has the form of a UUID, in either case.
  package static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { Hexadecimal.value(of: $0) != nil }
  }
}

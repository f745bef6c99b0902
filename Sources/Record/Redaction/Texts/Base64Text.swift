// SPDX-License-Identifier: Apache-2.0
// Reads a text out of Base64, in either alphabet.

import Text

/// Reads a text out of Base64 or Base64url, padded or not.
enum Base64Text {
  /// The text that a run of characters decodes to; nil where it is not UTF-8 that can be read.
  static func decode(_ run: String) -> String? {
    var digits = run.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    while !digits.count.isMultiple(of: 4) { digits.append(UInt8(ascii: "=")) }
    guard let bytes = Base64.decode(String(decoding: digits, as: UTF8.self)),
      bytes.count >= Mask.shortestPart, bytes.allSatisfy({ $0 >= 0x20 || 0x09...0x0D ~= $0 })
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Bytes as an error message can show them.

import Text

/// Bytes as a message can show them.
enum ShownBytes {
  /// At most 60 bytes in quotes, anything but printable ASCII as `\xNN`.
  static func quoted(_ bytes: some Collection<UInt8>) -> String {
    var output: [UInt8] = [UInt8(ascii: "\"")]
    for byte in bytes.prefix(60) {
      if 0x20...0x7E ~= byte {
        output.append(byte)
      } else {
        output += [UInt8(ascii: "\\"), UInt8(ascii: "x")]
        output += Hexadecimal.digits(of: [byte])
      }
    }
    if bytes.count > 60 { output += Array("…".utf8) }
    output.append(UInt8(ascii: "\""))
    return String(decoding: output, as: UTF8.self)
  }
}

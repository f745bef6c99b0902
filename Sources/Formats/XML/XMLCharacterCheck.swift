// SPDX-License-Identifier: Apache-2.0
// Whether bytes are UTF-8 without the characters that XML forbids.

import Text

/// Looks at each byte of a document once, before anything else does.
enum XMLCharacterCheck {
  static func check(_ bytes: [UInt8]) throws(XMLError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw XMLError(.otherEncoding("UTF-16"), at: 0)
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x80 {
        index += 1
        continue
      }
      if byte < 0x20 {
        guard XMLCharacters.isSpace(byte) else {
          throw XMLError(.forbiddenCharacter(UInt32(byte)), at: index)
        }
        index += 1
        continue
      }
      guard let scalar = EncodedScalar.read(bytes, at: index) else {
        throw XMLError(.invalidUTF8, at: index)
      }
      guard XMLCharacters.isAllowed(scalar.value) else {
        throw XMLError(.forbiddenCharacter(scalar.value), at: index)
      }
      index += scalar.length
    }
  }

}

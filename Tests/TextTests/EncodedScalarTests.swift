// SPDX-License-Identifier: Apache-2.0
// UTF-8, compared with Swift's own reading of it.

import Testing
import Text

@Suite struct EncodedScalarTests {
  @Test func `reads each scalar there is`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(scalar).utf8)
      let read = EncodedScalar.read(bytes, at: 0)
      #expect(read?.value == value && read?.length == bytes.count)
    }
  }

  @Test(
    arguments: [
      [], [0x80], [0xC1, 0x81], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xE2, 0x82], [0xE2, 0x82, 0x28], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF1, 0x80, 0x80], [0xF1, 0x80, 0x28, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func `refuses what is not UTF-8`(bytes: [UInt8]) {
    #expect(EncodedScalar.read(bytes, at: 0) == nil)
  }
}

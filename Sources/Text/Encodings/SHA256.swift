// SPDX-License-Identifier: Apache-2.0
// SHA-256, which the toolchain lacks on Linux, for digests of suites and device identifiers.

/// SHA-256 (FIPS 180-4), of bytes that come piece by piece.
package struct SHA256: Sendable {
  private var state = Self.initialState
  /// The bytes that don't fill a block yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init() {}

  private static let blockBytes = 64

  /// The digest as 64 hexadecimal digits in lower case.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.add(bytes)
    return hash.hexadecimal()
  }

  /// The digest: 32 bytes.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.add(bytes)
    return hash.digest()
  }

  /// The authentication code of bytes by a key: HMAC-SHA256 (RFC 2104), 32 bytes.
  package static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var key = key.count > blockBytes ? digest(key) : key
    key += [UInt8](repeating: 0, count: blockBytes - key.count)
    return digest(key.map { $0 ^ 0x5C } + digest(key.map { $0 ^ 0x36 } + bytes))
  }

  /// Goes on with the next bytes.
  package mutating func add(_ bytes: [UInt8]) {
    byteCount += UInt64(bytes.count)
    var start = 0
    var schedule = [UInt32](repeating: 0, count: 64)
    if !rest.isEmpty {
      start = min(Self.blockBytes - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == Self.blockBytes else { return }
      compress(rest, from: 0, &schedule)
      rest = []
    }
    while bytes.count - start >= Self.blockBytes {
      compress(bytes, from: start, &schedule)
      start += Self.blockBytes
    }
    rest += bytes[start...]
  }

  /// The digest of all bytes so far: 32 bytes.
  package func digest() -> [UInt8] {
    var hash = self
    var end: [UInt8] = [0x80]
    while (rest.count + end.count) % Self.blockBytes != 56 { end.append(0) }
    let bitCount = byteCount * 8
    end += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> UInt64(56 - 8 * $0)) }
    hash.add(end)
    return hash.state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
    }
  }

  /// The digest of all bytes so far as 64 hexadecimal digits in lower case.
  package func hexadecimal() -> String { Hexadecimal.text(of: digest()) }

  /// Takes the block that begins at an index. It is written for a debug build as well, where a closure
  /// or a checked operation for each word takes ten times as long.
  ///
  /// - Parameter schedule: Room for 64 words, used again for each block.
  private mutating func compress(_ bytes: [UInt8], from start: Int, _ schedule: inout [UInt32]) {
    var index = 0
    var place = start
    while index < 16 {
      schedule[index] =
        UInt32(bytes[place]) &<< 24 | UInt32(bytes[place &+ 1]) &<< 16
        | UInt32(bytes[place &+ 2]) &<< 8 | UInt32(bytes[place &+ 3])
      index &+= 1
      place &+= 4
    }
    while index < 64 {
      let early = schedule[index &- 15]
      let late = schedule[index &- 2]
      let first = (early &>> 7 | early &<< 25) ^ (early &>> 18 | early &<< 14) ^ early &>> 3
      let second = (late &>> 17 | late &<< 15) ^ (late &>> 19 | late &<< 13) ^ late &>> 10
      schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
      index &+= 1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let constants = Self.constants
    index = 0
    while index < 64 {
      let second = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ second &+ choice &+ constants[index] &+ schedule[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let last = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ last &+ majority
      index &+= 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static let initialState: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

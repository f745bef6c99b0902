// SPDX-License-Identifier: Apache-2.0
// Surfaces with flaws on purpose, by which the tests see that the fuzzer finds them.

extension Surface {
  /// Not among `all`: surfaces that do what no surface may do.
  static let planted: [Surface] = [plantedCrash, plantedFlaw, plantedGreed]

  private static let plantedCrash = planted("planted-crash") { bytes throws(Flaw) in
    if bytes.contains(0x78) { preconditionFailure("a crash on purpose") }
    return true
  }

  private static let plantedFlaw = planted("planted-flaw") { bytes throws(Flaw) in
    try Flaw.unless(!bytes.contains(0x78), "an x on purpose")
    return true
  }

  private static let plantedGreed = planted("planted-greed") { bytes throws(Flaw) in
    guard bytes.contains(0x78) else { return true }
    let many = [UInt8](repeating: bytes[0] | 1, count: 260 << 20)
    return many.last == bytes[0]
  }

  private static func planted(_ name: String, _ check: @escaping Check) -> Surface {
    Surface(
      name: name, about: "fails on purpose", pieces: ["x"], seeds: { _ in [Array("abc".utf8)] },
      makeCheck: { _ in check })
  }
}

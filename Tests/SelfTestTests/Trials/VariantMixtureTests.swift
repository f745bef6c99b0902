// SPDX-License-Identifier: Apache-2.0
// Mixtures of right variants.

import Testing

@testable import SelfTest

@Suite struct VariantMixtureTests {
  private static let variants = (0..<40).map { number in
    Variant(
      name: "variant-\(number)", source: "Text \(number % 9)", summary: "Nothing",
      deviation: Deviation())
  }

  private static func dealt(_ seed: Int) -> [VariantMixture] {
    VariantMixture.dealt(variants, size: 8) { name in
      Double((name.utf8.reduce(7) { $0 &* 31 &+ Int($1) } &* (seed &* 2 &+ 1)) & 1023) / 1023
    }
  }

  @Test(arguments: 1...20)
  func `deals each variant out once`(seed: Int) {
    let names = Self.dealt(seed).flatMap(\.variants).map(\.name)
    #expect(names.sorted() == Self.variants.map(\.name).sorted())
  }

  @Test(arguments: 1...20)
  func `never puts two readings of one text together`(seed: Int) {
    for mixture in Self.dealt(seed) {
      #expect(Set(mixture.variants.map(\.source)).count == mixture.variants.count)
    }
  }

  @Test(arguments: 1...20)
  func `keeps the order of the table`(seed: Int) {
    let order = Self.variants.map(\.name)
    for mixture in Self.dealt(seed) {
      let places = mixture.variants.compactMap { order.firstIndex(of: $0.name) }
      #expect(places == places.sorted())
    }
  }

  @Test(arguments: [
    (16, 8, [8, 8]), (17, 8, [5, 6, 6]), (8, 8, [8]), (9, 8, [4, 5]), (3, 1, [1, 1, 1]),
    (1, 8, [1]), (0, 8, []),
  ])
  func `makes mixtures of about that size`(count: Int, size: Int, sizes: [Int]) {
    let variants = (0..<count).map { number in
      Variant(
        name: "v\(number)", source: "Text \(number)", summary: "Nothing", deviation: Deviation())
    }
    let mixtures = VariantMixture.dealt(variants, size: size) { Double($0.utf8.count) / 10 }
    #expect(mixtures.map(\.variants.count).sorted() == sizes)
  }

  @Test func `deals the same for the same seed, and others for another`() {
    #expect(Self.dealt(1).map(\.name) == Self.dealt(1).map(\.name))
    #expect(Self.dealt(1).map(\.name) != Self.dealt(2).map(\.name))
  }
}

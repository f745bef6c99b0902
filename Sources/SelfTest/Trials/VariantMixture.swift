// SPDX-License-Identifier: Apache-2.0
// Several right variants tried at once.

/// Some right variants at once, in the order of their table.
struct VariantMixture: Sendable {
  let variants: [Variant]
  /// The variants' names, joined by `+`.
  var name: String { variants.map(\.name).joined(separator: " + ") }

  init(_ variants: [Variant]) { self.variants = variants }
}

extension VariantMixture {
  /// Deals variants out to mixtures by chance, each variant to one of them.
  ///
  /// Variants that are right together are right alone. Two variants that the same text grants are never in one
  /// mixture, because a service can follow only one reading of it.
  ///
  /// - Parameters:
  ///   - size: About how many variants a mixture has.
  ///   - chance: A number from 0 to 1 for a name, the same each time.
  static func dealt(
    _ variants: [Variant], size: Int, chance: (String) -> Double
  ) -> [VariantMixture] {
    let order = Dictionary(
      variants.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let count = max(1, (variants.count + size - 1) / max(1, size))
    var mixtures: [[Variant]] = Array(repeating: [], count: count)
    for variant in variants.sorted(by: { chance($0.name) < chance($1.name) }) {
      let free = mixtures.indices.filter { index in
        !mixtures[index].contains { $0.excludes(variant) }
      }
      if let index = free.min(by: { mixtures[$0].count < mixtures[$1].count }) {
        mixtures[index].append(variant)
      } else {
        mixtures.append([variant])
      }
    }
    return mixtures.filter { !$0.isEmpty }.map { mixture in
      VariantMixture(mixture.sorted { order[$0.name, default: 0] < order[$1.name, default: 0] })
    }
  }
}

extension Variant {
  /// Whether no service can be both variants.
  fileprivate func excludes(_ other: Variant) -> Bool { source == other.source }
}

// SPDX-License-Identifier: Apache-2.0
// The members of a map whose keys are known.

package import Formats

/// The members of a map by their keys.
package struct NodeMembers: Sendable {
  /// By known key; a member under a mistyped key stands under the known one that it seems to mean.
  private let values: [String: YAMLNode]
  /// Whether the map has a key that resembles no known one.
  private let hasForeignKeys: Bool

  /// - Parameters:
  ///   - written: The members under known keys.
  ///   - meant: The members under mistyped keys, by the known key that each seems to mean.
  init(
    _ written: [String: YAMLNode], meant: [String: YAMLNode], hasForeignKeys: Bool
  ) {
    values = meant.isEmpty ? written : written.merging(meant) { written, _ in written }
    self.hasForeignKeys = hasForeignKeys
  }
}

extension NodeMembers {
  package subscript(_ key: String) -> YAMLNode? { values[key] }

  /// How many known keys have a value.
  package var count: Int { values.count }

  package var isEmpty: Bool { values.isEmpty }

  package func has(_ key: String) -> Bool { self[key] != nil }

  /// Whether to report that a key is missing: not where an unknown key, which is reported already,
  /// may have been meant for it.
  package func lacks(_ key: String) -> Bool { !has(key) && !hasForeignKeys }

  /// Whether to report that none of these keys is there.
  package func lacksAll(of keys: [String]) -> Bool { keys.allSatisfy { lacks($0) } }
}

// SPDX-License-Identifier: Apache-2.0
// The members of a map whose keys are known.

package import YAML

/// The members of a map by their keys.
package struct NodeMembers: Sendable {
  private var written: [String: YAMLNode] = [:]
  /// Members under mistyped keys, by the known key that each seems to mean.
  private var meant: [String: YAMLNode] = [:]
  /// Whether the map has a key that resembles no known one.
  private var hasForeignKeys = false

  /// No members.
  package init() {}
}

extension NodeMembers {
  mutating func add(_ node: YAMLNode, under key: String) { written[key] = node }

  mutating func addUnknown(_ node: YAMLNode, meaning key: String?) {
    if let key { meant[key] = node } else { hasForeignKeys = true }
  }

  package subscript(_ key: String) -> YAMLNode? { written[key] ?? meant[key] }

  /// How many known keys have a value.
  package var count: Int { written.count + meant.keys.count { written[$0] == nil } }

  package var isEmpty: Bool { written.isEmpty && meant.isEmpty }

  package func has(_ key: String) -> Bool { self[key] != nil }

  /// Whether to report that a key is missing: not where an unknown key, which is reported already,
  /// may have been meant for it.
  package func lacks(_ key: String) -> Bool { !has(key) && !hasForeignKeys }

  /// Whether to report that none of these keys is there.
  package func lacksAll(of keys: [String]) -> Bool { keys.allSatisfy { lacks($0) } }
}

// SPDX-License-Identifier: Apache-2.0
// The entries of a mapping that is being read.

import Text

/// The entries of a mapping that is being read.
struct MappingEntries {
  private(set) var list: [YAMLEntry] = []
  /// Where each key is, once there are many.
  private var places: [String: Int]?

  /// Refuses a key that is there already, and a merge.
  ///
  /// Keys are equal if their texts are, quoted or not: JSON would have two members of one name.
  mutating func check(_ key: YAMLNode) throws(YAMLError) {
    guard case .scalar(let scalar) = key.content else { return }
    if scalar.style == .plain, key.tag == nil, scalar.text == "<<" {
      throw YAMLError(.mergeKey, at: key.position, length: key.length)
    }
    if let first = index(of: scalar.text) {
      let place = list[first].key.position
      throw YAMLError(
        .duplicateKey(scalar.text, first: place), at: key.position, length: key.length)
    }
  }

  mutating func append(_ key: YAMLNode, _ value: YAMLNode) {
    list.append(YAMLEntry(key: key, value: value))
    if places != nil {
      places?[key.text] = list.count - 1
    } else if list.count == 16 {
      // From here on a comparison with each would cost the square of their number.
      places = [:]
      for (index, entry) in list.enumerated() { places?[entry.key.text] = index }
    }
  }

  private func index(of text: String) -> Int? {
    if let places { return places[text] }
    return list.firstIndex { $0.key.text == text }
  }
}

extension YAMLNode {
  fileprivate var text: String {
    if case .scalar(let scalar) = content { scalar.text } else { "" }
  }
}

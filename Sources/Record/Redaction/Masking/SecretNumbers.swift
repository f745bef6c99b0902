// SPDX-License-Identifier: Apache-2.0
// Tells secrets of one name apart without showing them.

/// Numbers for secrets that share the name by which they are shown.
enum SecretNumbers {
  /// Longer texts, such as SAML messages, count as the same only if they are equal.
  private static let comparedBytes = 1_000

  /// The numbers of secrets by their texts, from 1 for each name in the order in which they were
  /// learned. Without a number is the only secret of its name; a secret within another, such as an
  /// identifier after the word before it, has the number of that.
  static func numbers(of secrets: [SecretForms]) -> [String: Int] {
    var groups: [[UInt8]: [(text: String, bytes: [UInt8], number: Int)]] = [:]
    for secret in secrets {
      let bytes = NormalText.bytes(of: Array(secret.text.utf8))
      let known = groups[secret.replacement] ?? []
      let same = known.first { isOne($0.bytes, bytes) }
      let number = same?.number ?? (known.map(\.number).max() ?? 0) + 1
      groups[secret.replacement, default: []].append((secret.text, bytes, number))
    }
    var numbers: [String: Int] = [:]
    for group in groups.values where group.contains(where: { $0.number > 1 }) {
      for member in group { numbers[member.text] = member.number }
    }
    return numbers
  }

  /// Whether one of two texts is a part of the other.
  private static func isOne(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let (short, long) = one.count <= other.count ? (one, other) : (other, one)
    if short == long { return true }
    guard long.count <= comparedBytes, let first = short.first else { return false }
    return long.indices.dropLast(short.count - 1).contains { index in
      long[index] == first && long[index...].starts(with: short)
    }
  }
}

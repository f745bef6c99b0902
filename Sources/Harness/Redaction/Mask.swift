// SPDX-License-Identifier: Apache-2.0
// Replaces secrets by their names in texts that are printed.

/// Replaces each secret by `‹name›`, in every form and letter case of the secret.
package struct Mask: Sendable {
  /// A secret that was cut short is masked if at least this many of its bytes are left.
  static let shortestPart = 12

  /// Shown instead of any text once there are too many secrets to search for.
  private static let withheld = "‹not shown: the answers hold too many secrets›"

  private struct Entry {
    let form: [UInt8]
    let replacement: [UInt8]
    /// The first bytes of the form, as a number, to find candidates quickly.
    let start: UInt64
  }

  /// Sorted by their first bytes; of several with the same, the longest is first.
  private let entries: [Entry]
  /// For each first byte, the index of its first entry; a last element holds the end.
  private let starts: [Int]
  private let showsNothing: Bool

  /// - Parameter showsNothing: Whether some secrets are missing from the list, so that no text may
  ///   be shown.
  init(_ secrets: [SecretForms], showsNothing: Bool = false) {
    self.showsNothing = showsNothing
    var entries = secrets.flatMap { secret in
      secret.forms.map { form in
        Entry(form: form, replacement: secret.replacement, start: Self.start(of: form, at: 0))
      }
    }
    entries.sort { ($0.start, $1.form.count) < ($1.start, $0.form.count) }
    var starts = [Int](repeating: 0, count: 257)
    for entry in entries { starts[Int(entry.form[0]) + 1] += 1 }
    for byte in 0..<256 { starts[byte + 1] += starts[byte] }
    self.entries = entries
    self.starts = starts
  }
}

extension Mask {
  /// The text with each secret replaced by its name: `‹access_token›`.
  package func masked(_ text: String) -> String {
    guard text.utf8.count >= KnownSecrets.shortestBytes else { return text }
    if showsNothing { return Self.withheld }
    guard !entries.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var copied = 0
    var index = 0
    while index < bytes.count {
      let first = Int(SecretPlaces.lowercased(bytes[index]))
      if starts[first] < starts[first + 1],
        let (length, replacement) = secret(in: bytes, at: index, starts[first]..<starts[first + 1])
      {
        output += bytes[copied..<index]
        output += replacement
        index += length
        copied = index
      } else {
        index += 1
      }
    }
    if copied == 0 { return text }
    return String(decoding: output + bytes[copied...], as: UTF8.self)
  }

  /// The secret that begins at `start`: a whole one, or the beginning of one where the text ends or
  /// was cut (`…`).
  private func secret(
    in bytes: [UInt8], at start: Int, _ candidates: Range<Int>
  ) -> (length: Int, replacement: [UInt8])? {
    guard start + KnownSecrets.shortestBytes <= bytes.count else { return nil }
    let key = Self.start(of: bytes, at: start)
    for index in firstEntry(from: key, in: candidates)..<candidates.upperBound {
      guard entries[index].start == key else { return nil }
      let length = entries[index].form.commonLength(with: bytes, from: start)
      if length == entries[index].form.count { return (length, entries[index].replacement) }
      guard length >= Self.shortestPart else { continue }
      let end = start + length
      if end == bytes.count || bytes[end...].starts(with: "…".utf8) {
        return (length, entries[index].replacement)
      }
    }
    return nil
  }

  /// The index of the first candidate whose first bytes are `key` or greater.
  private func firstEntry(from key: UInt64, in candidates: Range<Int>) -> Int {
    var (low, high) = (candidates.lowerBound, candidates.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].start < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The next six bytes of a text in lower case, as a number. Every form has at least six.
  private static func start(of bytes: [UInt8], at index: Int) -> UInt64 {
    bytes[index..<(index + KnownSecrets.shortestBytes)].reduce(0) {
      $0 << 8 | UInt64(SecretPlaces.lowercased($1))
    }
  }
}

extension [UInt8] {
  /// How many leading bytes of this form stand in the text at `start`, without regard to case.
  fileprivate func commonLength(with text: [UInt8], from start: Int) -> Int {
    let end = Swift.min(count, text.count - start)
    var length = 0
    while length < end, self[length] == SecretPlaces.lowercased(text[start + length]) {
      length += 1
    }
    return length
  }
}

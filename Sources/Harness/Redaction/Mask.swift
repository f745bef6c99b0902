// SPDX-License-Identifier: Apache-2.0
// Replaces secrets by their names in texts that are printed.

/// Replaces each secret by `‹name›`, in every form and letter case of the secret.
package struct Mask: Sendable {
  /// A secret that was cut short is masked if at least this many of its bytes are left.
  static let shortestPart = 12

  /// Shown instead of a text of an answer once there are too many secrets to search for.
  private static let withheld = "‹not shown: the answers hold too many secrets›"

  private struct Entry {
    let form: [UInt8]
    let replacement: [UInt8]
    /// The first bytes of the form, as a number, to find candidates quickly.
    let start: UInt64
    /// Whether the secret goes on after the form, nobody knows how.
    let isBeginning: Bool
  }

  /// Sorted by their first bytes; of several with the same, the longest is first.
  private let entries: [Entry]
  /// For each first byte, the index of its first entry; a last element holds the end.
  private let starts: [Int]
  /// Whether no text of an answer may be shown.
  private let isOverfull: Bool
  /// Whether no text at all may be shown.
  private let isHopeless: Bool

  /// - Parameters:
  ///   - beginnings: The beginnings of further secrets.
  ///   - isOverfull: Whether some secrets are missing from the list, so that no text of an answer
  ///     may be shown.
  ///   - isHopeless: Whether some are missing from both lists, so that no text may be shown.
  init(
    _ secrets: [SecretForms], beginnings: [SecretForms] = [], isOverfull: Bool = false,
    isHopeless: Bool = false
  ) {
    self.isOverfull = isOverfull
    self.isHopeless = isHopeless
    func made(of secrets: [SecretForms], isBeginning: Bool) -> [Entry] {
      secrets.flatMap { secret in
        secret.forms.map { form in
          Entry(
            form: form, replacement: secret.replacement, start: Self.start(of: form, at: 0),
            isBeginning: isBeginning)
        }
      }
    }
    var entries =
      made(of: secrets, isBeginning: false) + made(of: beginnings, isBeginning: true)
    entries.sort { ($0.start, $1.form.count) < ($1.start, $0.form.count) }
    var starts = [Int](repeating: 0, count: 257)
    for entry in entries { starts[Int(entry.form[0]) + 1] += 1 }
    for byte in 0..<256 { starts[byte + 1] += starts[byte] }
    self.entries = entries
    self.starts = starts
  }
}

extension Mask {
  /// A text of an answer with each secret replaced by its name: `‹access_token›`.
  package func masked(_ text: String) -> String {
    guard text.utf8.count >= KnownSecrets.shortestBytes else { return text }
    return isOverfull ? Self.withheld : replacing(text)
  }

  /// A text that the harness or a suite has written, with each secret in it replaced by its name: an
  /// expectation, a place, a sentence. It is shown also where there are too many secrets; where one
  /// of them begins, it ends then.
  package func maskedOwn(_ text: String) -> String {
    guard text.utf8.count >= KnownSecrets.shortestBytes else { return text }
    return isHopeless ? Self.withheld : replacing(text)
  }

  private func replacing(_ text: String) -> String {
    guard !entries.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var copied = 0
    var index = 0
    while index < bytes.count {
      let first = Int(SecretPlaces.lowercased(bytes[index]))
      if starts[first] < starts[first + 1],
        let (length, entry) = secret(in: bytes, at: index, starts[first]..<starts[first + 1])
      {
        output += bytes[copied..<index]
        output += entry.replacement
        index = entry.isBeginning ? bytes.count : index + length
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
  ) -> (length: Int, entry: Entry)? {
    guard start + KnownSecrets.shortestBytes <= bytes.count else { return nil }
    let key = Self.start(of: bytes, at: start)
    for index in firstEntry(from: key, in: candidates)..<candidates.upperBound {
      guard entries[index].start == key else { return nil }
      let length = entries[index].form.commonLength(with: bytes, from: start)
      if length == entries[index].form.count { return (length, entries[index]) }
      guard length >= Self.shortestPart else { continue }
      let end = start + length
      if end == bytes.count || bytes[end...].starts(with: "…".utf8) {
        return (length, entries[index])
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

// SPDX-License-Identifier: Apache-2.0
// Puts names in the place of secrets in texts that are printed.

/// Puts `‹name›` in the place of each secret, whatever form and letter case it stands in.
package struct Mask: Sendable {
  /// A secret that was cut is still masked, if at least so much of it is left.
  static let shortestPart = 12

  private struct Entry {
    let form: [UInt8]
    let replacement: [UInt8]
  }

  /// By their first byte, the longest first.
  private let entries: [Entry]
  /// Where the entries of a first byte begin; one more for the end.
  private let starts: [Int]

  init(_ secrets: [SecretForms]) {
    var entries = secrets.flatMap { secret in
      secret.forms.map { Entry(form: $0, replacement: secret.replacement) }
    }
    entries.sort { left, right in
      left.form[0] == right.form[0]
        ? left.form.count > right.form.count : left.form[0] < right.form[0]
    }
    var starts = [Int](repeating: 0, count: 257)
    for entry in entries { starts[Int(entry.form[0]) + 1] += 1 }
    for byte in 0..<256 { starts[byte + 1] += starts[byte] }
    self.entries = entries
    self.starts = starts
  }
}

extension Mask {
  /// The text with the name of each secret in its place: `‹access_token›`.
  package func masked(_ text: String) -> String {
    guard text.utf8.count >= Redaction.shortest, !entries.isEmpty else { return text }
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

  /// The secret that begins here, whole, or cut where the text ends or was cut (`…`).
  private func secret(
    in bytes: [UInt8], at start: Int, _ candidates: Range<Int>
  ) -> (length: Int, replacement: [UInt8])? {
    for index in candidates {
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
}

extension [UInt8] {
  /// How many bytes are the same in a text from a place on, the text's letters in lower case.
  fileprivate func commonLength(with text: [UInt8], from start: Int) -> Int {
    let end = Swift.min(count, text.count - start)
    var length = 0
    while length < end, self[length] == SecretPlaces.lowercased(text[start + length]) {
      length += 1
    }
    return length
  }
}

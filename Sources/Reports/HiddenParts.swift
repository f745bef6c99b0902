// SPDX-License-Identifier: Apache-2.0
// The hidden values of requests, by which one is told from another.

import Record
import Text

/// The hidden values in the headers and the fields of requests, and in their paths.
struct HiddenParts {
  /// The text for a hidden value: `‹access_token 2›`.
  struct Masked: Hashable {
    let text: String
    /// Without the number: `access_token`.
    let name: String
  }

  /// By where it stands: two headers that are masked are compared by their names.
  private var values: [[String]: Masked] = [:]

  /// - Parameter requests: Of values at one place the first counts.
  init(_ requests: [ExchangeRecord]) {
    for part in requests.compactMap(RequestParts.init).flatMap(\.parts) {
      for masked in Self.masks(in: part.text) {
        let place = part.kind == .path ? [masked.name] : part.key
        values[place] = values[place] ?? masked
      }
    }
  }

  static func masks(in text: some StringProtocol) -> [Masked] {
    text.split(separator: "‹").dropFirst(text.hasPrefix("‹") ? 0 : 1).compactMap { piece in
      guard let end = piece.firstIndex(of: "›") else { return nil }
      let words = piece[..<end].split(separator: " ")
      let isNumbered = words.count > 1 && words.last?.allSatisfy(\.isNumber) ?? false
      return Masked(
        text: "‹\(piece[..<end])›",
        name: words.dropLast(isNumbered ? 1 : 0).joined(separator: " "))
    }
  }

  func names(sharedWith other: HiddenParts) -> [String] {
    names { other.values[$0] == $1 }
  }

  func names(differingFrom other: HiddenParts) -> [String] {
    names { place, masked in other.values[place].map { $0 != masked } ?? false }
  }

  private func names(where holds: ([String], Masked) -> Bool) -> [String] {
    values.filter { holds($0, $1) }.map(\.value.name).sorted().unique
  }
}

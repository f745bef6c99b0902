// SPDX-License-Identifier: Apache-2.0
// What stands in SAML messages and is not secret.

/// Texts that are not secret although they stand in SAML messages: what a suite tells the framework,
/// such as the id of the user's provider. Of other secrets a part is masked also where it is such a
/// text.
struct PublicTexts: Sendable {
  /// Normal texts.
  private var texts: [[UInt8]] = []

  private static let limit = 100
}

extension PublicTexts {
  mutating func insert(_ text: String) {
    let bytes = NormalText.bytes(of: Array(text.utf8))
    guard bytes.count >= KnownSecrets.shortestBytes, bytes.count <= 256, texts.count < Self.limit,
      !texts.contains(bytes)
    else { return }
    texts.append(bytes)
  }

  mutating func merge(_ other: PublicTexts) {
    for text in other.texts where texts.count < Self.limit && !texts.contains(text) {
      texts.append(text)
    }
  }

  /// Whether a part of a message, as a normal text, is a part of these, or has nothing but a few
  /// characters besides them.
  func cover(_ part: ArraySlice<UInt8>) -> Bool {
    if texts.isEmpty { return false }
    if texts.contains(where: { !$0.ranges(of: part).isEmpty }) { return true }
    var rest = part
    var others = 0
    while !rest.isEmpty {
      if let text = texts.first(where: { rest.starts(with: $0) }) {
        rest = rest.dropFirst(text.count)
        others = 0
      } else {
        rest = rest.dropFirst()
        others += 1
        if others >= KnownSecrets.shortestBytes { return false }
      }
    }
    return true
  }
}

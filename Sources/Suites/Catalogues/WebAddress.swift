// SPDX-License-Identifier: Apache-2.0
// The address of a public page, which reports may link.

/// The address of a public page: an `https` URL that can stand in any report as it is.
///
///     https://example.com/docs/page#part
///
/// Only letters, digits and the punctuation of URLs that no report's syntax uses stand in it: no
/// blanks, quotes, brackets, backslashes or parentheses. It has a host and no user. At most 1,000
/// characters.
package struct WebAddress: Sendable, Hashable {
  /// As written.
  package let text: String

  /// - Returns: nil for a text of another form.
  package init?(_ text: String) {
    let scheme = "https://"
    guard text.hasPrefix(scheme), text.utf8.count <= 1000 else { return nil }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let host = rest.prefix { $0 != UInt8(ascii: "/") }
    guard !host.isEmpty, host.first != UInt8(ascii: "."),
      host.allSatisfy({ Self.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }),
      rest.allSatisfy({ Self.isAlphanumeric($0) || Self.punctuation.contains($0) })
    else { return nil }
    self.text = text
  }

  private static let punctuation = Array("-._~/:?#@$&+,;=%".utf8)

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}

extension WebAddress: CustomStringConvertible {
  package var description: String { text }
}

// SPDX-License-Identifier: Apache-2.0
// The address of a public page that reports can link to.

import Text

/// The address of a public page: an `https` URL that can stand in any report as it is.
///
///     https://example.com/docs/page#part
///
/// It has a host, no user, and at most 1,000 characters: letters, digits and the punctuation of
/// URLs that no report's syntax uses (no blanks, quotes, brackets, backslashes or parentheses).
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
      host.allSatisfy({ $0.isAlphanumeric || $0 == 0x2D || $0 == 0x2E }),
      rest.allSatisfy({ $0.isAlphanumeric || Self.punctuation.contains($0) })
    else { return nil }
    self.text = text
  }

  private static let punctuation = Array("-._~/:?#@$&+,;=%".utf8)
}

extension WebAddress: CustomStringConvertible {
  package var description: String { text }
}

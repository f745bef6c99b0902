// SPDX-License-Identifier: Apache-2.0
// The path and the query of a request target.

import Text

/// A request target in origin form, taken apart for a server that routes by it.
package struct Target: Sendable, Equatable {
  /// As on the wire.
  package let path: String
  /// As on the wire, without the question mark.
  package let query: String?
  /// The decoded segments of the path: `/a/b%2Fc/` gives `a`, `b/c` and an empty one.
  package let segments: [String]
}

extension Target {
  /// - Returns: nil for a target that does not begin with a slash or that has a segment which
  ///   does not decode to text.
  package init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    let mark = text.utf8.firstIndex(of: UInt8(ascii: "?"))
    path = String(text[..<(mark ?? text.endIndex)])
    query = mark.map { String(text[text.utf8.index(after: $0)...]) }
    var segments: [String] = []
    for part in path.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let segment = PercentEncoding.decode(String(decoding: part, as: UTF8.self)) else {
        return nil
      }
      segments.append(segment)
    }
    self.segments = segments
  }

  /// The names and values of the query, read as a form; nil where it is none.
  package var parameters: [(name: String, value: String)]? {
    FormBody.decode(Array((query ?? "").utf8))
  }
}

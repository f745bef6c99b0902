// SPDX-License-Identifier: Apache-2.0
// The parts of a URL as an application sent it.

import Formats
import Text

/// The parts of an absolute URL, as far as they can be told apart. Nothing is refused: what an
/// application sent is judged as it was sent.
package struct RecordedURL {
  package let scheme: String
  /// The host in lower case, with its port where that is not the usual one of the scheme.
  let authority: String
  let path: String
  /// nil without a query.
  package let query: String?

  package init(_ text: String) {
    // Bytes, not characters: there may be hundreds of thousands of URLs, and a mark that joins a
    // slash to what follows it doesn't make another character of it.
    var rest = text.utf8[...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[colon...].starts(with: "://".utf8) {
      scheme = String(Substring(rest[..<colon])).lowercased()
      rest = rest[colon...].dropFirst(3)
    } else {
      scheme = ""
    }
    let end =
      rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    var host = rest[..<end]
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[at...].dropFirst() }
    let usual = scheme == "https" ? ":443" : scheme == "http" ? ":80" : ""
    if !usual.isEmpty, host.suffix(usual.utf8.count).elementsEqual(usual.utf8) {
      host = host.dropLast(usual.utf8.count)
    }
    authority = String(Substring(host)).lowercased()
    rest = rest[end...]
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(Substring(rest[mark...].dropFirst()))
      rest = rest[..<mark]
    } else {
      query = nil
    }
    path = String(Substring(rest))
  }
}

extension RecordedURL {
  /// `https://api.example.com`
  package var origin: String { "\(scheme)://\(authority)" }

  /// The segments of the path, as written; a slash at the end doesn't count.
  package var segments: [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  /// The names and values of the query, each decoded once.
  var parameters: [(name: String, value: String)] {
    query.map { Self.pairs($0, plusIsBlank: true) } ?? []
  }

  /// A segment or a value, decoded once; as it is where it can't be decoded.
  static func decoded(_ text: some StringProtocol) -> String {
    PercentEncoding.decode(String(text)) ?? String(text)
  }

  /// The pairs of `a=b&c=d`, each decoded once. What can't be decoded stays as it is.
  static func pairs(
    _ text: some StringProtocol, plusIsBlank: Bool
  ) -> [(name: String, value: String)] {
    String(text).utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let mark = pair.firstIndex(of: UInt8(ascii: "="))
      let name = String(Substring(pair[..<(mark ?? pair.endIndex)]))
      let value = mark.map { String(Substring(pair[$0...].dropFirst())) } ?? ""
      return (
        PercentEncoding.decode(name, plusIsBlank: plusIsBlank) ?? name,
        PercentEncoding.decode(value, plusIsBlank: plusIsBlank) ?? value
      )
    }
  }
}

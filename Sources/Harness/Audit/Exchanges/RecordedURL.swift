// SPDX-License-Identifier: Apache-2.0
// The parts of a URL as a recording has it.

internal import Encodings

/// The parts of an absolute URL, as far as they can be told apart. Nothing is refused: what an
/// application sent is judged as it was sent.
struct RecordedURL {
  let scheme: String
  /// The host in lower case, with its port where that is not the usual one of the scheme.
  let authority: String
  let path: String
  /// nil where there is none.
  let query: String?

  init(_ text: String) {
    var rest = Substring(text)
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    if let colon = rest.firstRange(of: "://") {
      scheme = rest[..<colon.lowerBound].lowercased()
      rest = rest[colon.upperBound...]
    } else {
      scheme = ""
    }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    var authority = rest[..<end].lowercased()
    if let at = authority.lastIndex(of: "@") { authority = String(authority[at...].dropFirst()) }
    let usual = scheme == "https" ? ":443" : scheme == "http" ? ":80" : ""
    if !usual.isEmpty, authority.hasSuffix(usual) { authority.removeLast(usual.count) }
    self.authority = authority
    rest = rest[end...]
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[mark...].dropFirst())
      rest = rest[..<mark]
    } else {
      query = nil
    }
    path = String(rest)
  }
}

extension RecordedURL {
  /// `https://api.example.com`
  var origin: String { "\(scheme)://\(authority)" }

  /// The segments of the path, as written; a slash at the end doesn't count.
  var segments: [Substring] { path.split(separator: "/") }

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
    String(text).split(separator: "&").map { pair in
      let mark = pair.firstIndex(of: "=")
      let name = String(pair[..<(mark ?? pair.endIndex)])
      let value = mark.map { String(pair[$0...].dropFirst()) } ?? ""
      return (
        PercentEncoding.decode(name, plusIsBlank: plusIsBlank) ?? name,
        PercentEncoding.decode(value, plusIsBlank: plusIsBlank) ?? value
      )
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The pairs of a query or a form, not decoded.

import Text

/// The pairs of `a=b&c=d`, with their values as they stand.
struct RawPairs {
  var pairs: [(name: String, raw: String, text: String)]

  init(_ text: String) {
    pairs = text.split(separator: "&", omittingEmptySubsequences: true).map { pair in
      let mark = pair.firstIndex(of: "=")
      let name = String(pair[..<(mark ?? pair.endIndex)])
      let raw = mark.map { String(pair[pair.index(after: $0)...]) } ?? ""
      return (PercentEncoding.decode(name, plusIsBlank: true) ?? name, raw, String(pair))
    }
  }

  var text: String { pairs.map(\.text).joined(separator: "&") }

  /// The same with an edit of the pairs of a name.
  func edited(_ name: String, _ edit: PartEdit) -> RawPairs {
    var result = self
    result.pairs = pairs.flatMap { pair -> [(name: String, raw: String, text: String)] in
      guard pair.name == name else { return [pair] }
      switch edit {
      case .removed: return []
      case .doubled: return [pair, pair]
      case .value(let raw):
        let key = pair.text.prefix { $0 != "=" }
        return [(pair.name, raw, "\(key)=\(raw)")]
      }
    }
    return result
  }
}

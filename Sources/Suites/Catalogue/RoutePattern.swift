// SPDX-License-Identifier: Apache-2.0
// A method and a path, as the documents write a request.

import Text

/// A method and a path; a segment in braces stands for any.
package struct RoutePattern: Sendable, Hashable {
  /// As written.
  package let text: String
  private let method: String
  private let path: String
  /// nil for any.
  private let segments: [String?]

  /// - Returns: nil for a text of another form.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[1].hasPrefix("/") else { return nil }
    self.text = "\(parts[0]) \(parts[1])"
    method = String(parts[0])
    path = String(parts[1])
    segments = Self.segments(of: parts[1]).map { $0.hasPrefix("{") ? nil : String($0) }
  }
}

extension RoutePattern {
  /// How many segments it names: of two that match, the one with more is meant.
  package var weight: Int { segments.count { $0 != nil } }

  /// Whether a request is of this kind.
  package func matches(method: String, path: String) -> Bool {
    method == self.method && matches(Self.segments(of: path))
  }

  /// The method with the path of the best pattern for a request; nil if none has its path.
  package static func best(of patterns: [RoutePattern], method: String, path: String) -> String? {
    let segments = segments(of: path)
    let matching = patterns.filter { $0.matches(segments) }
    let exact = matching.filter { $0.method == method }
    let best = (exact.isEmpty ? matching : exact).max { $0.weight < $1.weight }
    return best.map { "\(method) \($0.path)" }
  }

  /// `GET /api/v2/*/profiles/*` for `GET /api/v2/${service_provider}/profiles/${mvpd}`.
  package static func folded(_ route: String) -> String {
    var output: [UInt8] = []
    var rest = Array(route.utf8)[...]
    while let start = rest.range(of: Array("${".utf8)),
      let end = rest[start.upperBound...].firstIndex(of: UInt8(ascii: "}"))
    {
      output += rest[..<start.lowerBound] + "*".utf8
      rest = rest[(end + 1)...]
    }
    return String(decoding: output + rest, as: UTF8.self)
  }

  private func matches(_ parts: [Substring]) -> Bool {
    parts.count == segments.count
      && zip(parts, segments).allSatisfy { part, segment in
        segment.map { $0.utf8.elementsEqual(part.utf8) } ?? true
      }
  }

  private static func segments(of path: some StringProtocol) -> [Substring] {
    String(path).utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
  }
}

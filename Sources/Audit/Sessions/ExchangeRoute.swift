// SPDX-License-Identifier: Apache-2.0
// A method and a path, by which kinds of exchanges are told apart.

import Formats
import Suites
import Text

/// A method and a path: `POST /o/client/token`, `GET /api/v1/config/{requestor}.json`.
struct ExchangeRoute: Sendable, Equatable {
  enum Segment: Sendable, Equatable {
    case text(String)
    /// Any segment with this end, which is a parameter of this name without the end.
    case parameter(String, end: String)
  }

  /// nil for any.
  let method: String?
  let segments: [Segment]
}

extension ExchangeRoute {
  /// Reads a route; nil for another text.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[1].hasPrefix("/"), parts[0].utf8.allSatisfy({ 0x41...0x5A ~= $0 })
    else { return nil }
    var segments: [Segment] = []
    for part in parts[1].split(separator: "/") {
      guard part.hasPrefix("{"), let close = part.firstIndex(of: "}") else {
        segments.append(.text(String(part)))
        continue
      }
      let name = part[..<close].dropFirst()
      if name.isEmpty { return nil }
      segments.append(.parameter(String(name), end: String(part[part.index(after: close)...])))
    }
    method = parts[0] == "ANY" ? nil : String(parts[0])
    self.segments = segments
  }

  /// How much it says: of two that match, the one that says more is meant.
  var weight: Int {
    segments.reduce(method == nil ? 0 : 1) { weight, segment in
      switch segment {
      case .text: weight + 4
      case .parameter(_, let end): weight + (end.isEmpty ? 0 : 2)
      }
    }
  }

  /// `/api/v1/config/{requestor}.json`.
  var path: String {
    segments.map { segment in
      switch segment {
      case .text(let text): "/\(text)"
      case .parameter(let name, let end): "/{\(name)}\(end)"
      }
    }.joined()
  }

  /// A path without the names of its parameters, by which documents and rules may differ.
  static func folded(_ path: some StringProtocol) -> String {
    path.split(separator: "/").map { $0.hasPrefix("{") ? "/{}" : "/\($0)" }.joined()
  }

  func matches(_ method: String, _ parts: [Substring]) -> Bool {
    guard parts.count == segments.count, self.method.map({ $0 == method }) ?? true else {
      return false
    }
    return zip(parts, segments).allSatisfy { part, segment in
      switch segment {
      case .text(let text): text == part
      case .parameter(_, let end): part.hasSuffix(end) && part.count > end.count
      }
    }
  }

  /// The segments of a path that it gives names, percent-decoded.
  func parameters(of parts: [Substring]) -> [(name: String, value: String)] {
    zip(segments, parts).compactMap { segment, part in
      guard case .parameter(let name, let end) = segment else { return nil }
      return (name, RecordedURL.decoded(part.dropLast(end.count)))
    }
  }
}

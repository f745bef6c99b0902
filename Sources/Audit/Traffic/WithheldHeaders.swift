// SPDX-License-Identifier: Apache-2.0
// The header fields that a recording leaves out.

import HTTP

/// Header fields that a recording leaves out of headers that it keeps: of these it is unknown whether
/// they were there.
package enum WithheldHeaders: Sendable, Equatable {
  /// The headers are whole.
  case none
  /// Fields of these names, in lower case, may be missing. Chrome leaves some out unless it is told
  /// to keep them, and other tools mask their values.
  case named(Set<String>)
  /// Any other field may be missing: an answer came from a cache, or a browser kept the headers that
  /// it was asked to send and not those that it sent.
  case any

  /// Whether a field that the headers lack may have been there all the same.
  ///
  /// - Parameter name: In any case.
  package func mayContain(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .named(let names): names.contains(name.lowercased())
    case .any: true
    }
  }

  /// Both of them.
  package func joined(_ other: WithheldHeaders) -> WithheldHeaders {
    switch (self, other) {
    case (.none, let one), (let one, .none): one
    case (.named(let names), .named(let others)): .named(names.union(others))
    default: .any
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// What a message does against HTTP itself without making it unreadable.

/// A departure from the grammar or the framing rules of HTTP/1.1 that a message can be read in
/// spite of.
package struct WireIssue: Sendable, Equatable {
  /// One sentence for people: what was found and what the rule is.
  package let message: String
  /// The rule: `RFC 9112, section 6.3`.
  package let rule: String
  /// Where in the message, in bytes from its start; nil where it concerns the whole.
  package let offset: Int?
  /// Whether the rule has the whole message thrown away.
  package let isFatal: Bool

  package init(_ message: String, rule: String, offset: Int? = nil, isFatal: Bool = false) {
    self.message = message
    self.rule = rule
    self.offset = offset
    self.isFatal = isFatal
  }
}

extension WireIssue: CustomStringConvertible {
  package var description: String { "\(message) (\(rule))" }
}

// SPDX-License-Identifier: Apache-2.0
// Departures from the grammar of HTTP that a message can be read in spite of.

import Text

/// A departure from the grammar or the framing rules of HTTP/1.1 that a message can be read in
/// spite of.
package struct WireIssue: Sendable, Equatable, CustomStringConvertible {
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

  package var description: String { "\(message) (\(rule))" }
}

/// Issues, each kind once: a head of 60,000 bare line feeds has one finding, not 60,000.
package struct IssueList: Sendable, Equatable {
  package private(set) var issues: [WireIssue] = []

  package mutating func add(_ issue: WireIssue) {
    guard issues.count < 20, !issues.contains(where: { $0.message == issue.message }) else {
      return
    }
    issues.append(issue)
  }

  package mutating func add(_ list: IssueList) {
    for issue in list.issues { add(issue) }
  }
}

extension WireIssue {
  static func bareLineFeed(at offset: Int) -> WireIssue {
    WireIssue("a line ends with LF alone", rule: "RFC 9112, section 2.2", offset: offset)
  }
}

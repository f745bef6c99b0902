// SPDX-License-Identifier: Apache-2.0
// What may be wrong with an exchange of a recording.

/// What may be wrong with an exchange of a recording: one thing that an application does otherwise.
package enum RequestMutation: String, Sendable, CaseIterable {
  case dropped
  case repeated
  /// Sent before all others of its walk, but for those that all walks share.
  case movedFirst = "moved-first"
  case movedLast = "moved-last"
  /// Sent, with all that follows, after the end of what it uses.
  case late
  /// Sent without a header, a parameter, or a member of its body.
  case removed
  case doubled
  case emptied
  /// One letter or digit of the value is another.
  case altered
  /// With the value that the walk had there before.
  case stale
  /// With the value that another walk has there.
  case foreign
  /// Sent by http.
  case insecure
}

extension RequestMutation {
  /// What is wrong then, in words that follow the place: "is missing".
  package var summary: String {
    switch self {
    case .dropped: "is not sent"
    case .repeated: "is sent a second time"
    case .movedFirst: "is sent before all others"
    case .movedLast: "is sent after all others"
    case .late: "is over when it is sent"
    case .removed: "is missing"
    case .doubled: "is there twice"
    case .emptied: "is empty"
    case .altered: "is another text of the same form"
    case .stale: "has the value of an earlier exchange"
    case .foreign: "has the value of another walk"
    case .insecure: "is sent by http"
    }
  }
}

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

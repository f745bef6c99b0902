// SPDX-License-Identifier: Apache-2.0
// Switches of sessions and logins.

extension Switch {
  /// A new session of a device does not end the one before.
  package static let keepsReplacedSessions = Switch("keeps-replaced-sessions")
  /// A resumed session has only the parameters that come with the call.
  package static let forgetsGivenParameters = Switch("forgets-given-parameters")
  /// A login leaves no profile.
  package static let makesNoProfileByLogin = Switch("makes-no-profile-by-login")
  /// The user agent with an unknown code gets an internal error.
  package static let breaksAtUnknownCodes = Switch("breaks-at-unknown-codes")
}

// SPDX-License-Identifier: Apache-2.0
// Switches of profiles and logout.

extension Switch {
  /// Profiles do not run out.
  package static let keepsExpiredProfiles = Switch("keeps-expired-profiles")
  /// Temporary access does not run out.
  package static let temporaryAccessNeverEnds = Switch("temporary-access-never-ends")
  /// A logout removes nothing.
  package static let keepsProfilesAtLogout = Switch("keeps-profiles-at-logout")
  /// A logout removes the profiles of all MVPDs.
  package static let endsAllProfilesAtLogout = Switch("ends-all-profiles-at-logout")
  /// A logout needs no redirect URL.
  package static let assumesRedirectURL = Switch("assumes-redirect-url")
  /// The configuration lists integrations that are switched off.
  package static let listsInactiveIntegrations = Switch("lists-inactive-integrations")
}

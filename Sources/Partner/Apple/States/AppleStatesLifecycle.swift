// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: what changes while a session lasts.

extension AppleState {
  static let lifecycleStates: [AppleState] = [
    AppleState(
      "permission-revoked-mid-session",
      "The user withdraws permission after the profile was made",
      "Then every call answers as in denied."
    ) { $0.event = .denyPermission },
    AppleState(
      "permission-granted-later",
      "Denied first, allowed later in Settings",
      "First pass as denied; after the change as granted-signed-in."
    ) {
      $0.start.permission = .denied
      $0.event = .grantPermission
    },
    AppleState(
      "signed-out-in-settings-mid-session",
      "The user signs out in Settings during the session",
      "Silent queries then give no metadata; interactive ones open the picker."
    ) {
      $0.start.pickerChoice = .provider(.own)
      $0.event = .signOut
    },
    AppleState(
      "signed-in-in-settings",
      "The user signs in in Settings while the application is in the background",
      "The first query finds nobody; after the change a silent one finds the provider."
    ) {
      $0.start.provider = nil
      $0.start.pickerChoice = .provider(.own)
      $0.event = .signIn
    },
    AppleState(
      "provider-switched-between-calls",
      "The user switches provider between two requests",
      "The profile is the first provider's; the next status names the second."
    ) { $0.event = .switchProvider },
    AppleState(
      "provider-changes-during-authentication",
      "The authentication answer names another provider than the query",
      "A careful client stops before it calls the service."
    ) { $0.start.answeringProvider = .other },
    AppleState(
      "session-expires-mid-run",
      "The sign-in expires while the run goes on",
      "Expires one minute after the start; move the clock instead of waiting."
    ) {
      $0.start.expires = 1 * AppleDefaults.minute
      $0.event = .clock(60_001)
    },
    AppleState(
      "stale-cached-status",
      "The application sends an old status from its cache",
      "The framework itself is in order: only the header is old."
    ) {
      $0.client = .staleHeader
      $0.profilesBefore = ["appleSSO of the same MVPD"]
    },
    AppleState(
      "clock-skew-device-ahead",
      "The clock of the device is two hours ahead",
      "Valid for the service, expired for the client: it must fall back although the"
        + " service would accept. The framework runs on the clock of the device: a silent"
        + " authentication needs the user again."
    ) {
      $0.start.clockOffset = 2 * AppleDefaults.hour
      $0.start.expires = 1 * AppleDefaults.hour
      $0.start.saml = .skewed
    },
    AppleState(
      "clock-skew-device-behind",
      "The clock of the device is two hours behind",
      "Expired for the service, valid for the client. SAML made by the device carries the"
        + " same skew."
    ) {
      $0.start.clockOffset = -2 * AppleDefaults.hour
      $0.start.expires = -1 * AppleDefaults.hour
      $0.start.saml = .skewed
    },
    AppleState(
      "existing-apple-profile",
      "A profile of type appleSSO already exists",
      "Set up by a first run on the same device identifier."
    ) { $0.profilesBefore = ["appleSSO of the same MVPD"] },
    AppleState(
      "existing-regular-profile",
      "A regular profile of the same MVPD exists",
      "For a regular profile status retrieval may be skipped in phase D."
    ) { $0.profilesBefore = ["regular of the same MVPD"] },
    AppleState(
      "multiple-profiles",
      "An appleSSO profile and a regular one of another MVPD",
      "The key of the map is the MVPD, so two profiles of the same MVPD cannot both be"
        + " seen."
    ) { $0.profilesBefore = ["appleSSO of the same MVPD", "regular of another MVPD"] },
    AppleState(
      "silent-return-after-logout",
      "Logout at Adobe while still signed in at the device",
      "Shows why the user must also sign out in Settings: the next run signs in silently."
    ) { $0.profilesBefore = ["appleSSO of the same MVPD"] },
  ]
}

// SPDX-License-Identifier: Apache-2.0
// The calls of REST API V2 that use a profile: the columns of the isolation matrix.

internal import ReferenceService

/// The calls of REST API V2 that use a profile.
enum ProfileUse: String, CaseIterable {
  case profiles
  case profile
  case profileOfCode = "profile-of-code"
  case partnerProfile = "partner-profile"
  case partnerSession = "partner-session"
  case session
  case resumedSession = "resumed-session"
  case preauthorization
  case authorization
  case logout
}

extension ProfileUse {
  var endpoint: ServiceEndpoint {
    switch self {
    case .profiles: .profiles
    case .profile: .profile
    case .profileOfCode: .profileOfCode
    case .partnerProfile: .partnerProfile
    case .partnerSession: .partnerSession
    case .session: .createSession
    case .resumedSession: .resumeSession
    case .preauthorization: .preauthorize
    case .authorization: .authorize
    case .logout: .logout
    }
  }
}

extension ProfileUse {
  var phrase: String {
    switch self {
    case .profiles: "the list of profiles"
    case .profile: "the profile of an MVPD"
    case .profileOfCode: "the profile of a code"
    case .partnerProfile: "the partner profile that is not made"
    case .partnerSession: "the partner session"
    case .session: "a new session"
    case .resumedSession: "a resumed session"
    case .preauthorization: "preauthorization"
    case .authorization: "authorization"
    case .logout: "the logout"
    }
  }

  /// The rules that have to give way, so that the call looks for a profile at all.
  var switches: Set<Switch> { self == .profileOfCode ? [.codesNeedNoLogin] : [] }

  /// Whether a profile of such a sign-in counts in this call at all.
  func takes(_ signIn: SignIn) -> Bool {
    switch self {
    case .profileOfCode, .partnerProfile, .session, .resumedSession: signIn == .regular
    default: true
    }
  }

  /// The requirements that a call breaks which counts a profile that it must not count.
  var requirements: [String] {
    switch self {
    case .profiles: ["API-PROFILES-04", "API-PROFILES-13", "V2-B4-01"]
    case .profile: ["API-PROFILES-MVPD-04", "API-PROFILES-MVPD-13", "V2-B4-01"]
    case .profileOfCode: ["API-PROFILES-CODE-02", "API-PROFILES-CODE-03"]
    case .partnerProfile: ["V2-C13-07"]
    case .partnerSession: ["V2-C9-01"]
    case .session: ["API-SESSIONS-05"]
    case .resumedSession: ["API-SESSIONS-RESUME-03"]
    case .preauthorization: ["API-PREAUTHORIZE-13"]
    case .authorization: ["API-AUTHORIZE-17"]
    case .logout: ["API-LOGOUT-12", "API-LOGOUT-13"]
    }
  }

  func requirements(of binding: ProfileBinding) -> [String] {
    switch (self, binding) {
    // These say it in so many words.
    case (.profiles, .device), (.profiles, .client):
      ["API-PROFILES-13", "API-PROFILES-04", "V2-B4-01"]
    case (.profile, .device), (.profile, .client):
      ["API-PROFILES-MVPD-13", "API-PROFILES-MVPD-04", "V2-B4-01"]
    default: requirements
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Defects in what profiles, codes and credentials are bound to: the cells of the isolation matrix.

internal import ReferenceService

extension Defect {
  static let isolation: [Defect] = profileCells + logoutCells + otherIsolation

  /// For each way to sign in, each call and each thing that a profile is bound to: a profile that
  /// differs in this counts in this call.
  private static let profileCells: [Defect] = SignIn.allCases.flatMap { signIn in
    ProfileUse.allCases.filter { $0.takes(signIn) }.flatMap { use in
      ProfileBinding.allCases.map { binding in
        Defect(
          name: "\(signIn)-profile-of-another-\(binding.rawValue)-at-\(use.rawValue)",
          requirements: use.requirements(of: binding),
          summary: "At \(use.phrase), the \(signIn.phrase) of \(binding.phrase) counts",
          setting: .standard,
          fault: Deviation(
            switches: use.switches.union([.shared(signIn, across: binding)]),
            at: [use.endpoint]))
      }
    }
  }

  private static let logoutCells: [Defect] = ProfileBinding.allCases.map { binding in
    Defect(
      name: "logout-across-\(binding.rawValue)", requirements: ["API-LOGOUT-13"],
      summary: "A logout removes the profile of \(binding.phrase) too",
      setting: .standard,
      fault: Deviation(switches: [.logoutEnds(across: binding)]))
  }

  private static let otherIsolation: [Defect] = [
    Defect(
      "codes-of-another-service-provider", of: "API-PROFILES-CODE-04", "API-PROFILES-CODE-02",
      "API-SESSIONS-GET-04", "API-SESSIONS-RESUME-06", "API-AUTHENTICATE-03",
      summary: "A code is accepted at each service provider", switch: .takesCodesOfOthers),
    Defect(
      "codes-end-the-sessions-of-other-devices", of: "API-SESSIONS-GET-02", "API-SESSIONS-GET-03",
      "API-SESSIONS-10", "API-PROFILES-CODE-02",
      summary: "A new code ends the sessions of all devices", switch: .codesEndAllSessions),
    Defect(
      "secret-of-another-client", of: "API-DCR-TOKEN-13", "V2-A4-02",
      summary: "The secret of any client gets a token for each of them",
      switch: .takesSecretsOfOthers),
  ]
}

extension SignIn {
  fileprivate var phrase: String {
    switch self {
    case .partner: "partner profile"
    case .regular: "regular profile"
    }
  }
}

extension ProfileBinding {
  fileprivate var phrase: String {
    switch self {
    case .device: "another device"
    case .client: "another client"
    case .serviceProvider: "another service provider"
    case .mvpd: "another MVPD"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Phase E: the viewer signs out.

import Foundation

/// Ends the profile, and says what is left to do.
@MainActor struct SignOut {
  let service: ServiceClient
  let store: Keeper
  let screen: Screen

  func run(_ viewer: SignedIn) async throws {
    let answer = try await service.logout(mvpd: viewer.mvpd)
    try store.change { $0.providers[viewer.mvpd] = nil }
    switch answer.logouts[viewer.mvpd]?.actionName {
    case "partner_logout":
      // No application can sign the viewer out of the framework.
      screen.show("To sign out on this device, open Settings, Accounts, TV Provider.")
    case "logout":
      // A television has no user agent in which the viewer is signed in.
      screen.show("Signed out here. On your other screen, sign out at the provider, too.")
    default: screen.show("Signed out.")
    }
  }
}

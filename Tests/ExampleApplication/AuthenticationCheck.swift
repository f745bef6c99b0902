// SPDX-License-Identifier: Apache-2.0
// Phase B: is the viewer signed in?

import Foundation

/// The check at each start of the application.
@MainActor struct AuthenticationCheck {
  let framework: FrameworkClient
  let service: ServiceClient
  let store: Keeper

  /// - Returns: nil if the viewer has no profile.
  func run() async throws -> SignedIn? {
    let status = await framework.ask(.check).status
    // Without a valid status there may still be a profile that doesn't need one.
    let isSent = status.isValid(at: Date()) || service.settings.makes(.expiredStatus)
    let profiles = try await service.profiles(status: isSent ? status : nil)
    guard let (mvpd, profile) = profiles.best(at: Date()) else { return nil }
    return SignedIn(
      mvpd: mvpd, provider: store.content.providers[mvpd], isOfPartner: profile.isOfPartner)
  }
}

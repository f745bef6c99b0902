// SPDX-License-Identifier: Apache-2.0
// Basic authentication: the viewer signs in at the MVPD on another screen.

import Foundation

/// Shows where to sign in, and waits for the profile.
@MainActor struct BasicSignIn {
  let service: ServiceClient
  let screen: Screen
  let configuration: Configuration

  /// How long after an answer the application asks for the profile again.
  private static let interval = Duration.seconds(3)

  /// - Parameters:
  ///   - picked: The MVPD, if the viewer has picked one already.
  ///   - session: The session that the service has opened, if it has.
  /// - Returns: nil if the viewer picked no MVPD or did not sign in in time.
  func run(picked: String? = nil, session: Session? = nil) async throws -> SignedIn? {
    var session = session
    if session == nil {
      guard let mvpd = picked ?? ownPicker() else { return nil }
      session = try await service.session(mvpd: mvpd)
    }
    while let open = session, ["resume", "retry"].contains(open.actionName), let code = open.code {
      guard let mvpd = open.mvpd ?? picked ?? ownPicker() else { return nil }
      session = try await service.resume(
        code: code, mvpd: mvpd, missing: open.missingParameters ?? [])
    }
    guard let session else { return nil }
    if session.actionName == "authorize", let mvpd = session.mvpd {
      return SignedIn(mvpd: mvpd, provider: nil, isOfPartner: false)
    }
    guard let code = session.code, let url = session.url else { return nil }
    screen.show("sign in: \(url)")
    return try await poll(code, until: session.notAfter?.date ?? Date() + 1800)
  }

  private func ownPicker() -> String? {
    let offered = configuration.requestor.mvpds.filter { $0.isTempPass?.isTrue != true }
    screen.show("own picker: \(offered.map(\.displayName).joined(separator: ", "))")
    return offered.first { $0.id == service.settings.ownChoice }?.id
  }

  private func poll(_ code: String, until end: Date) async throws -> SignedIn? {
    while Date() < end {
      try await Task.sleep(for: Self.interval)
      let profiles = try await service.profiles(code: code)
      if let (mvpd, profile) = profiles.best(at: Date()) {
        return SignedIn(mvpd: mvpd, provider: nil, isOfPartner: profile.isOfPartner)
      }
    }
    screen.show("The code is over.")
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// Phase C: the viewer signs in through the framework.

import Foundation

/// Partner authentication, and basic authentication where that is not possible.
@MainActor struct SignIn {
  let framework: FrameworkClient
  let service: ServiceClient
  let store: Keeper
  let screen: Screen
  /// The first request of the service, for who makes the mistake of keeping it.
  let firstRequest: FirstRequest

  /// - Returns: nil if the viewer gave up.
  func run() async throws -> SignedIn? {
    // A viewer who changes the provider on the way begins again, once.
    for _ in 1...2 {
      switch try await attempt() {
      case .ended(let signedIn): return signedIn
      case .providerChanged: screen.show("The provider has changed.")
      }
    }
    return nil
  }

  private enum Attempt {
    case ended(SignedIn?)
    case providerChanged
  }

  private func attempt() async throws -> Attempt {
    let configuration = try await service.currentConfiguration()
    let basic = BasicSignIn(service: service, screen: screen, configuration: configuration)
    let status = try await pick(configuration)
    if status.access != .granted {
      screen.show("With access to your TV provider you would be signed in everywhere at once.")
      if !service.settings.makes(.denialIgnored) { return .ended(try await basic.run()) }
    }
    if let error = status.error, !service.settings.makes(.denialIgnored) {
      screen.show("The framework: error \(error.code)")
      // A provider that is in the picker alone is picked: the viewer need not pick it again.
      let picked = error.unsupportedProvider.flatMap(configuration.mvpd(mappedTo:))
      return .ended(try await basic.run(picked: picked?.id))
    }
    let mvpd = status.provider.flatMap(configuration.mvpd(mappedTo:))
    let takesPart = mvpd?.takesPart == true && status.isValid(at: Date())
    guard takesPart || service.settings.mistake.map(Self.careless.contains) == true else {
      return .ended(try await basic.run())
    }
    let session = try await service.partnerSession(status: status)
    switch session.actionName {
    case "authorize":
      let id = session.mvpd ?? mvpd?.id ?? ""
      return .ended(SignedIn(mvpd: id, provider: status.provider, isOfPartner: true))
    case "partner_profile":
      guard let request = session.authenticationRequest, let mvpd else { break }
      return try await authenticate(request, with: mvpd, status, basic)
    default: break
    }
    return .ended(try await basic.run(session: session))
  }

  /// Those mistakes that go on where they must not.
  private static let careless: Set<Mistake> = [
    .denialIgnored, .switchedOffProvider, .expiredStatus,
  ]

  /// The framework shows its picker unless the viewer is signed in there.
  private func pick(_ configuration: Configuration) async throws -> FrameworkStatus {
    var supported = configuration.inPlatformPicker
    if service.settings.makes(.ownProviderList) {
      supported = ["tvp-harbor-2201", "tvp-gone-2299"]
    }
    if service.settings.makes(.switchedOffProvider) {
      supported = configuration.requestor.mvpds.compactMap(\.platformMappingId)
    }
    let question = FrameworkQuestion.picker(
      supported: supported, featured: configuration.featured.filter(supported.contains))
    guard service.settings.makes(.pickerNotAwaited) else {
      return await framework.ask(question).status
    }
    async let answer = framework.ask(question)
    await screen.picker()
    _ = try await service.partnerSession(status: FrameworkStatus(access: .granted))
    return await answer.status
  }

  private func authenticate(
    _ request: Session.AuthenticationRequest, with mvpd: MVPD, _ picked: FrameworkStatus,
    _ basic: BasicSignIn
  ) async throws -> Attempt {
    let token =
      service.settings.makes(.olderVerificationToken)
      ? firstRequest.kept(request.request) : request.request
    let answer = await framework.ask(
      .authentication(verificationToken: token, attributeNames: request.attributesNames))
    guard answer.status.isValid(at: Date()), let response = answer.response else {
      return .ended(try await basic.run(picked: mvpd.id))
    }
    guard answer.status.provider == picked.provider else { return .providerChanged }
    let encoded = encode(response)
    do {
      let profiles = try await service.partnerProfiles(response: encoded, status: answer.status)
      if service.settings.makes(.responseSentTwice) {
        _ = try await service.partnerProfiles(response: encoded, status: answer.status)
      }
      guard let profile = profiles.profiles[mvpd.id] else {
        return .ended(try await basic.run(picked: mvpd.id))
      }
      try store.change { $0.providers[mvpd.id] = picked.provider }
      return .ended(
        SignedIn(mvpd: mvpd.id, provider: picked.provider, isOfPartner: profile.isOfPartner))
    } catch let error as ServiceError {
      screen.show("The service: \(error.text)")
      return .ended(try await basic.run(picked: mvpd.id))
    }
  }

  private func encode(_ response: String) -> String {
    if service.settings.makes(.responseNotFolded) {
      return Data(response.utf8).base64EncodedString()
    }
    let encoded = ProviderResponse.encoded(response)
    return service.settings.makes(.responseEncodedTwice) ? Transport.encoded(encoded) : encoded
  }
}

/// Keeps the first of several values.
@MainActor final class FirstRequest {
  private var first: String?

  func kept(_ request: String) -> String {
    let kept = first ?? request
    first = kept
    return kept
  }
}

// SPDX-License-Identifier: Apache-2.0
// The calls of the partner framework, in the three forms of the cookbook.

import Foundation

/// What the application wants of the framework.
enum FrameworkQuestion: Sendable {
  /// Who is signed in? Phases B and D; the user must not be interrupted.
  case check, decision
  /// Who is it to be? Phase C; the user may pick.
  case picker(supported: [String], featured: [String])
  /// The provider's response to the service's request. Phase C; the user may have to sign in.
  case authentication(verificationToken: String, attributeNames: [String])
}

/// Asks Video Subscriber Account: for the permission first, and only then for the account.
@MainActor final class FrameworkClient {
  private let manager = VSAccountManager()
  private let screen: Screen
  private let settings: Settings

  /// The issuer of the service's SAML requests; it is no channel of the application.
  private static let issuer = "https://saml.sp.auth.adobe.com"

  init(_ settings: Settings, screen: Screen) {
    self.settings = settings
    self.screen = screen
    // The manager doesn't keep its delegate; the application does.
    if !settings.makes(.noDelegate) { manager.delegate = screen }
  }

  func ask(_ question: FrameworkQuestion) async -> FrameworkAnswer {
    var status = FrameworkStatus(access: .granted)
    if !settings.makes(.noPermissionAsked) { status = await permission() }
    guard status.access == .granted || settings.makes(.denialIgnored) else {
      return FrameworkAnswer(status: status)
    }
    let answer = await enqueue(request(for: question))
    status.provider = answer.status.provider
    status.expiration = answer.status.expiration
    status.error = answer.status.error
    return FrameworkAnswer(status: status, response: answer.response)
  }

  private func permission() async -> FrameworkStatus {
    await withCheckedContinuation { continuation in
      manager.checkAccessStatus(options: [.prompt: true]) { access, error in
        continuation.resume(
          returning: FrameworkStatus(access: access, accessError: error.map(FrameworkError.init)))
      }
    }
  }

  private func enqueue(_ request: VSAccountMetadataRequest) async -> FrameworkAnswer {
    await withCheckedContinuation { continuation in
      // The handler comes on any thread, so it belongs to no actor.
      _ = manager.enqueue(request) { @Sendable metadata, error in
        continuation.resume(
          returning: FrameworkAnswer(
            status: FrameworkStatus(
              access: .granted, provider: metadata?.accountProviderIdentifier,
              expiration: metadata?.authenticationExpirationDate,
              error: error.map(FrameworkError.init)),
            response: metadata?.samlAttributeQueryResponse))
      }
    }
  }

  private func request(for question: FrameworkQuestion) -> VSAccountMetadataRequest {
    let request = VSAccountMetadataRequest()
    request.channelIdentifier =
      settings.makes(.wrongChannel) ? settings.serviceProvider : Self.issuer
    request.includeAccountProviderIdentifier = !settings.makes(.noIdentifierRequested)
    request.includeAuthenticationExpirationDate = !settings.makes(.noExpirationRequested)
    switch question {
    case .check: request.isInterruptionAllowed = settings.makes(.interruptionInCheck)
    case .decision: request.isInterruptionAllowed = settings.makes(.interruptionInDecision)
    case .picker(let supported, let featured):
      request.isInterruptionAllowed = !settings.makes(.noInterruptionInPicker)
      request.supportedAccountProviderIdentifiers = supported
      request.featuredAccountProviderIdentifiers = featured
    case .authentication(let verificationToken, let attributeNames):
      request.isInterruptionAllowed = true
      request.verificationToken = verificationToken
      request.attributeNames = settings.makes(.ownAttributeNames) ? ["zip"] : attributeNames
    }
    return request
  }
}

// SPDX-License-Identifier: Apache-2.0
// A second, small emulator: a partner with a permission and a provider, and nothing else.

import Formats
import Text

/// A partner of any name. It knows whether the user allows access, and the provider of the user:
/// the minimum that the service's paths and the status header need. It shows no screens; its
/// provider answers an authentication with a plain SAML response.
final class GenericFramework {
  private var permission: AccessStatus
  private var provider: String?
  private let expires: Timestamp
  private let surroundings: FrameworkSurroundings

  init(_ opening: FrameworkOpening, surroundings: FrameworkSurroundings) throws(PartnerError) {
    switch opening.state {
    case "signed-in", "signed-out": permission = .granted
    case "denied": permission = .denied
    default: throw .unknownState(opening.state, among: Self.states.map(\.name))
    }
    for name in opening.options.names where name != "provider" {
      throw .invalidOption(name: name, reason: "is unknown; there is only provider")
    }
    let named = opening.options["provider"]
    guard named == nil || named?.string != nil else {
      throw .invalidOption(name: "provider", reason: "is the id of a provider")
    }
    provider = opening.state == "signed-in" ? named?.string ?? "provider" : nil
    expires = surroundings.now() + .seconds(30 * 86_400)
    self.surroundings = surroundings
  }

  static let states = [
    FrameworkState(
      name: "signed-in", title: "Access granted, a provider known", summary: "Option: provider."),
    FrameworkState(
      name: "signed-out", title: "Access granted, no provider", summary: "Nobody is signed in."),
    FrameworkState(name: "denied", title: "Access denied", summary: "No provider is told."),
  ]
}

extension GenericFramework: PartnerFramework {
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    if case .permission = call { return .permission(PermissionAnswer(permission)) }
    guard permission == .granted, let provider else { return .metadata(AccountMetadata()) }
    var metadata = AccountMetadata(
      accountProviderIdentifier: provider, authenticationExpirationDate: expires)
    if case .authenticate(let request) = call {
      metadata.samlAttributeQueryResponse =
        SAMLResponse(
          kind: .ok, issuer: provider,
          request: SAMLRequest(verificationToken: request.verificationToken),
          channelIdentifier: request.metadata.channelIdentifier,
          attributeNames: request.attributeNames, now: surroundings.now(), subject: "subscriber",
          randomBytes: surroundings.randomBytes
        ).text
    }
    return .metadata(metadata)
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    switch action.kind {
    case .grantPermission: permission = .granted
    case .denyPermission: permission = .denied
    case .signIn, .switchProvider, .signOut: provider = action.provider
    case .chooseProvider, .cancel:
      throw .misuse(PartnerMisuse("this partner has no picker: '\(action.name)' does nothing"))
    }
  }

  func status(deadline: PartnerDeadline) throws(PartnerError) -> String? {
    var status = FrameworkStatus(permission: PermissionAnswer(permission))
    if permission == .granted, let provider {
      (status.providerID, status.expirationDate) = (provider, expires)
    }
    return status.headerValue
  }
}

extension FrameworkEmulator {
  /// A partner that knows a permission and a provider only.
  package static let generic = FrameworkEmulator(
    name: "generic", summary: "a partner with a permission and a provider, and nothing else",
    platforms: [.box], states: GenericFramework.states, options: ["provider"]
  ) { (opening, surroundings) throws(PartnerError) in
    try GenericFramework(opening, surroundings: surroundings)
  }
}

extension DevicePlatform {
  /// A set-top box of nobody in particular.
  static let box = DevicePlatform(
    "box",
    information: [
      ("primaryHardwareType", "SetTopBox"), ("model", "Box"), ("version", "1"),
      ("osName", "Linux"), ("osFamily", "Linux"), ("osVersion", "6.0"),
      ("connectionType", "Ethernet"), ("connectionSecure", true),
    ])
}

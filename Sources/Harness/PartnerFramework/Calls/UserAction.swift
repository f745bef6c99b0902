// SPDX-License-Identifier: Apache-2.0
// What the person with the device does outside the application.

package import JSON

/// What the person does outside the application, as a suite writes it.
///
///     grant-permission  deny-permission  sign-out  cancel
///     {sign-in: ID}  {switch-provider: ID}  {choose-provider: ID}  {choose-provider: other}
package enum UserAction: Sendable, Equatable {
  case grantPermission
  case denyPermission
  case signIn(provider: String)
  case signOut
  case switchProvider(provider: String)
  /// What will be picked when the picker is shown next; nil is "Other TV Provider".
  case chooseProvider(String?)
  /// What is shown next is cancelled: picker and sign-in screen.
  case cancel
}

extension UserAction {
  /// The names of actions with a provider, and of those without.
  package static let withProvider = ["sign-in", "switch-provider", "choose-provider"]
  package static let withoutProvider = [
    "grant-permission", "deny-permission", "sign-out", "cancel",
  ]

  /// "Other TV Provider" of the picker.
  package static let other = "other"

  package var name: String {
    switch self {
    case .grantPermission: "grant-permission"
    case .denyPermission: "deny-permission"
    case .signIn: "sign-in"
    case .signOut: "sign-out"
    case .switchProvider: "switch-provider"
    case .chooseProvider: "choose-provider"
    case .cancel: "cancel"
    }
  }

  /// The provider that the action names; nil for an action without one.
  package var provider: String? {
    switch self {
    case .signIn(let provider), .switchProvider(let provider): provider
    case .chooseProvider(let provider): provider ?? Self.other
    case .grantPermission, .denyPermission, .signOut, .cancel: nil
    }
  }

  /// Whether the application was in the background meanwhile: done in Settings.
  package var leavesApplication: Bool {
    switch self {
    case .grantPermission, .denyPermission, .signIn, .signOut, .switchProvider: true
    case .chooseProvider, .cancel: false
    }
  }

  /// - Returns: nil where no action of that name goes with that provider, or without one.
  package init?(name: String, provider: String?) {
    switch (name, provider) {
    case ("grant-permission", nil): self = .grantPermission
    case ("deny-permission", nil): self = .denyPermission
    case ("sign-out", nil): self = .signOut
    case ("cancel", nil): self = .cancel
    case ("sign-in", let provider?): self = .signIn(provider: provider)
    case ("switch-provider", let provider?): self = .switchProvider(provider: provider)
    case ("choose-provider", let provider?):
      self = .chooseProvider(provider == Self.other ? nil : provider)
    default: return nil
    }
  }

  /// As a suite writes it: a name, or an object of one name and its provider.
  package var json: JSONValue {
    guard let provider else { return .string(name) }
    return .object([(name: name, value: .string(provider))])
  }

  /// Reads what a suite writes.
  ///
  /// - Throws: for another value, saying what to write.
  package init(_ value: JSONValue) throws(PartnerMisuse) {
    let forms =
      "write \(Self.withoutProvider.joined(separator: ", "))"
      + " or {\(Self.withProvider.joined(separator: ": ID}, {")): ID}"
    switch value {
    case .string(let name):
      if let action = UserAction(name: name, provider: nil) {
        self = action
      } else if Self.withProvider.contains(name) {
        throw PartnerMisuse("'\(name)' needs a provider: {\(name): ID}")
      } else {
        throw PartnerMisuse("unknown user action '\(name)'; \(forms)")
      }
    case .object(let object):
      guard let member = object.members.first, object.count == 1 else {
        throw PartnerMisuse("a user action has one name, this has \(object.count); \(forms)")
      }
      guard Self.withProvider.contains(member.name) else {
        let isKnown = Self.withoutProvider.contains(member.name)
        throw PartnerMisuse(
          isKnown
            ? "'\(member.name)' takes no provider"
            : "unknown user action '\(member.name)'; \(forms)")
      }
      guard let provider = member.value.string, !provider.isEmpty,
        let action = UserAction(name: member.name, provider: provider)
      else {
        throw PartnerMisuse(
          "'\(member.name)' takes the id of a provider, not \(FormReader.kind(member.value))")
      }
      self = action
    default:
      throw PartnerMisuse("a user action is no \(value.typeName); \(forms)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// What the person does outside the application.

package import Formats

/// An action of the person outside the application, as a suite writes it.
///
///     grant-permission  deny-permission  sign-out  cancel
///     {sign-in: ID}  {switch-provider: ID}  {choose-provider: ID}  {choose-provider: other}
package enum UserAction: Sendable, Equatable {
  case grantPermission
  case denyPermission
  case signIn(provider: String)
  case signOut
  case switchProvider(provider: String)
  /// The person will pick this provider when the picker is shown next; nil is "Other TV Provider".
  case chooseProvider(String?)
  /// The person will cancel the picker or the sign-in screen that is shown next.
  case cancel
}

extension UserAction {
  /// The kinds of actions, by the names that suites write.
  package enum Kind: String, Sendable, CaseIterable {
    case grantPermission = "grant-permission"
    case denyPermission = "deny-permission"
    case signOut = "sign-out"
    case cancel
    case signIn = "sign-in"
    case switchProvider = "switch-provider"
    case chooseProvider = "choose-provider"

    /// Whether the action names a provider.
    package var takesProvider: Bool {
      switch self {
      case .grantPermission, .denyPermission, .signOut, .cancel: false
      case .signIn, .switchProvider, .chooseProvider: true
      }
    }
  }

  /// "Other TV Provider" of the picker.
  package static let other = "other"

  package var kind: Kind {
    switch self {
    case .grantPermission: .grantPermission
    case .denyPermission: .denyPermission
    case .signIn: .signIn
    case .signOut: .signOut
    case .switchProvider: .switchProvider
    case .chooseProvider: .chooseProvider
    case .cancel: .cancel
    }
  }

  /// The name that suites write.
  package var name: String { kind.rawValue }

  /// The provider that the action names; nil for an action without one.
  package var provider: String? {
    switch self {
    case .signIn(let provider), .switchProvider(let provider): provider
    case .chooseProvider(let provider): provider ?? Self.other
    case .grantPermission, .denyPermission, .signOut, .cancel: nil
    }
  }

  /// Whether the person leaves the application for it, to act in Settings.
  package var leavesApplication: Bool {
    switch self {
    case .grantPermission, .denyPermission, .signIn, .signOut, .switchProvider: true
    case .chooseProvider, .cancel: false
    }
  }

  /// - Returns: nil if a provider is missing, or if there is one that the kind does not take.
  package init?(_ kind: Kind, provider: String?) {
    switch (kind, provider) {
    case (.grantPermission, nil): self = .grantPermission
    case (.denyPermission, nil): self = .denyPermission
    case (.signOut, nil): self = .signOut
    case (.cancel, nil): self = .cancel
    case (.signIn, let provider?): self = .signIn(provider: provider)
    case (.switchProvider, let provider?): self = .switchProvider(provider: provider)
    case (.chooseProvider, let provider?):
      self = .chooseProvider(provider == Self.other ? nil : provider)
    default: return nil
    }
  }

  /// The action as a suite writes it: a name, or an object of a name and its provider.
  package var json: JSONValue {
    guard let provider else { return .string(name) }
    return .object([(name: name, value: .string(provider))])
  }
}

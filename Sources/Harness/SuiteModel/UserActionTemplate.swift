// SPDX-License-Identifier: Apache-2.0
// The `user:` of a step.

package import SourceText

/// An action of the person in front of the device.
package struct UserActionTemplate: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case grantPermission = "grant-permission"
    case denyPermission = "deny-permission"
    case signOut = "sign-out"
    case cancel
    case signIn = "sign-in"
    case switchProvider = "switch-provider"
    case chooseProvider = "choose-provider"
    case visit

    /// Whether it names a provider, or a URL.
    package var takesArgument: Bool {
      switch self {
      case .grantPermission, .denyPermission, .signOut, .cancel: false
      case .signIn, .switchProvider, .chooseProvider, .visit: true
      }
    }
  }

  package let kind: Kind
  package let argument: ValueTemplate?
  package let position: Position
}

// SPDX-License-Identifier: Apache-2.0
// The `user:` of a step.

package import Partner
package import Text

/// An action of the person in front of the device.
package struct UserActionTemplate: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// An action that the partner's framework sees.
    case framework(UserAction.Kind)
    /// The person visits a URL in the browser.
    case visit
  }

  package let kind: Kind
  /// The provider or the URL that the action names.
  package let argument: ValueTemplate?
  package let position: Position
}

extension UserActionTemplate.Kind {
  private static let visitName = "visit"

  /// The names that a suite can write.
  static let names = UserAction.Kind.allCases.map(\.rawValue) + [visitName]

  /// The kind of a name.
  init?(name: String) {
    if name == Self.visitName {
      self = .visit
    } else if let kind = UserAction.Kind(rawValue: name) {
      self = .framework(kind)
    } else {
      return nil
    }
  }

  /// The name that suites write.
  var name: String {
    switch self {
    case .framework(let kind): kind.rawValue
    case .visit: Self.visitName
    }
  }

  /// Whether the action names a provider, or a URL.
  var takesArgument: Bool {
    switch self {
    case .framework(let kind): kind.takesProvider
    case .visit: true
    }
  }
}

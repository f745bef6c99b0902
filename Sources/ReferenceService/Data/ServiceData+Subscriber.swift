// SPDX-License-Identifier: Apache-2.0
// The attributes of a subscriber, and the resources that the MVPD denies them.

package import Formats

extension ServiceData {
  /// A metadata attribute of a user.
  package struct Attribute: Sendable, Equatable {
    package var name: String
    /// Text, number, boolean, list or map.
    package var value: JSONValue
    /// Whether the value is encrypted.
    package var isEncrypted: Bool

    package init(_ name: String, _ value: JSONValue, isEncrypted: Bool = false) {
      self.name = name
      self.value = value
      self.isEncrypted = isEncrypted
    }
  }

  /// A resource that the MVPD denies.
  package struct Denial: Sendable, Equatable {
    package var resource: String
    /// A code of the catalogue with status 403.
    package var code: ErrorCode = .authorizationDeniedByMVPD
    /// The MVPD's own words.
    package var details: String?

    package init(_ resource: String) {
      self.resource = resource
    }
  }
}

extension ServiceData.Subscriber {
  /// How the MVPD denies a resource; nil if the subscriber may play it.
  func denial(of resource: String) -> ServiceData.Denial? {
    if permitted.contains(resource) { return nil }
    return denied.first { $0.resource == resource } ?? ServiceData.Denial(resource)
  }
}

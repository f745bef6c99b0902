// SPDX-License-Identifier: Apache-2.0
// The settings of the reference service, which hold for any data.

/// The settings of a service.
package struct ServiceSettings: Sendable, Equatable {
  /// Whether the service limits the requests of each address, as the documents describe it.
  package var isThrottled: Bool
  /// Whether clients reach it by https, so that its own links begin so.
  package var isSecure: Bool
  /// How many entries each of the service's tables holds: clients, tokens, devices, sessions,
  /// addresses and so on.
  package var capacity: Int
  /// The rules that work otherwise.
  package var switches: Set<Switch>

  package init(
    isThrottled: Bool = false, isSecure: Bool = false, capacity: Int = 20_000,
    switches: Set<Switch> = []
  ) {
    self.isThrottled = isThrottled
    self.isSecure = isSecure
    self.capacity = capacity
    self.switches = switches
  }
}

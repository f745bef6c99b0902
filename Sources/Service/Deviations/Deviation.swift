// SPDX-License-Identifier: Apache-2.0
// How a service differs from the reference service.

package import ReferenceService

/// How a service differs from the reference service: in what it does, in what passes, in its data.
package struct Deviation: Sendable {
  package var switches: Set<Switch> = []
  /// One after the other: the last is nearest to the client.
  package var alterations: [Alteration] = []
  /// Changes of the data, in this order.
  package var dataChanges: [@Sendable (inout ServiceData) -> Void] = []

  package init(
    switches: Set<Switch> = [], alterations: [Alteration] = [],
    data: (@Sendable (inout ServiceData) -> Void)? = nil
  ) {
    self.switches = switches
    self.alterations = alterations
    if let data { dataChanges = [data] }
  }
}

extension Deviation {
  /// All of them at once.
  package init(_ parts: [Deviation]) {
    for part in parts {
      switches.formUnion(part.switches)
      alterations += part.alterations
      dataChanges += part.dataChanges
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// How a service differs from the reference service.

package import ReferenceService

/// The differences of a service from the reference service: in its rules, its messages, its data.
package struct Deviation: Sendable {
  package var switches: [Turned] = []
  /// One after the other: the last is nearest to the client.
  package var alterations: [Alteration] = []
  /// Changes of the data, in this order.
  package var dataChanges: [@Sendable (inout ServiceData) -> Void] = []
  /// How long each answer is kept back.
  package var delay: Duration = .zero
  /// How far the service's clock is ahead.
  package var lead: Duration = .zero
  /// The `Date` of its answers; nil for none.
  package var date: DateClock?
  /// Whether the service limits the requests of each address: some rules show only there.
  package var isThrottled = false

  /// The clock that the `Date` of answers is of.
  package enum DateClock: Sendable {
    case own
    case right
  }

  /// Rules that work otherwise, for the requests to some endpoints or for all.
  package struct Turned: Sendable, Equatable {
    package let switches: Set<Switch>
    /// nil for all endpoints.
    package let endpoints: Set<ServiceEndpoint>?
  }

  /// - Parameter endpoints: Those at which the switches are on; nil for all.
  package init(
    switches: Set<Switch> = [], at endpoints: Set<ServiceEndpoint>? = nil,
    alterations: [Alteration] = [],
    data: (@Sendable (inout ServiceData) -> Void)? = nil, delay: Duration = .zero,
    lead: Duration = .zero, date: DateClock? = nil
  ) {
    self.lead = lead
    self.date = date
    if !switches.isEmpty { self.switches = [Turned(switches: switches, endpoints: endpoints)] }
    self.alterations = alterations
    self.delay = delay
    if let data { dataChanges = [data] }
  }
}

extension Deviation {
  /// All of them at once.
  package init(_ parts: [Deviation]) {
    for part in parts {
      switches += part.switches
      isThrottled = isThrottled || part.isThrottled
      alterations += part.alterations
      dataChanges += part.dataChanges
      delay += part.delay
      lead += part.lead
      date = part.date ?? date
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// How a service differs from the reference service: wrong as a defect, or right as a variant.

package import ReferenceService

/// How a service differs from the reference service: in what it does, in what passes, in its data.
package struct Deviation: Sendable {
  package var switches: [Turned] = []
  /// One after the other: the last is nearest to the client.
  package var alterations: [Alteration] = []
  /// Changes of the data, in this order.
  package var dataChanges: [@Sendable (inout ServiceData) -> Void] = []
  /// How long each answer is kept back.
  package var delay: Duration = .zero
  /// Whether the service limits the requests of each address: some rules show only there.
  package var isThrottled = false

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
    data: (@Sendable (inout ServiceData) -> Void)? = nil, delay: Duration = .zero
  ) {
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
    }
  }
}

/// A right service that a defect is one of. Some rules show only at services of other data, or that
/// limit requests: there the suites have to pass without the defect, too.
package struct Setting: Sendable {
  package let name: String
  package let deviation: Deviation
}

extension Setting {
  package static let all = [standard, throttled, shortTemporaryAccess]

  /// The reference service as it is.
  package static let standard = Setting(name: "standard", deviation: Deviation())

  /// It limits the requests of each address.
  package static let throttled = Setting(
    name: "throttled",
    deviation: {
      var deviation = Deviation()
      deviation.isThrottled = true
      return deviation
    }())

  /// Its temporary passes last some seconds.
  package static let shortTemporaryAccess = Setting(
    name: "short temporary access",
    deviation: Deviation(data: { data in
      for index in data.mvpds.indices where data.mvpds[index].temporary?.isPromotional == false {
        data.mvpds[index].temporary?.duration = .seconds(3)
      }
    }))
}

/// One way in which a service can be wrong. It breaks one requirement, and the others that say the
/// same.
package struct Defect: Sendable {
  /// In words with hyphens, such as `expired-token-accepted`; each defect has another.
  package let name: String
  /// The ids of the requirements that it breaks; the first is the one it was made for. A report
  /// blames it on the right requirement if it names one of them.
  package let requirements: [String]
  /// What the service does, in a sentence without a full stop.
  package let summary: String
  /// The right service that it is a defect of.
  package let setting: Setting
  /// What is wrong, without the setting.
  package let fault: Deviation

  /// The whole way in which the service differs from the reference service.
  package var deviation: Deviation { Deviation([setting.deviation, fault]) }
}

/// One way in which a service is right and differs from the reference service.
package struct Variant: Sendable {
  /// In words with hyphens, such as `header-names-in-capitals`; each variant has another.
  package let name: String
  /// What grants the freedom: the id of an ambiguity (`AMB-12`), or a document and its section.
  package let source: String
  /// What the service does, in a sentence without a full stop.
  package let summary: String
  package let deviation: Deviation

  package init(name: String, source: String, summary: String, deviation: Deviation) {
    self.name = name
    self.source = source
    self.summary = summary
    self.deviation = deviation
  }
}

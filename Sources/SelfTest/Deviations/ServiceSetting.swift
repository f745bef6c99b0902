// SPDX-License-Identifier: Apache-2.0
// The right services that defects are seeded into.

import ReferenceService

/// A right service that a defect is one of. Some rules show only at services of other data, or that
/// limit requests: there the suites have to pass without the defect, too.
package struct ServiceSetting: Sendable {
  package let name: String
  package let deviation: Deviation

  package static let all = [standard, throttled, shortTemporaryAccess]

  /// The reference service as it is.
  package static let standard = ServiceSetting(name: "standard", deviation: Deviation())

  /// It limits the requests of each address.
  package static let throttled = ServiceSetting(
    name: "throttled",
    deviation: {
      var deviation = Deviation()
      deviation.isThrottled = true
      return deviation
    }())

  /// Its temporary passes last some seconds.
  package static let shortTemporaryAccess = ServiceSetting(
    name: "short temporary access",
    deviation: Deviation(data: { data in
      for index in data.mvpds.indices where data.mvpds[index].temporary?.isPromotional == false {
        data.mvpds[index].temporary?.duration = .seconds(3)
      }
    }))
}

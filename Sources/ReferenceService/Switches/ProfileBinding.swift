// SPDX-License-Identifier: Apache-2.0
// The things that a profile is bound to.

/// The things that a profile is bound to.
package enum ProfileBinding: String, Sendable, CaseIterable {
  case device
  case client
  case serviceProvider = "service-provider"
  case mvpd
}

// SPDX-License-Identifier: Apache-2.0
// The values that an endpoint makes its answer from.

internal import Text

/// One request, and all that its answer depends on but the store.
struct ServiceCall {
  let request: ReceivedRequest
  /// The values of the `{…}` segments of the path.
  let path: PathNames
  let directory: Directory
  /// When the request came.
  let now: Timestamp
  let random: RandomValues
  let switches: Switches
}

extension ServiceCall {
  /// Whether a rule works otherwise.
  func has(_ rule: Switch) -> Bool { switches.contains(rule) }

  /// The time by which profiles count.
  var profileTime: Timestamp { has(.keepsExpiredProfiles) ? Timestamp(milliseconds: 0) : now }

  /// The address whose requests are counted with this one.
  var throttledAddress: String {
    has(.countsAllDevicesTogether) ? "" : request.deviceAddress
  }

  var lifetimes: ServiceData.Lifetimes { directory.data.lifetimes }
}

// SPDX-License-Identifier: Apache-2.0
// The person's permission, as the calls of an application have brought it on.

/// How far an application has come with the person's permission on a device.
package enum AskedPermission: Sendable, Equatable {
  case notAsked, notGranted
  /// The person has granted it once, and may have withdrawn it since.
  case granted
}

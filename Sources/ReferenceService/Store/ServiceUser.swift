// SPDX-License-Identifier: Apache-2.0
// The users of the SSO Service, and the codes that link their devices.

import Formats
import Text

/// A user of the SSO Service, by the subject of their service tokens.
struct ServiceUser: Sendable {
  /// The issuer of its tokens.
  static let issuer = "ssoservicetoken"

  /// By the identifier in Base64, in the order in which they came.
  var devices: [(identifier: String, information: DeviceInformation?, lastSeen: Timestamp)] = []
  /// The devices that are out of single sign-on, until they get a token again.
  var unlinked: Set<String> = []
}

/// What a code stands for that links another device.
struct ServiceUserLink: Sendable {
  let subject: String
  let notAfter: Timestamp
}

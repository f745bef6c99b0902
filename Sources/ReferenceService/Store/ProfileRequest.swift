// SPDX-License-Identifier: Apache-2.0
// A profile request of REST API V1 that is not answered yet.

import Formats
import Text

/// A profile request that a token exchange may answer.
struct ProfileRequest: Sendable {
  let requestor: String
  let mvpd: String
  let notAfter: Timestamp
}

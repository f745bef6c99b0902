// SPDX-License-Identifier: Apache-2.0
// The access token of a client.

import Formats
import Text

struct AccessToken: Sendable {
  /// The client's id.
  let client: String
  let notAfter: Timestamp
}

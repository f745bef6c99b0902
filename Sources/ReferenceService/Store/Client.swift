// SPDX-License-Identifier: Apache-2.0
// The registered clients.

import Formats
import Text

/// A registered client.
struct Client: Sendable {
  let secret: String
  let statement: ServiceData.Statement
}

extension Store {
  /// Whether some client has this secret.
  func isSecretOfAnother(_ secret: String) -> Bool {
    clients.last { _, client in client.secret == secret } != nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// The clients that have registered, and their access tokens.

internal import Text

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

/// An access token of a client.
struct AccessToken: Sendable {
  /// The client's id.
  let client: String
  let notAfter: Timestamp
}

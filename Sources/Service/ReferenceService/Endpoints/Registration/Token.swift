// SPDX-License-Identifier: Apache-2.0
// POST /o/client/token: an access token for client credentials.

internal import Encodings
internal import HTTPMessages
internal import JSON

extension Exchange {
  func token(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let form = form
    guard !form.isMalformed,
      ["client_id", "client_secret", "grant_type"].allSatisfy({ form.count(of: $0) == 1 }),
      let id = form.text("client_id"), let secret = form.text("client_secret"),
      let grantType = form.text("grant_type"),
      // Credentials in the header are a second way of client authentication.
      !(request.headers["Authorization"]?.lowercased().hasPrefix("basic ") ?? false)
    else { throw .oauth(.invalidRequest) }
    guard grantType == "client_credentials" else { throw .oauth(.unsupportedGrantType) }
    guard let client = store.clients[id], client.secret == secret else {
      throw .oauth(.invalidClient)
    }
    let token = randomText(bytes: 24)
    let lifetime = client.statement.tokenLifetime
    store.tokens[token] = AccessToken(client: id, notAfter: now + lifetime)
    return .json(
      201,
      [
        "id": .string(UUIDText.random(randomBytes)),
        "access_token": .string(token),
        "created_at": .integer(now.milliseconds),
        "expires_in": .integer(lifetime.wholeMilliseconds / 1000),
        "token_type": "bearer",
      ])
  }
}

// SPDX-License-Identifier: Apache-2.0
// POST /o/client/token: an access token for client credentials.

internal import Formats
internal import Text

/// Dynamic Client Registration: issues an access token.
enum TokenEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let form = call.request.form
    guard !form.isMalformed,
      ["client_id", "client_secret", "grant_type"].allSatisfy({ name in
        form.count(of: name) <= (call.has(.acceptsRepeatedParameters) ? 9 : 1)
      }),
      let id = form.text("client_id"), let secret = form.text("client_secret"),
      let grantType = form.text("grant_type")
        ?? (call.has(.assumesGrantType) ? "client_credentials" : nil),
      // A client may not authenticate in two ways at once (RFC 6749, section 2.3).
      !call.request.hasBasicCredentials
    else { throw .oauth(.invalidRequest) }
    guard grantType == "client_credentials" || call.has(.acceptsAnyGrantType) else {
      throw .oauth(.unsupportedGrantType)
    }
    guard let client = store.clients[id],
      client.secret == secret || call.has(.acceptsAnySecret)
        || (call.has(.takesSecretsOfOthers) && store.isSecretOfAnother(secret))
    else {
      throw .oauth(.invalidClient)
    }
    if call.has(.tokensEndProfiles) {
      for device in store.devices.keys(where: { $0.client == id }) { store.devices[device] = nil }
    }
    let token = call.random.hexadecimal(bytes: 24)
    let lifetime = client.statement.tokenLifetime
    store.tokens[token] = AccessToken(client: id, notAfter: call.now + lifetime)
    return .json(
      201,
      [
        "id": .string(call.random.uuid()),
        "access_token": .string(token),
        "created_at": .integer(call.now.milliseconds),
        "expires_in": .integer(lifetime.wholeMilliseconds / 1000),
        "token_type": "bearer",
      ])
  }
}

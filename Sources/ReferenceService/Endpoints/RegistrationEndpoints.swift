// SPDX-License-Identifier: Apache-2.0
// Dynamic Client Registration: clients and their access tokens.

import Formats
import Text

extension ServiceCall {
  /// Dynamic Client Registration: registers a client.
  func registerClient(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    guard let document = try? JSONParser.document(request.body), document.duplicates.isEmpty,
      case .object(let body) = document.root,
      let text = body["software_statement"]?.string ?? assumedStatement?.statement, !text.isEmpty
    else { throw .oauth(.invalidRequest) }
    let known = directory.statement(text)
    guard
      let statement = known ?? (has(.acceptsAnyStatement) ? directory.data.statements.first : nil)
    else { throw .oauth(.invalidSoftwareStatement) }
    guard statement.isApproved || has(.acceptsUnapprovedStatements) else {
      throw .oauth(.unapprovedSoftwareStatement)
    }
    var redirectURIs: [String] = []
    if let value = body["redirect_uri"] {
      guard let redirectURI = value.string, redirectURI.isAbsoluteURL || has(.acceptsAnyRedirectURI)
      else { throw .oauth(.invalidRedirectURI) }
      redirectURIs = [redirectURI]
    } else if let provider = statement.serviceProviders.first.flatMap(directory.provider) {
      redirectURIs = [provider.provider.redirectURL]
    }
    let id = random.hexadecimal(bytes: 16)
    let secret = random.hexadecimal(bytes: 16)
    store.clients[id] = Client(secret: secret, statement: statement)
    return .json(
      201,
      [
        "client_id": .string(id), "client_secret": .string(secret),
        "client_id_issued_at": .integer(now.milliseconds / 1000),
        "redirect_uris": .array(redirectURIs.map(JSONValue.string)),
        "grant_types": ["client_credentials"],
        "scopes": .array(statement.scopes.map(JSONValue.string)),
      ])
  }

  /// The statement of a request that has none.
  private var assumedStatement: ServiceData.Statement? {
    has(.registersWithoutStatement) ? directory.data.statements.first : nil
  }

  /// Dynamic Client Registration: issues an access token.
  func issueToken(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let form = request.form
    guard !form.isMalformed,
      ["client_id", "client_secret", "grant_type"].allSatisfy({ name in
        form.count(of: name) <= (has(.acceptsRepeatedParameters) ? 9 : 1)
      }), let id = form.text("client_id"), let secret = form.text("client_secret"),
      let grantType = form.text("grant_type")
        ?? (has(.assumesGrantType) ? "client_credentials" : nil),
      // A client may not authenticate in two ways at once (RFC 6749, section 2.3).
      !request.hasBasicCredentials
    else { throw .oauth(.invalidRequest) }
    guard grantType == "client_credentials" || has(.acceptsAnyGrantType) else {
      throw .oauth(.unsupportedGrantType)
    }
    guard let client = store.clients[id],
      client.secret == secret || has(.acceptsAnySecret)
        || (has(.takesSecretsOfOthers) && store.isSecretOfAnother(secret))
    else { throw .oauth(.invalidClient) }
    if has(.tokensEndProfiles) {
      for device in store.devices.keys(where: { $0.client == id }) { store.devices[device] = nil }
    }
    let token = random.hexadecimal(bytes: 24)
    let lifetime = client.statement.tokenLifetime
    store.tokens[token] = AccessToken(client: id, notAfter: now + lifetime)
    return .json(
      201,
      [
        "id": .string(random.uuid()), "access_token": .string(token),
        "created_at": .integer(now.milliseconds),
        "expires_in": .integer(lifetime.wholeMilliseconds / 1000), "token_type": "bearer",
      ])
  }
}

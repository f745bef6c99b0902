// SPDX-License-Identifier: Apache-2.0
// Dynamic Client Registration: clients and their access tokens.

import Formats
import Text

/// Dynamic Client Registration: registers a client.
enum RegistrationEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    guard let document = try? JSONParser.document(call.request.body), document.duplicates.isEmpty,
      case .object(let body) = document.root,
      let text = body["software_statement"]?.string ?? assumedStatement(call)?.statement,
      !text.isEmpty
    else { throw .oauth(.invalidRequest) }
    let known = call.directory.statement(text)
    guard
      let statement = known
        ?? (call.has(.acceptsAnyStatement) ? call.directory.data.statements.first : nil)
    else {
      throw .oauth(.invalidSoftwareStatement)
    }
    guard statement.isApproved || call.has(.acceptsUnapprovedStatements) else {
      throw .oauth(.unapprovedSoftwareStatement)
    }
    var redirectURIs: [String] = []
    if let value = body["redirect_uri"] {
      guard let redirectURI = value.string,
        redirectURI.isAbsoluteURL || call.has(.acceptsAnyRedirectURI)
      else {
        throw .oauth(.invalidRedirectURI)
      }
      redirectURIs = [redirectURI]
    } else if let provider = statement.serviceProviders.first.flatMap(call.directory.provider) {
      redirectURIs = [provider.provider.redirectURL]
    }
    let id = call.random.hexadecimal(bytes: 16)
    let secret = call.random.hexadecimal(bytes: 16)
    store.clients[id] = Client(secret: secret, statement: statement)
    return .json(
      201,
      [
        "client_id": .string(id),
        "client_secret": .string(secret),
        "client_id_issued_at": .integer(call.now.milliseconds / 1000),
        "redirect_uris": .array(redirectURIs.map(JSONValue.string)),
        "grant_types": ["client_credentials"],
        "scopes": .array(statement.scopes.map(JSONValue.string)),
      ])
  }

  /// The statement of a request that has none.
  private static func assumedStatement(_ call: ServiceCall) -> ServiceData.Statement? {
    call.has(.registersWithoutStatement) ? call.directory.data.statements.first : nil
  }
}

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

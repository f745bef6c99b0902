// SPDX-License-Identifier: Apache-2.0
// POST /o/client/register: client credentials for a software statement.

internal import Formats
internal import Text

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

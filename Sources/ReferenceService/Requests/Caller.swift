// SPDX-License-Identifier: Apache-2.0
// The client and the service provider of a request.

import Formats
import Text

/// The client and the service provider of a request.
struct Caller {
  let client: String
  let provider: Directory.Provider

  var providerID: String { provider.provider.id }
  /// The service provider's id as a segment of a path.
  var providerPath: String { PercentEncoding.encode(providerID) }
}

extension Caller {
  /// Checks the access token of a request of REST API V2, then the service provider in its path.
  init(_ call: ServiceCall, _ store: Store) throws(ServiceError) {
    guard let client = store.client(of: call, scope: "api:client:v2") else {
      throw .enhanced(.tokenOfUnfitClient)
    }
    let id = call.path[.serviceProvider]
    let assumed =
      call.has(.acceptsAnyServiceProvider) ? client.statement.serviceProviders.first : nil
    guard let provider = call.directory.provider(id) ?? assumed.flatMap(call.directory.provider)
    else { throw .enhanced(.invalidParameterServiceProvider) }
    guard
      client.statement.serviceProviders.contains(provider.provider.id)
        || call.has(.acceptsTokensOfOtherProviders)
    else { throw .enhanced(.tokenOfOtherServiceProvider) }
    self.init(client: client.id, provider: provider)
  }

  /// Checks the access token of a request of REST API V1, then the requestor.
  ///
  /// - Parameter requestor: The requestor of the path; nil to take it from the parameter.
  init(v1 call: ServiceCall, requestor: String? = nil, _ store: Store) throws(ServiceError) {
    let unauthorized = ServiceError.v1(status: 401, message: "Unauthorized")
    let client = store.client(of: call, scope: "api:client:v1")
    guard client != nil || call.has(.servesV1WithoutToken) else { throw unauthorized }
    let id = if let requestor { requestor } else { try call.request.required("requestor") }
    guard let provider = call.directory.provider(id) else {
      throw .bad("Unknown requestor", .invalidRequestor)
    }
    guard client?.statement.serviceProviders.contains(id) ?? true else { throw unauthorized }
    self.init(client: client?.id ?? "", provider: provider)
  }
}

extension Store {
  /// The client of the access token; nil if the token is missing, unknown or expired, or if the
  /// client does not have the scope.
  fileprivate func client(
    of call: ServiceCall, scope: String
  ) -> (id: String, statement: ServiceData.Statement)? {
    guard let token = call.request.bearerToken, let access = tokens[token],
      call.now < access.notAfter || call.has(.acceptsExpiredTokens),
      let client = clients[access.client],
      client.statement.scopes.contains(scope) || call.has(.acceptsTokensOfAnyScope)
    else { return nil }
    return (access.client, client.statement)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Who sends a request: the client by its token, the device by its headers, and for whom.

internal import Encodings
internal import HTTPMessages

/// The client and the service provider of a request.
struct Caller {
  let client: String
  let provider: Directory.Provider

  var providerID: String { provider.provider.id }
  /// The service provider's id as a segment of a path.
  var providerPath: String { PercentEncoding.encode(providerID) }
}

/// A device with what its request says of it.
struct CallingDevice {
  let key: DeviceKey
  let information: DeviceInformation
}

extension Exchange {
  /// Checks the access token, then the service provider.
  func caller(of providerID: String, _ store: Store) throws(Refusal) -> Caller {
    guard let client = client(scope: "api:client:v2", store) else {
      throw .enhanced(.tokenOfUnfitClient)
    }
    guard let provider = directory.provider(providerID) else {
      throw .enhanced(.invalidParameterServiceProvider)
    }
    guard client.statement.serviceProviders.contains(providerID) else {
      throw .enhanced(.tokenOfOtherServiceProvider)
    }
    return Caller(client: client.id, provider: provider)
  }

  /// The client of the access token; nil where the token is missing, unknown or over, or where the
  /// client does not have the scope.
  func client(scope: String, _ store: Store) -> (id: String, statement: ServiceData.Statement)? {
    guard let header = header("Authorization"), let token = Self.bearerToken(header),
      let access = store.tokens[token], now < access.notAfter,
      let client = store.clients[access.client], client.statement.scopes.contains(scope)
    else { return nil }
    return (access.client, client.statement)
  }

  /// The device of the headers AP-Device-Identifier and X-Device-Info, both of which must be there.
  func device(of caller: Caller) throws(Refusal) -> CallingDevice {
    guard let header = header("AP-Device-Identifier"), let identifier = Self.fingerprint(header)
    else { throw .enhanced(.invalidHeaderDeviceIdentifier) }
    guard let information = deviceInformation else { throw .enhanced(.invalidHeaderDeviceInfo) }
    let key = DeviceKey(
      client: caller.client, identifier: identifier, serviceProvider: caller.providerID)
    return CallingDevice(key: key, information: information)
  }

  /// The MVPD of a path or a form, and its integration with the service provider.
  func integration(
    of mvpd: String, _ caller: Caller
  ) throws(Refusal) -> (mvpd: ServiceData.MVPD, integration: ServiceData.Integration) {
    guard let known = directory.mvpd(mvpd) else { throw .enhanced(.invalidParameterMVPD) }
    guard let integration = caller.provider.integrations[mvpd] else {
      throw .enhanced(.invalidIntegration)
    }
    return (known, integration)
  }

  /// What the request says of the partner framework. A repeated header is one that can't be read.
  var frameworkStatus: FrameworkStatusHeader {
    let values = request.headers.values(of: "AP-Partner-Framework-Status")
    return FrameworkStatusHeader(
      values.count > 1 ? "" : values.first, directory: directory, now: now)
  }

  /// The token of `Bearer <token>`; the scheme compares without case (RFC 9110, section 11.1).
  private static func bearerToken(_ header: String) -> String? {
    let parts = header.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty,
      String(Substring(parts[0])).lowercased() == "bearer"
    else { return nil }
    return String(Substring(parts[1]))
  }

  /// The identifier of `fingerprint <base64 of the identifier>`.
  static func fingerprint(_ header: String) -> String? {
    let word = "fingerprint "
    guard header.hasPrefix(word) else { return nil }
    let identifier = String(header.dropFirst(word.count))
    guard !identifier.isEmpty, Base64.decode(identifier) != nil else { return nil }
    return identifier
  }
}

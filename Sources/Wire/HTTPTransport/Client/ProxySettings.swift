// SPDX-License-Identifier: Apache-2.0
// Which proxy to use, and when.

import Encodings
package import HTTPMessages

/// A proxy that is asked by CONNECT for a way to `https` origins.
package struct ProxySettings: Sendable, Equatable {
  package let origin: Origin
  /// What `Proxy-Authorization` says; nil without credentials.
  package let authorization: String?
  /// Hosts that are reached without the proxy, as `NO_PROXY` writes them.
  package let exceptions: [String]
}

/// Why a text names no proxy. The text is not in it: it may have a password.
package struct ProxySettingsError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String
}

extension ProxySettings {
  /// Reads `http://user:password@proxy.example.com:3128` or `proxy.example.com:3128`.
  ///
  /// - Parameter exceptions: As in `NO_PROXY`: hosts, `.domain`, `host:port`, networks such as
  ///   `10.0.0.0/8` and `fd00::/8`, or `*`, separated by commas.
  package init(_ text: String, exceptions: String = "") throws(ProxySettingsError) {
    let url = URLReference(text.contains("://") ? text : "http://\(text)")
    guard let url, let authority = url.authority, !authority.host.isEmpty else {
      throw ProxySettingsError(description: "the address of the proxy is not a URL")
    }
    guard url.scheme == "http" else {
      throw ProxySettingsError(
        description: "only a proxy that is itself reached by http:// can be used")
    }
    origin = Origin(scheme: .http, host: authority.host, port: authority.port)
    if let userInfo = authority.userInfo {
      guard let credentials = Self.credentials(userInfo) else {
        throw ProxySettingsError(description: "the credentials of the proxy can't be decoded")
      }
      authorization = "Basic \(Base64.encode(credentials))"
    } else {
      authorization = nil
    }
    self.exceptions = exceptions.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  /// The proxy that an environment names by `HTTPS_PROXY` and `NO_PROXY`, in capitals or not:
  /// small letters come first, as curl has it. nil where it names none.
  package static func inEnvironment(
    _ environment: [String: String]
  ) throws(ProxySettingsError) -> ProxySettings? {
    let proxy = environment["https_proxy"] ?? environment["HTTPS_PROXY"] ?? ""
    if proxy.isEmpty { return nil }
    let exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    return try ProxySettings(proxy, exceptions: exceptions)
  }

  /// Whether requests to an origin go by the proxy: those of `https`, but never to this machine
  /// itself, nor to an exception.
  package func applies(to origin: Origin) -> Bool {
    origin.scheme == .https && !origin.isLoopback
      && !exceptions.contains { Self.matches($0, origin) }
  }

  private static func credentials(_ userInfo: String) -> String? {
    let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let decoded = parts.compactMap { PercentEncoding.decode(String($0)) }
    guard decoded.count == parts.count, let user = decoded.first, !user.contains(":") else {
      return nil
    }
    return "\(user):\(decoded.count > 1 ? decoded[1] : "")"
  }

  private static func matches(_ exception: String, _ origin: Origin) -> Bool {
    if exception == "*" { return true }
    if let network = IPNetwork(exception) { return network.contains(origin.host) }
    guard let reference = URLReference("http://\(exception)"), let host = reference.authority
    else { return exception == origin.host }
    if let port = host.port, port != origin.port { return false }
    let name = host.host.hasPrefix(".") ? String(host.host.dropFirst()) : host.host
    return !name.isEmpty && (origin.host == name || origin.host.hasSuffix(".\(name)"))
  }
}

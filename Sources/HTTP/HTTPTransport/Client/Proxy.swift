// SPDX-License-Identifier: Apache-2.0
// A proxy: where it is, and what it wants to hear.

import Text

/// A proxy that is reached by `http://`. It takes whole requests to `http` origins, and CONNECT.
package struct Proxy: Sendable, Equatable {
  /// What it asks for.
  struct Credentials: Sendable, Equatable {
    let user: String
    let password: String
  }

  /// Its host and port.
  package let origin: Origin
  let credentials: Credentials?
  /// Its credentials in every form that could show up elsewhere.
  package let secrets: [String]
}

/// Why a text names no proxy. The text is not in it: it may have a password.
package struct ProxyError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String
}

extension Proxy {
  /// Reads `http://user:password@proxy.example.com:3128` or `proxy.example.com:3128`.
  package init(_ text: String) throws(ProxyError) {
    let url = URLReference(text.contains("://") ? text : "http://\(text)")
    guard let url, let authority = url.authority, !authority.host.isEmpty else {
      throw ProxyError(description: "the address of the proxy is not a URL")
    }
    guard url.scheme == "http" else {
      throw ProxyError(
        description: url.scheme?.hasPrefix("socks") == true
          ? "SOCKS is not supported: use a proxy that is reached by http://"
          : "only a proxy that is itself reached by http:// can be used")
    }
    origin = Origin(scheme: .http, host: authority.host, port: authority.port)
    guard let userInfo = authority.userInfo else {
      credentials = nil
      secrets = []
      return
    }
    guard let own = Self.credentials(userInfo) else {
      throw ProxyError(description: "the credentials of the proxy can't be decoded")
    }
    credentials = own
    secrets = [own.basic, own.text, userInfo, own.password].filter { !$0.isEmpty }
  }

  private static func credentials(_ userInfo: String) -> Credentials? {
    let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let decoded = parts.compactMap { PercentEncoding.decode(String($0)) }
    guard decoded.count == parts.count, let user = decoded.first, !user.contains(":") else {
      return nil
    }
    return Credentials(user: user, password: decoded.count > 1 ? decoded[1] : "")
  }
}

extension Proxy.Credentials {
  fileprivate var text: String { "\(user):\(password)" }
  fileprivate var basic: String { Base64.encode(text) }
}

extension Proxy {
  /// What `Proxy-Authorization` says; nil without credentials.
  package var authorization: String? { credentials.map { "Basic \($0.basic)" } }

  /// Its address without the credentials: `http://proxy.example.com:3128`.
  package var place: String { "\(origin)" }

  /// A request to an `http` origin as the proxy takes it: with the whole URL as its target (RFC 9112,
  /// section 3.2.2), and the credentials.
  func forwarded(_ request: HTTPRequest, to origin: Origin) -> HTTPRequest {
    var request = request
    // Section 3.2.4: `*` is what a URL without a path becomes at the last proxy.
    request.target = "\(origin)\(request.target == "*" ? "" : request.target)"
    if let authorization { request.headers.append("Proxy-Authorization", authorization) }
    return request
  }
}

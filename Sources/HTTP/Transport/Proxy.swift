// SPDX-License-Identifier: Apache-2.0
// Proxies: where one is, what it wants to hear, and when to use it.

import Text

/// A proxy that is reached by `http://`. It takes whole requests to `http` origins, and CONNECT.
package struct Proxy: Sendable, Equatable {
  /// The credentials that it asks for.
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
  /// The value of `Proxy-Authorization`; nil without credentials.
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

/// The proxies of a client: one for `http` origins, which is given whole requests, and one for
/// `https` origins, which is asked for a way by CONNECT.
package struct ProxySettings: Sendable, Equatable {
  package let http: Proxy?
  package let https: Proxy?
  /// Hosts that are reached without a proxy, as `NO_PROXY` writes them.
  package let exceptions: [String]
  /// Whether the proxies are asked for this machine itself, too.
  package let coversLoopback: Bool

  /// - Parameter exceptions: As in `NO_PROXY`: hosts, `.domain`, `host:port`, networks such as
  ///   `10.0.0.0/8` and `fd00::/8`, or `*`, separated by commas or blanks.
  package init(
    http: Proxy? = nil, https: Proxy? = nil, exceptions: String = "", coversLoopback: Bool = false
  ) {
    self.http = http
    self.https = https
    self.exceptions = exceptions.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    self.coversLoopback = coversLoopback
  }

  /// The proxies that an environment names by `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` for what
  /// neither names, and `NO_PROXY`, in capitals or not: small letters come first, as curl has it. nil
  /// where it names none.
  ///
  /// `HTTP_PROXY` in capitals is passed over where `REQUEST_METHOD` is set: a web server gives its CGI
  /// programs the header `Proxy` of any client by that name.
  ///
  /// - Parameter origin: The target. A variable that no request to it goes by may be wrong.
  package static func inEnvironment(
    _ environment: [String: String], for origin: Origin
  ) throws(ProxyError) -> ProxySettings? {
    let isCGI = environment["REQUEST_METHOD"] != nil
    let none = ProxySettings(exceptions: exceptions(in: environment))
    func proxy(_ names: [String], _ scheme: Scheme) throws(ProxyError) -> Proxy? {
      let all = names + ["all_proxy", "ALL_PROXY"]
      guard let name = all.first(where: { environment[$0] != nil }), let text = environment[name],
        !text.isEmpty
      else { return nil }
      do throws(ProxyError) {
        return try Proxy(text)
      } catch {
        guard origin.scheme == scheme, none.reaches(origin) else { return nil }
        throw ProxyError(description: "\(name): \(error.description)")
      }
    }
    let http = try proxy(isCGI ? ["http_proxy"] : ["http_proxy", "HTTP_PROXY"], .http)
    let https = try proxy(["https_proxy", "HTTPS_PROXY"], .https)
    guard http != nil || https != nil else { return nil }
    return ProxySettings(http: http, https: https, exceptions: exceptions(in: environment))
  }

  /// The value of `NO_PROXY`.
  package static func exceptions(in environment: [String: String]) -> String {
    environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
  }

  /// The proxy that requests to an origin go by; nil where they go straight.
  package func proxy(for origin: Origin) -> Proxy? {
    guard reaches(origin) else { return nil }
    return switch origin.scheme {
    case .http: http
    case .https: https
    }
  }

  /// Whether an origin is no exception. This machine itself is one, unless the proxies cover it.
  private func reaches(_ origin: Origin) -> Bool {
    (coversLoopback || !origin.isLoopback) && !exceptions.contains { Self.matches($0, origin) }
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

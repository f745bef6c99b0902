// SPDX-License-Identifier: Apache-2.0
// Which proxy to use, and when.

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
}

extension ProxySettings {
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

  /// What `NO_PROXY` says.
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

// SPDX-License-Identifier: Apache-2.0
// An origin: scheme, host and port.

/// Scheme, host and port of a service (RFC 9110, section 4.3.1).
package struct Origin: Sendable, Hashable, CustomStringConvertible {
  package let scheme: Scheme
  /// In lower case; an IPv6 address without brackets.
  package let host: String
  /// 1 to 65535.
  package let port: Int

  /// - Parameter port: nil for the one of the scheme.
  package init(scheme: Scheme, host: String, port: Int? = nil) {
    self.scheme = scheme
    self.host = Octets.lowercased(host)
    self.port = port ?? scheme.defaultPort
  }

  /// The value of `Host`: the host, and the port where it is not the one of the scheme.
  package var authority: String {
    port == scheme.defaultPort ? bracketedHost : "\(bracketedHost):\(port)"
  }

  /// Host and port, always both: for CONNECT and for messages.
  package var hostAndPort: String { "\(bracketedHost):\(port)" }

  /// Whether the host is this machine by name or address: `localhost`, names below it,
  /// 127.0.0.0/8 and ::1.
  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || host.hasPrefix("::ffff:127.") || host == "0:0:0:0:0:0:0:1"
      || IPv4Address(host).map { $0.bits >> 24 == 127 } == true
  }

  private var bracketedHost: String { host.utf8.contains(Octets.colon) ? "[\(host)]" : host }

  package var description: String { "\(scheme.rawValue)://\(authority)" }
}

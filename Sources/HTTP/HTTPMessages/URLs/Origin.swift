// SPDX-License-Identifier: Apache-2.0
// Where requests go: scheme, host and port.

/// The schemes that a service is reached by.
package enum Scheme: String, Sendable, Hashable {
  case http
  case https

  package var defaultPort: Int {
    switch self {
    case .http: 80
    case .https: 443
    }
  }
}

/// Scheme, host and port of a service (RFC 9110, section 4.3.1).
package struct Origin: Sendable, Hashable {
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
}

extension Origin {
  /// What `Host` says: the host, and the port where it is not the one of the scheme.
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
}

extension Origin: CustomStringConvertible {
  package var description: String { "\(scheme.rawValue)://\(authority)" }
}

/// An IPv4 address in four decimal numbers.
package struct IPv4Address: Sendable, Equatable {
  package let bits: UInt32

  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bits = UInt32(0)
    for part in parts {
      guard 1...3 ~= part.count, part.allSatisfy({ Octets.isDigit($0) }) else { return nil }
      let number = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1) - 0x30 }
      guard number <= 255 else { return nil }
      bits = bits << 8 | number
    }
    self.bits = bits
  }
}

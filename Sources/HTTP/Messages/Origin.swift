// SPDX-License-Identifier: Apache-2.0
// Where requests go: origins, base URLs, and the targets below them.

import Text

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

/// The origin of a service and the path its resources are below:
///
///     https://api.example.com
///     http://127.0.0.1:8080/staging
package struct BaseURL: Sendable, Hashable {
  package let origin: Origin
  /// Without a slash at its end: empty, or `/staging`.
  package let path: String
}

/// Why a text is no base URL.
package struct BaseURLError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case unreadable
    case scheme
    case userInfo
    case query
    case fragment
  }

  package let reason: Reason
}

extension BaseURL {
  package init(_ text: String) throws(BaseURLError) {
    guard let url = URLReference(text) else {
      // "localhost:8080" and "127.0.0.1:8080" read as a scheme, or as nothing at all.
      throw BaseURLError(reason: text.contains("://") ? .unreadable : .scheme)
    }
    guard let scheme = url.scheme, Scheme(rawValue: scheme) != nil, let authority = url.authority
    else { throw BaseURLError(reason: .scheme) }
    if authority.userInfo != nil { throw BaseURLError(reason: .userInfo) }
    if url.query != nil { throw BaseURLError(reason: .query) }
    if url.fragment != nil { throw BaseURLError(reason: .fragment) }
    guard let origin = url.origin else { throw BaseURLError(reason: .unreadable) }
    self.origin = origin
    var path = URLReference.withoutDots(url.path)[...]
    while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    self.path = String(path)
  }
}

extension BaseURL: CustomStringConvertible {
  package var description: String { "\(origin)\(path)" }
}

extension BaseURLError: CustomStringConvertible {
  /// Never shows the text: it may hold a password.
  package var description: String {
    switch reason {
    case .unreadable: "the base URL is not a URL: it is written https://host or https://host/path"
    case .scheme: "the base URL has to begin with http:// or https://"
    case .userInfo: "a base URL has no user name and no password"
    case .query: "a base URL has no query"
    case .fragment: "a base URL has no fragment"
    }
  }
}

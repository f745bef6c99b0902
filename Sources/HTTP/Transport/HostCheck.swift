// SPDX-License-Identifier: Apache-2.0
// The names by which a server lets itself be called.

import Text

/// The names by which a server lets itself be called; a request with another `Host` is answered 421.
///
/// A web page can have its own name lead to this machine, and then ask a server here as if it were
/// the page's own. Its requests still carry its name (RFC 9110, section 7.2), which is none of:
///
///     localhost  *.localhost  127.0.0.0/8  [::1]     loopback
///     192.0.2.7                                      the address that the connection came in on
///     a name of the certificate                      where the server speaks https
///     --allow-host NAME                              what the user allows besides
///
/// each with any port or none.
package struct HostCheck: Sendable {
  /// In lower case, without a port.
  private let allowed: Set<String>
  private let identity: TLSIdentity?

  /// - Parameters:
  ///   - allowed: Names or addresses, without a port; an IPv6 address may have brackets.
  ///   - identity: Whose certificate has further names; nil for a plain server.
  package init(allowing allowed: [String] = [], identity: TLSIdentity? = nil) {
    self.allowed = Set(allowed.compactMap(Self.bare))
    self.identity = identity
  }
}

extension HostCheck {
  /// Whether a text can be allowed: a name or an address, without scheme, port and path.
  package static func isHost(_ text: String) -> Bool { bare(text) != nil }

  /// The answer to a request under a name that is not allowed; nil for one that is.
  ///
  /// - Parameter local: The address that the connection came in on, in digits.
  func refusal(of request: HTTPRequest, at local: String) -> HTTPResponse? {
    let value = request.headers["Host"] ?? ""
    let host = Self.host(value)
    if let host, accepts(host, at: local) { return nil }
    return Self.refusal(of: value, allowing: host)
  }

  private func accepts(_ host: String, at local: String) -> Bool {
    Origin(scheme: .http, host: host).isLoopback || allowed.contains(host)
      || Self.isSameAddress(host, local) || identity?.context.isCertified(for: host) == true
  }

  /// - Parameter host: What `value` names; nil where it names nothing.
  private static func refusal(of value: String, allowing host: String?) -> HTTPResponse {
    let shown = Sanitized.line(String(value.prefix(255)))
    let advice =
      host.map { "if the name is yours, start the server with --allow-host \($0.prefix(255))" }
      ?? "a Host field is a name or an address, with a port or without"
    return HTTPResponse(
      status: 421, reason: Status.reason(421),
      headers: HeaderList(["Content-Type": "text/plain; charset=utf-8"]),
      body: Array(
        """
        This server does not answer to the name '\(shown)': a web page of that name could use it.
        Call it localhost, or by the address that it listens on; \(advice).

        """.utf8))
  }

  /// The host of a `Host` field in lower case, without port and brackets; nil for another text.
  private static func host(_ authority: String) -> String? {
    let text = Octets.lowercased(authority)
    var (host, rest) = (text[...], ""[...])
    if text.utf8.first == UInt8(ascii: "[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
      guard System.addressBytes(String(host))?.count == 16 else { return nil }
    } else if let colon = text.firstIndex(of: ":") {
      (host, rest) = (text[..<colon], text[colon...])
    }
    let isPort =
      rest.isEmpty || rest.first == ":" && rest.dropFirst().utf8.allSatisfy(Octets.isDigit)
    // The characters of a reg-name that names on the internet have (RFC 3986, section 3.2.2).
    let isName = host.utf8.allSatisfy { byte in
      Octets.isDigit(byte) || 0x61...0x7A ~= byte || [0x2D, 0x2E, 0x3A, 0x5F].contains(byte)
    }
    return isPort && isName && !host.isEmpty ? String(host) : nil
  }

  /// A host without a port in lower case; an address of IPv6 with brackets or without.
  private static func bare(_ text: String) -> String? {
    let isBare = text.utf8.contains(Octets.colon) && text.utf8.first != UInt8(ascii: "[")
    guard let host = host(isBare ? "[\(text)]" : text) else { return nil }
    return [host, "[\(host)]"].contains(Octets.lowercased(text)) ? host : nil
  }

  /// Whether two texts are one address; an IPv4 address may be written as one of IPv6.
  private static func isSameAddress(_ left: String, _ right: String) -> Bool {
    guard let left = bytes(left), let right = bytes(right) else { return false }
    return left == right
  }

  private static func bytes(_ address: String) -> ArraySlice<UInt8>? {
    // The zone of a link-local address is this machine's own word.
    let digits = address.prefix { $0 != "%" }
    guard let bytes = System.addressBytes(String(digits)) else { return nil }
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    return bytes.starts(with: mapped) ? bytes[12...] : bytes[...]
  }
}

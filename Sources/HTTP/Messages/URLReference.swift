// SPDX-License-Identifier: Apache-2.0
// URLs and relative references, parsed and resolved.

/// A URI reference in its parts (RFC 3986, section 4.1). The characters are checked, nothing is
/// decoded or normalised.
package struct URLReference: Sendable, Equatable {
  /// In lower case.
  package let scheme: String?
  package let authority: Authority?
  package let path: String
  /// Without the question mark.
  package let query: String?
  /// Without the number sign.
  package let fragment: String?

  package struct Authority: Sendable, Equatable {
    package let userInfo: String?
    /// In lower case; an IPv6 address without brackets. May be empty.
    package let host: String
    /// nil without a port, and for an empty one.
    package let port: Int?
  }
}

extension URLReference {
  /// - Returns: nil for a text that is no URI reference of at most 64 KiB, or has a host that is
  ///   neither a name nor an address.
  package init?(_ text: String) {
    var rest = Substring(text)
    guard text.utf8.count <= 64 * 1024, Self.hasURLCharacters(text) else { return nil }
    fragment = Self.cut(&rest, from: "#")
    query = Self.cut(&rest, from: "?")
    scheme = Self.cutScheme(&rest)
    if rest.utf8.starts(with: "//".utf8) {
      let end = rest.utf8.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      let start = rest.utf8.index(rest.startIndex, offsetBy: 2)
      guard let authority = Authority(rest[start..<end]) else { return nil }
      self.authority = authority
      path = String(rest[end...])
    } else {
      authority = nil
      path = String(rest)
      // The first segment of a relative path would read as a scheme (section 4.2).
      let segment = rest.utf8.prefix { $0 != UInt8(ascii: "/") }
      if scheme == nil, segment.contains(Octets.colon) { return nil }
    }
    for part in [path, query, fragment] {
      guard let part else { continue }
      if part.utf8.contains(where: { Self.isBracketOrNumberSign($0) }) { return nil }
    }
  }

  /// The reference as seen from a base (RFC 3986, section 5.2).
  package func resolved(against base: URLReference) -> URLReference {
    if let scheme {
      return URLReference(
        scheme: scheme, authority: authority, path: Self.withoutDots(path), query: query,
        fragment: fragment)
    }
    if let authority {
      return URLReference(
        scheme: base.scheme, authority: authority, path: Self.withoutDots(path), query: query,
        fragment: fragment)
    }
    if path.isEmpty {
      return URLReference(
        scheme: base.scheme, authority: base.authority, path: base.path,
        query: query ?? base.query, fragment: fragment)
    }
    return URLReference(
      scheme: base.scheme, authority: base.authority, path: Self.withoutDots(merged(base)),
      query: query, fragment: fragment)
  }

  /// Where a reference leads that came in an answer from `origin` to a request for `target`.
  ///
  /// - Returns: nil where it is no reference, or leads to no `http` or `https` origin, or has user
  ///   information, which no request carries (RFC 9110, section 4.2.4).
  package static func resolve(
    _ reference: String, against origin: Origin, target: String
  ) -> (origin: Origin, target: String)? {
    guard let base = URLReference("\(origin)\(target)"), let reference = URLReference(reference)
    else { return nil }
    let url = reference.resolved(against: base)
    guard let origin = url.origin, let target = url.webTarget else { return nil }
    return (origin, target)
  }

  /// The origin of an absolute `http` or `https` URL without user information.
  package var origin: Origin? {
    guard let scheme = scheme.flatMap(Scheme.init(rawValue:)), let authority,
      authority.userInfo == nil, !authority.host.isEmpty
    else { return nil }
    return Origin(scheme: scheme, host: authority.host, port: authority.port)
  }

  /// Path and query of an absolute `http` or `https` URL, as a request has them.
  package var webTarget: String? {
    guard origin != nil else { return nil }
    let path = path.isEmpty ? "/" : path
    return query.map { "\(path)?\($0)" } ?? path
  }

  private func merged(_ base: URLReference) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    if base.authority != nil, base.path.isEmpty { return "/\(path)" }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return "\(base.path[...slash])\(path)"
  }

  /// The path without `.` and `..` segments (section 5.2.4).
  static func withoutDots(_ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var output: [String] = []
    let body = isAbsolute ? segments.dropFirst() : segments[...]
    for (index, segment) in body.enumerated() {
      let text = String(decoding: segment, as: UTF8.self)
      let isLast = index == body.count - 1
      switch text {
      case ".": if isLast { output.append("") }
      case "..":
        _ = output.popLast()
        if isLast { output.append("") }
      default: output.append(text)
      }
    }
    return (isAbsolute ? "/" : "") + output.joined(separator: "/")
  }

  private static func cut(_ rest: inout Substring, from mark: Character) -> String? {
    guard let ascii = mark.asciiValue, let index = rest.utf8.firstIndex(of: ascii) else {
      return nil
    }
    defer { rest = rest[..<index] }
    return String(rest[rest.utf8.index(after: index)...])
  }

  private static func cutScheme(_ rest: inout Substring) -> String? {
    guard let colon = rest.utf8.firstIndex(of: Octets.colon), let first = rest.utf8.first,
      Octets.isLetter(first),
      rest.utf8[..<colon].allSatisfy({
        Octets.isLetter($0) || Octets.isDigit($0) || Array("+-.".utf8).contains($0)
      })
    else { return nil }
    defer { rest = rest[rest.utf8.index(after: colon)...] }
    return Octets.lowercased(String(rest[..<colon]))
  }

  /// Whether all bytes are characters of a URI and each `%` has its two digits.
  private static func hasURLCharacters(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.count, Octets.hexadecimal(bytes[index + 1]) != nil,
          Octets.hexadecimal(bytes[index + 2]) != nil
        else { return false }
      }
      guard 0x21...0x7E ~= byte, !forbidden.contains(byte) else { return false }
    }
    return true
  }

  private static let forbidden = Array("\"<>\\^`{|}".utf8)

  private static func isBracketOrNumberSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "#")
  }
}

extension URLReference.Authority {
  /// `user@host:port`, the first and the last optional (section 3.2).
  fileprivate init?(_ text: Substring) {
    var rest = text
    var userInfo: String?
    if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = String(rest[..<at])
      rest = rest[rest.utf8.index(after: at)...]
    }
    var hostEnd = rest.endIndex
    if rest.utf8.first == UInt8(ascii: "[") {
      guard let bracket = rest.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let address = rest[rest.utf8.index(after: rest.startIndex)..<bracket]
      guard Self.isIPv6(address) else { return nil }
      hostEnd = rest.utf8.index(after: bracket)
      host = Octets.lowercased(String(address))
    } else {
      hostEnd = rest.utf8.firstIndex(of: Octets.colon) ?? rest.endIndex
      guard rest.utf8[..<hostEnd].allSatisfy({ Self.isName($0) }), hostEnd <= rest.endIndex else {
        return nil
      }
      host = Octets.lowercased(String(rest[..<hostEnd]))
    }
    let tail = rest.utf8[hostEnd...]
    var port: Int?
    if tail.count > 1 || tail.first.map({ $0 != Octets.colon }) == true {
      guard tail.first == Octets.colon,
        let number = BodyFraming.number(String(decoding: tail.dropFirst(), as: UTF8.self)),
        1...65535 ~= number
      else { return nil }
      port = number
    }
    self.port = port
    self.userInfo = userInfo
  }

  private static func isName(_ byte: UInt8) -> Bool {
    Octets.isLetter(byte) || Octets.isDigit(byte) || Array("-._~".utf8).contains(byte)
  }

  private static func isIPv6(_ text: Substring) -> Bool {
    text.utf8.count >= 2 && text.utf8.count <= 45 && text.utf8.count(where: { $0 == 0x3A }) >= 2
      && text.utf8.allSatisfy {
        Octets.hexadecimal($0) != nil || $0 == Octets.colon || $0 == UInt8(ascii: ".")
      }
  }
}

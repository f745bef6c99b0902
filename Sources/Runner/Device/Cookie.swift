// SPDX-License-Identifier: Apache-2.0
// A cookie: read from a Set-Cookie field, and whether a request takes it along.

import HTTP
import Text

/// A cookie as a user agent keeps it (RFC 6265, section 5.3).
struct Cookie {
  let name: String
  let value: String
  /// In lower case.
  let domain: String
  /// Whether the cookie goes to that very host only, and not to hosts below it.
  let isHostOnly: Bool
  let path: String
  /// Whether the cookie goes over https only.
  let isSecure: Bool
  /// When it ends; nil for a cookie that lives as long as the user agent.
  let expiry: Timestamp?
}

extension Cookie {
  /// Longer fields are ignored.
  private static let longestFieldBytes = 8192

  /// Reads a `Set-Cookie` field (section 5.2).
  ///
  /// - Parameters:
  ///   - target: The path and query of the request that the field answers.
  ///   - now: When the answer came.
  /// - Returns: nil for a field that has to be ignored, as one with somebody else's domain.
  init?(_ field: String, from origin: Origin, target: String, now: Timestamp) {
    guard field.utf8.count <= Self.longestFieldBytes else { return nil }
    let parts = field.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
    name = Self.trimmed(pair[..<equals])
    value = Self.trimmed(pair[pair.index(after: equals)...])
    guard !name.isEmpty else { return nil }
    var domain = ""
    var path = ""
    var isSecure = false
    var expires: Timestamp?
    var ending: Timestamp?
    // Of an attribute that is there more than once, the last one counts.
    for part in parts.dropFirst() {
      let equals = part.firstIndex(of: "=") ?? part.endIndex
      let text = Self.trimmed(part[equals...].dropFirst())
      switch Self.trimmed(part[..<equals]).lowercased() {
      case "domain" where !text.isEmpty:
        domain = (text.first == "." ? String(text.dropFirst()) : text).lowercased()
      case "path": path = text
      case "secure": isSecure = true
      case "expires": expires = CookieDate.timestamp(text) ?? expires
      case "max-age": ending = Self.time(after: text, now: now) ?? ending
      default: break
      }
    }
    switch CookieDomain(origin.host).scope(of: domain) {
    case .host:
      self.domain = origin.host
      isHostOnly = true
    case .domain:
      self.domain = domain
      isHostOnly = false
    case .refused: return nil
    }
    self.path = path.hasPrefix("/") ? path : Self.defaultPath(of: target)
    self.isSecure = isSecure
    expiry = ending ?? expires
  }

  /// Whether a request takes the cookie along (section 5.4).
  func goes(to origin: Origin, target: String) -> Bool {
    guard !isSecure || origin.scheme == .https, Self.matches(Self.path(of: target), path) else {
      return false
    }
    return isHostOnly ? origin.host == domain : CookieDomain(origin.host).isWithin(domain)
  }

  func hasExpired(at now: Timestamp) -> Bool {
    expiry.map { $0.milliseconds <= now.milliseconds } ?? false
  }

  /// Whether a cookie takes the place of another.
  func replaces(_ other: Cookie) -> Bool {
    name == other.name && domain == other.domain && path == other.path
  }
}

extension Cookie {
  /// The time that `Max-Age` names; nil for a text that is not a number.
  private static func time(after text: String, now: Timestamp) -> Timestamp? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let seconds = text.hasPrefix("-") ? 0 : Int(digits) ?? .max
    return seconds > 0 ? now + .seconds(min(seconds, 1 << 40)) : Timestamp(milliseconds: .min)
  }

  /// The path of a request, without its query.
  private static func path(of target: String) -> String {
    let path = target.prefix { $0 != "?" && $0 != "#" }
    return path.hasPrefix("/") ? String(path) : "/"
  }

  /// The path of a cookie that names none (section 5.1.4): the folder of the request's.
  private static func defaultPath(of target: String) -> String {
    let path = path(of: target)
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func matches(_ path: String, _ cookiePath: String) -> Bool {
    guard path.hasPrefix(cookiePath) else { return false }
    return path.count == cookiePath.count || cookiePath.hasSuffix("/")
      || path.dropFirst(cookiePath.count).first == "/"
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...end])
  }
}

// SPDX-License-Identifier: Apache-2.0
// The cookies of a user agent: read, kept, and sent to their hosts.

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
    // Section 5.6 of its successor, draft-ietf-httpbis-rfc6265bis: controls, prefixes.
    guard !name.isEmpty, !field.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
    else { return nil }
    var domain = ""
    var path = ""
    var isSecure = false
    var expires: Timestamp?
    var ending: Timestamp?
    // The last one counts where an attribute is there more than once.
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
    let isSuffix = CookieDomain.isPublicSuffix(domain)
    isHostOnly = domain.isEmpty || domain == origin.host && isSuffix
    guard isHostOnly || CookieDomain.covers(origin.host, domain) && !isSuffix else { return nil }
    self.domain = isHostOnly ? origin.host : domain
    self.path = path.hasPrefix("/") ? path : Self.defaultPath(of: target)
    self.isSecure = isSecure
    expiry = ending ?? expires
    let prefix = name.lowercased()
    let isHost = prefix.hasPrefix("__host-")
    if isHost || prefix.hasPrefix("__secure-") {
      guard isSecure, origin.scheme == .https, !isHost || domain.isEmpty && self.path == "/" else {
        return nil
      }
    }
  }

  /// Whether a request takes the cookie along (section 5.4).
  func goes(to origin: Origin, target: String) -> Bool {
    guard !isSecure || origin.scheme == .https, Self.matches(Self.path(of: target), path) else {
      return false
    }
    return isHostOnly ? origin.host == domain : CookieDomain.covers(origin.host, domain)
  }

  func hasExpired(at now: Timestamp) -> Bool {
    expiry.map { $0.milliseconds <= now.milliseconds } ?? false
  }

  /// Whether a cookie takes the place of another.
  func replaces(_ other: Cookie) -> Bool {
    name == other.name && domain == other.domain && path == other.path
  }

  /// The time that `Max-Age` names; nil for a text that is not a number.
  private static func time(after text: String, now: Timestamp) -> Timestamp? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
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

/// A date of a cookie's `Expires` attribute (RFC 6265, section 5.1.1): a time, a day, a month and a
/// year between delimiters, in any order.
enum CookieDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// - Returns: nil where a part is missing, or for a day that the calendar does not have.
  static func timestamp(_ text: String) -> Timestamp? {
    var time: [Int]?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.lowercased().utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = clock(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = months.firstIndex(of: "\(Substring(token.prefix(3)))") {
        month = found + 1
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year else { return nil }
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    guard year >= 1601, 1...31 ~= day, time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
    let timestamp = Timestamp(
      year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])
    // 31 February would be a day of March.
    return number(timestamp.iso8601.utf8.dropFirst(8).prefix(2), digits: 2...2) == day
      ? timestamp : nil
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Hours, minutes and seconds; what follows them is passed over.
  private static func clock(_ token: Substring.UTF8View) -> [Int]? {
    let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].count <= 2, parts[1].count <= 2,
      let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 1...2),
      let second = number(parts[2], digits: 1...2),
      parts[0].allSatisfy(\.isDigit), parts[1].allSatisfy(\.isDigit)
    else { return nil }
    return [hour, minute, second]
  }

  /// The number that a token begins with; what is no digit ends it.
  private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
    let number = token.prefix(while: \.isDigit)
    return digits ~= number.count ? Int(Substring(number)) : nil
  }
}

enum CookieDomain {
  /// Labels below which the registries of countries give out names.
  private static let registries: Set<Substring> = [
    "ac", "co", "com", "edu", "go", "gob", "gov", "mil", "ne", "net", "nom", "or", "org",
  ]

  /// Whether a host is the domain, or below it (section 5.1.3). Nothing is below an address.
  static func covers(_ host: String, _ domain: String) -> Bool {
    host == domain || host.hasSuffix(".\(domain)") && !isAddress(host) && !isAddress(domain)
  }

  /// Whether names below a domain belong to different owners: a single label, and the likes of
  /// `co.uk`. Browsers have a list of all such domains (publicsuffix.org), which changes each week.
  static func isPublicSuffix(_ domain: String) -> Bool {
    guard !isAddress(domain) else { return false }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count < 2 || labels.contains("")
      || labels.count == 2 && labels[1].count == 2 && registries.contains(labels[0])
  }

  private static func isAddress(_ host: String) -> Bool {
    IPv4Address(host) != nil || host.contains(":")
  }
}

/// The cookies of a user agent (RFC 6265, section 5). They live as long as the scenario.
struct CookieJar {
  /// How many cookies are kept; beyond that, the oldest goes.
  private static let limit = 200
  /// In the order in which they were first set.
  private var cookies: [Cookie] = []

  /// The value of the `Cookie` field of a request; nil if no cookie goes along.
  ///
  /// - Parameter target: The path and query of the request.
  func header(to origin: Origin, target: String, now: Timestamp) -> String? {
    let own = cookies.filter { !$0.hasExpired(at: now) && $0.goes(to: origin, target: target) }
    guard !own.isEmpty else { return nil }
    // Those with longer paths first, and of equal ones the oldest (section 5.4).
    let ordered = own.enumerated().sorted { first, second in
      let lengths = (first.element.path.utf8.count, second.element.path.utf8.count)
      return lengths.0 == lengths.1 ? first.offset < second.offset : lengths.0 > lengths.1
    }
    return ordered.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
  }

  /// Stores the cookies of an answer's `Set-Cookie` fields.
  ///
  /// - Parameter target: The path and query of the request that was answered.
  mutating func store(_ fields: [String], from origin: Origin, target: String, now: Timestamp) {
    for field in fields {
      guard let cookie = Cookie(field, from: origin, target: target, now: now) else { continue }
      store(cookie, now: now)
    }
  }

  private mutating func store(_ cookie: Cookie, now: Timestamp) {
    cookies.removeAll { $0.hasExpired(at: now) }
    let earlier = cookies.firstIndex { cookie.replaces($0) }
    if cookie.hasExpired(at: now) {
      if let earlier { cookies.remove(at: earlier) }
    } else if let earlier {
      cookies[earlier] = cookie
    } else {
      if cookies.count >= Self.limit { cookies.removeFirst() }
      cookies.append(cookie)
    }
  }
}

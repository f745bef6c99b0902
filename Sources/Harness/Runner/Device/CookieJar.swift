// SPDX-License-Identifier: Apache-2.0
// The cookies of a user agent: the part of RFC 6265 that following redirects needs.

/// The cookies of a user agent. They live as long as the scenario.
struct CookieJar {
  private struct Cookie {
    let name: String
    let value: String
    let domain: String
    /// Whether the cookie is also sent to hosts below the domain.
    let hasSubdomains: Bool
  }

  /// How many cookies are kept; beyond that, the oldest goes.
  private static let limit = 200
  private var cookies: [Cookie] = []
}

extension CookieJar {
  /// The value of the `Cookie` field for a host; nil if no cookie is for that host.
  func header(for host: String) -> String? {
    let own = cookies.filter { cookie in
      cookie.domain == host || cookie.hasSubdomains && host.hasSuffix(".\(cookie.domain)")
    }
    return own.isEmpty ? nil : own.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// Stores the cookies of an answer's `Set-Cookie` fields.
  mutating func store(_ fields: [String], from host: String) {
    for field in fields { store(field, from: host) }
  }

  private mutating func store(_ field: String, from host: String) {
    let parts = field.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let (name, value) = Self.pair(pair), !name.isEmpty else { return }
    var domain = host
    var hasSubdomains = false
    var isGone = false
    for part in parts.dropFirst() {
      let (attribute, text) = Self.pair(part) ?? (Self.trimmed(part), "")
      switch attribute.lowercased() {
      case "domain":
        let named = text.lowercased().drop { $0 == "." }
        // A cookie for a top-level domain, or for somebody else's domain, is refused.
        guard named.contains("."), host == named || host.hasSuffix(".\(named)") else { return }
        domain = String(named)
        hasSubdomains = true
      case "max-age": isGone = Int(text).map { $0 <= 0 } ?? isGone
      default: break
      }
    }
    cookies.removeAll { $0.name == name && $0.domain == domain }
    guard !isGone else { return }
    if cookies.count >= Self.limit { cookies.removeFirst() }
    cookies.append(
      Cookie(name: name, value: value, domain: domain, hasSubdomains: hasSubdomains))
  }

  private static func pair(_ text: Substring) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    return (trimmed(text[..<equals]), trimmed(text[text.index(after: equals)...]))
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...end])
  }
}

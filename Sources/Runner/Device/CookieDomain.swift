// SPDX-License-Identifier: Apache-2.0
// To which hosts a cookie may be sent.

import HTTP

/// The host that a cookie comes from or goes to.
struct CookieDomain {
  let host: String

  /// - Parameter host: In lower case.
  init(_ host: String) {
    self.host = host
  }

  enum Scope {
    /// That very host.
    case host
    /// The named domain and all below it.
    case domain
    /// The host may not set such a cookie.
    case refused
  }
}

extension CookieDomain {
  /// What a cookie of this host with a `Domain` attribute is for (RFC 6265, section 5.3).
  ///
  /// - Parameter domain: In lower case, without a dot at its start; empty for none.
  func scope(of domain: String) -> Scope {
    guard !domain.isEmpty, domain != host || !Self.isPublicSuffix(domain) else { return .host }
    return isWithin(domain) && !Self.isPublicSuffix(domain) ? .domain : .refused
  }

  /// Whether the host is the domain, or below it (section 5.1.3). Nothing is below an address.
  func isWithin(_ domain: String) -> Bool {
    host == domain
      || host.hasSuffix(".\(domain)") && !Self.isAddress(host)
        && !Self.isAddress(domain)
  }

  private static func isAddress(_ host: String) -> Bool {
    IPv4Address(host) != nil || host.contains(":")
  }

  /// Labels below which the registries of countries give out names.
  private static let registries: Set<Substring> = [
    "ac", "co", "com", "edu", "go", "gob", "gov", "mil", "ne", "net", "nom", "or", "org",
  ]

  /// Whether names below a domain belong to different owners: a single label, and the likes of
  /// `co.uk`. Browsers have a list of all such domains (publicsuffix.org), which changes each week.
  private static func isPublicSuffix(_ domain: String) -> Bool {
    guard !isAddress(domain) else { return false }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count < 2 || labels.contains("")
      || labels.count == 2 && labels[1].count == 2 && registries.contains(labels[0])
  }
}

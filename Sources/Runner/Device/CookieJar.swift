// SPDX-License-Identifier: Apache-2.0
// The cookies of a user agent.

import HTTP
import Text

/// The cookies of a user agent (RFC 6265, section 5). They live as long as the scenario.
struct CookieJar {
  /// How many cookies are kept; beyond that, the oldest goes.
  private static let limit = 200
  /// In the order in which they were first set.
  private var cookies: [Cookie] = []
}

extension CookieJar {
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

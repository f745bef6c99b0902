// SPDX-License-Identifier: Apache-2.0
// Plays the browser: follows redirects with cookies until the redirect URL.

import HTTP
import Text

/// Follows redirects from a URL of the service to the redirect URL of the application.
struct UserAgent {
  /// How many requests a visit may take.
  static let hopLimit = 20

  /// The value of `User-Agent`.
  let name: String

  /// How a visit ended.
  enum Outcome {
    /// At this URL, which begins with the redirect URL.
    case reached(String)
    /// With an error status of the target, described for a finding.
    case refused(String)
    /// With an answer that leads nowhere, described in a sentence.
    case stuck(String)
    /// Without an answer.
    case silent
  }

  /// Follows redirects.
  ///
  /// - Parameters:
  ///   - url: An absolute URL.
  ///   - target: The origin whose error statuses are failures; those of other origins are not.
  ///   - redirectURL: The visit ends at a location that begins with this; it is not fetched.
  ///   - now: The time, by which cookies end.
  ///   - exchange: Sends a request to an origin; nil if no answer came.
  func follow(
    _ url: String, of target: Origin, until redirectURL: String, cookies: inout CookieJar,
    now: () -> Timestamp, exchange: (HTTPRequest, Origin) -> HTTPResponse?
  ) -> Outcome {
    var current = url
    for hop in 0..<Self.hopLimit {
      guard let reference = URLReference(current), let origin = reference.origin,
        let path = reference.webTarget
      else { return .stuck("'\(current)' is not an http URL") }
      var headers = HeaderList(["User-Agent": name, "Accept": "text/html,*/*"])
      if let cookie = cookies.header(to: origin, target: path, now: now()) {
        headers.append("Cookie", cookie)
      }
      let request = HTTPRequest(method: "GET", target: path, headers: headers)
      guard let response = exchange(request, origin) else { return .silent }
      cookies.store(
        response.headers.values(of: "Set-Cookie"), from: origin, target: path, now: now())
      // A 429 is the fault of the harness, not of the target.
      if origin == target, response.status >= 400, response.status != 429 {
        return .refused(
          "\(response.status) from \(path)"
            + (hop == 0 ? "" : ", where the service had sent the user agent"))
      }
      guard (300...399).contains(response.status), let location = response.headers["Location"]
      else {
        return .stuck(
          response.status == 200
            ? "the page at \(origin) wants a person: it answered 200 and no redirect; give the "
              + "profile a user-agent program, or leave the fact 'login' out"
            : "the page at \(origin) answered \(response.status) and no redirect")
      }
      if Self.isBack(location, redirectURL) { return .reached(location) }
      guard let next = URLReference.resolve(location, against: origin, target: path) else {
        return .stuck("the Location '\(location)' is not an http URL")
      }
      current = "\(next.origin)\(next.target)"
      if Self.isBack(current, redirectURL) { return .reached(current) }
    }
    return .stuck("it did not reach the redirect URL within \(Self.hopLimit) requests")
  }

  /// Whether a location is the redirect URL, or extends it by a path, a query or a fragment. A
  /// longer name of a host does not count.
  private static func isBack(_ location: String, _ redirectURL: String) -> Bool {
    guard location.hasPrefix(redirectURL), !redirectURL.isEmpty else { return false }
    let ends = "/?#&="
    if let last = redirectURL.last, ends.contains(last) { return true }
    return location.dropFirst(redirectURL.count).first.map { ends.contains($0) } ?? true
  }
}

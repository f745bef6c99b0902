// SPDX-License-Identifier: Apache-2.0
// The browser that a person would use: follows redirects with cookies until it is back.

import HTTPMessages

/// Follows redirects from a URL of the service to the URL where the application takes over again.
struct UserAgent {
  static let hopLimit = 20

  let name: String

  enum Outcome {
    case reached(String)
    /// The target itself refused to go on, told in words for a mismatch.
    case refused(String)
    /// Where it did not come on, in a sentence.
    case stuck(String)
    /// An exchange gave no answer.
    case silent
  }

  /// - Parameters:
  ///   - url: Absolute.
  ///   - target: What is to be judged; pages elsewhere are not.
  ///   - redirectURL: A location that begins so is where it ends; it is not fetched.
  ///   - exchange: Sends a request to an origin; nil where no answer came.
  func follow(
    _ url: String, of target: Origin, until redirectURL: String, cookies: inout CookieJar,
    exchange: (HTTPRequest, Origin) -> HTTPResponse?
  ) -> Outcome {
    var current = url
    for hop in 0..<Self.hopLimit {
      guard let reference = URLReference(current), let origin = reference.origin,
        let path = reference.webTarget
      else { return .stuck("'\(current)' is no http URL that can be visited") }
      var headers = HeaderList(["User-Agent": name, "Accept": "text/html,*/*"])
      if let cookie = cookies.header(for: origin.host) { headers.append("Cookie", cookie) }
      let request = HTTPRequest(method: "GET", target: path, headers: headers)
      guard let response = exchange(request, origin) else { return .silent }
      cookies.store(response.headers.values(of: "Set-Cookie"), from: origin.host)
      // Too many requests are nobody's fault but the harness's own.
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
        return .stuck("the Location '\(location)' is no http URL")
      }
      current = "\(next.origin)\(next.target)"
      if Self.isBack(current, redirectURL) { return .reached(current) }
    }
    return .stuck("after \(Self.hopLimit) requests it was still not back")
  }

  /// Whether a location is the redirect URL, or goes on where it ends: with a path below it, a
  /// query or a fragment, but not with another host that begins like it.
  private static func isBack(_ location: String, _ redirectURL: String) -> Bool {
    guard location.hasPrefix(redirectURL), !redirectURL.isEmpty else { return false }
    let ends = "/?#&="
    if let last = redirectURL.last, ends.contains(last) { return true }
    return location.dropFirst(redirectURL.count).first.map { ends.contains($0) } ?? true
  }
}

// SPDX-License-Identifier: Apache-2.0
// The browser that a person would use: follows redirects with cookies until it is back.

import Encodings
import HTTPMessages
import HTTPTransport

/// Cookies of a user agent, by host: name and value only, as long as the scenario.
struct CookieJar {
  private var cookies: [String: [(name: String, value: String)]] = [:]

  /// The value of the `Cookie` field for a host; nil where there is none.
  func header(for host: String) -> String? {
    guard let own = cookies[host], !own.isEmpty else { return nil }
    return own.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// Takes what an answer sets.
  mutating func store(_ fields: [String], from host: String) {
    for field in fields {
      let pair = field.prefix { $0 != ";" }
      guard let equals = pair.firstIndex(of: "=") else { continue }
      let name = pair[..<equals].filter { $0 != " " }
      let value = String(pair[pair.index(after: equals)...])
      var own = cookies[host, default: []]
      own.removeAll { $0.name == name }
      if !name.isEmpty, own.count < 50 { own.append((name, value)) }
      cookies[host] = own
    }
  }
}

/// Follows redirects from a URL of the service to the URL where the application takes over again.
struct UserAgent {
  static let hopLimit = 20

  let client: HTTPClient
  let cancellation: Cancellation
  let userAgentName: String

  struct Hop {
    let url: String
    let origin: Origin
    let request: HTTPRequest
    let exchange: HTTPExchange
  }

  enum Outcome {
    case reached(String)
    /// Where it did not come on, in a sentence.
    case stuck(String, isTransport: Bool)
  }

  /// - Parameters:
  ///   - url: Absolute.
  ///   - redirectURL: A location that begins so is where it ends; it is not fetched.
  ///   - hop: Is told each exchange.
  func follow(
    _ url: String, until redirectURL: String, cookies: inout CookieJar, deadline: Deadline,
    hop: (Hop) -> Void
  ) -> Outcome {
    var current = url
    for _ in 0..<Self.hopLimit {
      guard let reference = URLReference(current), let origin = reference.origin,
        let target = reference.webTarget
      else { return .stuck("'\(current)' is no http URL that can be visited", isTransport: false) }
      var headers = HeaderList(["User-Agent": userAgentName, "Accept": "text/html,*/*"])
      if let cookie = cookies.header(for: origin.host) { headers.append("Cookie", cookie) }
      let request = HTTPRequest(method: "GET", target: target, headers: headers)
      let exchange: HTTPExchange
      do {
        exchange = try client.exchange(request, with: origin, deadline: deadline)
      } catch {
        return .stuck("at \(origin): \(error.description)", isTransport: true)
      }
      hop(Hop(url: current, origin: origin, request: request, exchange: exchange))
      let response = exchange.response
      cookies.store(response.headers.values(of: "Set-Cookie"), from: origin.host)
      guard (300...399).contains(response.status), let location = response.headers["Location"]
      else {
        return .stuck(
          response.status == 200
            ? "the page at \(origin) wants a person: it answered 200 and no redirect; give the "
              + "profile a user-agent program, or leave the fact 'login' out"
            : "the page at \(origin) answered \(response.status) and no redirect",
          isTransport: false)
      }
      if location.hasPrefix(redirectURL) { return .reached(location) }
      guard let next = URLReference.resolve(location, against: origin, target: target) else {
        return .stuck("the Location '\(location)' is no http URL", isTransport: false)
      }
      current = "\(next.origin)\(next.target)"
      if current.hasPrefix(redirectURL) { return .reached(current) }
    }
    return .stuck("after \(Self.hopLimit) redirects it was still not back", isTransport: false)
  }
}

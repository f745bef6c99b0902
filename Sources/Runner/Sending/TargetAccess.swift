// SPDX-License-Identifier: Apache-2.0
// What a run knows of its target, and how it treats the target.

import HTTP
import Suites
import Text

/// The target of a run: where it is, at which pace it takes requests, and whether it answers.
/// Shared by all jobs.
struct TargetAccess: Sendable {
  let baseURL: BaseURL
  let rate: RateLimit
  let reachability = Reachability()
  let throttling = Throttling()
  let clock = TargetClock()
  /// The User-Agent we send.
  let userAgentName: String
  let time: RunTime
  /// The wall clock.
  let now: @Sendable () -> Timestamp

  init(
    _ profile: Profile, userAgentName: String, time: RunTime,
    now: @escaping @Sendable () -> Timestamp
  ) {
    baseURL = profile.baseURL
    rate = RateLimit(profile.rate)
    self.userAgentName = userAgentName
    self.time = time
    self.now = now
  }
}

extension TargetAccess {
  /// The request as it goes on the wire, with the headers that the client adds.
  ///
  /// - Throws: if a URL from an answer is not valid, or leads to another origin.
  func message(for request: PreparedRequest) throws(EvaluationError) -> HTTPRequest {
    var target: String
    switch request.reference {
    case .path(let path): target = baseURL.path + path
    case .url(let text):
      guard let resolved = baseURL.resolving(text) else {
        throw EvaluationError("'\(text)' is not a URL", at: nil)
      }
      guard resolved.origin == baseURL.origin else {
        throw EvaluationError(
          "the URL leads to \(resolved.origin), and requests go to the target's origin only, "
            + "\(baseURL.origin)", at: nil)
      }
      target = resolved.target
    }
    if !request.query.isEmpty { target += "\(target.contains("?") ? "&" : "?")\(request.query)" }
    var headers = request.headers
    func add(_ name: String, _ value: String) {
      let isOmitted = request.omittedHeaders.contains { HeaderList.isSame($0, name) }
      if !isOmitted, headers[name] == nil { headers.append(name, value) }
    }
    if request.body != nil, let contentType = request.contentType {
      add("Content-Type", contentType)
    }
    add("Accept", "application/json")
    add("Accept-Encoding", "identity")
    add("User-Agent", userAgentName)
    return HTTPRequest(
      method: request.method, target: target, headers: headers, body: request.body ?? [])
  }
}

extension BaseURL {
  /// The origin and target of a URL from an answer (RFC 3986, section 5); nil for another text.
  func resolving(_ reference: String) -> (origin: Origin, target: String)? {
    URLReference.resolve(reference, against: origin, target: "\(path)/")
  }
}

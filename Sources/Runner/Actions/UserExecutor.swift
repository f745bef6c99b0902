// SPDX-License-Identifier: Apache-2.0
// Does what the person does: in the framework, or in a user agent.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Suites
import Text

extension ActionExecutor {
  /// Performs the action. May block until the deadline of the step.
  func perform(_ user: UserActionTemplate) throws(EvaluationError) -> ActionResult {
    let argument = try user.argument?.json(in: session.bindings(running.scope))
    guard case .framework(let name) = user.kind else {
      return try visit(argument, at: user.position)
    }
    var result = ActionResult()
    guard let framework = running.scope.device.framework else {
      throw EvaluationError(
        "the user acts before the framework has a state; add a step 'partner: {state: …}'",
        at: user.position, cause: .step)
    }
    if argument != nil, argument?.scalarText == nil {
      throw EvaluationError("'\(name)' names something by a text", at: user.position)
    }
    let action = UserAction(name, provider: argument?.scalarText)
    result.call = PartnerCallRecord(
      name: "user", request: JSONWriter.text(action.json), answer: "")
    do {
      try framework.user(action, deadline: session.deadline.instant)
    } catch {
      result.end = session.end(of: error, at: running.location)
    }
    return result
  }

  private func visit(
    _ argument: JSONValue?, at position: Position
  ) throws(EvaluationError) -> ActionResult {
    let context = session.context
    guard let text = argument?.string, let url = context.profile.baseURL.resolving(text)
    else { throw EvaluationError("'visit' takes a URL", at: position) }
    guard let redirectURL = context.facts["redirect_url"]?.string else {
      throw EvaluationError(
        "'visit' ends at the fact 'redirect_url', which the target's profile does not give",
        at: position, cause: .step)
    }
    let absolute = "\(url.origin)\(url.target)"
    session.secrets.addSecrets(inText: absolute)
    guard let program = context.environment.visit else {
      return follow(absolute, until: redirectURL)
    }
    var result = ActionResult()
    do throws(PartnerError) {
      let reached = try program(absolute, redirectURL, session.deadline.instant)
      result.end = end(reaching: reached)
    } catch {
      result.end = session.end(of: error, at: running.location)
    }
    return result
  }

  /// Follows redirects with the cookies of the device.
  private func follow(_ url: String, until redirectURL: String) -> ActionResult {
    let context = session.context
    let sender = session.sender(for: running)
    var outcome = RequestSender.Outcome()
    var faults: [Finding] = []
    let agent = UserAgent(name: "\(context.target.userAgentName) (visit)")
    let end = agent.follow(
      url, of: context.profile.baseURL.origin, until: redirectURL,
      cookies: &running.scope.device.cookies, now: context.environment.now
    ) { request, origin in
      session.secrets.addSecrets(of: request)
      var hop = sender.send(
        request, to: origin, deadline: sender.postponed(session.deadline, by: outcome.waited))
      let response = hop.response.take()
      if let response {
        sender.passed(response)
        faults = FramingFindings.inHead(of: response, at: running.location.position)
      }
      outcome.add(hop)
      // A browser throws such an answer away.
      return faults.isEmpty ? response : nil
    }
    var result = session.result(of: outcome)
    switch end {
    case .reached(let reached): result.end = self.end(reaching: reached)
    case .refused(let found): result.end = .failed([astray(found)])
    case .stuck(let sentence):
      result.end = .broken(
        RunProblem(.partner, "the user agent did not come back: \(sentence)", at: running.location))
    case .silent(let redirect):
      if !faults.isEmpty {
        result.end = .failed(faults)
      } else if let redirect, outcome.isHostUnknown, case .broken(let problem) = result.end {
        // The service has named a host that there is not: no network is to blame.
        result.end = .failed([astray(redirect, nearest: .text(problem.message))])
      }
    }
    return result
  }

  /// The finding that the user agent does not come back: `the user agent is sent to /nowhere (404) and
  /// must be sent back to the application's redirect URL`.
  private func astray(_ found: String, nearest: QuotingText? = nil) -> Finding {
    Finding(
      place: .visit, position: running.location.position,
      expected: "sent back to the application's redirect URL", found: .text(found),
      nearest: nearest)
  }

  private func end(reaching url: String) -> ActionResult.End {
    session.secrets.addSecrets(inText: url)
    return .answered(session.observation(.json(["reached": .string(url)])))
  }
}

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
    /// With an error status of the target, as the end of "the user agent is …".
    case refused(String)
    /// With an answer that leads nowhere, described in a sentence.
    case stuck(String)
    /// Without an answer; with the redirect of the target that led to another host, in the same form.
    case silent(String?)
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
    var redirect: String?
    for hop in 0..<Self.hopLimit {
      guard let reference = URLReference(current), let origin = reference.origin,
        let path = reference.webTarget
      else { return .stuck("'\(current)' is not an http URL") }
      var headers = HeaderList(["User-Agent": name, "Accept": "text/html,*/*"])
      if let cookie = cookies.header(to: origin, target: path, now: now()) {
        headers.append("Cookie", cookie)
      }
      let request = HTTPRequest(method: "GET", target: path, headers: headers)
      guard let response = exchange(request, origin) else {
        return .silent(origin == target ? nil : redirect)
      }
      cookies.store(
        response.headers.values(of: "Set-Cookie"), from: origin, target: path, now: now())
      // A 429 is the fault of the harness, not of the target.
      if origin == target, response.status >= 400, response.status != 429 {
        let page = path.prefix { $0 != "?" }
        return .refused(
          hop == 0 ? "answered with \(response.status)" : "sent to \(page) (\(response.status))")
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
      if origin == target { redirect = "sent to \(location)" }
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

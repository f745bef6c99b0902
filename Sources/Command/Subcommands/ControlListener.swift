// SPDX-License-Identifier: Apache-2.0
// A listener for who steers what `serve` runs.

package import Formats
package import HTTP

/// A listener that takes JSON by POST.
///
/// It takes JSON alone, and refuses each `Origin` but its own: no web page uses it.
package struct ControlListener: Sendable {
  /// A status, and JSON.
  package struct Answer: Sendable {
    let status: Int
    let body: JSONValue

    package init(status: Int, body: JSONValue) {
      self.status = status
      self.body = body
    }

    /// - Parameter message: What is wrong, as a part of a sentence.
    package static func refusal(_ status: Int, _ message: String) -> Self {
      Answer(status: status, body: ["message": .string(message)])
    }
  }

  /// A path, and who answers there; it may block until the client is gone.
  package typealias Place = (
    path: String, respond: @Sendable (_ body: JSONValue, _ incoming: ServerRequest) -> Answer
  )

  /// Who is steered, such as `the framework`.
  private let subject: String
  private let places: [Place]
  var paths: [String] { places.map(\.path) }

  private static let bodyLimitBytes = 1024 * 1024

  package init(of subject: String, at places: [Place]) {
    self.subject = subject
    self.places = places
  }
}

extension ControlListener {
  /// A server of its own.
  func server(security: ServerSecurity?, hosts: HostCheck) -> HTTPServer {
    var limits = ServerLimits.standard
    limits.messages.bodyBytes = Self.bodyLimitBytes
    return HTTPServer(limits: limits, security: security, hosts: hosts) { incoming in
      let answer = answer(incoming, isSecure: security != nil)
      var headers = HeaderList([
        "Content-Type": "application/json", "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      ])
      if answer.status == 405 { headers.append("Allow", "POST") }
      return HTTPResponse(
        status: answer.status, reason: Status.reason(answer.status), headers: headers,
        body: JSONWriter.bytes(answer.body))
    }
  }

  private func answer(_ incoming: ServerRequest, isSecure: Bool) -> Answer {
    let request = incoming.request
    if request.isOfOtherOrigin(isSecure: isSecure) {
      return .refusal(403, "no web page of another origin may use \(subject)")
    }
    let path = String(request.target.prefix { $0 != "?" })
    guard let place = places.first(where: { $0.path == path }) else {
      let verb = paths.count == 1 ? "is" : "are"
      return .refusal(404, "there \(verb) \(paths.joined(separator: ", ")) here")
    }
    guard request.method == "POST" else { return .refusal(405, "\(path) takes POST") }
    let type = request.headers["Content-Type"].flatMap { MediaType($0) }
    guard type?.type == "application", type?.subtype == "json" else {
      return .refusal(415, "\(path) takes Content-Type: application/json")
    }
    do {
      let document = try JSONParser.document(request.body)
      guard document.duplicates.isEmpty else {
        return .refusal(400, "the body has a member twice")
      }
      return place.respond(document.root, incoming)
    } catch {
      return .refusal(400, "the body is no JSON: \(error)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The answers that endpoints give.

import Formats
import HTTP
import Text

/// An answer. A JSON body is written out later, when the store is free for other requests.
struct ServiceAnswer {
  enum Body {
    case bytes([UInt8])
    case json(JSONValue)
  }

  let status: Int
  let reason: String
  var headers = HeaderList()
  var body = Body.bytes([])
}

extension ServiceAnswer {
  /// A success without a body.
  static let empty = ServiceAnswer(status: 200, reason: "OK")

  static let noContent = ServiceAnswer(status: 204, reason: "No Content")

  static func json(_ status: Int, _ value: JSONValue) -> ServiceAnswer {
    ServiceAnswer(status, type: "application/json", .json(value))
  }

  static func xml(_ status: Int, _ document: [UInt8]) -> ServiceAnswer {
    ServiceAnswer(status, type: "application/xml", .bytes(document))
  }

  /// The answer of the profiles endpoints: each profile under the id of its MVPD.
  static func profiles(_ profiles: [UserProfile], status: Int = 200) -> ServiceAnswer {
    let members = profiles.map { (name: $0.mvpd, value: $0.json) }
    return .json(status, ["profiles": .object(members)])
  }

  /// An HTML page that shows its status.
  static func page(_ status: Int) -> ServiceAnswer {
    let title = "\(status) \(reasons[status] ?? "")"
    let text =
      "<html>\n<head><title>\(title)</title></head>\n<body><h1>\(title)</h1></body>\n</html>\n"
    return ServiceAnswer(status, type: "text/html", .bytes(Array(text.utf8)))
  }

  static func redirect(to location: String) -> ServiceAnswer {
    ServiceAnswer(
      status: 302, reason: "Found", headers: HeaderList([HeaderField("Location", location)]))
  }

  /// The answer to a request over the limit: the page of a proxy, without Retry-After.
  ///
  /// - Parameter route: The cookie of the proxy's load balancer.
  static func tooManyRequests(route: String) -> ServiceAnswer {
    var answer = ServiceAnswer.page(429)
    answer.headers.append("Server", "openresty")
    answer.headers.append("Set-Cookie", "route=\(route); Path=/; HttpOnly")
    return answer
  }

  init(_ status: Int, type: String, _ body: Body) {
    self.init(
      status: status, reason: Self.reasons[status] ?? "",
      headers: HeaderList([HeaderField("Content-Type", type)]), body: body)
  }

  private static let reasons = [
    200: "OK", 201: "Created", 302: "Found", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 410: "Gone",
    412: "Precondition Failed", 429: "Too Many Requests", 500: "Internal Server Error",
  ]

  /// The answer as it is sent.
  var response: HTTPResponse {
    let bytes =
      switch body {
      case .bytes(let bytes): bytes
      case .json(let value): JSONWriter.bytes(value)
      }
    return HTTPResponse(status: status, reason: reason, headers: headers, body: bytes)
  }
}

extension JSONValue {
  /// A time in milliseconds since 1970, as a string of digits.
  static func milliseconds(_ time: Timestamp) -> JSONValue { .string(String(time.milliseconds)) }
}

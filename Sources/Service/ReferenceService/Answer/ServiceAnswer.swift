// SPDX-License-Identifier: Apache-2.0
// An answer as the routes make it.

internal import HTTPMessages
internal import JSON

/// An answer whose body is written out later, when the store is free for other requests.
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
  static func json(_ status: Int, _ value: JSONValue) -> ServiceAnswer {
    ServiceAnswer(
      status: status, reason: reasons[status] ?? "",
      headers: HeaderList([HeaderField("Content-Type", "application/json")]), body: .json(value))
  }

  static func xml(_ status: Int, _ document: [UInt8]) -> ServiceAnswer {
    ServiceAnswer(
      status: status, reason: reasons[status] ?? "",
      headers: HeaderList([HeaderField("Content-Type", "application/xml")]),
      body: .bytes(document))
  }

  /// A page that says its status.
  static func page(_ status: Int) -> ServiceAnswer {
    let title = "\(status) \(reasons[status] ?? "")"
    let text =
      "<html>\n<head><title>\(title)</title></head>\n<body><h1>\(title)</h1></body>\n</html>\n"
    return ServiceAnswer(
      status: status, reason: reasons[status] ?? "",
      headers: HeaderList([HeaderField("Content-Type", "text/html")]),
      body: .bytes(Array(text.utf8)))
  }

  static func redirect(to location: String) -> ServiceAnswer {
    ServiceAnswer(
      status: 302, reason: "Found", headers: HeaderList([HeaderField("Location", location)]))
  }

  private static let reasons = [
    200: "OK", 201: "Created", 302: "Found", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 410: "Gone",
    412: "Precondition Failed", 429: "Too Many Requests", 500: "Internal Server Error",
  ]

  /// As it is sent.
  var response: HTTPResponse {
    let bytes =
      switch body {
      case .bytes(let bytes): bytes
      case .json(let value): JSONWriter.bytes(value)
      }
    return HTTPResponse(status: status, reason: reason, headers: headers, body: bytes)
  }
}

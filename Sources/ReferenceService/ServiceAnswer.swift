// SPDX-License-Identifier: Apache-2.0
// The answers that endpoints give, refusals among them, as JSON or XML.

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

/// An error that an endpoint answers with.
enum Refusal: Error, Equatable {
  /// REST API V2: an enhanced error, with its own status.
  case enhanced(ErrorCode)
  /// Dynamic Client Registration: RFC 6749, section 5.2, and RFC 7591, section 3.2.2.
  case oauth(OAuthError)
  /// REST API V1: a status and a message, and a code for accounts that have asked for codes.
  case v1(status: Int, message: String, details: String? = nil, code: V1ErrorCode? = nil)
  /// An enhanced error with a code that the catalogue of codes does not have.
  case uncatalogued(Int, code: String, message: String)
  /// The SSO Service: an error with a code and an action of its own, in a member `error`.
  case ssoService(Int, code: String, action: String, message: String)
  /// A page for a user agent.
  case page(status: Int)

  enum OAuthError: String {
    case invalidRequest = "invalid_request"
    case invalidRedirectURI = "invalid_redirect_uri"
    case invalidSoftwareStatement = "invalid_software_statement"
    case unapprovedSoftwareStatement = "unapproved_software_statement"
    case invalidClient = "invalid_client"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
  }
}

extension Refusal {
  /// REST API V1: 400.
  static func bad(_ message: String, _ code: V1ErrorCode? = nil) -> Refusal {
    .v1(status: 400, message: message, code: code)
  }

  /// REST API V1: a mandatory parameter is missing or empty.
  static func missing(_ name: String) -> Refusal {
    bad("Required '\(name)' is not present", V1ErrorCode(missing: name))
  }

  /// REST API V1: no user is signed in.
  static func notAuthenticated(status: Int, _ code: V1ErrorCode? = nil) -> Refusal {
    .v1(status: status, message: "User not authenticated", code: code)
  }

  func answer(to call: ServiceCall) -> ServiceAnswer {
    switch self {
    case .enhanced(let code):
      var answer = ServiceAnswer.json(
        code.status, .object(ErrorPayload(code).json(trace: call.random.uuid())))
      if code.status == 401 { answer.headers.append("WWW-Authenticate", "Bearer") }
      return answer
    case .oauth(let error): return .json(400, ["error": .string(error.rawValue)])
    case .v1(let status, let message, let details, let code):
      let error = Self.v1Error(code, status: status, message: message, details: details, call)
      var answer = call.request.answerFormat.answer(status, "error", .object(error))
      if status == 401 { answer.headers.append("WWW-Authenticate", "Bearer") }
      return answer
    case .uncatalogued(let status, let code, let message):
      let payload = ErrorPayload(code: code, status: status, action: "none", message: message)
      return .json(status, .object(payload.json(trace: call.random.uuid())))
    case .ssoService(let status, let code, let action, let message):
      let payload = ErrorPayload(code: code, status: status, action: action, message: message)
      return .json(
        status,
        [
          "status": status == 401 ? "UNAUTHORIZED" : "BAD_REQUEST",
          "error": .object(payload.json(trace: call.random.uuid())),
        ])
    case .page(let status): return .page(status)
    }
  }

  /// An error of REST API V1: an enhanced one for accounts that have asked for codes, and for too
  /// many resources, which has no other form; else a status and a message.
  private static func v1Error(
    _ code: V1ErrorCode?, status: Int, message: String, details: String?, _ call: ServiceCall
  ) -> JSONObject {
    if let code, call.directory.data.hasEnhancedErrorsInV1 || code == .tooManyResources {
      return ErrorPayload(code, status: status, message: message, details: details)
        .json(trace: call.random.uuid())
    }
    var error = JSONObject([
      (name: "status", value: .integer(status)), (name: "message", value: .string(message)),
    ])
    if let details { error.append("details", .string(details)) }
    return error
  }
}

/// The format of an answer ("Response formats"). A request asks for it by the path, by a parameter
/// or by `Accept`. The documents don't say which counts if they conflict; here, the first of these
/// counts.
enum AnswerFormat: String, CaseIterable {
  case xml
  case json

  /// The format of a media type; XML has two. nil for any other type.
  init?(_ type: MediaType) {
    switch (type.type, type.subtype) {
    case ("application", "json"): self = .json
    case ("application", "xml"), ("text", "xml"): self = .xml
    default: return nil
    }
  }

  /// The format that the last segment of a path ends in: `authn.json`.
  init?(suffixOf segment: some StringProtocol) {
    guard let format = Self.allCases.first(where: { segment.hasSuffix(".\($0.rawValue)") }) else {
      return nil
    }
    self = format
  }

  /// A segment without the `.json` or `.xml` at its end.
  static func removingSuffix(of segment: String) -> String {
    AnswerFormat(suffixOf: segment).map { String(segment.dropLast($0.rawValue.count + 1)) }
      ?? segment
  }
}

extension AnswerFormat {
  /// An answer whose XML has the members of its JSON as elements.
  ///
  /// - Parameter root: The name of the XML's root.
  func answer(_ status: Int, _ root: String, _ body: JSONValue) -> ServiceAnswer {
    answer(status, body) { $0.write(root, body) }
  }

  /// An answer whose XML is written by a function of its own.
  func answer(_ status: Int, _ body: JSONValue, xml: (inout XMLWriter) -> Void) -> ServiceAnswer {
    switch self {
    case .json: return .json(status, body)
    case .xml:
      var writer = XMLWriter()
      xml(&writer)
      return .xml(status, writer.bytes)
    }
  }
}

extension XMLWriter {
  /// How deep a value is written; deeper values are left out.
  private static let depthLimit = 32

  /// Writes a value as an element. The items of a list are elements with the list's name without
  /// the `s` at its end, or `item`. A member whose name can't be an element's is an `entry` with an
  /// attribute `name`.
  mutating func write(_ name: String, _ value: JSONValue) { write(name, value, depth: 0) }

  private mutating func write(_ name: String, _ value: JSONValue, depth: Int) {
    guard depth < Self.depthLimit else { return }
    if Self.isElementName(name) {
      startElement(name)
    } else {
      startElement("entry", attributes: [("name", name)])
    }
    switch value {
    case .null: break
    case .boolean(let flag): text(flag ? "true" : "false")
    case .number(let number): text(number.literal)
    case .string(let string): text(string)
    case .array(let items):
      let item = name.hasSuffix("s") && name.utf8.count > 1 ? String(name.dropLast()) : "item"
      for value in items { write(item, value, depth: depth + 1) }
    case .object(let object):
      for member in object.members { write(member.name, member.value, depth: depth + 1) }
    }
    endElement()
  }

  /// Whether a name is plain: ASCII letters, digits and `_.-`, beginning with a letter or `_`.
  private static func isElementName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || $0.isDigit || $0 == 0x2D || $0 == 0x2E }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_")
  }
}

extension JSONValue {
  /// A time in milliseconds since 1970, as a string of digits.
  static func milliseconds(_ time: Timestamp) -> JSONValue { .string(String(time.milliseconds)) }
}

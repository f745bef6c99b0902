// SPDX-License-Identifier: Apache-2.0
// Requests and responses as values, with their header fields.

/// An HTTP request: what the sender chose, without the framing.
package struct HTTPRequest: Sendable, Equatable {
  /// As on the wire: methods are case-sensitive (RFC 9110, section 9.1).
  package var method: String
  /// The request target in origin form, `/path?query`, as it goes on the wire.
  package var target: String
  package var headers: HeaderList
  package var body: [UInt8]

  package init(
    method: String, target: String, headers: HeaderList = HeaderList(), body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}

/// An HTTP response as it came: nothing is repaired, what is wrong with it stands in `issues`.
package struct HTTPResponse: Sendable, Equatable {
  /// 100 to 999.
  package var status: Int
  /// The reason phrase as sent; may be empty.
  package var reason: String
  package var headers: HeaderList
  /// The content with the transfer coding taken off.
  package var body: [UInt8]
  /// The fields after a chunked body.
  package var trailers: HeaderList
  /// The message's departures from HTTP itself, in the order found.
  package var issues: [WireIssue]

  package init(
    status: Int, reason: String = "", headers: HeaderList = HeaderList(), body: [UInt8] = [],
    trailers: HeaderList = HeaderList(), issues: [WireIssue] = []
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
    self.body = body
    self.trailers = trailers
    self.issues = issues
  }
}

/// A header field as it stands on the wire.
package struct HeaderField: Sendable, Hashable {
  /// The name in the case it was written; names compare without case.
  package let name: String
  /// The value without white space around it (RFC 9110, section 5.5). Bytes that are no UTF-8
  /// become U+FFFD.
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// Header fields in their order, repeated ones apart.
package struct HeaderList: Sendable, Equatable {
  package private(set) var fields: [HeaderField]

  package init(_ fields: [HeaderField] = []) { self.fields = fields }

  package init(_ fields: KeyValuePairs<String, String>) {
    self.fields = fields.map { HeaderField($0.key, $0.value) }
  }

  /// The value of the first field of that name, whatever its case.
  package subscript(name: String) -> String? { fields.first { Self.isSame($0.name, name) }?.value }

  /// The values of all fields of that name, in their order.
  package func values(of name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  package mutating func append(_ name: String, _ value: String) {
    fields.append(HeaderField(name, value))
  }

  package mutating func remove(_ name: String) { fields.removeAll { Self.isSame($0.name, name) } }

  /// Replaces all fields of that name by one, in the place of the first, or appends it.
  package mutating func set(_ name: String, _ value: String) {
    let place = fields.firstIndex { Self.isSame($0.name, name) } ?? fields.count
    remove(name)
    fields.insert(HeaderField(name, value), at: min(place, fields.count))
  }

  /// Whether two field names are the same: ASCII letters compare without case
  /// (RFC 9110, section 5.1).
  package static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { Octets.lowercased($0) == Octets.lowercased($1) }
  }
}

/// Status codes (IANA HTTP Status Code Registry).
package enum Status {
  /// The registered reason phrase of a code; empty for one that is not registered.
  package static func reason(_ code: Int) -> String { reasons[code] ?? "" }

  private static let reasons: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints", 200: "OK",
    201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported",
    226: "IM Used", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
    303: "See Other", 304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect",
    308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content",
    423: "Locked", 424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required",
    428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    505: "HTTP Version Not Supported", 506: "Variant Also Negotiates", 507: "Insufficient Storage",
    508: "Loop Detected", 511: "Network Authentication Required",
  ]
}

/// A departure from the grammar or the framing rules of HTTP/1.1 that a message can be read in
/// spite of.
package struct WireIssue: Sendable, Equatable, CustomStringConvertible {
  /// One sentence for people: what was found and what the rule is.
  package let message: String
  /// The rule: `RFC 9112, section 6.3`.
  package let rule: String
  /// Where in the message, in bytes from its start; nil where it concerns the whole.
  package let offset: Int?
  /// Whether the rule has the whole message thrown away.
  package let isFatal: Bool

  package init(_ message: String, rule: String, offset: Int? = nil, isFatal: Bool = false) {
    self.message = message
    self.rule = rule
    self.offset = offset
    self.isFatal = isFatal
  }

  package var description: String { "\(message) (\(rule))" }
}

// SPDX-License-Identifier: Apache-2.0
// The head of a request: bytes to method, target and fields, or the status that refuses them.

/// Why a server refuses a request: the status it answers, and a sentence.
package struct RequestRefusal: Error, Sendable, Equatable {
  /// 400 to 599.
  package let status: Int
  package let message: String

  package init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// The head of a request.
package struct RequestHead: Sendable, Equatable {
  package let method: String
  /// In origin form or `*`: an absolute target loses its origin.
  package let target: String
  package let version: HTTPVersion
  package let headers: HeaderList
}

extension RequestHead {
  /// The longest request line; a longer one is answered 414.
  package static let requestLineLimitBytes = 16 * 1024

  /// Reads a head, from the request line to the empty line (RFC 9112, sections 3 and 5).
  ///
  /// A request is held to the grammar: a deviation that a lenient server reads over can mean
  /// another request to the next one.
  package init(_ bytes: [UInt8], _ range: Range<Int>) throws(RequestRefusal) {
    var lines = Lines(bytes, range)
    guard let line = lines.next(), line.hasCarriageReturn else {
      throw RequestRefusal(400, "the request line does not end in CRLF")
    }
    guard line.content.count <= Self.requestLineLimitBytes else {
      throw RequestRefusal(414, "the request line is too long")
    }
    let parts = bytes[line.content].split(
      separator: Octets.blank, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw RequestRefusal(400, "the request line is not a method, a target and a version")
    }
    guard !parts[0].isEmpty, parts[0].allSatisfy({ Octets.isToken($0) }) else {
      throw RequestRefusal(400, "the method is not a token")
    }
    version = try Self.version(parts[2])
    method = String(decoding: parts[0], as: UTF8.self)
    target = try Self.target(parts[1], method: method)
    let fields = FieldLines(bytes, line.end..<range.upperBound, base: range.lowerBound)
    if let issue = fields.issues.issues.first { throw RequestRefusal(400, issue.message) }
    headers = HeaderList(fields.list)
    let hosts = headers.values(of: "Host")
    guard hosts.count == 1 || hosts.isEmpty && !version.isPersistent else {
      throw RequestRefusal(400, "a request has exactly one Host field")
    }
  }

  private static func version(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> HTTPVersion {
    let text = Array(bytes)
    guard text.count == 8, text.starts(with: "HTTP/".utf8), Octets.isDigit(text[5]),
      text[6] == UInt8(ascii: "."), Octets.isDigit(text[7])
    else { throw RequestRefusal(400, "the request line does not end in a version of HTTP") }
    let version = HTTPVersion(major: Int(text[5]) - 0x30, minor: Int(text[7]) - 0x30)
    guard version.major == 1 else {
      throw RequestRefusal(505, "only HTTP/1.0 and HTTP/1.1 are spoken here")
    }
    return version
  }

  private static func target(
    _ bytes: ArraySlice<UInt8>, method: String
  ) throws(RequestRefusal) -> String {
    guard !bytes.isEmpty, bytes.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") })
    else { throw RequestRefusal(400, "the request target has a character that is not allowed") }
    if method == "CONNECT" { throw RequestRefusal(501, "this is not a proxy") }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.first == UInt8(ascii: "/") || text == "*" && method == "OPTIONS" { return text }
    guard let url = URLReference(text), let target = url.webTarget else {
      throw RequestRefusal(400, "the request target is neither a path nor a URL")
    }
    return target
  }
}

extension BodyFraming {
  /// The framing of a request's body (RFC 9112, section 6.3): none, a length or chunked.
  package static func request(
    _ head: RequestHead, limits: HTTPLimits
  ) throws(RequestRefusal) -> BodyFraming {
    let codings = Octets.list(head.headers.values(of: "Transfer-Encoding"))
    let lengths = head.headers.values(of: "Content-Length")
    if head.headers["Transfer-Encoding"] != nil {
      guard lengths.isEmpty else {
        throw RequestRefusal(400, "a request has either Content-Length or Transfer-Encoding")
      }
      guard head.version.isPersistent, codings.last == "chunked" else {
        throw RequestRefusal(400, "the transfer coding does not say where the body ends")
      }
      guard codings == ["chunked"] else {
        throw RequestRefusal(501, "no other transfer coding than chunked is read")
      }
      return .chunked
    }
    guard let first = lengths.first else { return .none }
    guard lengths.allSatisfy({ $0 == first }), let length = number(first) else {
      throw RequestRefusal(400, "Content-Length is not one number")
    }
    guard length <= limits.bodyBytes else {
      throw RequestRefusal(413, "a body of \(first) bytes is more than is read")
    }
    return length == 0 ? .none : .length(length)
  }
}

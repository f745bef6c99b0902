// SPDX-License-Identifier: Apache-2.0
// Messages to bytes.

/// Writes messages as they go on the wire. Values are written as they are: who makes them answers
/// for them.
package enum Serializer {
  /// A request with its framing: `Host`, and `Content-Length` where there is a body or the method
  /// expects one. Either is left as it is where the request has it, or `Transfer-Encoding`.
  package static func bytes(of request: HTTPRequest, to origin: Origin) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(512 + request.body.count)
    output += "\(request.method) \(request.target) HTTP/1.1\r\n".utf8
    // First, as RFC 9110, section 7.2 recommends.
    if request.headers["Host"] == nil { append("Host", origin.authority, to: &output) }
    for field in request.headers.fields { append(field.name, field.value, to: &output) }
    if request.headers["Content-Length"] == nil, request.headers["Transfer-Encoding"] == nil,
      !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method)
    {
      append("Content-Length", "\(request.body.count)", to: &output)
    }
    output += "\r\n".utf8
    output += request.body
    return output
  }

  /// An answer with its framing.
  ///
  /// `Content-Length` is added unless the answer says how it ends, or its status forbids a body and
  /// it has none. With `Transfer-Encoding: chunked` the body goes as one chunk, with the trailers.
  ///
  /// - Parameters:
  ///   - method: Of the request: an answer to HEAD goes without its body.
  ///   - connection: What `Connection` is to say, unless the answer has that field.
  package static func bytes(
    of response: HTTPResponse, to method: String, connection: String? = nil
  ) -> [UInt8] {
    var response = response
    if response.headers["Content-Length"] == nil, response.headers["Transfer-Encoding"] == nil,
      !isBodiless(response.status) || !response.body.isEmpty
    {
      response.headers.append("Content-Length", "\(response.body.count)")
    }
    let head = head(of: response, connection: connection)
    if method == "HEAD" { return head }
    return head + (isChunked(response) ? chunked(response) : response.body)
  }

  /// The status line and the fields of an answer, as they are.
  static func head(of response: HTTPResponse, connection: String?) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(512 + response.body.count)
    output += "HTTP/1.1 \(response.status) \(response.reason)\r\n".utf8
    for field in response.headers.fields { append(field.name, field.value, to: &output) }
    if let connection, response.headers["Connection"] == nil {
      append("Connection", connection, to: &output)
    }
    return output + Array("\r\n".utf8)
  }

  /// Whether the body of an answer goes in chunks.
  static func isChunked(_ response: HTTPResponse) -> Bool {
    Octets.list(response.headers.values(of: "Transfer-Encoding")).last == "chunked"
  }

  /// Whether a receiver finds the end of the answer by its head, so that the connection can stay.
  package static func hasTrueFraming(_ response: HTTPResponse) -> Bool {
    if response.headers["Transfer-Encoding"] != nil {
      return response.headers["Content-Length"] == nil
        && Octets.list(response.headers.values(of: "Transfer-Encoding")) == ["chunked"]
    }
    if isBodiless(response.status) { return response.body.isEmpty }
    let lengths = response.headers.values(of: "Content-Length")
    return lengths.isEmpty || lengths == ["\(response.body.count)"]
  }

  /// Whether an answer with a status has no body (RFC 9112, section 6.3).
  static func isBodiless(_ status: Int) -> Bool {
    status < 200 || status == 204 || status == 304
  }

  private static func chunked(_ response: HTTPResponse) -> [UInt8] {
    (response.body.isEmpty ? [] : chunk(response.body)) + lastChunk(response.trailers)
  }

  /// The end of a body in chunks.
  static func lastChunk(_ trailers: HeaderList) -> [UInt8] {
    var output = Array("0\r\n".utf8)
    for field in trailers.fields { append(field.name, field.value, to: &output) }
    return output + Array("\r\n".utf8)
  }

  /// A piece of a body as a chunk; it has at least one byte.
  static func chunk(_ piece: [UInt8]) -> [UInt8] {
    Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
  }

  private static func append(_ name: String, _ value: String, to output: inout [UInt8]) {
    output += name.utf8
    output += ": ".utf8
    output += value.utf8
    output += "\r\n".utf8
  }
}

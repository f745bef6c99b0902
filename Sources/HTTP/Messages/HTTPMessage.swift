// SPDX-License-Identifier: Apache-2.0
// Requests and responses as values.

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

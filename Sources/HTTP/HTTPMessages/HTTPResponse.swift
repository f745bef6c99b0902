// SPDX-License-Identifier: Apache-2.0
// An HTTP response as a value.

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
  /// What the message does against HTTP itself, in the order found.
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

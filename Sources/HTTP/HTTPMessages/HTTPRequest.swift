// SPDX-License-Identifier: Apache-2.0
// An HTTP request as a value.

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

// SPDX-License-Identifier: Apache-2.0
// The answer of a server, whole or piece by piece.

/// The answer of a server. Its body may go on while the client reads it.
package struct ServerAnswer: Sendable {
  /// The head, and the begin of the body.
  package var response: HTTPResponse
  /// Writes the rest of the body, on the thread of the connection; nil where there is none. It
  /// returns whether the body is whole: the client sees that it isn't otherwise.
  ///
  /// It is not asked for an answer to HEAD, or one whose status has no body.
  package var rest: (@Sendable (BodyWriter) -> Bool)?

  /// An answer with `Content-Length` has so many bytes. Without it the client finds the end by chunks,
  /// one of HTTP/1.0 by that of the connection.
  package init(_ response: HTTPResponse, rest: (@Sendable (BodyWriter) -> Bool)? = nil) {
    self.response = response
    self.rest = rest
  }
}

// SPDX-License-Identifier: Apache-2.0
// The reasons why a message can't be read.

import Text

/// A fault that makes an answer unreadable, in contrast to a `WireIssue`.
package struct MessageError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    /// The first bytes are not those of an HTTP answer; the payload shows them.
    case notHTTP(String)
    /// The first bytes are a TLS record: the port wants `https`.
    case secureAnswer
    /// Another version of HTTP than the one that was spoken.
    case otherVersion(String)
    /// The status line has no version and code; the payload shows it.
    case statusLine(String)
    case headTooLong(limitBytes: Int)
    case tooManyInterimResponses(Int)
    /// A Content-Length that is no number; the payload shows it.
    case contentLength(String)
    /// More content than the limit; `announced` by Content-Length, or nil when it just came.
    case bodyTooLong(announced: String?, limitBytes: Int)
    /// The fault of the chunked coding, and where in the message, in bytes.
    case chunk(String, offset: Int)
    case closedBeforeAnswer
    /// The connection ended within the head, after so many bytes of it.
    case closedInHead(receivedBytes: Int)
    /// The connection ended within the body; `of` is nil where no length was announced.
    case closedInBody(receivedBytes: Int, of: Int?)
    /// Another reader could find another end of it; the payload says why.
    case ambiguous(String)
  }

  package let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  package var description: String {
    switch reason {
    case .notHTTP(let start): "the answer is not HTTP; it begins with \(start)"
    case .secureAnswer: "the service answered with TLS: the URL has to begin with https"
    case .otherVersion(let version):
      "the service answered with HTTP/\(version) to a request of HTTP/1.1"
    case .statusLine(let line): "the status line of the answer can't be read: \(line)"
    case .headTooLong(let limit): "the head of the answer is longer than \(limit) bytes"
    case .tooManyInterimResponses(let count):
      "more than \(count) interim answers (1xx) came, and no final one"
    case .contentLength(let text): "the answer has no readable length: Content-Length is \(text)"
    case .bodyTooLong(let announced?, let limit):
      "the service announced a body of \(announced) bytes, more than the \(limit) that are read"
    case .bodyTooLong(nil, let limit):
      "the body of the answer is longer than the \(limit) bytes that are read"
    case .chunk(let what, let offset):
      "the chunked body of the answer is broken: \(what) at byte \(offset)"
    case .closedBeforeAnswer: "the service closed the connection without an answer"
    case .closedInHead(let count):
      "the service closed the connection after \(count) bytes of the head"
    case .closedInBody(let count, let total?):
      "the service closed the connection after \(count) of \(total) bytes of the body"
    case .closedInBody(let count, nil):
      "the service closed the connection within a chunked body, after \(count) bytes of it"
    case .ambiguous(let reason): "the answer can't be passed on: \(reason)"
    }
  }
}

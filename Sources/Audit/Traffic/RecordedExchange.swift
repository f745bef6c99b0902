// SPDX-License-Identifier: Apache-2.0
// A request of an application and its answer.

package import HTTP
package import Text

/// A request of an application and its answer, as a recording keeps them. What the recording lacks
/// is nil, which is not the same as empty.
package struct RecordedExchange: Sendable, Equatable {
  package var entry: EntryReference
  /// When the request was sent.
  package var startedAt: Timestamp
  /// From the first byte of the request to the last of the answer; nil where the recording does not
  /// tell.
  package var duration: Duration?
  package var request: Request
  /// nil where no answer came, or where none was recorded.
  package var response: Response?
  /// Whether a harness sent it to break a rule on purpose. The application is not to blame for it.
  package var isDeliberate: Bool

  package struct Request: Sendable, Equatable {
    package var method: String
    /// The whole URL as recorded.
    package var url: String
    package var headers: HeaderList?
    /// The fields that may have been sent beside `headers`.
    package var withheldHeaders: WithheldHeaders
    package var body: RecordedBody

    package init(
      method: String, url: String, headers: HeaderList?, withheldHeaders: WithheldHeaders = .none,
      body: RecordedBody
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.withheldHeaders = withheldHeaders
      self.body = body
    }
  }

  package struct Response: Sendable, Equatable {
    package var status: Int
    package var reason: String
    package var headers: HeaderList?
    /// The fields that may have come beside `headers`.
    package var withheldHeaders: WithheldHeaders
    package var body: RecordedBody

    package init(
      status: Int, reason: String = "", headers: HeaderList?,
      withheldHeaders: WithheldHeaders = .none, body: RecordedBody
    ) {
      self.status = status
      self.reason = reason
      self.headers = headers
      self.withheldHeaders = withheldHeaders
      self.body = body
    }
  }

  package init(
    entry: EntryReference, startedAt: Timestamp, duration: Duration? = nil, request: Request,
    response: Response?, isDeliberate: Bool = false
  ) {
    self.entry = entry
    self.startedAt = startedAt
    self.duration = duration
    self.request = request
    self.response = response
    self.isDeliberate = isDeliberate
  }
}

/// A body, as far as a recording keeps it.
package enum RecordedBody: Sendable, Equatable {
  /// There was none.
  case none
  /// With the content coding taken off.
  case bytes([UInt8])
  /// Only the fields of a form were kept. It is unknown whether their values were decoded.
  case fields([HeaderField])
  /// There was one, or may have been one, and it was not kept, for this reason.
  case missing(because: String)

  /// A body whose bytes are all known.
  package init(_ bytes: [UInt8]) { self = bytes.isEmpty ? .none : .bytes(bytes) }
}

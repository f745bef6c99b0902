// SPDX-License-Identifier: Apache-2.0
// A request of an application and its answer, as a recording keeps them.

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
    /// What may have been sent beside `headers`.
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
    /// What may have come beside `headers`.
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

/// Header fields that a recording leaves out of headers that it keeps: of these it is unknown whether
/// they were there.
package enum WithheldHeaders: Sendable, Equatable {
  /// The headers are whole.
  case none
  /// Fields of these names, in lower case, may be missing. Chrome leaves some out unless it is told
  /// to keep them, and other tools mask their values.
  case named(Set<String>)
  /// Any other field may be missing: an answer came from a cache, or a browser kept the headers that
  /// it was asked to send and not those that it sent.
  case any
}

extension WithheldHeaders {
  /// Whether a field that the headers lack may have been there all the same.
  ///
  /// - Parameter name: In any case.
  package func mayContain(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .named(let names): names.contains(name.lowercased())
    case .any: true
    }
  }

  /// Both of them.
  package func joined(_ other: WithheldHeaders) -> WithheldHeaders {
    switch (self, other) {
    case (.none, let one), (let one, .none): one
    case (.named(let names), .named(let others)): .named(names.union(others))
    default: .any
    }
  }
}

/// A body, as far as a recording keeps it.
package enum RecordedBody: Sendable, Equatable {
  /// There was none.
  case none
  /// With the content coding taken off.
  case bytes([UInt8])
  /// Only the fields of a form were kept. Whether their values were decoded, nobody can tell.
  case fields([HeaderField])
  /// There was one, or may have been one, and it was not kept, for this reason.
  case missing(because: String)

  /// A body of which every byte is known.
  package init(_ bytes: [UInt8]) { self = bytes.isEmpty ? .none : .bytes(bytes) }
}

/// An entry of a recording.
package struct EntryReference: Sendable, Hashable {
  /// The index of the recording, in the order in which they were named.
  package let recording: Int
  /// From 0, in the order of the file.
  package let index: Int

  package init(recording: Int, index: Int) {
    self.recording = recording
    self.index = index
  }
}

// SPDX-License-Identifier: Apache-2.0
// Requests with their answers, and calls to the framework; secrets are masked.

package import HTTP

/// A request and its answer. For a passed step only the first line and the status are kept.
package struct ExchangeRecord: Sendable, Equatable {
  package var method: String
  /// The whole URL, masked.
  package var url: String
  /// 0 where no answer came.
  package var status: Int
  package var duration: Duration
  /// Violations of HTTP in an answer that could still be read.
  package var issues: [WireIssue]
  package var notes: [String]
  /// Heads and bodies; nil where only the first line was kept.
  package var detail: Detail?

  /// Heads and bodies as text. Bytes that are not UTF-8 are replaced, and long texts are cut.
  package struct Detail: Sendable, Equatable {
    package var requestHeaders: [HeaderField]
    package var requestBody: String
    package var reason: String
    package var responseHeaders: [HeaderField]
    package var responseBody: String
    /// The length of the answer's body before it was cut.
    package var responseByteCount: Int

    package init(
      requestHeaders: [HeaderField], requestBody: String, reason: String,
      responseHeaders: [HeaderField], responseBody: String, responseByteCount: Int
    ) {
      self.requestHeaders = requestHeaders
      self.requestBody = requestBody
      self.reason = reason
      self.responseHeaders = responseHeaders
      self.responseBody = responseBody
      self.responseByteCount = responseByteCount
    }
  }

  package init(
    method: String, url: String, status: Int, duration: Duration, issues: [WireIssue] = [],
    notes: [String] = [], detail: Detail? = nil
  ) {
    self.method = method
    self.url = url
    self.status = status
    self.duration = duration
    self.issues = issues
    self.notes = notes
    self.detail = detail
  }
}

/// A call from the application to the framework, or an action of the user there.
package struct PartnerCallRecord: Sendable, Equatable {
  /// `open`, `permission`, `metadata`, `authenticate`, `user`.
  package var name: String
  /// The arguments as JSON text, masked.
  package var request: String
  /// The answer as JSON text, masked; empty where there is none.
  package var answer: String

  package init(name: String, request: String, answer: String) {
    self.name = name
    self.request = request
    self.answer = answer
  }
}

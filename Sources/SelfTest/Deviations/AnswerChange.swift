// SPDX-License-Identifier: Apache-2.0
// A change of some answers as data.

import Formats
package import HTTP

/// A change of some answers of some endpoints.
package struct AnswerChange: Sendable, Equatable {
  package enum Edit: Sendable, Equatable {
    case json([JSONEdit])
    case status(Int)
    /// nil removes the field.
    case header(String, String?)
    case body(String, type: String?)
    /// Another answer.
    case replacement(HTTPResponse)
  }

  package let endpoints: Set<ServiceEndpoint>
  /// Of the answers that are changed.
  package let statuses: ClosedRange<Int>
  /// The conditions on the JSON of an answer. With conditions, an answer without JSON stays.
  package let conditions: [JSONCondition]
  package let edit: Edit

  package init(
    endpoints: Set<ServiceEndpoint>, statuses: ClosedRange<Int>, conditions: [JSONCondition],
    edit: Edit
  ) {
    self.endpoints = endpoints
    self.statuses = statuses
    self.conditions = conditions
    self.edit = edit
  }
}

extension AnswerChange {
  /// Changes an answer, if it is one of those.
  package func apply(to response: inout HTTPResponse, of request: HTTPRequest) {
    guard statuses.contains(response.status), let endpoint = ServiceEndpoint(request),
      endpoints.contains(endpoint)
    else { return }
    if !conditions.isEmpty {
      guard let json = response.json, conditions.allSatisfy({ $0.holds(of: json) }) else { return }
    }
    switch edit {
    case .json(let edits):
      guard var json = response.json else { return }
      for edit in edits { edit.apply(to: &json) }
      response.json = json
    case .status(let status):
      response.status = status
      response.reason = Status.reason(status)
    case .header(let name, let value?): response.headers.set(name, value)
    case .header(let name, nil): response.headers.remove(name)
    case .body(let text, let type):
      response.body = Array(text.utf8)
      if let type { response.headers.set("Content-Type", type) }
    case .replacement(let other): response = other
    }
  }
}

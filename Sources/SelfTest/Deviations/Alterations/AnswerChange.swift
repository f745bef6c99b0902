// SPDX-License-Identifier: Apache-2.0
// A change of answers, as data.

package import Formats
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
  /// What the JSON of an answer has to be like. With conditions, an answer without JSON stays.
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

extension HTTPResponse {
  /// The body as JSON; nil where it is none. Setting writes it.
  package var json: JSONValue? {
    get { body.isEmpty ? nil : try? JSONParser.document(body).root }
    set { body = newValue.map { JSONWriter.bytes($0) } ?? [] }
  }

  package static func json(_ status: Int, _ value: JSONValue) -> HTTPResponse {
    HTTPResponse(
      status: status, reason: Status.reason(status),
      headers: HeaderList(["Content-Type": "application/json"]), body: JSONWriter.bytes(value))
  }
}

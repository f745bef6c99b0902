// SPDX-License-Identifier: Apache-2.0
// A call of a client at a service with a defect.

import HTTP

/// A request of the client, what the service answers to what it is asked, and what comes of it.
struct DefectStep: Sendable {
  let request: HTTPRequest
  /// The status and the body of each answer of the service; the last one counts on.
  let answers: [String]
  let changed: String
  /// What the service is asked: method, target, headers and body.
  let asked: [String]

  /// - Parameters:
  ///   - changed: nil for the first answer as it is.
  ///   - asked: nil for the request as it is.
  init(
    _ endpoint: String, _ answers: String..., to changed: String? = nil, asked: [String]? = nil,
    headers: [String: String] = [:], body: String = ""
  ) {
    request = VariantRow.request(endpoint, headers, body)
    self.answers = answers
    self.changed = changed ?? answers[0]
    self.asked = asked ?? [Self.text(request)]
  }

  static func text(_ request: HTTPRequest) -> String {
    let fields = request.headers.fields.map { " \($0.name)=\($0.value)" }.joined()
    let body = String(decoding: request.body, as: UTF8.self)
    return "\(request.method) \(request.target)\(fields)\(body.isEmpty ? "" : " \(body)")"
  }
}

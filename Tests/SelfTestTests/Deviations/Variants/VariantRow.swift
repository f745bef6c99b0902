// SPDX-License-Identifier: Apache-2.0
// A row of what a variant makes of an answer, and the requests and statuses of the rows.

import HTTP
import Testing
import Text

@testable import SelfTest

/// An answer of the service to a request, and what the client of the variant gets.
struct VariantRow: Sendable, CustomTestStringConvertible {
  let name: String
  let request: HTTPRequest
  /// The status and the JSON.
  let answer: String
  let changed: String
  var testDescription: String { "\(name): \(answer)" }

  /// - Parameter changed: nil for an answer that stays.
  init(
    _ name: String, _ endpoint: String, _ answer: String, _ changed: String? = nil,
    headers: [String: String] = [:], body: String = ""
  ) {
    self.name = name
    request = Self.request(endpoint, headers, body)
    self.answer = answer
    self.changed = changed ?? answer
  }
}

extension VariantRow {
  typealias Row = VariantRow

  static func request(
    _ endpoint: String, _ headers: [String: String] = [:], _ body: String = ""
  ) -> HTTPRequest {
    let words = endpoint.split(separator: " ").map(String.init)
    return HTTPRequest(
      method: words[0], target: words[1],
      headers: HeaderList(headers.sorted { $0.key < $1.key }.map { HeaderField($0, $1) }),
      body: Array(body.utf8))
  }

  static let create = "POST /api/v2/ORCHARD/sessions"
  static let resume = "POST /api/v2/ORCHARD/sessions/ABCDEFG"
  static let retrieve = "GET /api/v2/ORCHARD/sessions/ABCDEFG"
  static let partner = "POST /api/v2/ORCHARD/sessions/sso/Apple"
  static let partnerProfile = "POST /api/v2/ORCHARD/profiles/sso/Apple"
  static let profiles = "GET /api/v2/ORCHARD/profiles"
  static let authorize = "POST /api/v2/ORCHARD/decisions/authorize/Harbor"
  static let preauthorize = "POST /api/v2/ORCHARD/decisions/preauthorize/Harbor"
  static let logout = "GET /api/v2/ORCHARD/logout/Harbor"
  static let configuration = "GET /api/v2/ORCHARD/configuration"

  static func status(_ json: String) -> [String: String] {
    ["AP-Partner-Framework-Status": Base64.encode(json)]
  }

  static let granted = status(
    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"p"}}"#)
  static let nobody = status(
    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}}"#)
  static let denied = status(
    #"{"frameworkPermissionInfo":{"accessStatus":"denied"},"frameworkProviderInfo":{"id":"p"}}"#)

  static func refusal(_ status: Int, _ code: String, action: String = "none") -> String {
    #"\#(status) {"action":"\#(action)","status":\#(status),"code":"\#(code)","message":"no"}"#
  }
}

// SPDX-License-Identifier: Apache-2.0
// Rows of answers, each with what a deviation makes of it.

import HTTP
import Synchronization
import TestSupport
import Testing
import Text

@testable import SelfTest

/// A request of the client, what the service answers to what it is asked, and what comes of it. In
/// a table:
///
///     REQUEST -> ANSWER[ | ANSWER …][ => CHANGED][ ?? REQUEST[ | REQUEST …]]
///
/// A request is `ENDPOINT[, FIELD=VALUE …][, status JSON][, body TEXT]`, an answer a status and a
/// body. The last answer of the service counts on.
struct AnswerRow: Sendable {
  let name: String
  let line: String
  let request: HTTPRequest
  let answers: [String]
  /// What the client gets: the first answer where the table has nothing else.
  let changed: String
  /// What the service is asked; nil where the table does not say it.
  let asked: [String]?

  private init(_ name: String, _ line: String) {
    (self.name, self.line) = (name, line)
    let parts = line.split(separator: " ?? ").map(String.init)
    asked = parts.count < 2 ? nil : parts[1].split(separator: " | ").compactMap { Self.asked($0) }
    let sides = parts[0].split(separator: " -> ", maxSplits: 1).map(String.init)
    request = Self.request(sides[0])
    let outcome = sides[1].split(separator: " => ").map(String.init)
    answers = outcome[0].split(separator: " | ").map { Self.answer(String($0)) }
    changed = outcome.count < 2 ? answers[0] : Self.answer(outcome[1])
  }

  /// The rows below each name of a table, in its order.
  static func table(_ text: String) -> [(name: String, rows: [AnswerRow])] {
    blocks(text).map { name, lines in (name, lines.map { AnswerRow(name, $0) }) }
  }

  /// Checks what the client gets, and what the service is asked where that is said.
  func check(
    _ passage: Alteration.Passage, headers: HeaderList = HeaderList(), asked: [String]? = nil
  ) {
    let requests = Mutex<[String]>([])
    let first = Self.response(answers[0], headers)
    let changed = passage(request) { request in
      let count = requests.withLock { requests in
        requests.append(Self.text(request))
        return requests.count
      }
      return Self.response(answers[min(count, answers.count) - 1], headers)
    }
    let text = "\(changed.status) \(String(decoding: changed.body, as: UTF8.self))"
    #expect(text == self.changed, "\(name): \(line)")
    // An answer that stays has its headers, too.
    if !headers.fields.isEmpty, self.changed == answers[0] {
      #expect(changed == first, "\(name): \(line)")
    }
    if let asked { #expect(requests.withLock { $0 } == asked, "\(name): \(line)") }
  }
}

extension AnswerRow {
  static let endpoints = [
    "create": "POST /api/v2/ORCHARD/sessions",
    "resume": "POST /api/v2/ORCHARD/sessions/ABCDEFG",
    "retrieve": "GET /api/v2/ORCHARD/sessions/ABCDEFG",
    "partner": "POST /api/v2/ORCHARD/sessions/sso/Apple",
    "partnerProfile": "POST /api/v2/ORCHARD/profiles/sso/Apple",
    "profiles": "GET /api/v2/ORCHARD/profiles",
    "codeProfile": "GET /api/v2/ORCHARD/profiles/code/ABCDEFG",
    "authorize": "POST /api/v2/ORCHARD/decisions/authorize/Harbor",
    "preauthorize": "POST /api/v2/ORCHARD/decisions/preauthorize/Harbor",
    "logout": "GET /api/v2/ORCHARD/logout/Harbor",
    "configuration": "GET /api/v2/ORCHARD/configuration",
    "login": "GET /api/v2/authenticate/ORCHARD/ABCDEFG",
  ]

  private static let statuses = [
    "granted":
      #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"p"}}"#,
    "nobody":
      #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}}"#,
    "denied":
      #"{"frameworkPermissionInfo":{"accessStatus":"denied"},"frameworkProviderInfo":{"id":"p"}}"#,
  ]

  static func request(_ text: String) -> HTTPRequest {
    let parts = text.split(separator: ", ").map(String.init)
    let words = (endpoints[parts[0]] ?? parts[0]).split(separator: " ").map(String.init)
    var request = HTTPRequest(method: words[0], target: words[1])
    for part in parts.dropFirst() {
      if part.hasPrefix("body ") {
        request.body = Array(part.dropFirst(5).utf8)
      } else if part.hasPrefix("status ") {
        let json = String(part.dropFirst(7))
        request.headers.append("AP-Partner-Framework-Status", Base64.encode(statuses[json] ?? json))
      } else {
        let field = part.split(separator: "=", maxSplits: 1).map(String.init)
        request.headers.append(field[0], field[1])
      }
    }
    return request
  }

  private static func asked(_ text: Substring) -> String? {
    text == "nothing" ? nil : Self.text(request(String(text)))
  }

  static func text(_ request: HTTPRequest) -> String {
    let fields = request.headers.fields.map { " \($0.name)=\($0.value)" }.joined()
    let body = String(decoding: request.body, as: UTF8.self)
    return "\(request.method) \(request.target)\(fields) \(body)"
  }

  /// A status with nothing behind it has no body. `refused` is an error, `mvpds` a configuration, and
  /// `items` an error of each of two resources.
  private static func answer(_ text: String) -> String {
    let words = text.split(separator: " ").map(String.init)
    switch words[0] {
    case "refused":
      let action = words.count > 3 ? words[3] : "none"
      return
        #"\#(words[1]) {"action":"\#(action)","status":\#(words[1]),"code":"\#(words[2])","message":"no"}"#
    case "mvpds": return #"200 {"requestor":{"mvpds":[\#(words[1])]}}"#
    case "items":
      let items = ["a", "b"].map { resource in
        #"{"resource":"\#(resource)","serviceProvider":"ORCHARD","mvpd":"Harbor","source":"mvpd","authorized":false,"error":{"code":"\#(words[1])"}}"#
      }
      return "200 {\"decisions\":[\(items.joined(separator: ","))]}"
    default: return words.count == 1 ? "\(text) " : text
    }
  }

  private static func response(_ answer: String, _ headers: HeaderList) -> HTTPResponse {
    let words = answer.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    return HTTPResponse(
      status: Int(words[0]) ?? 0, reason: "", headers: headers, body: Array(words[1].utf8))
  }
}

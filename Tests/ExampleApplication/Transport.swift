// SPDX-License-Identifier: Apache-2.0
// One request over HTTP and its answer.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct HTTPCall: Sendable {
  enum Content: Sendable {
    case none
    case json(Data)
    case form([(name: String, value: String)])
  }

  let method: String
  /// With its query.
  let path: String
  var headers: [String: String] = [:]
  var content = Content.none
}

struct HTTPAnswer: Sendable {
  let status: Int
  let body: Data
}

/// Sends requests to the service.
struct Transport: Sendable {
  let base: URL
  private let session = URLSession(configuration: .ephemeral)

  init(base: URL) { self.base = base }

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    guard let url = URL(string: call.path, relativeTo: base) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = call.method
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
    switch call.content {
    case .none: break
    case .json(let data):
      request.setValue("application/json;charset=utf-8", forHTTPHeaderField: "Content-Type")
      request.httpBody = data
    case .form(let fields):
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      let pairs = fields.map { "\($0.name)=\(Self.encoded($0.value))" }
      request.httpBody = Data(pairs.joined(separator: "&").utf8)
    }
    let (body, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return HTTPAnswer(status: response.statusCode, body: body)
  }

  /// A value for a form or a query. Base64 has `+`, `/` and `=`, which `urlQueryAllowed` leaves as
  /// they are: a service would read the plus sign as a blank.
  static func encoded(_ value: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return value.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}

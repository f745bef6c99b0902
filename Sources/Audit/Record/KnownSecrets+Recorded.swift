// SPDX-License-Identifier: Apache-2.0
// Learns the secrets of recorded exchanges.

import Formats
import HTTP
package import Record

extension KnownSecrets {
  /// The names of segments that are secrets; they may also stand before them in a path:
  /// `/profiles/code/ABC123`.
  private static let nameSegments: Set<String> = [
    "code", "regcode", "device", "deviceid", "token", "user", "session",
  ]

  /// Adds the secrets of an exchange: in its URL, its headers and its bodies.
  ///
  /// - Parameter segments: The segments of its path that have names, such as `code`.
  package mutating func addSecrets(
    of exchange: RecordedExchange, segments: [(name: String, value: String)] = []
  ) {
    for (name, value) in segments
    where KnownSecrets.isSecretName(name) || Self.nameSegments.contains(name.lowercased()) {
      add(value, named: name)
    }
    let request = exchange.request
    addSecrets(
      of: HTTPRequest(
        method: request.method, target: request.url, headers: request.headers ?? HeaderList(),
        body: request.body.bytes))
    addFields(of: request.body)
    // What the framework said of one subscriber, in Base64. Findings show the part that matters.
    for value in request.headers?.values(of: "AP-Partner-Framework-Status") ?? [] {
      add(value, named: "framework status")
    }
    addSegments(of: request.url)
    guard let response = exchange.response else { return }
    addSecrets(
      of: HTTPResponse(
        status: response.status, headers: response.headers ?? HeaderList(),
        body: response.body.bytes),
      json: nil)
    addFields(of: response.body)
  }

  private mutating func addFields(of body: RecordedBody) {
    guard case .fields(let fields) = body else { return }
    addSecrets(in: .object(JSONObject(fields.map { (name: $0.name, value: .string($0.value)) })))
    for field in fields { addSecrets(inText: "\(field.name)=\(field.value)") }
  }

  private mutating func addSegments(of url: String) {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let segments = path.split(separator: "/").map(String.init)
    for (name, value) in zip(segments, segments.dropFirst())
    where Self.nameSegments.contains(name.lowercased()) {
      add(value, named: name)
    }
  }
}

extension RecordedBody {
  fileprivate var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}

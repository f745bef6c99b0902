// SPDX-License-Identifier: Apache-2.0
// Changing a request, and refusing it.

internal import Formats
package import HTTP
internal import Text

extension HTTPRequest {
  /// The fields of a form in the body, changed.
  package mutating func editForm(_ change: (inout [(name: String, value: String)]) -> Void) {
    var fields = FormBody.decode(body) ?? []
    change(&fields)
    body = FormBody.encode(fields)
    headers.remove("Content-Length")
  }

  package func formValue(_ name: String) -> String? {
    FormBody.decode(body)?.first { $0.name == name }?.value
  }

  /// The segments of the path, undecoded.
  package var pathSegments: [String] {
    target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
  }

  /// The segments of the path, decoded.
  package var decodedSegments: [String] {
    pathSegments.map { PercentEncoding.decode($0) ?? $0 }
  }

  /// With another segment of the path.
  package func replacing(segment index: Int, by text: String) -> HTTPRequest {
    var segments = pathSegments
    guard segments.indices.contains(index) else { return self }
    segments[index] = text
    let query = target.drop { $0 != "?" }
    var request = self
    request.target = "/\(segments.joined(separator: "/"))\(query)"
    return request
  }

  /// With another value of a field.
  func setting(_ field: String, _ value: String) -> HTTPRequest {
    var request = self
    request.headers.set(field, value)
    return request
  }

  /// A value of the query, decoded.
  func queryValue(_ name: String) -> String? {
    let query = target.drop { $0 != "?" }.dropFirst()
    return FormBody.decode(Array(query.utf8))?.first { $0.name == name }?.value
  }

  /// What the field AP-Partner-Framework-Status says; nil where it is absent or not JSON in Base64.
  var frameworkStatus: JSONValue? {
    headers["AP-Partner-Framework-Status"].flatMap { Base64.decode($0) }
      .flatMap { try? JSONParser.document($0).root }
  }

  /// Changes what the field says, if it can be read.
  mutating func editFrameworkStatus(_ change: (inout JSONValue) -> Void) {
    guard var status = frameworkStatus else { return }
    change(&status)
    headers.set("AP-Partner-Framework-Status", Base64.encode(JSONWriter.bytes(status)))
  }
}

extension HTTPResponse {
  /// An error of REST API V2.
  static func refusal(_ status: Int, _ code: String) -> HTTPResponse {
    .json(
      status,
      ["action": "none", "status": .integer(status), "code": .string(code), "message": "no"])
  }
}

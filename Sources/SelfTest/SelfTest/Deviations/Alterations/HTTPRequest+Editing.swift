// SPDX-License-Identifier: Apache-2.0
// Changing a request at a place.

internal import Encodings
package import HTTPMessages

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
}

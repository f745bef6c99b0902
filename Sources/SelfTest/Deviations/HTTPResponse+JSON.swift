// SPDX-License-Identifier: Apache-2.0
// Answers with a JSON body.

package import Formats
package import HTTP

extension HTTPResponse {
  /// The body as JSON; nil for another body. Setting it writes the body.
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

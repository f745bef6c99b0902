// SPDX-License-Identifier: Apache-2.0
// The framework status of a request.

internal import Encodings
internal import HTTPMessages
internal import JSON

extension HTTPRequest {
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

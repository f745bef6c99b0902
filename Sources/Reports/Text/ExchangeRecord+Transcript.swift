// SPDX-License-Identifier: Apache-2.0
// A request and its answer as text, as they were on the wire.

import HTTP
import Record
import Text

extension ExchangeRecord {
  /// The request gets less room: the answer matters more.
  private static let requestLimit = 4000
  private static let answerLimit = 8000

  /// Heads and bodies; only the first lines where no more was recorded.
  var transcript: String {
    var text = "\(Visible.line(method, limit: 100)) \(Visible.line(url))\n"
    if let detail {
      for field in detail.requestHeaders { text += Self.line(field) }
      if !detail.requestBody.isEmpty {
        text += "\n\(Visible.lines(detail.requestBody, limit: Self.requestLimit))\n"
      }
    }
    text += "\n\(statusLine)\n"
    guard let detail, status > 0 else { return text }
    for field in detail.responseHeaders { text += Self.line(field) }
    if !detail.responseBody.isEmpty {
      text += "\n\(Visible.lines(detail.responseBody, limit: Self.answerLimit))\n"
    }
    if detail.responseBody.utf8.count < detail.responseByteCount {
      text += "\n(the whole body has \(Wording.count(detail.responseByteCount, "byte")))\n"
    }
    return text
  }

  /// `500 Internal Server Error`, or `(no answer)`.
  var statusLine: String {
    guard status > 0 else { return "(no answer)" }
    let reason = detail.map { Visible.line($0.reason, limit: 200) } ?? ""
    return reason.isEmpty ? "\(status)" : "\(status) \(reason)"
  }

  private static func line(_ field: HeaderField) -> String {
    "\(Visible.line(field.name, limit: 200)): \(Visible.line(field.value))\n"
  }
}

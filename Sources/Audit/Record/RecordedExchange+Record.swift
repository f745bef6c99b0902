// SPDX-License-Identifier: Apache-2.0
// A recorded exchange as reports show it.

import HTTP
import Record
import Text

extension RecordedExchange {
  /// How much of a body a record keeps.
  private static let bodyLimitBytes = 16 * 1024

  /// The exchange with its secrets, to be masked.
  var record: ExchangeRecord {
    let answer = response
    let (body, count) = answer.map { Self.text($0.body) } ?? ("", 0)
    return ExchangeRecord(
      method: request.method, url: request.url, status: answer?.status ?? 0,
      duration: duration ?? .zero,
      notes: answer == nil ? ["the recording has no answer"] : [],
      detail: ExchangeRecord.Detail(
        requestHeaders: request.headers?.fields ?? [], requestBody: Self.text(request.body).text,
        reason: answer?.reason ?? "", responseHeaders: answer?.headers?.fields ?? [],
        responseBody: body, responseByteCount: count))
  }

  /// The text of a body, cut, and how long the body is.
  private static func text(_ body: RecordedBody) -> (text: String, count: Int) {
    switch body {
    case .none: return ("", 0)
    case .missing(let reason): return ("‹not recorded: \(reason)›", 0)
    case .fields(let fields):
      let text = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      return cut(Array(text.utf8))
    case .bytes(let bytes): return cut(bytes)
    }
  }

  private static func cut(_ bytes: [UInt8]) -> (text: String, count: Int) {
    guard bytes.count > bodyLimitBytes else {
      return (String(decoding: bytes, as: UTF8.self), bytes.count)
    }
    var end = bodyLimitBytes
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return ("\(String(decoding: bytes[..<end], as: UTF8.self))…", bytes.count)
  }
}

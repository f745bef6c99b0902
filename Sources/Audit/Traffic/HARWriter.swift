// SPDX-License-Identifier: Apache-2.0
// Writes recorded exchanges as HAR.

package import Formats
import HTTP
import Record
import Text

/// Writes recorded exchanges as a HAR 1.2 file, piece by piece: the head, the entries with a comma
/// between them, the tail. What is written here, `HARRecordings` reads as it was.
package enum HARWriter {
  /// - Parameters:
  ///   - creator: The name of the program that recorded.
  ///   - version: Of that program.
  ///   - grows: Whether entries are added to the file while it can be read already. What stands behind
  ///     its end then is an entry that was not finished, and is passed over.
  package static func head(creator: String, version: String, grows: Bool = false) -> [UInt8] {
    let value: JSONValue = ["name": .string(creator), "version": .string(version)]
    return Array("{\"log\":{\"version\":\"1.2\",\"creator\":".utf8) + JSONWriter.bytes(value)
      + Array("\(grows ? ",\"\(growsMember)\":true" : ""),\"pages\":[],\"entries\":[\n".utf8)
  }

  /// The member of `log` in a file that grows.
  static let growsMember = "_grows"

  package static let separator = Array(",\n".utf8)
  package static let tail = Array("\n]}}\n".utf8)

  /// An entry, on one line.
  ///
  /// - Parameters:
  ///   - error: Why there is no answer; nil where there is one.
  ///   - more: Further members, whose names begin with `_`, or `comment`.
  package static func entry(
    _ exchange: RecordedExchange, error: String? = nil,
    more: [(name: String, value: JSONValue)] = []
  ) -> [UInt8] {
    let milliseconds = exchange.duration.map { Self.milliseconds($0) }
    var members: [(name: String, value: JSONValue)] = [
      ("startedDateTime", .string(exchange.startedAt.iso8601)), ("time", milliseconds ?? -1),
      ("request", request(exchange.request)), ("response", response(exchange.response, error)),
      ("cache", .object(JSONObject())),
      ("timings", ["send": 0, "wait": milliseconds ?? 0, "receive": 0]),
    ]
    if exchange.isDeliberate { members.append(("_deliberate", true)) }
    return JSONWriter.bytes(.object(members + more))
  }

  /// To a thousandth of a millisecond.
  private static func milliseconds(_ duration: Duration) -> JSONValue {
    JSONNumber(literal: Wording.milliseconds(duration)).map { .number($0) } ?? 0
  }

  private static func request(_ request: RecordedExchange.Request) -> JSONValue {
    let query = request.url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
      .split(separator: "?", maxSplits: 1).dropFirst().first
    let parameters = query.flatMap { FormBody.decode(Array($0.utf8)) } ?? []
    var members: [(name: String, value: JSONValue)] = [
      ("method", .string(request.method)), ("url", .string(request.url)),
      ("httpVersion", "HTTP/1.1"), ("cookies", []), ("headers", fields(request.headers)),
      ("queryString", .array(parameters.map { pair($0.name, $0.value) })), ("headersSize", -1),
    ]
    let type = JSONValue.string(request.headers?["Content-Type"] ?? "")
    switch request.body {
    case .none: members.append(("bodySize", 0))
    case .bytes(let bytes):
      members.append(("bodySize", .integer(bytes.count)))
      members.append(("postData", .object([("mimeType", type)] + text(bytes))))
    case .fields(let fields):
      members.append(("bodySize", -1))
      let parameters = JSONValue.array(fields.map { pair($0.name, $0.value) })
      members.append(("postData", ["mimeType": type, "params": parameters]))
    case .missing(let reason):
      members.append(("bodySize", -1))
      members.append(("comment", .string(reason)))
    }
    return .object(members)
  }

  private static func response(
    _ response: RecordedExchange.Response?, _ error: String?
  ) -> JSONValue {
    let type = JSONValue.string(response?.headers?["Content-Type"] ?? "")
    var content: [(name: String, value: JSONValue)]
    switch response?.body ?? .none {
    case .none, .fields: content = [("size", 0), ("mimeType", type), ("text", "")]
    case .bytes(let bytes):
      content = [("size", .integer(bytes.count)), ("mimeType", type)] + text(bytes)
    case .missing(let reason):
      content = [("size", -1), ("mimeType", type), ("comment", .string(reason))]
    }
    var members: [(name: String, value: JSONValue)] = [
      ("status", .integer(response?.status ?? 0)), ("statusText", .string(response?.reason ?? "")),
      ("httpVersion", "HTTP/1.1"), ("cookies", []), ("headers", fields(response?.headers)),
      ("content", .object(content)), ("redirectURL", .string(response?.headers?["Location"] ?? "")),
      ("headersSize", -1), ("bodySize", -1),
    ]
    if let error { members.append(("_error", .string(error))) }
    return .object(members)
  }

  private static func fields(_ headers: HeaderList?) -> JSONValue {
    .array((headers?.fields ?? []).map { pair($0.name, $0.value) })
  }

  private static func pair(_ name: String, _ value: String) -> JSONValue {
    ["name": .string(name), "value": .string(value)]
  }

  /// A body as text, or in Base64 where it is not UTF-8.
  private static func text(_ bytes: [UInt8]) -> [(name: String, value: JSONValue)] {
    if let text = String(validating: bytes, as: UTF8.self) { return [("text", .string(text))] }
    return [("text", .string(Base64.encode(bytes))), ("encoding", "base64")]
  }
}

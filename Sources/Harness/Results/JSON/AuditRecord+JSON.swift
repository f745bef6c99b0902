// SPDX-License-Identifier: Apache-2.0
// Writes what was audited as JSON, and reads it back.

import Encodings
import JSON

extension AuditRecord {
  var json: JSONValue {
    var object = JSONObject()
    object.append("recordings", .strings(recordings))
    object.append("origins", .strings(origins))
    object.append("judged", .integer(judged))
    object.append(
      "ignored",
      .array(ignored.map { ["host": .string($0.host), "entries": .integer($0.entries)] }))
    object.append("unanswered", .integer(unanswered))
    object.append("deliberate", .integer(deliberate))
    object.append("sessions", .integer(sessions))
    if let span {
      object.append("from", .string(span.lowerBound.iso8601))
      object.append("to", .string(span.upperBound.iso8601))
    }
    return .object(object)
  }

  /// Reads what `json` writes.
  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      recordings: try reader.strings("recordings"), origins: try reader.strings("origins"),
      judged: try reader.count("judged"),
      ignored: try reader.list("ignored") { item throws(RecordError) in
        IgnoredHost(host: try item.string("host"), entries: try item.count("entries"))
      },
      unanswered: try reader.count("unanswered"), deliberate: try reader.count("deliberate"),
      sessions: try reader.count("sessions"), span: try reader.span())
  }
}

extension RecordReader {
  fileprivate func span() throws(RecordError) -> ClosedRange<Timestamp>? {
    guard let from = try optional("from") else { return nil }
    let (begin, end) = (try from.time(), try member("to").time())
    guard begin <= end else {
      throw try member("to").error(.unknownValue(end.iso8601, expected: "a time after 'from'"))
    }
    return begin...end
  }

  /// A time as our own reports write it: with each digit, and a day that the calendar has.
  func time() throws(RecordError) -> Timestamp {
    let text = try string()
    guard let time = Timestamp(iso8601: text), time.iso8601 == text else {
      throw error(.unknownValue(text, expected: "a time as 2026-11-21T05:30:00.123Z"))
    }
    return time
  }
}

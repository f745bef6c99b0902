// SPDX-License-Identifier: Apache-2.0
// Known failures as JSON.

import JSON

extension KnownStanding {
  /// The known failure, and what became of it.
  ///
  /// - Parameter record: The record that has the cases.
  func json(in record: RunRecord) -> JSONValue {
    var object = failure.json
    object.append("isExpired", .boolean(isExpired))
    object.append(
      "failing",
      .array(
        failing.map { place in
          let suite = record.suites[place.suite]
          return [
            "file": .string(suite.file), "name": .string(suite.scenarios[place.scenario].name),
          ]
        }))
    object.append("failingCount", .integer(failingCount))
    object.append("passing", .strings(passing))
    return .object(object)
  }
}

extension KnownFailure {
  fileprivate var json: JSONObject {
    var object = JSONObject()
    object.append("at", .string(location.description))
    object["subject"] = subject.map { .string($0.rawValue) }
    if !cases.isEmpty { object.append("names", .strings(cases)) }
    object["file"] = file.map { .string($0) }
    if !requirements.isEmpty { object.append("requirements", .strings(requirements)) }
    object.append("reason", .string(reason))
    object["link"] = link.map { .string($0) }
    object.append("expires", .string(expires.description))
    return object
  }

  /// Reads the failure; what became of it follows from the rest of a record.
  init(_ reader: RecordReader) throws(RecordError) {
    let expires = try reader.member("expires")
    let text = try expires.string()
    guard let day = CalendarDay(text) else {
      throw expires.error(.unknownValue(text, expected: "a day as 2027-01-31"))
    }
    self.init(
      subject: try reader.optional("subject") == nil ? nil : try reader.word("subject"),
      cases: try reader.strings("names"), file: try reader.optionalString("file"),
      requirements: try reader.strings("requirements"), reason: try reader.string("reason"),
      link: try reader.optionalString("link"), expires: day, location: try reader.location("at"))
  }
}

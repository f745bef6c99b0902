// SPDX-License-Identifier: Apache-2.0
// Writes the budget of a run as JSON, and reads it back.

import JSON

extension BudgetRecord {
  var json: JSONValue {
    var object = JSONObject()
    object.append("limits", .strings(limits))
    object["counts"] = counts.map(JSONValue.string)
    object.append("requests", .integer(requests))
    object.append("durationMs", duration.json)
    object.append("leftOut", .integer(leftOut))
    object.append("proves", .integer(proves))
    object.append("provable", .integer(provable))
    return .object(object)
  }

  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      limits: try reader.strings("limits"), counts: try reader.optionalString("counts"),
      requests: try reader.integer("requests"), duration: try reader.duration("durationMs"),
      leftOut: try reader.integer("leftOut"), proves: try reader.integer("proves"),
      provable: try reader.integer("provable"))
  }
}

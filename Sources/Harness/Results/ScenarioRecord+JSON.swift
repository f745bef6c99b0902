// SPDX-License-Identifier: Apache-2.0
// Scenarios, steps and shared fragments as JSON. What is empty is left out.

package import JSON

extension ScenarioRecord {
  package var json: JSONValue {
    var object = JSONObject()
    object.append("name", .string(name))
    object.add("about", about)
    object.append("at", .string(location.description))
    object.add("tags", tags)
    if isAdvisory { object.append("isAdvisory", true) }
    verdict.write(to: &object)
    object.add("missingFacts", missingFacts)
    if planIndex != 0 { object.append("planIndex", .integer(planIndex)) }
    object.append("startedAfterMs", startedAfter.json)
    object.append("durationMs", duration.json)
    object.append("steps", .array(steps.map(\.json)))
    return .object(object)
  }

  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      name: try reader.string("name"), about: try reader.optionalString("about"),
      location: try reader.location("at"), tags: try reader.strings("tags"),
      isAdvisory: try reader.flag("isAdvisory"), verdict: try Verdict(reader),
      startedAfter: try reader.duration("startedAfterMs"),
      duration: try reader.duration("durationMs"), steps: try reader.steps(),
      missingFacts: try reader.strings("missingFacts"),
      planIndex: try reader.optional("planIndex") == nil ? 0 : try reader.integer("planIndex"))
  }
}

extension SharedFragmentRecord {
  var json: JSONValue {
    var object = JSONObject()
    object.append("id", .integer(id))
    object.append("name", .string(name))
    object.append("at", .string(location.description))
    verdict.write(to: &object)
    object.append("durationMs", duration.json)
    object.append("steps", .array(steps.map(\.json)))
    return .object(object)
  }

  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      id: try reader.integer("id"), name: try reader.string("name"),
      location: try reader.location("at"), verdict: try Verdict(reader),
      duration: try reader.duration("durationMs"), steps: try reader.steps())
  }
}

extension StepRecord {
  var json: JSONValue {
    var object = JSONObject()
    object.append("name", .string(name))
    object.add("about", about)
    object.append("action", .string(action.rawValue))
    object.append("at", .string(location.description))
    if device != "device" { object.append("device", .string(device)) }
    object.add("covers", covers)
    if isFinal { object.append("isFinal", true) }
    verdict.write(to: &object)
    if !warnings.isEmpty { object.append("warnings", .array(warnings.map(\.json))) }
    object.add("chosen", chosen)
    if !exchanges.isEmpty { object.append("exchanges", .array(exchanges.map(\.json))) }
    object["call"] = call?.json
    object.add("notes", notes)
    object.append("startedAfterMs", startedAfter.json)
    object.append("durationMs", duration.json)
    // The limit is that of reading: what is deeper could not be read again.
    if !steps.isEmpty { object.append("steps", .array(steps.map(\.json))) }
    object["sharedFragment"] = sharedFragment.map { .integer($0) }
    return .object(object)
  }

  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      name: try reader.string("name"), about: try reader.optionalString("about"),
      action: try reader.word("action"), location: try reader.location("at"),
      device: try reader.optionalString("device") ?? "device", covers: try reader.strings("covers"),
      isFinal: try reader.flag("isFinal"), verdict: try Verdict(reader),
      warnings: try reader.list("warnings") { item throws(RecordError) in try Finding(item) },
      chosen: try reader.strings("chosen"),
      exchanges: try reader.list("exchanges") { item throws(RecordError) in
        try ExchangeRecord(item)
      },
      call: try reader.call(), notes: try reader.strings("notes"),
      startedAfter: try reader.duration("startedAfterMs"),
      duration: try reader.duration("durationMs"), steps: try reader.steps(),
      sharedFragment: try reader.optional("sharedFragment") == nil
        ? nil : try reader.integer("sharedFragment"))
  }
}

extension RecordReader {
  /// `file:line:column`.
  func location(_ name: String) throws(RecordError) -> SourceLocation {
    let reader = try member(name)
    guard let location = SourceLocation(try reader.string()) else {
      throw reader.error(.unknownValue(try reader.string(), expected: "file:line:column"))
    }
    return location
  }

  fileprivate func call() throws(RecordError) -> PartnerCallRecord? {
    guard let reader = try optional("call") else { return nil }
    return PartnerCallRecord(
      name: try reader.string("name"), request: try reader.string("request"),
      answer: try reader.string("answer"))
  }
}

extension JSONObject {
  mutating func add(_ name: String, _ text: String?) {
    if let text { append(name, .string(text)) }
  }

  mutating func add(_ name: String, _ texts: [String]) {
    if !texts.isEmpty { append(name, .strings(texts)) }
  }
}

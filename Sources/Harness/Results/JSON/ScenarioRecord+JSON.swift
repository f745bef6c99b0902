// SPDX-License-Identifier: Apache-2.0
// Scenarios, steps and shared fragments as JSON. Empty members are left out.

import Catalogues
import Findings
import JSON

extension ScenarioRecord {
  func write(to text: inout JSONText) {
    text.object { text in
      text.string("name", name)
      if let about { text.string("about", about) }
      text.location("at", location)
      if !tags.isEmpty { text.strings("tags", tags) }
      if isAdvisory { text.flag("isAdvisory", true) }
      verdict.write(to: &text, in: location.file)
      if !missingFacts.isEmpty { text.strings("missingFacts", missingFacts) }
      if planIndex != 0 { text.integer("planIndex", planIndex) }
      text.duration("startedAfterMs", startedAfter)
      text.duration("durationMs", duration)
      text.array("steps", steps) { $0.write(to: &$1) }
    }
  }

  init(_ reader: RecordReader) throws(RecordError) {
    let location = try reader.location("at")
    self.init(
      name: try reader.string("name"), about: try reader.optionalString("about"),
      location: location, tags: try reader.strings("tags"),
      isAdvisory: try reader.flag("isAdvisory"), verdict: try Verdict(reader, in: location.file),
      startedAfter: try reader.duration("startedAfterMs"),
      duration: try reader.duration("durationMs"), steps: try reader.steps(),
      missingFacts: try reader.strings("missingFacts"),
      planIndex: try reader.optional("planIndex") == nil ? 0 : try reader.integer("planIndex"))
  }
}

extension SharedFragmentRecord {
  func write(to text: inout JSONText) {
    text.object { text in
      text.integer("id", id)
      text.string("name", name)
      if !given.isEmpty { text.string("given", given) }
      text.location("at", location)
      verdict.write(to: &text, in: location.file)
      text.duration("durationMs", duration)
      text.array("steps", steps) { $0.write(to: &$1) }
    }
  }

  init(_ reader: RecordReader) throws(RecordError) {
    let location = try reader.location("at")
    self.init(
      id: try reader.integer("id"), name: try reader.string("name"),
      given: try reader.optionalString("given") ?? "",
      location: location, verdict: try Verdict(reader, in: location.file),
      duration: try reader.duration("durationMs"), steps: try reader.steps())
  }
}

extension StepRecord {
  fileprivate func write(to text: inout JSONText) {
    text.object { text in
      text.string("name", name)
      if let about { text.string("about", about) }
      text.string("action", action.rawValue)
      text.location("at", location)
      if device != "device" { text.string("device", device) }
      if !covers.isEmpty { text.array("covers", covers) { $0.write(to: &$1) } }
      if isFinal { text.flag("isFinal", true) }
      verdict.write(to: &text, in: location.file)
      if let advice { text.string("advice", advice) }
      if !warnings.isEmpty {
        text.array("warnings", warnings) { $0.write(to: &$1, in: location.file) }
      }
      if !chosen.isEmpty { text.strings("chosen", chosen) }
      if let route { text.string("route", route) }
      if !exchanges.isEmpty { text.array("exchanges", exchanges) { $0.write(to: &$1) } }
      if !leftOut.isEmpty { text.object("leftOut") { leftOut.write(to: &$0) } }
      if let call {
        text.object("call") { text in
          text.string("name", call.name)
          text.string("request", call.request)
          text.string("answer", call.answer)
        }
      }
      if !notes.isEmpty { text.strings("notes", notes.map(\.description)) }
      text.duration("startedAfterMs", startedAfter)
      text.duration("durationMs", duration)
      if !steps.isEmpty { text.array("steps", steps) { $0.write(to: &$1) } }
      if let sharedFragment { text.integer("sharedFragment", sharedFragment) }
      if let recipe { text.object("recipe") { recipe.write(to: &$0) } }
    }
  }

  init(_ reader: RecordReader) throws(RecordError) {
    let location = try reader.location("at")
    self.init(
      name: try reader.string("name"), about: try reader.optionalString("about"),
      action: try reader.word("action"), location: location,
      device: try reader.optionalString("device") ?? "device", covers: try reader.covers(),
      isFinal: try reader.flag("isFinal"), verdict: try Verdict(reader, in: location.file),
      warnings: try reader.list("warnings") { item throws(RecordError) in
        try Finding(item, in: location.file)
      },
      chosen: try reader.strings("chosen"),
      exchanges: try reader.list("exchanges") { item throws(RecordError) in
        try ExchangeRecord(item)
      },
      call: try reader.call(), notes: try reader.strings("notes").map { QuotingText(words: $0) },
      startedAfter: try reader.duration("startedAfterMs"),
      duration: try reader.duration("durationMs"), steps: try reader.steps(),
      sharedFragment: try reader.optional("sharedFragment") == nil
        ? nil : try reader.integer("sharedFragment"),
      advice: try reader.optionalString("advice"), route: try reader.optionalString("route"),
      leftOut: try reader.optional("leftOut").map { item throws(RecordError) in
        try LeftOutExchanges(item)
      } ?? LeftOutExchanges(),
      recipe: try reader.optional("recipe").map { item throws(RecordError) in
        try StepRecipe(item)
      })
  }
}

extension CoverRecord {
  /// The id alone, or with the places that the step gives.
  fileprivate func write(to text: inout JSONText) {
    guard let places else { return text.string(nil, id) }
    text.object { text in
      text.string("id", id)
      text.strings("places", places.map(\.text))
    }
  }
}

extension RecordReader {
  fileprivate func covers() throws(RecordError) -> [CoverRecord] {
    try list("covers") { item throws(RecordError) in
      if case .string(let id) = item.value { return CoverRecord(id: id) }
      return CoverRecord(id: try item.string("id"), places: try item.places())
    }
  }

  /// The member `places`; nil where there is none.
  func places() throws(RecordError) -> [PlacePattern]? {
    guard try optional("places") != nil else { return nil }
    return try list("places") { item throws(RecordError) in
      let text = try item.string()
      guard let place = try? PlacePattern(text) else {
        throw item.error(.unknownValue(text, expected: PlacePattern.forms))
      }
      return place
    }
  }

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

// SPDX-License-Identifier: Apache-2.0
// What rules for applications make of mutated recordings.

import JSON
import SourceText

/// What became of the mutants of a recording.
package struct RecordingSharpness: Sendable, Equatable {
  /// Those that only a `should` notices count as caught: the rule has said what there is to say.
  package var tally: MutantTally
  package var survivors: [RecordingSurvivor]
  /// What the mutants show of each rule, in the order of the rules.
  package var rules: [RuleTeeth]
  /// Why nothing was measured, as a sentence without a full stop; nil where something was.
  package var problem: String?

  package init(
    tally: MutantTally = MutantTally(), survivors: [RecordingSurvivor] = [],
    rules: [RuleTeeth] = [], problem: String? = nil
  ) {
    self.tally = tally
    self.survivors = survivors
    self.rules = rules
    self.problem = problem
  }
}

/// How often mutants of recordings break a rule.
package struct RuleTeeth: Sendable, Equatable {
  package var name: String
  package var location: SourceLocation
  /// How many mutants break it.
  package var caught: Int
  /// How many of these break no other rule, but those that are broken wherever it is.
  package var alone: Int
  /// A change that was looked for because no mutant breaks the rule alone, and that does; nil where
  /// there is none, or none was needed.
  package var change: String?
  /// The rules that each such change breaks, too; empty where one breaks it alone.
  package var others: [String]
  /// Why no traffic of the harness's own breaks it; nil where the rule doesn't say.
  package var untried: String?

  package init(
    name: String, location: SourceLocation, caught: Int = 0, alone: Int = 0, change: String? = nil,
    others: [String] = [], untried: String? = nil
  ) {
    self.name = name
    self.location = location
    self.caught = caught
    self.alone = alone
    self.change = change
    self.others = others
    self.untried = untried
  }
}

extension RuleTeeth {
  /// Whether something breaks it alone.
  package var isBrokenAlone: Bool { alone > 0 || change != nil }

  /// Whether something breaks it alone, or the rule says why nothing does; not both.
  package var isShown: Bool { isBrokenAlone != (untried != nil) }
}

/// A mutant of a recording that no rule notices.
package struct RecordingSurvivor: Sendable, Equatable {
  /// The name of the recording.
  package var recording: String
  /// The number of the entry in it, from 0.
  package var entry: Int
  /// What sent it, such as the scenario of the harness's own run; nil where nobody knows.
  package var label: String?
  /// The kind of exchange.
  package var exchange: String
  /// The status of its answer; 0 where there was none.
  package var status: Int
  /// The part of the request, as `header accept`.
  package var place: String
  /// The name of the mutation, such as `doubled`.
  package var mutation: String
  /// What would go unnoticed, as a sentence without a full stop.
  package var summary: String

  package init(
    recording: String, entry: Int, label: String? = nil, exchange: String, status: Int,
    place: String, mutation: String, summary: String
  ) {
    self.recording = recording
    self.entry = entry
    self.label = label
    self.exchange = exchange
    self.status = status
    self.place = place
    self.mutation = mutation
    self.summary = summary
  }
}

extension RecordingSharpness {
  var json: JSONValue {
    var object = JSONObject()
    if problem == nil { object.append("score", tally.scoreJSON) }
    object.append("mutants", .integer(tally.all))
    object.append("caught", .integer(tally.caught))
    object.append("harmless", .integer(tally.harmless))
    object.append("survivors", .array(survivors.map(\.json)))
    object.append("rules", .array(rules.map(\.json)))
    object["problem"] = problem.map { .string($0) }
    return .object(object)
  }

  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      tally: MutantTally(
        all: try reader.count("mutants"), caught: try reader.count("caught"),
        harmless: try reader.count("harmless")),
      survivors: try reader.list("survivors") { item throws(RecordError) in
        try RecordingSurvivor(item)
      },
      rules: try reader.list("rules") { item throws(RecordError) in try RuleTeeth(item) },
      problem: try reader.optionalString("problem"))
  }
}

extension RuleTeeth {
  fileprivate var json: JSONValue {
    var object = JSONObject([
      ("file", .string(location.file)), ("line", .integer(location.position.line)),
      ("column", .integer(location.position.column)), ("rule", .string(name)),
      ("caught", .integer(caught)), ("alone", .integer(alone)),
    ])
    object["change"] = change.map { .string($0) }
    if !others.isEmpty { object["others"] = .array(others.map { .string($0) }) }
    object["untried"] = untried.map { .string($0) }
    return .object(object)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      name: try reader.string("rule"),
      location: SourceLocation(
        file: try reader.string("file"),
        position: Position(line: try reader.count("line"), column: try reader.count("column"))),
      caught: try reader.count("caught"), alone: try reader.count("alone"),
      change: try reader.optionalString("change"),
      others: try reader.strings("others"),
      untried: try reader.optionalString("untried"))
  }
}

extension RecordingSurvivor {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object.append("file", .string(recording))
    object.append("entry", .integer(entry))
    object["sentBy"] = label.map { .string($0) }
    object.append("exchange", .string(exchange))
    object.append("status", .integer(status))
    object.append("place", .string(place))
    object.append("mutation", .string(mutation))
    object.append("summary", .string(summary))
    return .object(object)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      recording: try reader.string("file"), entry: try reader.count("entry"),
      label: try reader.optionalString("sentBy"), exchange: try reader.string("exchange"),
      status: try reader.count("status"), place: try reader.string("place"),
      mutation: try reader.string("mutation"), summary: try reader.string("summary"))
  }
}

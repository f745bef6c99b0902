// SPDX-License-Identifier: Apache-2.0
// What rules for applications make of mutated recordings.

import JSON
import SourceText

/// What became of the mutants of a recording.
package struct RecordingSharpness: Sendable, Equatable {
  /// Those that only a `should` notices count as caught: the rule has said what there is to say.
  package var tally: MutantTally
  package var survivors: [RecordingSurvivor]
  /// Why nothing was measured, as a sentence without a full stop; nil where something was.
  package var problem: String?

  package init(
    tally: MutantTally = MutantTally(), survivors: [RecordingSurvivor] = [],
    problem: String? = nil
  ) {
    self.tally = tally
    self.survivors = survivors
    self.problem = problem
  }
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
    object["problem"] = problem.map { .string($0) }
    return .object(object)
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
}

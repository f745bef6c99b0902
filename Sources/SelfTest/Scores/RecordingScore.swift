// SPDX-License-Identifier: Apache-2.0
// How sharp rules are, by the mutants of a recording.

import Formats

/// The results of the mutants of a recording.
struct RecordingScore: Sendable, Equatable {
  /// Those that only a `should` notices count as caught: the rule has said what there is to say.
  var tally = MutantTally()
  var survivors: [RecordingSurvivor] = []
  /// Why nothing was measured, as a sentence without a full stop; nil where something was.
  var problem: String?
}

extension RecordingScore {
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

/// A mutant of a recording that no rule notices.
struct RecordingSurvivor: Sendable, Equatable {
  /// The name of the recording.
  var recording: String
  /// The number of the entry in it, from 0.
  var entry: Int
  /// The sender, such as the scenario of the harness's own run; nil for an unknown sender.
  var label: String?
  /// The kind of exchange.
  var exchange: String
  /// The status of its answer; 0 where there was none.
  var status: Int
  /// The part of the request, as `header accept`.
  var place: String
  /// The name of the mutation, such as `doubled`.
  var mutation: String
  /// The unnoticed mistake, as a sentence without a full stop.
  var summary: String
}

extension RecordingSurvivor {
  var json: JSONValue {
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

// SPDX-License-Identifier: Apache-2.0
// How sharp suites and rules are, in numbers and as JSON.

import Formats
import Record
import Text

/// The measures that `sso-selftest` takes of suites: the mutants that they catch, the seeded defects that they
/// find, and the right variants that they accept; and of rules: the mutated recordings that they catch.
/// It has no value of an answer or of a request in it.
struct MutationScore: Sendable, Equatable {
  /// The version of the JSON form.
  static let formatVersion = 1

  /// A suite file that was measured.
  struct SuiteDigest: Sendable, Equatable {
    let file: String
    /// SHA-256 of the file, in hexadecimal.
    let digest: String
  }

  /// The name of the target on which the suites passed.
  var target: String
  var suites: [SuiteDigest]
  /// Which share of the mutants and of the defects was judged: 0 to 1.
  var share: Double
  /// The seed that chose the share.
  var seed: Int
  /// nil where no mutants were made.
  var mutants: MutantTally?
  var survivors: [Survivor] = []
  var defects: [DefectResult] = []
  /// The ids of the requirements that should have a defect, and have none.
  var requirementsWithoutDefect: [String] = []
  var variants: [VariantResult] = []
  /// nil where no recording was mutated.
  var recordings: RecordingScore?
  /// For each defect whether, by the fingerprints of the others, its run names a requirement that it
  /// breaks; nil where it names none.
  var namedDefects: [Bool?] = []
  /// The defects that break other things than the file of fingerprints says.
  var staleFingerprints: [String] = []
}

/// How many mutants there were, and what became of them.
struct MutantTally: Sendable, Equatable {
  /// All of them, the harmless ones too.
  var all = 0
  var caught = 0
  /// Those that only a `should` notices.
  var warned = 0
  /// Those that nothing notices and the documents allow.
  var harmless = 0

  var survived: Int { all - caught - warned - harmless }

  /// The score in words: `97.31 %`, cut, so that it never looks better than it is.
  var percent: String { Self.percent(score) }

  static func percent(_ fraction: Double) -> String {
    let hundredths = Int((fraction * 10_000).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }

  /// Caught ÷ (all − harmless): 0 to 1. One where there is nothing to catch.
  var score: Double { all > harmless ? Double(caught) / Double(all - harmless) : 1 }
}

/// A mutant that no expectation notices.
struct Survivor: Sendable, Equatable {
  /// Where the step stands.
  var location: SourceLocation
  var scenario: String
  var step: String
  /// The place in the answer, as findings name it.
  var place: String
  /// The name of the mutation, such as `removed`.
  var mutation: String
  /// The unnoticed mistake, as a sentence without a full stop.
  var summary: String
  /// The requirement that the place belongs to; nil where none is known.
  var requirement: String?
  /// The expectation that would catch it, as a suite writes it; nil where none is known.
  var suggestion: String?
  /// Whether the mutant has a value of the same kind, so that the expectation says more than the kind.
  var keepsKind = false
}

/// The verdict of the suites on a service with one seeded defect.
struct DefectResult: Sendable, Equatable {
  var name: String
  /// The ids of the requirements that it breaks, the main one first.
  var requirements: [String]
  /// Whether a scenario that was conformant no longer is.
  var isCaught: Bool
  /// The names of the scenarios that caught it.
  var scenarios: [String]
  /// The ids of the requirements that the report marks failed.
  var blamed: [String]
  /// A remark on a defect that is not caught: who notices it instead, or why it could
  /// not be tried.
  var remark: String?

  /// Whether the report blames one of the requirements that it breaks.
  var isBlamedRightly: Bool { requirements.contains { blamed.contains($0) } }
}

/// The verdict of the suites on a service that is right in another way.
struct VariantResult: Sendable, Equatable {
  /// The name of the variant, or the names of several, joined by `+`.
  var name: String
  /// The scenarios that failed, which is a false alarm.
  var failed: [String]
  /// Their findings, with the places in the suites.
  var alarms: [String] = []
}

extension MutationScore {
  /// The value that `sso-selftest --json` writes.
  var json: JSONValue {
    var object = JSONObject()
    object.append("format", .integer(Self.formatVersion))
    object["score"] = mutants?.scoreJSON
    object["mutants"] = mutants.map { .integer($0.all) }
    object["caught"] = mutants.map { .integer($0.caught) }
    object["warned"] = mutants.map { .integer($0.warned) }
    object["harmless"] = mutants.map { .integer($0.harmless) }
    object.append("target", .string(target))
    object.append("seed", .integer(seed))
    object.append("share", .rounded(share, places: 4))
    object.append(
      "suites", .array(suites.map { ["file": .string($0.file), "digest": .string($0.digest)] }))
    object.append("survivors", .array(survivors.map(\.json)))
    object.append("defects", .array(defects.map(\.json)))
    object.append("requirementsWithoutDefect", .strings(requirementsWithoutDefect))
    object.append(
      "variants",
      .array(
        variants.map {
          ["name": .string($0.name), "failed": .strings($0.failed), "alarms": .strings($0.alarms)]
        }))
    object["recordings"] = recordings?.json
    if !staleFingerprints.isEmpty { object["staleFingerprints"] = .strings(staleFingerprints) }
    return .object(object)
  }
}

extension MutantTally {
  /// The score with four places.
  var scoreJSON: JSONValue { .rounded(score, places: 4) }
}

extension Survivor {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object.append("file", .string(location.file))
    object.append("line", .integer(location.position.line))
    object.append("column", .integer(location.position.column))
    object.append("scenario", .string(scenario))
    object.append("step", .string(step))
    object.append("place", .string(place))
    object.append("mutation", .string(mutation))
    object.append("summary", .string(summary))
    object.append("requirement", requirement.map { .string($0) } ?? .null)
    object["suggestion"] = suggestion.map { .string($0) }
    return .object(object)
  }
}

extension DefectResult {
  fileprivate var json: JSONValue {
    var object = JSONObject([
      (name: "name", value: .string(name)),
      (name: "requirement", value: .string(requirements.first ?? "")),
      (name: "requirements", value: .strings(requirements)),
      (name: "caught", value: .boolean(isCaught)), (name: "by", value: .strings(scenarios)),
      (name: "blamed", value: .strings(blamed)),
    ])
    object["remark"] = remark.map { .string($0) }
    return .object(object)
  }
}

extension JSONValue {
  /// A number with at most so many places after the point; cut, so that no score looks better than
  /// it is.
  fileprivate static func rounded(_ number: Double, places: Int) -> JSONValue {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let cut = Int((number * Double(scale)).rounded(.down))
    let digits = String(cut % scale)
    var fraction = String(repeating: "0", count: places - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let literal = fraction.isEmpty ? "\(cut / scale)" : "\(cut / scale).\(fraction)"
    return JSONNumber(literal: literal).map { .number($0) } ?? .integer(cut / scale)
  }
}

/// The fates of the mutants of a recording.
struct RecordingScore: Sendable, Equatable {
  /// Those that only a `should` notices count as caught: the rule has said what there is to say.
  var tally = MutantTally()
  var survivors: [RecordingSurvivor] = []
  /// Why nothing was measured, as a sentence without a full stop; nil where something was.
  var problem: String?
}

/// A mutant of a recording that no rule notices.
struct RecordingSurvivor: Sendable, Equatable {
  /// The name of the recording.
  var recording: String
  /// The number of the entry in it, from 0.
  var entry: Int
  /// The sender, such as the scenario of the harness's own run; nil where nobody knows.
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

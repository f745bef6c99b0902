// SPDX-License-Identifier: Apache-2.0
// How sharp suites and rules are, in numbers and as JSON.

import Formats
import Record

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
    return .object(object)
  }
}

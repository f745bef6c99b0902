// SPDX-License-Identifier: Apache-2.0
// How sharp suites are: what `sso-selftest` measured.

import Record

/// What `sso-selftest` measured of suites: the mutants that they catch, the seeded defects that they
/// find, and the right variants that they accept; and of rules: the mutated recordings that they catch.
/// It has no value of an answer or of a request in it.
struct Sharpness: Sendable, Equatable {
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
  /// What chose the share.
  var seed: Int
  /// nil where no mutants were made.
  var mutants: MutantTally?
  var survivors: [Survivor] = []
  var defects: [DefectResult] = []
  /// The ids of the requirements that should have a defect, and have none.
  var requirementsWithoutDefect: [String] = []
  var variants: [VariantResult] = []
  /// nil where no recording was mutated.
  var recordings: RecordingSharpness?
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
}

extension MutantTally {
  var survived: Int { all - caught - warned - harmless }

  /// The score in words: `97.31 %`, cut, so that it never looks better than it is.
  var percent: String { Self.percent(score) }

  static func percent(_ fraction: Double) -> String {
    let hundredths = Int((fraction * 10_000).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }

  /// Caught ÷ (all − harmless): 0 to 1. One where there is nothing to catch.
  var score: Double {
    all > harmless ? Double(caught) / Double(all - harmless) : 1
  }
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
  /// What would go unnoticed, as a sentence without a full stop.
  var summary: String
  /// The requirement that the place belongs to; nil where none is known.
  var requirement: String?
  /// The expectation that would catch it, as a suite writes it; nil where none is known.
  var suggestion: String?
}

/// What the suites made of a service with one seeded defect.
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
  /// What else there is to say of a defect that is not caught: who notices it instead, or why it could
  /// not be tried.
  var remark: String?

  /// Whether the report blames one of the requirements that it breaks.
  var isBlamedRightly: Bool { requirements.contains { blamed.contains($0) } }
}

/// What the suites made of a service that is right in another way.
struct VariantResult: Sendable, Equatable {
  /// The name of the variant, or the names of several, joined by `+`.
  var name: String
  /// The scenarios that failed, which is a false alarm.
  var failed: [String]
  /// What they hold against the service, with the places in the suites.
  var alarms: [String] = []
}

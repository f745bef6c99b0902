// SPDX-License-Identifier: Apache-2.0
// How sharp suites are: what `selftest` measured.

/// What `selftest` measured of suites: the mutants that they catch, the seeded defects that they
/// find, and the right variants that they accept; and of rules: the mutated recordings that they catch.
/// It has no value of an answer or of a request in it.
package struct Sharpness: Sendable, Equatable {
  /// The version of the JSON form.
  package static let formatVersion = 1

  /// A suite file that was measured.
  package struct SuiteDigest: Sendable, Equatable {
    package let file: String
    /// SHA-256 of the file, in hexadecimal.
    package let digest: String

    package init(file: String, digest: String) {
      self.file = file
      self.digest = digest
    }
  }

  /// The name of the target on which the suites passed.
  package var target: String
  package var suites: [SuiteDigest]
  /// Which share of the mutants and of the defects was judged: 0 to 1.
  package var share: Double
  /// What chose the share.
  package var seed: Int
  /// nil where no mutants were made.
  package var mutants: MutantTally?
  package var survivors: [Survivor] = []
  package var defects: [DefectResult] = []
  /// The ids of the requirements that should have a defect, and have none.
  package var requirementsWithoutDefect: [String] = []
  package var variants: [VariantResult] = []
  /// nil where no recording was mutated.
  package var recordings: RecordingSharpness?

  package init(target: String, suites: [SuiteDigest], share: Double, seed: Int) {
    self.target = target
    self.suites = suites
    self.share = share
    self.seed = seed
  }
}

/// How many mutants there were, and what became of them.
package struct MutantTally: Sendable, Equatable {
  /// All of them, the harmless ones too.
  package var all = 0
  package var caught = 0
  /// Those that only a `should` notices.
  package var warned = 0
  /// Those that nothing notices and the documents allow.
  package var harmless = 0

  package init(all: Int = 0, caught: Int = 0, warned: Int = 0, harmless: Int = 0) {
    self.all = all
    self.caught = caught
    self.warned = warned
    self.harmless = harmless
  }
}

extension MutantTally {
  package var survived: Int { all - caught - warned - harmless }

  /// The score in words: `97.31 %`, cut, so that it never looks better than it is.
  package var percent: String { Self.percent(score) }

  package static func percent(_ fraction: Double) -> String {
    let hundredths = Int((fraction * 10_000).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }

  /// Caught ÷ (all − harmless): 0 to 1. One where there is nothing to catch.
  package var score: Double {
    all > harmless ? Double(caught) / Double(all - harmless) : 1
  }
}

/// A mutant that no expectation notices.
package struct Survivor: Sendable, Equatable {
  /// Where the step stands.
  package var location: SourceLocation
  package var scenario: String
  package var step: String
  /// The place in the answer, as findings name it.
  package var place: String
  /// The name of the mutation, such as `removed`.
  package var mutation: String
  /// What would go unnoticed, as a sentence without a full stop.
  package var summary: String
  /// The requirement that the place belongs to; nil where none is known.
  package var requirement: String?
  /// The expectation that would catch it, as a suite writes it; nil where none is known.
  package var suggestion: String?

  package init(
    location: SourceLocation, scenario: String, step: String, place: String, mutation: String,
    summary: String, requirement: String? = nil, suggestion: String? = nil
  ) {
    self.location = location
    self.scenario = scenario
    self.step = step
    self.place = place
    self.mutation = mutation
    self.summary = summary
    self.requirement = requirement
    self.suggestion = suggestion
  }
}

/// What the suites made of a service with one seeded defect.
package struct DefectResult: Sendable, Equatable {
  package var name: String
  /// The ids of the requirements that it breaks, the main one first.
  package var requirements: [String]
  /// Whether a scenario that was conformant no longer is.
  package var isCaught: Bool
  /// The names of the scenarios that caught it.
  package var scenarios: [String]
  /// The ids of the requirements that the report marks failed.
  package var blamed: [String]
  /// What else there is to say of a defect that is not caught: who notices it instead, or why it could
  /// not be tried.
  package var remark: String?

  package init(
    name: String, requirements: [String], isCaught: Bool, scenarios: [String], blamed: [String],
    remark: String? = nil
  ) {
    self.name = name
    self.requirements = requirements
    self.isCaught = isCaught
    self.scenarios = scenarios
    self.blamed = blamed
    self.remark = remark
  }

  /// Whether the report blames one of the requirements that it breaks.
  package var isBlamedRightly: Bool { requirements.contains { blamed.contains($0) } }
}

/// What the suites made of a service that is right in another way.
package struct VariantResult: Sendable, Equatable {
  /// The name of the variant, or the names of several, joined by `+`.
  package var name: String
  /// The scenarios that failed, which is a false alarm.
  package var failed: [String]
  /// What they hold against the service, with the places in the suites.
  package var alarms: [String]

  package init(name: String, failed: [String], alarms: [String] = []) {
    self.name = name
    self.failed = failed
    self.alarms = alarms
  }
}

// SPDX-License-Identifier: Apache-2.0
// The parts of a self-test: what `sso-selftest` measures, one after the other.

import Command
import HTTP
import Record
import Runner
import Suites

/// A way to measure how sharp suites are. A new one is added to `all`; an option of its name chooses
/// it.
struct SelfTestPart: Sendable {
  /// The name of its option, without the dashes.
  let name: String
  /// What its option does, for the help.
  let help: String
  /// Whether it is measured where no option names a part.
  let isStandard: Bool
  /// Whether it needs the reference service, which it starts itself; without it, the part is measured
  /// on any target.
  let needsReference: Bool
  /// Measures, and writes what it found into the value.
  let measure: @Sendable (SelfTestSetting, inout Sharpness) throws(UsageError) -> Void

  static let all: [SelfTestPart] = [.mutants, .defects, .variants, .recordings]
}

extension SelfTestPart {
  var option: Option { Option(name, help: help) }
}

/// What all parts of a self-test get.
struct SelfTestSetting: Sendable {
  /// The suites to measure; they passed on the target before a part is asked.
  let suites: SuiteCollection
  let arguments: Arguments
  let console: Console
  let jobs: Int
  /// Chooses the share, and mixtures: the same seed chooses the same each time.
  let seed: Int
  /// Which share of all that could be tried is tried: above 0, at most 1.
  let share: Double
  /// What the run of the suites showed.
  let judgement: RunJudgement
  let surroundings: Surroundings
  /// The settings of runs against other services.
  let runSettings: RunSettings
  /// What the run of the suites kept: the answers that passed, with all that they were judged by.
  let courses: [JudgedCourse]
  /// What the run of the suites sent.
  let sent: [SentExchange]
  /// Ends the work early.
  let cancellation: Cancellation
}

extension SelfTestSetting {
  /// Whether an item belongs to the share that is tried.
  ///
  /// - Parameter name: What tells the item apart, the same in each run.
  @Sendable func includes(_ name: String) -> Bool {
    Self.includes(name, share: share, seed: seed)
  }

  static func includes(_ name: String, share: Double, seed: Int) -> Bool {
    share >= 1 || SelfTestSetting.fraction(of: name, seed: seed) < share
  }

  /// A number from 0 to 1 that a name has, other ones for other seeds.
  static func fraction(of name: String, seed: Int) -> Double {
    NameHash(name).fraction(seed: seed)
  }
}

// SPDX-License-Identifier: Apache-2.0
// The input of all parts of a self-test.

import Command
import HTTP
import Record
import Runner
import Suites

/// The input of all parts of a self-test.
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
  /// The record of the run of the suites.
  let judgement: RunJudgement
  let environment: Environment
  /// The settings of runs against other services.
  let runSettings: RunSettings
  /// The answers of the run that passed, with all that they were judged by.
  let courses: [PassedAnswers]
  /// The exchanges of the run of the suites.
  let sent: [SentExchange]
  /// Ends the work early.
  let cancellation: Cancellation
}

extension SelfTestSetting {
  /// Whether an item belongs to the share that is tried.
  ///
  /// - Parameter name: What tells the item apart, the same in each run.
  @Sendable func includes(_ name: String) -> Bool { Self.includes(name, share: share, seed: seed) }

  static func includes(_ name: String, share: Double, seed: Int) -> Bool {
    share >= 1 || SelfTestSetting.fraction(of: name, seed: seed) < share
  }

  /// A number from 0 to 1 that a name has, other ones for other seeds.
  static func fraction(of name: String, seed: Int) -> Double { NameHash(name).fraction(seed: seed) }
}

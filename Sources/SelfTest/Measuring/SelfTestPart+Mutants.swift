// SPDX-License-Identifier: Apache-2.0
// `sso-selftest --mutants`: judges changed answers by the expectations of the suites.

import Command
import Record

extension SelfTestPart {
  static let mutants = SelfTestPart(
    name: "mutants", help: "measures the mutants (default)", isStandard: true,
    needsReference: false
  ) { setting, sharpness throws(UsageError) in
    if let mistake = MutantRun.mistake(in: setting.suites) { throw UsageError(mistake) }
    let mutants = MutantRun(setting.courses, of: setting.suites)
    let outcome = mutants.outcome(
      seed: setting.seed, share: setting.share, workers: Machine.processorCount,
      suggests: setting.arguments.has("suggest"))
    sharpness.mutants = outcome.tally
    sharpness.survivors = outcome.survivors
  }
}

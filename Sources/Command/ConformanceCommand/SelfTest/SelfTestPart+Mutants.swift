// SPDX-License-Identifier: Apache-2.0
// `selftest --mutants`: judges changed answers by the expectations of the suites.

import Mutation
import Results

extension SelfTestPart {
  static let mutants = SelfTestPart(
    name: "mutants", help: "measures the mutants (default)", isStandard: true,
    needsReference: false
  ) { setting, sharpness throws(UsageError) in
    sharpness.mutants = MutantTally()
  }
}

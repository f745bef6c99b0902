// SPDX-License-Identifier: Apache-2.0
// What a run keeps out of its reports.

import Record
import Suites

/// What a run keeps out of its reports: secrets, and evidence beyond a limit.
struct RunSecrets: Sendable {
  /// The names that any suite of the run calls secret; their values are secret in shared fragments.
  let names: Set<String>
  /// The secrets of the target's profile, which are known from the start.
  let known: KnownSecrets
  /// The mask of `known`.
  let mask: Mask
  let evidence: Evidence

  init(_ profile: Profile, _ plan: Plan, _ settings: RunSettings) {
    names = Set((plan.preflights + plan.suites).flatMap(\.suite.secrets))
    var known = KnownSecrets(profile, named: names, texts: plan.texts)
    for secret in settings.secrets { known.add(secret, named: "proxy credentials") }
    self.known = known
    mask = known.mask
    evidence = Evidence(
      limitBytes: settings.evidenceBytes, keepsPassed: settings.keepsPassedExchanges)
  }
}

// SPDX-License-Identifier: Apache-2.0
// `--walk`: runs the walks of the claimed cookbooks alone.

import Record
import Runner
import Suites
import Text

extension Option {
  static let walk = Option(
    "walk",
    help: "runs only the walks of the claimed cookbooks, without preflights: a quick look after"
      + " each deployment, which ends with each step of the cookbook and its verdict")
}

extension Arguments {
  /// The selection of a run of these suites: with `--walk`, of the walks of the cookbooks that the
  /// target claims by themselves. The base of a claimed cookbook has no walk of its own then.
  ///
  /// - Throws: `UsageError` where `--walk` finds no walk.
  func selection(of collection: SuiteCollection) throws(UsageError) -> Selection {
    var selection = self.selection
    guard has(Option.walk.name) else { return selection }
    let claimed =
      TargetChoice.claimed(self)
      ?? (positional.isEmpty ? collection.cookbooksOfSuites : collection.cookbooksToWrite)
    selection.walks = claimed
    guard collection.suites.contains(where: selection.includesWalk) else {
      throw UsageError(
        "--walk: no suite is a walk of \(Wording.list(claimed)); one has 'walk: true'")
    }
    return selection
  }
}

// SPDX-License-Identifier: Apache-2.0
// A scenario before its names are checked.

import Text

/// A scenario that was read, with the names that its checks need.
struct ScenarioDraft {
  var scenario: Scenario
  /// The facts that `needs` of the suite or the scenario names.
  var named: [FactUse]
  /// Variables of live tables, which are bound while the scenario runs.
  var liveVariables: Set<String>
  /// Variables of rows, whose values are already put in.
  var rowVariables: Set<String>
  /// Names that unreadable steps would have bound.
  var lost: LostNames
  /// The requirements that the steps name.
  var covers: [CoverDraft]
  /// Of the scenario's name.
  var position: Position
}

// SPDX-License-Identifier: Apache-2.0
// Suites, scenarios and steps before their names are checked.

import Formats
import Text

/// A suite that was read, with the nodes that its checks need.
struct SuiteDraft {
  var name: String
  var about: String?
  var cookbook: YAMLNode?
  var phase: YAMLNode?
  var isPreflight: Bool
  var secrets: [String]
  var secretNodes: [YAMLNode]
  var fragments: FragmentList
  var scenarios: [ScenarioDraft]
  var position: Position
}

extension SuiteDraft {
  /// The requirements that the steps of the file name.
  var covers: Set<CoverDraft> { Set(fragments.covers + scenarios.flatMap(\.covers)) }
}

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

/// Fragments that were read, with the names and requirements that checks need.
struct FragmentList {
  var fragments: [Fragment] = []
  /// For each fragment, the names that its unreadable steps would have bound.
  var lost: [FragmentID: LostNames] = [:]
  /// For each fragment, the variables of the tables of its steps, whose values are already put in.
  var rowVariables: [FragmentID: Set<String>] = [:]
  /// The requirements that the steps name.
  var covers: [CoverDraft] = []
}

/// Steps that were read, with the names and requirements of those that are unreadable.
struct StepList {
  var steps: [Step] = []
  /// Names that unreadable steps would have bound.
  var lost = LostNames()
  /// The requirements that the steps name, the unreadable ones included.
  var covers: [CoverDraft] = []
  /// Variables of the tables of steps, whose values are already put in.
  var rowVariables: Set<String> = []
}

extension StepList {
  mutating func add(_ other: StepList) {
    steps += other.steps
    lost.add(other.lost)
    covers += other.covers
    rowVariables.formUnion(other.rowVariables)
  }
}

/// Names that may be bound or not: the step that would tell could not be read.
struct LostNames: Equatable {
  var names: Set<String> = []
  /// Whether any other name may be bound, too: by a fragment that is not known.
  var isOpen = false
}

extension LostNames {
  mutating func add(_ other: LostNames) {
    names.formUnion(other.names)
    isOpen = isOpen || other.isOpen
  }

  /// Whether an unreadable step may bind a name.
  func mayBind(_ name: String) -> Bool { isOpen || names.contains(name) }
}

/// A requirement that a step names, with its place in the suite.
struct CoverDraft: Hashable {
  let cover: Cover
  /// Of its id.
  let position: Position
  let length: Int

  var id: String { cover.id }
}

/// The surroundings of a step: its file, and its scenario or fragment.
struct StepScope {
  let fragments: FragmentLookup
  /// The headers and the timeout that the file gives to its steps.
  var defaults = StepDefaults()
  /// The names of the scenario's devices; nil in a fragment, which can't name one.
  var deviceNames: [String]?
  /// The row of `cases` whose values are put in.
  var row = CaseRow()
  /// Whether the step is a row of a table of its own.
  var isRowOfStep = false
}

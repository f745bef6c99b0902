// SPDX-License-Identifier: Apache-2.0
// Suites, scenarios and steps before their names are checked.

import Formats
import Text

/// A suite that was read, with the nodes that its checks need.
struct SuiteDraft {
  /// The suite without its scenarios.
  var suite: Suite
  let file: SourceFile
  let cookbook: YAMLNode?
  let phase: YAMLNode?
  let secrets: [YAMLNode]
  let fragments: [Draft<Fragment>]
  let scenarios: [Draft<Scenario>]
}

extension SuiteDraft {
  /// The requirements that the steps of the file name.
  var covers: Set<WrittenCover> {
    Set(fragments.flatMap(\.steps.covers) + scenarios.flatMap(\.steps.covers))
  }
}

/// A scenario or a fragment that was read, with all its steps as they were read.
struct Draft<Content> {
  /// A scenario needs only the facts so far that `needs` of the suite and the scenario names.
  var content: Content
  var steps: StepList
}

/// Steps that were read, with the names and requirements of those that are unreadable.
struct StepList {
  var steps: [Step] = []
  /// Names that unreadable steps would have bound; nil if that may be any name.
  var lost: Set<String>? = []
  /// The requirements that the steps name, the unreadable ones included.
  var covers: [WrittenCover] = []
  /// Variables of written rows, whose values are already put in.
  var rowVariables: Set<String> = []
}

extension StepList {
  /// The place of a step that may have bound any name.
  static let unreadable = StepList(lost: nil)

  mutating func add(_ other: StepList) {
    steps += other.steps
    lost = lost.flatMap { names in other.lost.map { names.union($0) } }
    covers += other.covers
    rowVariables.formUnion(other.rowVariables)
  }
}

/// A requirement that a step names, with its place in the suite.
struct WrittenCover: Hashable {
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

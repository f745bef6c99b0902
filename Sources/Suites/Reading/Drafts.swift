// SPDX-License-Identifier: Apache-2.0
// Suites, scenarios and fragments that were read, before their names are checked.

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

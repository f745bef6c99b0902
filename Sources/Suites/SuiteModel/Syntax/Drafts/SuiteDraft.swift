// SPDX-License-Identifier: Apache-2.0
// A suite before its names are checked.

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

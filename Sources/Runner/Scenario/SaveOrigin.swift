// SPDX-License-Identifier: Apache-2.0
// Which step saved a value from an answer.

import Expectations
import Record
import Text

/// The step that saved the value of a name from an answer.
struct SaveOrigin {
  let step: SourceLocation
  let stepName: String
  /// When the step began: fragments and loops run one step several times.
  let startedAfter: Duration
  /// The name that the step gave it.
  let name: String
  let position: Position
  /// Where in the answer it was; nil for what a shared fragment gave.
  let source: Source?
}

extension SaveOrigin {
  /// Whether the suite allows that there is no value.
  var isOptional: Bool { source?.isOptional ?? false }
  /// As the suite writes the source.
  var sourceText: String { source?.text ?? name }
}

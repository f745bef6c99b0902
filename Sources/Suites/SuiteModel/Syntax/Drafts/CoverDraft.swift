// SPDX-License-Identifier: Apache-2.0
// A requirement that a step names.

import Text

/// A requirement that a step names, with its place in the suite.
struct CoverDraft: Hashable {
  let cover: Cover
  /// Of its id.
  let position: Position
  let length: Int

  var id: String { cover.id }
}

// SPDX-License-Identifier: Apache-2.0
// A requirement that a step names.

import SourceText

/// A requirement that a step names, with its place.
struct Cover: Hashable {
  let id: String
  let position: Position
  let length: Int
}

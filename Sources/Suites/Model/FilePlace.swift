// SPDX-License-Identifier: Apache-2.0
// A place in one of several files.

import Text

struct FilePlace: Hashable {
  let file: String
  let position: Position
}

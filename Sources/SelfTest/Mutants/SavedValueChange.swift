// SPDX-License-Identifier: Apache-2.0
// A saved value that a mutant changes.

import Formats

/// A saved value that is another in a mutant.
struct SavedValueChange {
  let name: String
  let old: JSONValue
  let new: JSONValue
}

// SPDX-License-Identifier: Apache-2.0
// Whether an author may give a variable a name.

import Formats

/// The names of variables that an author chooses.
enum VariableName {
  /// Reports a text that can't be the name of a variable, or is the name of a built-in.
  static func check(_ name: String, _ node: YAMLNode, _ nodes: inout NodeReader) {
    if !Names.isName(name) {
      nodes.error(
        "'\(name)' can't be a name: lower-case letters, digits and '_', a letter first", at: node)
    } else if Names.builtIns.contains(name) {
      nodes.error("'\(name)' is built in and can't be hidden", at: node)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The rows of a scenario.

import Formats

/// The rows of a scenario: each written row with the live tables that multiply it.
struct CaseTable {
  struct Row {
    var values: [String: YAMLNode] = [:]
    var tables: [LiveTable] = []
  }

  /// How many rows a table may have.
  static let limit = 1000

  /// Without `cases:` one row without values.
  var rows: [Row] = [Row()]
}

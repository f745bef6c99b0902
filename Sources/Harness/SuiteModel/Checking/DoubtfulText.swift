// SPDX-License-Identifier: Apache-2.0
// Texts that are allowed and may be meant otherwise: `yes` and its like, and queries that can't
// select anything.

import JSON
import SourceText
import YAML

extension SuiteDecoder {
  /// What YAML 1.1, and so many a tool, takes for booleans.
  private static let oldBooleans: Set<String> = ["yes", "no", "on", "off"]

  /// Warns of a bare `yes`, `no`, `on` or `off` in an expectation.
  mutating func warnOfOldBoolean(_ scalar: YAMLScalar, at node: YAMLNode) {
    guard scalar.style == .plain, scalar.text.utf8.count <= 3,
      Self.oldBooleans.contains(scalar.text.lowercased())
    else { return }
    warning(
      "'\(scalar.text)' is the text here, not a boolean; quote it, or write true or false",
      at: node)
  }

  /// Warns of what a query has that is allowed and surely not meant.
  mutating func warnOfQuery(_ template: JSONPathTemplate, _ node: YAMLNode) {
    guard template.variables.isEmpty, let path = try? JSONPath(template.source) else { return }
    for warning in path.warnings {
      report(.warning, "\(warning)", at: node.position(atScalar: warning.offset), length: 1)
    }
  }
}

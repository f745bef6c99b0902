// SPDX-License-Identifier: Apache-2.0
// Warns of texts that are allowed but probably not meant: a bare `yes`, and queries that can't
// select anything.

internal import Formats
internal import Text

extension ValueReader {
  /// Words that YAML 1.1, and therefore many a tool, reads as booleans.
  private static let oldBooleans: Set<String> = ["yes", "no", "on", "off"]

  /// Warns of a bare `yes`, `no`, `on` or `off` in an expectation.
  static func warnOfOldBoolean(
    _ scalar: YAMLScalar, at node: YAMLNode, _ nodes: inout NodeReader
  ) {
    guard scalar.style == .plain, scalar.text.utf8.count <= 3,
      oldBooleans.contains(scalar.text.lowercased())
    else { return }
    nodes.warning(
      "'\(scalar.text)' is the text here, not a boolean; quote it, or write true or false",
      at: node)
  }

  /// Reports the doubts of the query parser.
  static func warnOfQuery(
    _ template: JSONPathTemplate, _ node: YAMLNode, _ nodes: inout NodeReader
  ) {
    guard template.variables.isEmpty, let path = try? JSONPath(template.source) else { return }
    for warning in path.warnings {
      nodes.warning("\(warning)", at: node.position(atScalar: warning.offset))
    }
  }
}

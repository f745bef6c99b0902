// SPDX-License-Identifier: Apache-2.0
// Reads durations that may have variables.

import Documents
import Encodings
import Expectations
import Templates
import YAML

/// Reads the durations of steps.
struct DurationReader {
  private let values: ValueReader

  /// - Parameter row: The row of `cases` whose values are put in.
  init(row: CaseRow = CaseRow()) {
    values = ValueReader(row: row)
  }
}

extension DurationReader {
  /// A duration; nil where it can't be one, which is reported.
  ///
  /// - Parameter what: The duration in words, for the message.
  func duration(
    _ node: YAMLNode, _ what: String, _ nodes: inout NodeReader
  ) -> DurationTemplate? {
    guard node.tag == nil, let text = node.text, text.utf8.contains(UInt8(ascii: "$")) else {
      return nodes.duration(node, what).map { .constant($0) }
    }
    guard let template = values.text(node, what, &nodes) else { return nil }
    guard template.variables.isEmpty else {
      if Self.mayBeDuration(template) { return .text(template) }
      nodes.error(
        "expected \(what): \(DurationText.form); a variable may stand for the integer or for the "
          + "whole; found \(node.withArticle)", at: node)
      return nil
    }
    if let duration = DurationText.parse(template.text) { return .constant(duration) }
    nodes.error(
      "expected \(what): \(DurationText.form); found the text '\(template.text.prefix(40))'",
      at: node)
    return nil
  }

  /// A duration without variables but those of written rows.
  func constant(_ node: YAMLNode, _ what: String, _ nodes: inout NodeReader) -> Duration? {
    guard let duration = duration(node, what, &nodes) else { return nil }
    if let constant = duration.constant { return constant }
    nodes.error(
      "\(what) is known before a run: it may name variables of written 'cases' only", at: node)
    return nil
  }

  /// Whether a text is one variable, or a variable and a unit.
  private static func mayBeDuration(_ template: TextTemplate) -> Bool {
    guard case .variable? = template.pieces.first else { return false }
    if template.pieces.count == 1 { return true }
    guard template.pieces.count == 2, case .literal(let unit) = template.pieces[1] else {
      return false
    }
    return DurationText.parse("1\(unit)") != nil
  }
}

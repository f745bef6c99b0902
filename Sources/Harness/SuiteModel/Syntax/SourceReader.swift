// SPDX-License-Identifier: Apache-2.0
// Reads the sources of saved values.

import Documents
import Expectations
import JSON
import SourceText
import YAML

/// Reads from which part of an answer a value is saved.
struct SourceReader {
  let values: ValueReader

  /// - Parameter row: The row of `cases` whose values are put in.
  init(row: CaseRow = CaseRow()) {
    values = ValueReader(row: row)
  }
}

extension SourceReader {
  /// A source with its variables, and compiled where it has none.
  ///
  /// - Returns: nil where it can't be read. Mistakes that show when it is compiled are reported,
  ///   and the source is returned all the same.
  func source(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> (template: SourceTemplate, compiled: Source?)? {
    guard let template = template(node, &nodes) else { return nil }
    do {
      let source = try template.node(in: .unknown).compiled()
      return (template, template.variables.isEmpty ? source : nil)
    } catch {
      ValueReader.report(error, &nodes)
      return (template, nil)
    }
  }

  private func template(_ node: YAMLNode, _ nodes: inout NodeReader) -> SourceTemplate? {
    let position = node.position
    switch node.tag?.name {
    case nil: break
    case "header"?:
      guard let name = values.text(node.untagged, "the name of a header", &nodes) else {
        return nil
      }
      return .header(name, at: position)
    case "status"?: return .status(at: position)
    case "text"?: return .text(at: position)
    case "optional"?: return template(node.untagged, &nodes).map { .optional($0, at: position) }
    case "list"?: return template(node.untagged, &nodes).map { .list($0, at: position) }
    case let name?:
      let known = ["header", "status", "text", "optional", "list"]
      nodes.error(
        "unknown source !\(name)\(Suggestion.hint(for: name, among: known))", at: node)
      return nil
    }
    if case .sequence(let items) = node.content {
      var sources: [SourceTemplate] = []
      for item in items {
        if let source = template(item, &nodes) { sources.append(source) }
      }
      if items.isEmpty { nodes.error("a list of sources has at least one", at: node) }
      return sources.count == items.count && !items.isEmpty ? .first(sources, at: position) : nil
    }
    let text = node.text ?? ""
    if text.hasPrefix("$") {
      return values.query(node, &nodes)
        .map { .query($0.template, $0.expressions, written: text, at: position) }
    }
    if text.hasPrefix("/") {
      return values.xmlPath(node, &nodes)
        .map { .path($0.template, $0.expressions, written: text, at: position) }
    }
    nodes.error(
      "expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text",
      at: node)
    return nil
  }
}

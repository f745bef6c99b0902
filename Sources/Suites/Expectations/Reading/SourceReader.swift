// SPDX-License-Identifier: Apache-2.0
// Reads the sources of saved values.

package import Formats
internal import Text

/// Reads from which part of an answer a value is saved.
package struct SourceReader: Sendable {
  let values: ValueReader

  /// - Parameter row: The row of `cases` whose values are put in.
  package init(row: CaseRow = CaseRow()) {
    values = ValueReader(row: row)
  }
}

extension SourceReader {
  /// A source with its variables, and compiled where it has none.
  ///
  /// - Returns: nil where it can't be read. Mistakes that show when it is compiled are reported,
  ///   and the source is returned all the same.
  package func source(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> (template: SourceTemplate, compiled: Source?)? {
    guard let template = template(node, &nodes) else { return nil }
    do throws(EvaluationError) {
      let source = try template.source(evaluatedIn: .unknown)
      return (template, template.variables.isEmpty ? source : nil)
    } catch {
      nodes.error(error.message, at: error.position ?? template.position)
      return (template, nil)
    }
  }

  /// Whether nothing, or an empty map, stands after a tag; reports an argument.
  private func withoutArgument(_ node: YAMLNode, _ nodes: inout NodeReader) -> Bool {
    let bare = node.untagged
    if bare.isNull && bare.text?.isEmpty == true { return true }
    if case .mapping(let entries) = bare.content, entries.isEmpty { return true }
    nodes.error("!\(node.tag?.name ?? "") takes no argument", at: bare)
    return false
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
    case "status"?: return withoutArgument(node, &nodes) ? .status(at: position) : nil
    case "text"?: return withoutArgument(node, &nodes) ? .text(at: position) : nil
    case "optional"?: return template(node.untagged, &nodes).map { .optional($0, at: position) }
    case "list"?: return template(node.untagged, &nodes).map { .list($0, at: position) }
    case let name?:
      let known = ["header", "status", "text", "optional", "list"]
      nodes.error(
        "unknown source !\(name)\(Suggestion.hint(for: name, among: known))",
        at: node.tag?.position ?? position, length: name.unicodeScalars.count + 1)
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
      return values.query(node, &nodes).map { .query($0) }
    }
    if text.hasPrefix("/") {
      return values.path(node, &nodes).map { .path($0) }
    }
    nodes.error(
      "expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text",
      at: node)
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads the sources of saved values, and plain values.

package import Formats
import Text

/// Reads from which part of an answer a value is saved.
package struct SourceReader: Sendable {
  let values: ValueReader

  /// - Parameter row: The row of `cases` whose values are put in.
  package init(row: CaseRow = CaseRow()) { values = ValueReader(row: row) }
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
    if text.hasPrefix("$") { return values.query(node, &nodes).map { .query($0) } }
    if text.hasPrefix("/") { return values.path(node, &nodes).map { .path($0) } }
    nodes.error(
      "expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text",
      at: node)
    return nil
  }
}

/// Reads values of facts: texts, numbers, booleans, lists, maps and null.
struct PlainValueReader {
  /// Reads a scalar with a tag; nil for one that can't be read, which it reports.
  let tagged: (YAMLNode, inout NodeReader) -> JSONValue?
}

extension PlainValueReader {
  /// A value; nil where a part of it can't be read, which is reported.
  func value(_ node: YAMLNode, _ nodes: inout NodeReader) -> JSONValue? {
    if node.tag != nil { return tagged(node, &nodes) }
    switch node.content {
    case .sequence(let items):
      var values: [JSONValue] = []
      for item in items {
        guard let value = value(item, &nodes) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .mapping(let entries):
      var object = JSONObject()
      for entry in entries {
        guard let name = entry.key.text, let value = value(entry.value, &nodes) else { return nil }
        object.append(name, value)
      }
      return .object(object)
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: return .null
      case .boolean(let value): return .boolean(value)
      case .integer(let literal), .float(let literal):
        return JSONNumber(literal: literal).map { .number($0) } ?? .string(scalar.text)
      case .nonFinite(let text), .string(let text): return .string(text)
      }
    }
  }
}

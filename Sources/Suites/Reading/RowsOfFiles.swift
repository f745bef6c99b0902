// SPDX-License-Identifier: Apache-2.0
// Rows of `for:`, whose values stand for `<column>` in what they repeat.

package import Formats
import Text

extension NodeReader {
  /// The values of a row by their columns.
  package mutating func columns(_ row: YAMLNode) -> [String: YAMLNode] {
    (mapping(row, "a row of 'for'") ?? []).reduce(into: [:]) { $0[$1.key.text ?? ""] = $1.value }
  }
}

extension YAMLNode {
  /// The document of a file: itself, or what is beside `for:` once for each of its rows.
  package func rows(_ nodes: inout NodeReader) -> [YAMLNode] {
    guard case .mapping(let entries) = content, let node = entry("for")?.value else {
      return [self]
    }
    let rest = with(.mapping(entries.filter { $0.key.text != "for" }))
    return (nodes.list(node, "'for'") ?? []).map { rest.filled(with: nodes.columns($0)) }
  }

  /// With the values of a row in the place of `<column>`; a list in a list gives its items.
  package func filled(with values: [String: YAMLNode]) -> YAMLNode {
    switch content {
    case .scalar(let scalar):
      if let whole = values[whole: scalar.text] {
        return tag == nil ? whole : YAMLNode(whole.content, tag: tag, at: position, length: length)
      }
      // Compiling the expression takes longer than reading most scalars.
      guard scalar.text.utf8.contains(UInt8(ascii: "<")) else { return self }
      let text = scalar.text.replacing(/<([a-z-]+)>/) { match in
        values[String(match.1)]?.text ?? String(match.0)
      }
      guard text != scalar.text else { return self }
      return with(.scalar(YAMLScalar(text, style: scalar.style)))
    case .sequence(let items):
      return with(
        .sequence(
          items.flatMap { item in
            let item = (item.text.flatMap { values[whole: $0] }, item.filled(with: values))
            if let list = item.0, case .sequence(let items) = list.content { return items }
            return [item.1]
          }))
    case .mapping(let entries):
      return with(
        .mapping(
          entries.map { entry in
            let key = entry.key.filled(with: values)
            return YAMLEntry(
              key: key.text == nil ? entry.key : key, value: entry.value.filled(with: values))
          }))
    }
  }

  private func with(_ content: Content) -> YAMLNode {
    YAMLNode(content, tag: tag, at: position, length: length)
  }
}

extension [String: YAMLNode] {
  /// The value of the column that a text is.
  fileprivate subscript(whole text: String) -> YAMLNode? {
    text.hasPrefix("<") && text.hasSuffix(">") ? self[String(text.dropFirst().dropLast())] : nil
  }
}

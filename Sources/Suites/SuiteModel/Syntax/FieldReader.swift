// SPDX-License-Identifier: Apache-2.0
// Reads the members of `headers:`, `query:` and `form:`.

import Formats
import Text

/// Reads maps of names to texts that a request sends.
struct FieldReader {
  let values: ValueReader

  /// - Parameter row: The row of `cases` whose values are put in.
  init(row: CaseRow = CaseRow()) {
    values = ValueReader(row: row)
  }
}

extension FieldReader {
  /// Fields as written, or one `${name}` that stands for a map of them.
  ///
  /// - Parameter what: The map that is expected here, for the message.
  func fieldList(
    _ node: YAMLNode, _ what: String, _ nodes: inout NodeReader
  ) -> RequestTemplate.FieldList {
    if node.isNull { return .written([]) }
    if node.tag == nil, node.text?.hasPrefix("${") == true,
      let expression = values.text(node, what, &nodes)?.wholeVariable
    {
      return .variable(expression)
    }
    return .written(fields(node, what, &nodes))
  }

  func fields(
    _ node: YAMLNode, _ what: String, _ nodes: inout NodeReader
  ) -> [RequestTemplate.Field] {
    var result: [RequestTemplate.Field] = []
    for entry in nodes.mapping(node, what) ?? [] {
      guard let name = values.text(entry.key, "a name in \(what)", &nodes),
        let value = values.value(entry.value, .value, &nodes)
      else { continue }
      Self.check(value, what, entry.value, &nodes)
      result.append(RequestTemplate.Field(name: name, value: value))
    }
    return result
  }

  private static func check(
    _ value: ValueTemplate, _ what: String, _ node: YAMLNode, _ nodes: inout NodeReader
  ) {
    // The value of a variable shows only when it is sent.
    guard value.variables.isEmpty else {
      if case .map = value {
        nodes.error("a member of \(what) is a text or a list of texts", at: node)
      }
      return
    }
    do {
      _ = try value.json(in: .unknown).fieldTexts(at: value.position)
    } catch {
      nodes.error(
        "a member of \(what) is a text or a list of texts: \(error.message)", at: node)
    }
  }

  /// Reports the names that no header, or no header of a suite, can have.
  static func checkHeaderNames(
    _ headers: [RequestTemplate.Field], _ nodes: inout NodeReader
  ) {
    for header in headers {
      guard let name = header.name.constant else { continue }
      if let problem = RequestTemplate.problem(withHeaderNamed: name) {
        nodes.error(problem, at: header.name.position, length: name.unicodeScalars.count)
      }
    }
  }
}

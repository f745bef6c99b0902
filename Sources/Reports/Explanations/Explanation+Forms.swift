// SPDX-License-Identifier: Apache-2.0
// Writes an explanation for a terminal, and as Markdown and JSON.

package import Formats
import Suites
package import Text

extension Explanation {
  private static let indent = 2

  /// The text for a terminal, without colours.
  ///
  /// - Parameter width: How many columns a line of prose has at most. Lines of an example, and words
  ///   that are longer, are left as they are.
  package func printed(width: Int) -> Printed {
    var output = Printed()
    for line in Self.wrapped("\(id) (\(kind.rawValue)): \(text)", width: width, indent: 0) {
      output.line("\(line)")
    }
    for section in sections {
      output.line()
      output.line("\(section.title)")
      for part in section.parts { Self.write(part, width: width, to: &output) }
    }
    return output
  }

  private static func write(_ part: Part, width: Int, to output: inout Printed) {
    let blanks = String(repeating: " ", count: indent)
    switch part {
    case .text(let text):
      for line in wrapped(text, width: width, indent: indent) { output.line("\(line)") }
    case .items(let items):
      for item in items {
        for line in wrapped("- \(item.text)", width: width, indent: indent, hanging: 2) {
          output.line("\(line)")
        }
        if let place = item.place { output.line("\(blanks)  \(place)") }
      }
    case .link(let address): output.line("\(blanks)\(address.text)")
    case .lines(let lines):
      for line in lines {
        output.line(line.text.isEmpty ? "" : "\(blanks)  \(Visible.line(line.text))")
      }
    }
  }

  /// The words of a text in lines.
  ///
  /// - Parameter hanging: By how many more blanks the lines behind the first are indented.
  private static func wrapped(
    _ text: String, width: Int, indent: Int, hanging: Int = 0
  ) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in Visible.name(text, limit: 4000).split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent + hanging)
        isEmpty = true
      }
      line += isEmpty ? String(word) : " \(word)"
      isEmpty = false
    }
    return lines + [line]
  }
}

extension Explanation {
  package var markdown: String {
    var text = "## \(Markdown.code(id))\n\n\(Markdown.text(self.text))\n"
    for section in sections {
      text += "\n### \(Markdown.text(section.title))\n\n"
      text += section.parts.map(Self.markdown).joined(separator: "\n")
    }
    return text
  }

  private static func markdown(_ part: Part) -> String {
    switch part {
    case .text(let text): "\(Markdown.text(text))\n"
    case .items(let items):
      items.map { item in
        "- \(Markdown.text(item.text))\(item.place.map { " (\(Markdown.code($0)))" } ?? "")\n"
      }.joined()
    case .link(let address): "<\(address.text)>\n"
    case .lines(let lines):
      Markdown.block(lines.map { "  \($0.text)" }.joined(separator: "\n"), language: "")
    }
  }
}

extension Explanation {
  /// `{id, kind, text, sections: [{title, parts: [{text} | {items} | {url} | {lines}]}]}`
  package var json: JSONValue {
    [
      "id": .string(id), "kind": .string(kind.rawValue), "text": .string(text),
      "sections": .array(
        sections.map { section in
          ["title": .string(section.title), "parts": .array(section.parts.map(\.json))]
        }),
    ]
  }
}

extension Explanation.Part {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): return ["text": .string(text)]
    case .items(let items):
      return [
        "items": .array(
          items.map { item in
            var object = JSONObject([("text", .string(item.text))])
            object["place"] = item.place.map { .string($0) }
            return .object(object)
          })
      ]
    case .link(let address): return ["url": .string(address.text)]
    case .lines(let lines): return ["lines": .array(lines.map { .string($0.text) })]
    }
  }
}

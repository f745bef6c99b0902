// SPDX-License-Identifier: Apache-2.0
// Explains an id in sections, for a terminal, Markdown and the page.

import Expectations
package import Formats
import Record
package import Suites
package import Text

/// The meaning of an id: a requirement, ambiguity, fact, matcher, fragment, state of a framework,
/// exit status or word of reports. Every place that explains one renders this value.
package struct Explanation: Sendable, Equatable {
  /// As it is written: `V2-C13-01`.
  package let id: String
  package let kind: Kind
  /// Its meaning or effect; whole sentences.
  package let text: String
  /// None of them is empty.
  package let sections: [Section]

  package enum Kind: String, Sendable, CaseIterable {
    case requirement
    case ambiguity
    case fact
    case matcher
    case fragment
    case state
    case exitStatus = "exit status"
    /// A word of reports.
    case word
  }

  /// The topic of a section, for renderers that show a part of them in another way.
  package enum Topic: Sendable, Equatable {
    case standing
    case source
    case ambiguity
    case binding
    case proof
    case example
    case breaks
    case effect
    case advice
    case other
  }

  package struct Section: Sendable, Equatable {
    package let topic: Topic
    package let title: String
    package let parts: [Part]
  }

  package enum Part: Sendable, Equatable {
    /// Prose in one paragraph.
    case text(String)
    case items([Item])
    case link(WebAddress)
    /// Lines as they are.
    case lines([Line])
  }

  package struct Item: Sendable, Equatable {
    package let text: String
    /// `file:line`; nil without a place.
    package let place: String?

    package init(_ text: String, at place: String? = nil) {
      self.text = text
      self.place = place
    }
  }

  package struct Line: Sendable, Equatable {
    package let text: String
    /// Whether it is what matters.
    package let isMarked: Bool

    package init(_ text: String, isMarked: Bool = false) {
      self.text = text
      self.isMarked = isMarked
    }
  }
}

extension Explanation.Section {
  /// - Returns: nil where nothing is left of the parts without the empty ones.
  package init?(
    _ title: String, about topic: Explanation.Topic = .other, _ parts: [Explanation.Part?]
  ) {
    let parts = parts.compactMap(\.self).filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    self.topic = topic
    self.title = title
    self.parts = parts
  }
}

extension Explanation {
  /// - Parameter sections: nil for one that would be empty.
  package init(_ kind: Kind, _ id: String, _ text: String, _ sections: [Section?]) {
    self.kind = kind
    self.id = id
    self.text = text
    self.sections = sections.compactMap(\.self)
  }
}

extension Explanation.Part {
  /// So many items at most, and how many more there are.
  package static func items(
    _ items: [Explanation.Item], limit: Int, more: String
  ) -> Explanation.Part {
    let left = items.count - limit
    guard left > 0 else { return .items(items) }
    return .items(
      items.prefix(limit) + [Explanation.Item("and \(Wording.grouped(left)) more\(more)")])
  }

  package var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .items(let items): items.isEmpty
    case .link: false
    case .lines(let lines): lines.isEmpty
    }
  }
}

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
        output.line(line.text.isEmpty ? "" : "\(blanks)  \(Sanitized.line(line.text))")
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
    for word in Sanitized.name(text, limit: 4000).split(separator: " ") {
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

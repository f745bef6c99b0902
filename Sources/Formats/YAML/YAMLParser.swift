// SPDX-License-Identifier: Apache-2.0
// Reads the documents of a YAML file.

package import Text

/// Reads YAML 1.2.2, restricted to the subset of the suite language.
///
/// Left out, each with an error of its own (`YAMLError.Reason.Kind.subset`): tabs as indentation,
/// equal keys in a map, `<<`, keys that are no scalar on one line (and `?`), tags but `!name`
/// (and names with `%`, or a colon at the end), numbers like `007`, directives but `%YAML 1.2`,
/// anchors on lists. All else that YAML allows is read as YAML says. A key may be empty; keys are
/// equal if their texts are, with any quotes.
package enum YAMLParser {
  /// The documents of a file, aliases replaced by what they stand for.
  ///
  /// - Throws: The first mistake.
  package static func documents(
    of file: SourceFile, limits: YAMLLimits = .standard
  ) throws(YAMLError) -> [YAMLDocument] {
    var parser = try DocumentParser(file, limits: limits)
    return try parser.documents()
  }
}

extension DocumentParser {
  mutating func documents() throws(YAMLError) -> [YAMLDocument] {
    var documents: [YAMLDocument] = []
    skipToContent()
    while bytes[index] != 0 {
      if indent < 0, bytes[index] == UInt8(ascii: ".") {
        index += 3
        try endLine()
        continue
      }
      let isDirected = try directives()
      anchors = [:]
      let root: YAMLNode
      if indent < 0, bytes[index] == UInt8(ascii: "-") {
        index += 3
        root = try blockValue(parent: -1, after: .documentStart)
      } else if isDirected {
        throw failure(.missingDocumentStart, at: index)
      } else {
        root = try node(parent: -1, mayAlign: false, beginsCollection: true, tab: leadingTab)
      }
      guard indent < 0 else { throw misplacedContent() }
      documents.append(YAMLDocument(root: root))
    }
    return documents
  }

  /// Content that belongs to none of the open collections.
  mutating func misplacedContent() -> YAMLError {
    leadingTab >= 0
      ? failure(.tabIndentation, at: leadingTab) : failure(.wrongIndentation, at: index)
  }

  /// - Returns: Whether there was one.
  private mutating func directives() throws(YAMLError) -> Bool {
    var isDirected = false
    while bytes[index] == UInt8(ascii: "%"), index == lineStart {
      let start = index
      var end = index
      while !bytes[end].isBreakOrEnd, !(bytes[end] == UInt8(ascii: "#") && bytes[end - 1].isBlank) {
        end += 1
      }
      while bytes[end - 1].isBlank { end -= 1 }
      let written = text(from: start, to: end)
      guard written.split(whereSeparator: { $0 == " " || $0 == "\t" }) == ["%YAML", "1.2"] else {
        throw failure(.directive(written), from: start, to: end)
      }
      if isDirected { throw failure(.repeatedDirective, from: start, to: end) }
      isDirected = true
      index = end
      try endLine()
    }
    return isDirected
  }
}

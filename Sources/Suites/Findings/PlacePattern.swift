// SPDX-License-Identifier: Apache-2.0
// Where in an answer a requirement shows, as a catalogue or a step says it.

internal import Formats
package import Text

/// A part of an answer, with all that is below it.
///
///     status    header Content-Type    text    statuses    save token
///     $.profiles[*].notAfter           a JSONPath query: names, indices and `..` count; `[*]`, a
///                                      filter and a `${…}` stand for any name or index
///     /error/status    //code          an XML path: predicates don't count
package struct PlacePattern: Sendable {
  /// The kinds of parts. The path is that of `.json` and `.xml`.
  enum Part: Sendable, Hashable {
    case status
    /// The name in lower case.
    case header(String)
    case json
    case xml
    case text
    case statuses
    case saved(String)
  }

  /// A name, or an index as text, on the way from the root of the body.
  struct Segment: Sendable, Hashable {
    /// Whether any number of others may stand before it.
    let isDeep: Bool
    /// nil for any.
    let name: String?
  }

  /// As written.
  package let text: String
  let part: Part
  let path: [Segment]

  init(_ part: Part, path: [Segment] = [], text: String) {
    self.part = part
    self.path = path
    self.text = text
  }
}

extension PlacePattern {
  package static let status = PlacePattern(.status, text: "status")
  package static let bodyText = PlacePattern(.text, text: "text")
  package static let statuses = PlacePattern(.statuses, text: "statuses")
  /// The JSON of an answer as a whole.
  package static let json = PlacePattern(.json, text: "$")

  package static func header(_ name: String) -> PlacePattern {
    PlacePattern(.header(name.lowercased()), text: "header \(name)")
  }

  package static func saved(_ name: String) -> PlacePattern {
    PlacePattern(.saved(name), text: "save \(name)")
  }

  /// A member of the JSON that stands here, or one at any depth of it.
  ///
  /// - Parameter name: nil for any.
  package func member(_ name: String?, atAnyDepth isDeep: Bool = false) -> PlacePattern {
    PlacePattern(
      part, path: path + [Segment(isDeep: isDeep, name: name)],
      text: "\(text)\(isDeep ? "." : "").\(name ?? "*")")
  }
}

extension PlacePattern: Hashable {
  package static func == (left: PlacePattern, right: PlacePattern) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Why a text is not a place.
package struct PlaceMistake: Sendable, Equatable, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

package typealias PlaceError = LocatedError<PlaceMistake, ScalarOffset>

extension PlacePattern {
  /// The forms in words, for messages.
  package static let forms =
    "status, header NAME, a JSONPath query ($…), an XML path (/…), text, statuses or save NAME"

  /// Reads a place.
  ///
  /// - Throws: `PlaceError` for a text of another form, with the offset in the text.
  package init(_ text: String) throws(PlaceError) {
    switch text {
    case "status": self.init(.status, text: text)
    case "text": self.init(.text, text: text)
    case "statuses": self.init(.statuses, text: text)
    case _ where text.hasPrefix("header "):
      self.init(.header(try Self.name(in: text, after: "header ").lowercased()), text: text)
    case _ where text.hasPrefix("save "):
      self.init(.saved(try Self.name(in: text, after: "save ")), text: text)
    case _ where text.hasPrefix("$"):
      self.init(.json, path: try Self.jsonPath(text), text: text)
    case _ where text.hasPrefix("/"):
      self.init(.xml, path: try Self.xmlPath(text), text: text)
    default:
      throw PlaceError(
        PlaceMistake(description: "'\(text)' is not a place: \(Self.forms)"), at: ScalarOffset(0))
    }
  }

  private static func name(in text: String, after prefix: String) throws(PlaceError) -> String {
    let name = text.dropFirst(prefix.count)
    // No name of a header or of a variable has a blank in it.
    if name.isEmpty || name.contains(" ") {
      throw PlaceError(
        PlaceMistake(description: "one name stands after '\(prefix)'"),
        at: ScalarOffset(prefix.count))
    }
    return String(name)
  }

  /// What stands for a variable while a path is read: no name in an answer has it.
  private static let variable = "\u{F8FF}"

  private static func jsonPath(_ text: String) throws(PlaceError) -> [Segment] {
    let template: JSONPathTemplate
    do throws(JSONPathError) { template = try JSONPathTemplate(text) } catch {
      throw PlaceError(
        PlaceMistake(description: "invalid JSONPath: \(error.description)"), at: error.offset)
    }
    do {
      return segments(
        try template.bound { (_: String) throws(Never) in .string(variable) }.outline)
    } catch {
      throw PlaceError(
        PlaceMistake(description: "invalid JSONPath: \(error)"), at: ScalarOffset(0))
    }
  }

  private static func xmlPath(_ text: String) throws(PlaceError) -> [Segment] {
    do throws(XMLPathError) {
      let template = try XMLPathTemplate(text)
      return segments(template.bound { (_: String) throws(Never) in variable }.outline)
    } catch {
      throw PlaceError(
        PlaceMistake(description: "invalid XML path: \(error.description)"), at: error.offset)
    }
  }

  private static func segments(_ outline: [(isDeep: Bool, name: String?)]) -> [Segment] {
    outline.map { step in
      let isOpen = step.name?.contains(variable) ?? true
      return Segment(isDeep: step.isDeep, name: isOpen ? nil : step.name)
    }
  }
}

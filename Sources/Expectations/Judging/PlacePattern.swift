// SPDX-License-Identifier: Apache-2.0
// Where in an answer a requirement shows, and which places a finding touches.

import Formats
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
    case _ where text.hasPrefix("$"): self.init(.json, path: try Self.jsonPath(text), text: text)
    case _ where text.hasPrefix("/"): self.init(.xml, path: try Self.xmlPath(text), text: text)
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

  /// Stands for a variable while a path is read: no name in an answer has it.
  private static let variable = "\u{F8FF}"

  private static func jsonPath(_ text: String) throws(PlaceError) -> [Segment] {
    let template: JSONPathTemplate
    do throws(JSONPathError) { template = try JSONPathTemplate(text) } catch {
      throw PlaceError(
        PlaceMistake(description: "invalid JSONPath: \(error.description)"), at: error.offset)
    }
    do {
      return segments(try template.bound { (_: String) throws(Never) in .string(variable) }.outline)
    } catch {
      throw PlaceError(PlaceMistake(description: "invalid JSONPath: \(error)"), at: ScalarOffset(0))
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

  /// The parts of an answer that a finding is about; nil for all of it, empty for a repetition.
  ///
  /// A value that could not be saved is missing under its name, and where it is taken from.
  package static func touched(by finding: Finding) -> [PlacePattern]? {
    if case .saved(let name) = finding.place {
      return [PlacePattern.saved(name)]
        + finding.expectedValue.sources.flatMap { touched(at: $0) ?? [] }
    }
    return touched(at: finding.place)
  }

  /// The parts of an answer that a place is, or nil for the answer as a whole.
  package static func touched(at place: Place) -> [PlacePattern]? {
    switch place {
    case .status: return [.status]
    case .header(let name): return [.header(name)]
    case .body(let pointer):
      let body = PlacePattern(.json, path: pointer.tokens.map(Segment.init), text: "")
      // A body that is not JSON or XML, or holds something else than the suite reads.
      return pointer.tokens.isEmpty ? [.bodyText, body] : [body]
    case .query(let text), .xml(let text): return (try? PlacePattern(text)).map { [$0] }
    case .text: return [.bodyText]
    case .statuses: return [.statuses]
    case .inside(let outer, _): return touched(at: outer)
    // An answer that can't be used breaks no rule about what is in it.
    case .fragment, .framing: return []
    case .part, .decoded, .variable, .saved, .retry, .frameworkError, .call, .visit, .other:
      return nil
    }
  }
}

extension PlacePattern.Segment {
  fileprivate init(_ token: JSONPointer.Token) {
    switch token {
    case .name(let name): self.init(isDeep: false, name: name)
    case .index(let index): self.init(isDeep: false, name: String(index))
    }
  }

  /// Whether both may name the same member.
  fileprivate func meets(_ other: Self) -> Bool {
    guard let name, let otherName = other.name else { return true }
    return name.utf8.elementsEqual(otherName.utf8)
  }
}

extension PlacePattern {
  /// Whether it is a part of a JSON or XML body, not of the body as text.
  package var isOfContent: Bool { part == .json || part == .xml }

  /// Whether it is the body, or a part of it.
  package var isOfBody: Bool { isOfContent || part == .text }

  package var isStatus: Bool { part == .status }

  /// Whether it may be the same part of an answer as another, or one that holds it.
  package func holds(_ other: PlacePattern) -> Bool {
    part == other.part && Self.holds(path[...], other.path[...])
  }

  private static func holds(_ outer: ArraySlice<Segment>, _ inner: ArraySlice<Segment>) -> Bool {
    guard let first = outer.first else { return true }
    guard let next = inner.first else { return false }
    let rest = outer.dropFirst()
    if first.isDeep {
      return inner.indices.contains { index in
        // A name at any depth is not just any member: only where it is named.
        (first.name == nil || inner[index].name != nil) && first.meets(inner[index])
          && holds(rest, inner[(index + 1)...])
      }
    }
    guard next.isDeep else { return first.meets(next) && holds(rest, inner.dropFirst()) }
    // The members before the deep name can be any, so those of the outer place up to it count.
    return outer.indices.contains { index in
      outer[index].name != nil && outer[index].meets(next)
        && holds(outer[(index + 1)...], inner.dropFirst())
    }
  }
}

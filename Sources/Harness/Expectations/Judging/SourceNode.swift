// SPDX-License-Identifier: Apache-2.0
// A source of `save:` as a suite has it, and its compilation.

internal import HTTPMessages
package import JSON
package import SourceText
package import XML

/// A source as written, variables already replaced.
package indirect enum SourceNode: Sendable, Equatable {
  /// The text of a query or a path, or the argument of `!header`; for what has no variables.
  ///
  /// `isPlain` tells whether columns of mistakes begin at the position, or after a quote.
  case text(String, isPlain: Bool, at: Position)
  /// A query with its variables bound.
  case query(JSONPath, source: String, at: Position)
  /// A path with its variables bound.
  case path(XMLPath, source: String, at: Position)
  /// The name of a tag without `!`, and its argument; nil where it has none or an empty `{}`.
  case tagged(String, SourceNode?, at: Position)
  case list([SourceNode], at: Position)

  package static func == (left: SourceNode, right: SourceNode) -> Bool {
    switch (left, right) {
    case (.text(let left, _, _), .text(let right, _, _)),
      (.query(_, let left, _), .query(_, let right, _)),
      (.path(_, let left, _), .path(_, let right, _)):
      left == right
    case (.tagged(let left, let leftNode, _), .tagged(let right, let rightNode, _)):
      left == right && leftNode == rightNode
    case (.list(let left, _), .list(let right, _)): left == right
    default: false
    }
  }

  package var position: Position {
    switch self {
    case .text(_, _, let position), .query(_, _, let position), .path(_, _, let position),
      .tagged(_, _, let position), .list(_, let position):
      position
    }
  }
}

extension SourceNode {
  /// Compiles the source.
  ///
  /// - Throws: All mistakes, each with its place.
  package func compiled() throws(PatternErrors) -> Source {
    var errors: [PatternError] = []
    let source = compiled(&errors, depth: 1)
    if let source, errors.isEmpty { return source }
    throw PatternErrors(errors)
  }

  private static let tags = ["header", "status", "text", "optional", "list"]

  private func compiled(_ errors: inout [PatternError], depth: Int) -> Source? {
    guard depth <= PatternCompiler.depthLimit else {
      errors.append(
        PatternError(
          "sources are nested more than \(PatternCompiler.depthLimit) deep", at: position)
      )
      return nil
    }
    switch self {
    case .query(let path, let source, _):
      return Source(form: .query(Query(path: path, source: source)))
    case .path(let path, let source, _): return Source(form: .path(path, source: source))
    case .text(let text, let isPlain, let position):
      return Self.source(text, at: position.advanced(by: isPlain ? 0 : 1), &errors)
    case .list(let nodes, let position):
      if nodes.isEmpty {
        errors.append(PatternError("a list of sources has at least one", at: position))
        return nil
      }
      let sources = nodes.compactMap { $0.compiled(&errors, depth: depth + 1) }
      if sources.count < nodes.count { return nil }
      return sources.count == 1 ? sources[0] : Source(form: .first(sources))
    case .tagged(let name, let argument, let position):
      return Self.tagged(name, argument, at: position, &errors, depth: depth)
    }
  }

  private static func source(_ text: String, at position: Position, _ errors: inout [PatternError])
    -> Source?
  {
    if text.hasPrefix("$") {
      do throws(JSONPathError) {
        return Source(form: .query(Query(path: try JSONPath(text), source: text)))
      } catch {
        errors.append(
          PatternError(
            "invalid JSONPath: \(error.description)", at: position.advanced(by: error.offset)))
        return nil
      }
    }
    if text.hasPrefix("/") {
      do throws(XMLPathError) {
        return Source(form: .path(try XMLPath(text), source: text))
      } catch {
        errors.append(
          PatternError(
            "invalid XML path: \(error.description)", at: position.advanced(by: error.offset)))
        return nil
      }
    }
    errors.append(
      PatternError(
        "'\(text)' is no source: write a query ($…), an XML path (/…), !header NAME, !status, !text,"
          + " !optional, !list or a list of these", at: position,
        length: text.unicodeScalars.count))
    return nil
  }

  private static func tagged(
    _ name: String, _ argument: SourceNode?, at position: Position,
    _ errors: inout [PatternError], depth: Int
  ) -> Source? {
    func fail(_ message: String, at place: Position? = nil) -> Source? {
      errors.append(
        PatternError(
          message, at: place ?? position, length: place == nil ? name.unicodeScalars.count + 1 : 1))
      return nil
    }
    switch (name, argument) {
    case ("status", nil): return Source(form: .status)
    case ("text", nil): return Source(form: .text)
    case ("status", let argument?), ("text", let argument?):
      return fail("!\(name) takes no argument", at: argument.position)
    case ("header", .text(let header, _, let place)?):
      guard Octets.isToken(header) else {
        return fail("'\(header)' is no name of a header", at: place)
      }
      return Source(form: .header(header))
    case ("header", _):
      return fail("!header wants the name of a header", at: argument?.position)
    case ("optional", let argument?):
      return argument.compiled(&errors, depth: depth + 1).map { Source(form: .optional($0)) }
    case ("list", let argument?):
      return argument.compiled(&errors, depth: depth + 1).map { Source(form: .list($0)) }
    case ("optional", nil), ("list", nil): return fail("!\(name) wants a source")
    default:
      let known = tags.map { "!\($0)" }
      let hint = Suggestion.hint(for: "!\(name)", among: known)
      return fail(
        "unknown source '!\(name)'"
          + (hint.isEmpty ? ", expected one of: \(known.joined(separator: ", "))" : hint))
    }
  }
}

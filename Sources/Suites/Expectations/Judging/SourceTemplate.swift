// SPDX-License-Identifier: Apache-2.0
// A source of a saved value, with variables in it.

internal import Formats
internal import HTTP
package import Text

/// Where a saved value is taken from, with variables in it.
package indirect enum SourceTemplate: Sendable, Equatable {
  case query(QueryTemplate)
  case path(PathTemplate)
  case header(TextTemplate, at: Position)
  case status(at: Position)
  case text(at: Position)
  /// The first that selects something.
  case first([SourceTemplate], at: Position)
  case optional(SourceTemplate, at: Position)
  case list(SourceTemplate, at: Position)
}

extension SourceTemplate {
  package var variables: [VariableExpression] {
    switch self {
    case .query(let query): query.variables
    case .path(let path): path.variables
    case .header(let name, _): name.variables
    case .status, .text: []
    case .first(let sources, _): sources.flatMap(\.variables)
    case .optional(let source, _), .list(let source, _): source.variables
    }
  }

  package var position: Position {
    switch self {
    case .query(let query): query.position
    case .path(let path): path.position
    case .header(_, let position), .status(let position), .text(let position),
      .first(_, let position), .optional(_, let position), .list(_, let position):
      position
    }
  }

  /// Whether it takes something from the body.
  package var readsBody: Bool {
    switch self {
    case .query, .path, .text: true
    case .header, .status: false
    case .first(let sources, _): sources.contains(where: \.readsBody)
    case .optional(let source, _), .list(let source, _): source.readsBody
    }
  }

  /// The source with the values of its variables.
  ///
  /// - Throws: Where a variable has no value, or one that does not fit where it stands.
  package func source(evaluatedIn bindings: Bindings) throws(EvaluationError) -> Source {
    switch self {
    case .query(let query):
      return Source(
        form: .query(Query(path: try query.bound(in: bindings), source: query.source)))
    case .path(let path):
      return Source(form: .path(try path.bound(in: bindings), source: path.source))
    case .header(let name, _):
      let text = try name.text(in: bindings)
      guard Octets.isToken(text) else {
        throw EvaluationError("'\(text)' is not a valid header name", at: name.position)
      }
      return Source(form: .header(text))
    case .status: return Source(form: .status)
    case .text: return Source(form: .text)
    case .first(let templates, _):
      var sources: [Source] = []
      for template in templates { sources.append(try template.source(evaluatedIn: bindings)) }
      return sources.count == 1 ? sources[0] : Source(form: .first(sources))
    case .optional(let template, _):
      return Source(form: .optional(try template.source(evaluatedIn: bindings)))
    case .list(let template, _):
      return Source(form: .list(try template.source(evaluatedIn: bindings)))
    }
  }
}

extension SourceTemplate {
  /// Whether it takes the body as text.
  package var readsText: Bool {
    switch self {
    case .text: true
    case .query, .path, .header, .status: false
    case .first(let sources, _): sources.contains(where: \.readsText)
    case .optional(let source, _), .list(let source, _): source.readsText
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The sources of `save:`, which take values from an answer.

package import Formats
import HTTP
import Text

/// Where a saved value comes from: exactly one node, unless it says otherwise.
///
///     $.id    /error/code    !header Location    !status    !text
///     [$.a, /b]              the first that selects something
///     !optional $.id         null where it selects nothing
///     !list "$..id"          all of them
package indirect enum SourceForm<
  Query: Sendable & Equatable, Path: Sendable & Equatable, Header: Sendable & Equatable
>: Sendable, Equatable {
  case query(Query)
  case path(Path)
  case header(Header)
  case status
  case text
  case first([SourceForm])
  case optional(SourceForm)
  case list(SourceForm)
}

/// A source in which each variable has its value.
package typealias Source = SourceForm<WrittenPath<JSONPath>, WrittenPath<XMLPath>, String>

/// A source with variables in it.
package typealias SourceTemplate = SourceForm<QueryTemplate, PathTemplate, TextTemplate>

/// Why a source gave no value.
package struct SourceError: Error, Sendable, Equatable {
  /// As in a finding: what was there instead of one value.
  package var found = FoundValue.nothing
  /// A sentence without a full stop; nil where `found` says it all.
  package let nearest: QuotingText?
  /// Whether the sources after this one are not asked.
  var isFinal = false
}

extension Source {
  /// The value to save; null for an `!optional` source that selects nothing.
  package func value(in observation: Observation) -> Result<JSONValue, SourceError> {
    switch self {
    case .optional(let source):
      switch source.nodes(in: observation) {
      case .success(let nodes):
        return nodes.isEmpty ? .success(.null) : Self.only(of: nodes) ?? .success(.null)
      // An answer that can't be read has nothing in it, unless it can be read in two ways.
      case .failure(let error): return error.isFinal ? .failure(error) : .success(.null)
      }
    case .list(let source): return source.nodes(in: observation).map { .array($0) }
    case .query, .path, .header, .status, .text, .first:
      return nodes(in: observation).flatMap { nodes in
        Self.only(of: nodes) ?? .failure(SourceError(nearest: reasonForNothing(in: observation)))
      }
    }
  }

  /// Whether it may select nothing.
  package var isOptional: Bool {
    switch self {
    case .optional: true
    case .list(let source): source.isOptional
    case .first(let sources): sources.contains(where: \.isOptional)
    case .query, .path, .header, .status, .text: false
    }
  }

  /// The only node, or the failure of several; nil for no nodes.
  private static func only(of nodes: [JSONValue]) -> Result<JSONValue, SourceError>? {
    guard let node = nodes.first else { return nil }
    if nodes.count == 1 { return .success(node) }
    return .failure(
      SourceError(
        found: FoundValue(of: .array(nodes)),
        nearest: "\(nodes.count) values; expected exactly one"))
  }

  /// The reason why nothing is selected: a missing member and a similar one, or another root.
  private func reasonForNothing(in observation: Observation) -> QuotingText? {
    switch self {
    case .path(let path):
      guard case .success(let root) = observation.xml else { return nil }
      return XMLEntry.otherRoot(of: path.source, root)
    case .query(let query):
      guard query.source.hasPrefix("$."), query.path.isSingular,
        case .success(let json) = observation.json
      else { return nil }
      let noun = QueryWords(query.source).noun
      return "the answer has no \(words: noun)\(similarName(to: query, in: json))"
    case .header(let name): return "the answer has no header \(name)"
    case .status, .text, .first, .optional, .list: return nil
    }
  }

  /// `", did you mean 'access_token'?"`, or an empty text.
  private func similarName(to query: Query, in json: JSONValue) -> String {
    guard let name = JSONPath.firstName(of: query.source), let object = json.object,
      // Any two short names are similar, and a body can have any number of names.
      name.utf8.count > 2, object[name] == nil
    else { return "" }
    return Suggestion.hint(for: name, among: Array(object.names.prefix(100)))
  }

  /// The nodes that the source selects.
  private func nodes(in observation: Observation) -> Result<[JSONValue], SourceError> {
    switch self {
    case .query(let query):
      return observation.json.mapError { Self.error($0) }.flatMap {
        Self.nodes(of: query, in: $0, observation.queryLimits)
      }
    case .path(let query):
      return observation.xml.mapError { Self.error($0) }
        .map { query.path.values(in: $0).map { .string($0) } }
    case .header(let name):
      return Self.response(observation).map { $0.headers.values(of: name).map { .string($0) } }
    case .status: return Self.response(observation).map { [.integer($0.status)] }
    case .text: return observation.text.mapError { Self.error($0) }.map { [.string($0)] }
    case .first(let sources):
      var errors: [SourceError] = []
      for source in sources {
        switch source.nodes(in: observation) {
        case .success(let nodes): if !nodes.isEmpty { return .success(nodes) }
        case .failure(let error):
          if error.isFinal { return .failure(error) }
          errors.append(error)
        }
      }
      // Why a body can't be read matters only where every source failed.
      return errors.count == sources.count ? .failure(errors[0]) : .success([])
    case .optional(let source):
      return source.nodes(in: observation).map { $0.isEmpty ? [.null] : $0 }
    case .list(let source): return source.nodes(in: observation).map { [.array($0)] }
    }
  }

  private static func nodes(of query: Query, in root: JSONValue, _ limits: JSONPathLimits)
    -> Result<[JSONValue], SourceError>
  {
    do throws(JSONPathError) {
      return .success(try query.path.nodes(in: root, limits: limits).map(\.value))
    } catch {
      return .failure(
        SourceError(nearest: "the query was given up: \(error.description)", isFinal: true))
    }
  }

  private static func response(_ observation: Observation) -> Result<HTTPResponse, SourceError> {
    observation.response.map { .success($0) }
      ?? .failure(SourceError(nearest: "only the answer of a request has it"))
  }

  private static func error(_ body: BodyError) -> SourceError {
    SourceError(nearest: body.reason, isFinal: body.expected != nil)
  }

  /// The places where it looks, with the variables as a suite has written them: requirements find
  /// their own places among these.
  package var places: [Place] {
    switch self {
    case .query(let query): [.query(query.source)]
    case .path(let path): [.xml(path.source)]
    case .header(let name): [.header(name)]
    case .status: [.status]
    case .text: [.text]
    case .first(let sources): sources.flatMap(\.places)
    case .optional(let source), .list(let source): source.places
    }
  }

  /// As a suite writes it.
  package var text: String {
    switch self {
    case .query(let query): query.source
    case .path(let path): path.source
    case .header(let name): "!header \(name)"
    case .status: "!status"
    case .text: "!text"
    case .first(let sources): "[\(sources.map(\.text).joined(separator: ", "))]"
    case .optional(let source): "!optional \(source.text)"
    case .list(let source): "!list \(source.text)"
    }
  }
}

extension SourceTemplate {
  /// The sources in it that take something themselves.
  private var parts: [SourceTemplate] {
    switch self {
    case .query, .path, .header, .status, .text: [self]
    case .first(let sources): sources.flatMap(\.parts)
    case .optional(let source), .list(let source): source.parts
    }
  }

  package var variables: [VariableExpression] {
    parts.flatMap { part -> [VariableExpression] in
      switch part {
      case .query(let query): query.variables
      case .path(let path): path.variables
      case .header(let name): name.variables
      default: []
      }
    }
  }

  /// The places that a value is taken from.
  package var places: [PlacePattern] {
    parts.flatMap { part -> [PlacePattern] in
      switch part {
      case .query(let query): (try? PlacePattern(query.source)).map { [$0] } ?? []
      case .path(let path): (try? PlacePattern(path.source)).map { [$0] } ?? []
      case .header(let name): [.header(name.written)]
      case .status: [.status]
      default: [.bodyText]
      }
    }
  }

  /// Whether it takes the body as text.
  package var readsText: Bool {
    parts.contains { if case .text = $0 { true } else { false } }
  }

  /// Whether it takes something from the body.
  package var readsBody: Bool {
    parts.contains { part in
      switch part {
      case .header, .status: false
      default: true
      }
    }
  }

  /// The source with the values of its variables.
  ///
  /// - Throws: Where a variable has no value, or one that does not fit where it stands.
  package func source(evaluatedIn bindings: Bindings) throws(EvaluationError) -> Source {
    switch self {
    case .query(let query): return .query(try query.written(in: bindings))
    case .path(let path): return .path(try path.written(in: bindings))
    case .header(let name):
      let text = try name.text(in: bindings)
      guard Octets.isToken(text) else {
        throw EvaluationError("'\(text)' is not a valid header name", at: name.position)
      }
      return .header(text)
    case .status: return .status
    case .text: return .text
    case .first(let templates):
      let sources = try templates.map { template throws(EvaluationError) in
        try template.source(evaluatedIn: bindings)
      }
      return sources.count == 1 ? sources[0] : .first(sources)
    case .optional(let template): return .optional(try template.source(evaluatedIn: bindings))
    case .list(let template): return .list(try template.source(evaluatedIn: bindings))
    }
  }
}

extension Source {
  /// Whether a finding is about the value of this source, a part of it, or what it is a part of.
  package func isDoubted(by place: Place, in observation: Observation) -> Bool {
    switch self {
    case .first(let sources): return sources.contains { $0.isDoubted(by: place, in: observation) }
    case .optional(let source), .list(let source):
      return source.isDoubted(by: place, in: observation)
    case .status: return place.outermost == .status
    case .header(let name):
      if case .header(let other) = place.outermost { return HeaderList.isSame(name, other) }
      return false
    case .path:
      return switch place.outermost {
      case .xml, .text, .body(JSONPointer.root): true
      default: false
      }
    case .text: return place.isInBody
    case .query(let query):
      switch place.outermost {
      case .text: return true
      case .body, .query: break
      default: return false
      }
      guard case .success(let root) = observation.json,
        let nodes = try? query.path.nodes(in: root, limits: observation.queryLimits),
        let doubted = place.outermost.pointers(in: root, observation.queryLimits)
      else { return true }
      return nodes.contains { node in
        let pointer = node.pointer
        return doubted.contains { $0.isRelated(to: pointer) }
      }
    }
  }
}

extension Place {
  /// Whether something that a finding is about is a member of the answer, or a part of it.
  package func isWithin(memberNamed name: String, of observation: Observation) -> Bool {
    guard case .success(let root) = observation.json,
      let pointers = outermost.pointers(in: root, observation.queryLimits)
    else { return outermost.isInBody }
    let member = JSONPointer([.name(name)])
    return pointers.contains { $0.isRelated(to: member) }
  }

  /// The place in the answer itself, where it is one within a text of the answer.
  package var outermost: Place {
    if case .inside(let outer, _) = self { outer.outermost } else { self }
  }

  /// Whether it is a place of the body.
  package var isInBody: Bool {
    switch outermost {
    case .body, .query, .xml, .text: true
    default: false
    }
  }

  /// The parts of a document that it stands for; nil if unknown, as for a query with variables.
  fileprivate func pointers(in root: JSONValue, _ limits: JSONPathLimits) -> [JSONPointer]? {
    switch self {
    case .body(let pointer): return [pointer]
    case .query(let source):
      guard let path = try? JSONPath(source) else { return nil }
      return (try? path.nodes(in: root, limits: limits))?.map(\.pointer)
    default: return []
    }
  }
}

extension JSONPointer {
  /// Whether one of the two stands within the other.
  fileprivate func isRelated(to other: JSONPointer) -> Bool {
    let (short, long) =
      tokens.count < other.tokens.count ? (tokens, other.tokens) : (other.tokens, tokens)
    return long.starts(with: short)
  }
}

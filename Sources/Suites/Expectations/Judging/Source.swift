// SPDX-License-Identifier: Apache-2.0
// The compiled sources of `save:`, which take values from an answer.

package import Formats
internal import HTTP
internal import Text

/// Where a saved value comes from: exactly one node, unless it says otherwise.
///
///     $.id    /error/code    !header Location    !status    !text
///     [$.a, /b]              the first that selects something
///     !optional $.id         null where there is none
///     !list "$..id"          all of them
package struct Source: Sendable, Equatable {
  indirect enum Form: Sendable, Equatable {
    case query(Query)
    case path(XMLPath, source: String)
    case header(String)
    case status
    case text
    case first([Source])
    case optional(Source)
    case list(Source)
  }

  let form: Form
}

/// Why a source gave no value.
package struct SourceFailure: Error, Sendable, Equatable {
  /// As in a finding: what was there instead of one value.
  package let found: QuotingText
  /// A sentence without a full stop; nil where `found` says it all.
  package let nearest: QuotingText?
}

extension Source {
  /// The value to save; null for an `!optional` source that selects nothing.
  package func value(in observation: Observation) -> Result<JSONValue, SourceFailure> {
    switch form {
    case .optional(let source):
      switch source.nodes(in: observation) {
      case .success(let nodes):
        return nodes.isEmpty ? .success(.null) : Self.only(of: nodes) ?? .success(.null)
      // An answer that can't be read has nothing in it, unless it can be read in two ways.
      case .failure(let failure):
        return failure.isFinal ? .failure(failure.public) : .success(.null)
      }
    case .list(let source):
      return source.nodes(in: observation).map { .array($0) }.mapError(\.public)
    case .query, .path, .header, .status, .text, .first:
      return nodes(in: observation).mapError(\.public).flatMap { nodes in
        Self.only(of: nodes)
          ?? .failure(
            SourceFailure(
              found: QuotingText(words: Finding.nothing), nearest: reasonForNothing(in: observation)
            ))
      }
    }
  }

  /// The only node, or the failure of several; nil for no nodes.
  private static func only(of nodes: [JSONValue]) -> Result<JSONValue, SourceFailure>? {
    guard let node = nodes.first else { return nil }
    if nodes.count == 1 { return .success(node) }
    return .failure(
      SourceFailure(
        found: MessageText.of(.array(nodes)),
        nearest: "\(nodes.count) values; expected exactly one"))
  }

  /// Why the source selects nothing: the missing member with a similar one, or another root
  /// element; nil where there is nothing to add.
  private func reasonForNothing(in observation: Observation) -> QuotingText? {
    switch form {
    case .path(_, let source):
      guard case .success(let root) = observation.xml else { return nil }
      return XMLEntry.otherRoot(of: source, root)
    case .query(let query):
      guard query.source.hasPrefix("$."), query.path.isSingular,
        case .success(let json) = observation.json
      else { return nil }
      return "the answer has no `\(query.source.dropFirst(2))`\(similarName(to: query, in: json))"
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

  private struct Failure: Error {
    let reason: QuotingText
    /// Whether the sources after this one are not asked.
    let isFinal: Bool

    var `public`: SourceFailure {
      SourceFailure(found: QuotingText(words: Finding.nothing), nearest: reason)
    }
  }

  /// The nodes that the source selects.
  private func nodes(in observation: Observation) -> Result<[JSONValue], Failure> {
    switch form {
    case .query(let query):
      return observation.json.mapError { Self.failure($0) }.flatMap {
        Self.nodes(of: query, in: $0, observation.queryLimits)
      }
    case .path(let path, _):
      return observation.xml.mapError { Self.failure($0) }
        .map { path.values(in: $0).map { .string($0) } }
    case .header(let name):
      return Self.response(observation).map { $0.headers.values(of: name).map { .string($0) } }
    case .status: return Self.response(observation).map { [.integer($0.status)] }
    case .text: return observation.text.mapError { Self.failure($0) }.map { [.string($0)] }
    case .first(let sources):
      var failures: [Failure] = []
      for source in sources {
        switch source.nodes(in: observation) {
        case .success(let nodes): if !nodes.isEmpty { return .success(nodes) }
        case .failure(let failure):
          if failure.isFinal { return .failure(failure) }
          failures.append(failure)
        }
      }
      // Why a body can't be read matters only where every source failed.
      return failures.count == sources.count ? .failure(failures[0]) : .success([])
    case .optional(let source):
      return source.nodes(in: observation).map { $0.isEmpty ? [.null] : $0 }
    case .list(let source): return source.nodes(in: observation).map { [.array($0)] }
    }
  }

  private static func nodes(of query: Query, in root: JSONValue, _ limits: JSONPathLimits)
    -> Result<[JSONValue], Failure>
  {
    do throws(JSONPathError) {
      return .success(try query.path.nodes(in: root, limits: limits).map(\.value))
    } catch {
      return .failure(
        Failure(reason: "the query was given up: \(error.description)", isFinal: true))
    }
  }

  private static func response(_ observation: Observation) -> Result<HTTPResponse, Failure> {
    observation.response.map { .success($0) }
      ?? .failure(Failure(reason: "only the answer of a request has it", isFinal: false))
  }

  private static func failure(_ problem: BodyProblem) -> Failure {
    Failure(reason: problem.reason, isFinal: problem.expected != nil)
  }

  /// As a suite writes it.
  package var text: String {
    switch form {
    case .query(let query): query.source
    case .path(_, let source): source
    case .header(let name): "!header \(name)"
    case .status: "!status"
    case .text: "!text"
    case .first(let sources): "[\(sources.map(\.text).joined(separator: ", "))]"
    case .optional(let source): "!optional \(source.text)"
    case .list(let source): "!list \(source.text)"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The sources of `save:`: what is taken from an answer.

internal import HTTPMessages
package import JSON
internal import SourceText
internal import XML

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
  /// One sentence without a full stop: what was asked and what was there.
  package let message: String
}

extension Source {
  /// The value that is saved; null for an `!optional` source that selects nothing.
  package func value(in observation: Observation) -> Result<JSONValue, SourceFailure> {
    switch form {
    case .optional(let source):
      switch source.nodes(in: observation) {
      case .success(let nodes): return nodes.isEmpty ? .success(.null) : source.one(of: nodes)
      // What can't be looked into has nothing in it, but for a body that can be read in two ways.
      case .failure(let failure):
        return failure.isFinal ? .failure(failure.public) : .success(.null)
      }
    case .list(let source):
      return source.nodes(in: observation).map { .array($0) }.mapError(\.public)
    case .query, .path, .header, .status, .text, .first:
      return nodes(in: observation).mapError(\.public).flatMap { one(of: $0) }.mapError { failure in
        SourceFailure(message: failure.message + hint(in: observation))
      }
    }
  }

  /// `", did you mean 'access_token'?"` where a query is the name of a member of the answer, but
  /// for a slip, or what the root element is, where a path begins with another; else an empty text.
  private func hint(in observation: Observation) -> String {
    if case .path(_, let source) = form, case .success(let root) = observation.xml {
      return XMLEntry.otherRoot(of: source, root).map { "; \($0)" } ?? ""
    }
    guard case .query(let query) = form, let name = JSONPath.firstName(of: query.source),
      // Of short names each is near to each, and of names there may be as many as a body can hold.
      name.utf8.count > 2, case .success(.object(let object)) = observation.json
    else { return "" }
    return Suggestion.hint(for: name, among: Array(object.names.prefix(100)))
  }

  private struct Failure: Error {
    let message: String
    /// Whether no other source can be asked instead.
    let isFinal: Bool

    var `public`: SourceFailure { SourceFailure(message: message) }
  }

  private func one(of nodes: [JSONValue]) -> Result<JSONValue, SourceFailure> {
    if let node = nodes.first, nodes.count == 1 { return .success(node) }
    let found =
      nodes.isEmpty
      ? "selects nothing"
      : "selects \(nodes.count) values, where one is wanted: \(MessageText.of(.array(nodes)))"
    return .failure(SourceFailure(message: "\(text) \(found)"))
  }

  /// What the source selects.
  private func nodes(in observation: Observation) -> Result<[JSONValue], Failure> {
    switch form {
    case .query(let query):
      return observation.json.mapError { failure($0) }.flatMap {
        nodes(of: query, in: $0, observation.queryLimits)
      }
    case .path(let path, _):
      return observation.xml.mapError { failure($0) }
        .map { path.values(in: $0).map { .string($0) } }
    case .header(let name):
      return response(observation).map { $0.headers.values(of: name).map { .string($0) } }
    case .status: return response(observation).map { [.integer($0.status)] }
    case .text: return observation.text.mapError { failure($0) }.map { [.string($0)] }
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
      // That a body is no JSON is worth a word only where no other source could be asked.
      return failures.count == sources.count ? .failure(failures[0]) : .success([])
    case .optional(let source):
      return source.nodes(in: observation).map { $0.isEmpty ? [.null] : $0 }
    case .list(let source): return source.nodes(in: observation).map { [.array($0)] }
    }
  }

  private func nodes(of query: Query, in root: JSONValue, _ limits: JSONPathLimits)
    -> Result<[JSONValue], Failure>
  {
    do throws(JSONPathError) {
      return .success(try query.path.nodes(in: root, limits: limits).map(\.value))
    } catch {
      return .failure(
        Failure(message: "\(text) was given up: \(error.description)", isFinal: true))
    }
  }

  private func response(_ observation: Observation) -> Result<HTTPResponse, Failure> {
    observation.response.map { .success($0) }
      ?? .failure(
        Failure(message: "\(text) asks for what only a request's answer has", isFinal: false))
  }

  private func failure(_ problem: BodyProblem) -> Failure {
    Failure(
      message: "\(text) selects nothing: \(problem.reason)", isFinal: problem.expected != nil)
  }

  /// As a suite has it.
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

// SPDX-License-Identifier: Apache-2.0
// Kinds of exchange by name, and the words of the rules of a cookbook.

import Formats
import Suites
import Text

/// A kind of exchange: `token` is `POST /o/client/token`.
package struct ExchangeKind: Sendable {
  package let name: String
  /// The methods and paths that it has.
  let routes: [ExchangeRoute]
  /// The values that it has by the index of their names, before those of every exchange.
  let values: [Int: [ValueSource]]
  /// Whether other cookbooks have it too, so that it doesn't show that this one is followed.
  package let isShared: Bool
  /// Whether services of others have such a path too, so that it doesn't show whose an origin is.
  package let isCommon: Bool
  let position: Position
}

/// The source of a value of an exchange.
package struct ValueSource: Sendable {
  /// Over the document of the exchange.
  let query: JSONPath
  /// The names that a query of names only goes through.
  package let names: [String]?
  /// The text before the value, which is taken off; without it the value is missing.
  let prefix: String?
  let parts: ExchangeParts
  /// The header that it reads, in lower case.
  package let header: String?
}

extension ValueSource {
  /// The text of the value; nil if it is missing.
  func value(in document: ExchangeDocument) -> String? {
    guard let names else { return value(in: document.json) }
    return text(of: document.value(names))
  }

  /// The same in a document that was made.
  func value(in document: JSONValue) -> String? {
    if let names {
      var value: JSONValue? = document
      for name in names { value = value?[name] }
      return text(of: value)
    }
    guard let nodes = try? query.nodes(in: document), nodes.count == 1 else { return nil }
    return text(of: nodes[0].value)
  }

  /// The text at the end of its names; nil if it is missing.
  func text(of value: JSONValue?) -> String? {
    guard let text = value?.string ?? value?.number?.literal, !text.isEmpty else { return nil }
    guard let prefix else { return text }
    guard text.count > prefix.count, text.lowercased().hasPrefix(prefix.lowercased()) else {
      return nil
    }
    return String(text.dropFirst(prefix.count))
  }
}

/// A method and a path: `POST /o/client/token`, `GET /api/v1/config/{requestor}.json`.
struct ExchangeRoute: Sendable, Equatable {
  enum Segment: Sendable, Equatable {
    case text(String)
    /// Any segment with this end, which is a parameter of this name without the end.
    case parameter(String, end: String)
  }

  /// nil for any.
  let method: String?
  let segments: [Segment]
}

extension ExchangeRoute {
  /// Reads a route; nil for a text that is none.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[1].hasPrefix("/"), parts[0].utf8.allSatisfy({ 0x41...0x5A ~= $0 })
    else { return nil }
    var segments: [Segment] = []
    for part in parts[1].split(separator: "/") {
      guard part.hasPrefix("{"), let close = part.firstIndex(of: "}") else {
        segments.append(.text(String(part)))
        continue
      }
      let name = part[..<close].dropFirst()
      if name.isEmpty { return nil }
      segments.append(.parameter(String(name), end: String(part[part.index(after: close)...])))
    }
    method = parts[0] == "ANY" ? nil : String(parts[0])
    self.segments = segments
  }

  /// How much it says: of two that match, the one that says more is meant.
  var weight: Int {
    segments.reduce(method == nil ? 0 : 1) { weight, segment in
      switch segment {
      case .text: weight + 4
      case .parameter(_, let end): weight + (end.isEmpty ? 0 : 2)
      }
    }
  }

  func matches(_ method: String, _ parts: [Substring]) -> Bool {
    guard parts.count == segments.count, self.method.map({ $0 == method }) ?? true else {
      return false
    }
    return zip(parts, segments).allSatisfy { part, segment in
      switch segment {
      case .text(let text): text == part
      case .parameter(_, let end): part.hasSuffix(end) && part.count > end.count
      }
    }
  }

  /// The segments of a path that it gives names, percent-decoded.
  func parameters(of parts: [Substring]) -> [(name: String, value: String)] {
    zip(segments, parts).compactMap { segment, part in
      guard case .parameter(let name, let end) = segment else { return nil }
      return (name, RecordedURL.decoded(part.dropLast(end.count)))
    }
  }
}

/// The contents of an `exchanges.yaml`: the kinds of exchanges that rules name, the values that
/// identify them, and how sessions are told apart.
package struct ExchangeVocabulary: Sendable {
  package let file: String
  package var kinds: [ExchangeKind] = []
  /// The names of values; a value is called by its index here.
  var valueNames: [String] = []
  /// The sources of values that every exchange may have.
  var every: [Int: [ValueSource]] = [:]
  /// The value of which exchanges of one session have the same; nil where all are one session.
  var sessionValue: Int?
  /// The values that lead from an exchange without that value to a session, the surest first.
  package var links: [Int] = []
  /// The parts that are taken apart, under `$.decoded`.
  var decoded: [DecodedPart] = []
  /// The kinds of entries whose URL is this value of an exchange.
  package var openings: [(kind: Int, value: Int)] = []
  /// The exchanges that are not the application's.
  var ignored: [ExchangePattern] = []
  /// The exchanges that show which cookbook an application follows.
  var follows: [(cookbook: YAMLNode, patterns: [ExchangePattern])] = []
  /// The freedoms that the documents leave to an application.
  package var freedoms: [RequestFreedom] = []
  /// The values of which a mistake counts where it is first sent, not where the same one is again.
  var once: [Int] = []
  /// The kinds before which nothing can have come.
  package var beginnings: Set<Int> = []
  /// The routes of all kinds by the number of their segments, the most exact first.
  private var routes: [Int: [(route: ExchangeRoute, kind: Int)]] = [:]

  init(file: String) { self.file = file }
}

extension ExchangeVocabulary {
  mutating func add(_ kind: ExchangeKind) {
    kinds.append(kind)
    for route in kind.routes {
      let same = routes[route.segments.count] ?? []
      // If two say as much, the first in the file is meant.
      let place = same.firstIndex { $0.route.weight < route.weight } ?? same.count
      routes[route.segments.count, default: []].insert((route, kinds.count - 1), at: place)
    }
  }

  /// The index of the name of a value, which is added if it is new.
  mutating func index(ofValue name: String) -> Int {
    if let index = valueNames.firstIndex(of: name) { return index }
    valueNames.append(name)
    return valueNames.count - 1
  }

  /// The kind of an exchange; nil where it is of none.
  func kind(_ method: String, _ segments: [Substring]) -> Int? { route(method, segments)?.kind }

  /// The route of an exchange, and its kind; nil where it is of none.
  func route(_ method: String, _ segments: [Substring]) -> (route: ExchangeRoute, kind: Int)? {
    routes[segments.count]?.first { $0.route.matches(method, segments) }
  }

  /// The parts of the exchange that a query reads.
  func parts(readBy query: String) -> ExchangeParts {
    decodedSource(readBy: query)?.parts ?? .read(byQuery: query)
  }

  /// The header that a query reads; nil for one that reads none, or more than one.
  func header(readBy query: String) -> String? {
    guard let source = decodedSource(readBy: query) else {
      return ExchangeParts.header(inQuery: query)
    }
    return source.header
  }

  /// The source of the decoded part that a query reads.
  private func decodedSource(readBy query: String) -> ValueSource? {
    let names = ExchangeParts.names(inQuery: query)
    guard names.first == "decoded", names.count > 1 else { return nil }
    return decoded.first { $0.name == names[1] }?.source
  }

  /// An exchange of a kind, as patterns see it.
  package func document(of exchange: RecordedExchange, kind: Int) -> ExchangeDocument {
    let url = RecordedURL(exchange.request.url)
    return ExchangeDocument(
      exchange, url, parameters: parameters(of: kind, exchange.request.method, url),
      decoded: decoded)
  }

  /// The segments of a path that a kind gives names, percent-decoded.
  func parameters(of kind: Int, _ method: String, _ url: RecordedURL) -> [(
    name: String, value: String
  )] { route(of: kind, method, url.segments)?.parameters(of: url.segments) ?? [] }

  private func route(of kind: Int, _ method: String, _ segments: [Substring]) -> ExchangeRoute? {
    routes[segments.count]?.first { $0.kind == kind && $0.route.matches(method, segments) }?.route
  }

  /// The segments of a path that a kind gives names, with their indices.
  package func parameterPlaces(
    of kind: Int, _ method: String, _ url: RecordedURL
  ) -> [(name: String, index: Int)] {
    (route(of: kind, method, url.segments)?.segments ?? []).enumerated().compactMap {
      index, segment in
      if case .parameter(let name, _) = segment { (name, index) } else { nil }
    }
  }

  /// The sources of each value of a kind, by the index of its name.
  package func sources(of kind: Int) -> [[ValueSource]] {
    valueNames.indices.map { kinds[kind].values[$0] ?? every[$0] ?? [] }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The words of the rules of a cookbook.

import Formats
import Suites
import Text

/// The contents of an `exchanges.yaml`: the kinds of exchanges that rules name, the values that
/// identify them, and how sessions are told apart.
package struct ExchangeVocabulary: Sendable {
  package let file: String
  package var kinds: [ExchangeKind] = []
  /// The names of values; a value is called by its index here.
  var valueNames: [String] = []
  /// The sources of values that every exchange may have.
  var every: [Int: [ValueSource]] = [:]
  /// The value that the exchanges of one session share; nil where all are one session.
  var sessionValue: Int?
  /// The values that lead from an exchange without that value to a session, the surest first.
  package var links: [Int] = []
  /// The values that tell applications apart: the first is one at each host, and the others belong to it.
  /// Without them, all is of one application.
  var applicationValues: [Int] = []
  /// The parts that are taken apart, under `$.decoded`.
  var decoded: [DecodedPart] = []
  /// The kinds of entries whose URL is this value of an exchange.
  package var openings: [(kind: Int, value: Int)] = []
  /// The exchanges that are not the application's.
  var ignored: [ExchangePattern] = []
  /// The exchanges that show which cookbook an application follows.
  var follows: [(cookbook: YAMLNode, patterns: [ExchangePattern])] = []
  /// The exchanges of a device that might follow a cookbook, and a clause that says why.
  var suggests: [(cookbook: YAMLNode, reason: String, pattern: ExchangePattern)] = []
  /// The freedoms that the documents leave to an application.
  package var freedoms: [RequestFreedom] = []
  /// The values whose mistake counts only in the first exchange that has it.
  var once: [Int] = []
  /// The members of framework calls that are equal to a value of an exchange.
  package var pairs: [CallPair] = []
  /// The members of framework calls in whose place a log has a digest.
  package var secretMembers: Set<String> = []
  /// The member of an answer of the framework that says until when it holds, in milliseconds since
  /// 1970; nil without one.
  package var validity: String?
  /// The kinds that begin a session.
  package var beginnings: Set<Int> = []
  /// The call of each kind, as the documents write it: `POST /o/client/token`.
  private(set) var calls: [String] = []
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

  /// Gives each kind its call: its first route, with the method that the documents give it.
  ///
  /// - Parameter endpoints: The calls that the documents write.
  mutating func nameCalls(_ endpoints: [String]) {
    let methods = Dictionary(
      endpoints.compactMap { endpoint -> (String, String)? in
        let parts = endpoint.split(separator: " ")
        return parts.count == 2 ? (ExchangeRoute.folded(parts[1]), String(parts[0])) : nil
      }, uniquingKeysWith: { first, _ in first })
    calls = kinds.map { kind in
      if kind.isCall { return "\(LoggedCall.method) /\(kind.calls[0])" }
      guard let route = kind.routes.first else { return kind.name }
      let method = route.method ?? methods[ExchangeRoute.folded(route.path)]
      return method.map { "\($0) \(route.path)" } ?? route.path
    }
  }

  /// The calls of some kinds; empty for all of them.
  func calls(of kinds: [Int]) -> [String] {
    if kinds.count == self.kinds.count { return [] }
    return kinds.map(call)
  }

  /// The call of a kind.
  func call(of kind: Int) -> String {
    calls.indices.contains(kind) ? calls[kind] : kinds[kind].name
  }

  /// The index of the name of a value, which is added if it is new.
  mutating func index(ofValue name: String) -> Int {
    if let index = valueNames.firstIndex(of: name) { return index }
    valueNames.append(name)
    return valueNames.count - 1
  }

  /// The kinds that a pattern without a name means: the requests to the service. The pages that a user
  /// agent opens are not among them.
  var requestKinds: [Int] {
    kinds.indices.filter { kind in !kinds[kind].isCall && !openings.contains { $0.kind == kind } }
  }

  /// The kind of a call of the framework; nil where it is of none.
  func kind(ofCall name: String) -> Int? { kinds.firstIndex { $0.calls.contains(name) } }

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

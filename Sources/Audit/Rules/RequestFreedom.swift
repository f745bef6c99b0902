// SPDX-License-Identifier: Apache-2.0
// Freedoms that the documents leave to an application, under `freedoms` in `exchanges.yaml`.

package import Expectations
import Formats
import Suites
import Text

/// A freedom that the documents leave to an application. A mutant that only makes use of one is
/// harmless.
package struct RequestFreedom: Sendable {
  /// The freedom in one sentence.
  let text: String
  /// The place in the documents that grants it.
  let source: String
  /// The exchanges that it is about; nil for all.
  let pattern: ExchangePattern?
  /// The places in the document of the exchange, each exactly; empty for all.
  let places: [PlacePattern]
  let mutations: Set<RequestMutation>

  /// Whether it allows a mutation of an exchange.
  ///
  /// - Parameter place: nil where the exchange as a whole is changed.
  package func allows(
    _ mutation: RequestMutation, at place: PlacePattern?, of document: ExchangeDocument, kind: Int,
    time: Int
  ) -> Bool {
    guard mutations.contains(mutation),
      places.isEmpty
        || place.map({ place in places.contains { $0.holds(place) && place.holds($0) } }) ?? false
    else { return false }
    guard let pattern else { return true }
    guard pattern.kinds.contains(kind) else { return false }
    guard case .yes? = try? BoundPattern(pattern, in: .unknown).match(document, end: nil, at: time)
    else { return false }
    return true
  }
}

/// A mutation of a recorded exchange: one thing that an application does otherwise.
package enum RequestMutation: String, Sendable, CaseIterable {
  case dropped
  case repeated
  /// Sent before all others of its walk, but for those that all walks share.
  case movedFirst = "moved-first"
  case movedLast = "moved-last"
  /// Sent, with all that follows, after the end of what it uses.
  case late
  /// Sent without a header, a parameter, or a member of its body.
  case removed
  case doubled
  case emptied
  /// One letter or digit of the value is another.
  case altered
  /// With the value that the walk had there before.
  case stale
  /// With the value that another walk has there.
  case foreign
  /// Sent by http.
  case insecure
}

/// Reads `{text, source, of, places, mutations}`: what the documents leave to an application.
enum FreedomReader {
  static func read(
    _ node: YAMLNode, _ patterns: inout PatternReader, _ nodes: inout NodeReader
  ) -> RequestFreedom? {
    let known = ["text", "source", "of", "places", "mutations"]
    let mistakes = nodes.mistakeCount
    guard let members = nodes.members(node, "a freedom", known: known) else { return nil }
    for key in ["text", "source", "mutations"] where members.lacks(key) {
      nodes.error("a freedom has '\(key)'", at: node)
    }
    let text = members["text"].flatMap { nodes.text($0, "'text'") }
    let source = members["source"].flatMap { nodes.text($0, "'source'") }
    var pattern: ExchangePattern?
    if let of = members["of"] {
      pattern = patterns.pattern(of, "the exchanges of a freedom", &nodes)?.pattern
      if let pattern, !pattern.isConstant || !pattern.same.isEmpty || pattern.within != nil {
        nodes.error("what is free depends on the exchange alone", at: of)
      }
    }
    let places = (members["places"].flatMap { nodes.list($0, "'places'") } ?? [])
      .compactMap { place($0, &nodes) }
    let mutations = (members["mutations"].flatMap { nodes.list($0, "'mutations'") } ?? [])
      .compactMap { mutation($0, &nodes) }
    guard nodes.mistakeCount == mistakes, let text, let source else { return nil }
    return RequestFreedom(
      text: text, source: source, pattern: pattern, places: places, mutations: Set(mutations))
  }

  private static func place(_ node: YAMLNode, _ nodes: inout NodeReader) -> PlacePattern? {
    guard let text = nodes.text(node, "a place in the exchange, as $.headers.accept") else {
      return nil
    }
    do throws(PlaceError) {
      let place = try PlacePattern(text)
      if place.isOfContent, text.hasPrefix("$") { return place }
      nodes.error("expected a place in the exchange, as $.headers.accept", at: node)
    } catch {
      nodes.error(error.description, at: node)
    }
    return nil
  }

  private static func mutation(_ node: YAMLNode, _ nodes: inout NodeReader) -> RequestMutation? {
    guard let text = nodes.text(node, "the name of a mutation") else { return nil }
    if let mutation = RequestMutation(rawValue: text) { return mutation }
    let names = RequestMutation.allCases.map(\.rawValue)
    let hint =
      nodes.hints.nearest(to: text, among: names).map { "did you mean '\($0)'?" }
      ?? "known are \(names.joined(separator: ", "))"
    nodes.error("unknown mutation '\(text)', \(hint)", at: node)
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads what `exchanges.yaml` says under `freedoms`.

internal import Formats
internal import Suites
internal import Text

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

  private static func mutation(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> RequestMutation? {
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

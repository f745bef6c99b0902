// SPDX-License-Identifier: Apache-2.0
// Reads the freedoms of a catalogue.

import Formats

extension Freedom {
  /// Reads `{text, source, routes, statuses, places, mutations}`.
  ///
  /// - Throws: `CatalogueError` for the first member that is missing or of another kind.
  init(_ value: JSONValue, at place: String) throws(CatalogueError) {
    let routes = try Self.items("routes", of: value, at: place)
    let statuses = try Self.items("statuses", of: value, at: place)
    let places = try Self.items("places", of: value, at: place)
    let mutations = try Self.items("mutations", of: value, at: place)
    guard !mutations.isEmpty else {
      throw CatalogueError(message: "expected a list of mutations at \(place)/mutations")
    }
    self.init(
      text: try Catalogue.text("text", of: value, at: place),
      source: try Catalogue.text("source", of: value, at: place),
      routes: try Self.read(routes, "a route, as in GET /a/{b},") { RoutePattern($0.string ?? "") },
      statuses: try Self.read(statuses, "a status code") { $0.number?.integer },
      places: try Self.read(places, "a place") { try? PlacePattern($0.string ?? "") },
      mutations: try Self.read(mutations, "the name of a mutation") { $0.string })
  }

  private typealias Item = (value: JSONValue, place: String)

  private static func items(
    _ name: String, of value: JSONValue, at place: String
  ) throws(CatalogueError) -> [Item] {
    guard let member = value[name] else { return [] }
    guard let items = member.array, !items.isEmpty else {
      throw CatalogueError(message: "expected a list at \(place)/\(name)")
    }
    return items.enumerated().map { ($1, "\(place)/\(name)/\($0)") }
  }

  private static func read<Read>(
    _ items: [Item], _ what: String, _ read: (JSONValue) -> Read?
  ) throws(CatalogueError) -> [Read] {
    var output: [Read] = []
    for item in items {
      guard let read = read(item.value) else {
        throw CatalogueError(message: "expected \(what) at \(item.place)")
      }
      output.append(read)
    }
    return output
  }
}

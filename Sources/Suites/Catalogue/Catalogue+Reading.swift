// SPDX-License-Identifier: Apache-2.0
// Reads a catalogue from its file, with its freedoms.

package import Formats
import Text

extension Catalogue {
  /// Reads the JSON of a catalogue.
  ///
  ///     {cookbook, revision, phases: [{id, title, steps: [{title, requirements: […]}]}],
  ///      ambiguities: {id: {text, choice}}, unproved: {id: reason}, unrecorded: {id: reason},
  ///      page: name, pages: {name: address},
  ///      effects: [{text, requirements: [id]}]}
  ///
  /// What stands behind `phases` may be missing.
  ///
  /// - Throws: `CatalogueError` for the first member that is missing or of another kind, and for
  ///   the id of an unknown requirement under `unproved`, `unrecorded` or `effects`.
  package init(_ value: JSONValue) throws(CatalogueError) {
    let cookbook = try Self.text("cookbook", of: value, at: "")
    let revision = try Self.text("revision", of: value, at: "")
    let notes = CatalogueNotes(
      excuses: try Self.texts(under: "unproved", of: value),
      unrecorded: try Self.texts(under: "unrecorded", of: value),
      effects: try Self.effects(of: value), pages: try SourcePages(of: value))
    var phases: [Phase] = []
    for (index, phase) in try Self.list("phases", of: value, at: "").enumerated() {
      let place = "/phases/\(index)"
      var requirements: [Requirement] = []
      for (index, step) in try Self.list("steps", of: phase, at: place).enumerated() {
        let place = "\(place)/steps/\(index)"
        let title = try Self.text("title", of: step, at: place)
        for (index, value) in try Self.list("requirements", of: step, at: place).enumerated() {
          requirements.append(
            try Requirement(
              value, step: title, notes, at: "\(place)/requirements/\(index)"))
        }
      }
      phases.append(
        Phase(
          id: try Self.text("id", of: phase, at: place),
          title: try Self.text("title", of: phase, at: place), requirements: requirements))
    }
    var freedoms: [Freedom] = []
    for (index, item) in (value["freedoms"]?.array ?? []).enumerated() {
      freedoms.append(try Freedom(item, at: "/freedoms/\(index)"))
    }
    var ambiguities: [String: Ambiguity] = [:]
    for member in value["ambiguities"]?.object?.members ?? [] {
      ambiguities[member.name] = try Ambiguity(
        member.value, notes.pages, at: "/ambiguities/\(member.name)")
    }
    self.init(
      cookbook: cookbook, revision: revision, phases: phases, freedoms: freedoms,
      ambiguities: ambiguities)
    for (name, reasons) in [
      ("unproved", notes.excuses), ("unrecorded", notes.unrecorded), ("effects", notes.effects),
    ] {
      for id in reasons.keys.sorted() where requirements[id] == nil {
        throw CatalogueError(message: "there is no requirement of that id: /\(name)/\(id)")
      }
    }
  }

  /// The texts under a name, by the ids of requirements.
  private static func texts(
    under name: String, of value: JSONValue
  ) throws(CatalogueError) -> [String: String] {
    guard let member = value[name] else { return [:] }
    guard let object = member.object else {
      throw CatalogueError(message: "expected a map of ids to texts at /\(name)")
    }
    var texts: [String: String] = [:]
    for member in object.members {
      texts[member.name] = try text(member.name, of: .object(object), at: "/\(name)")
    }
    return texts
  }

  /// What breaking each requirement does to a viewer: `effects: [{text, requirements: [id]}]`.
  private static func effects(of value: JSONValue) throws(CatalogueError) -> [String: String] {
    guard value["effects"] != nil else { return [:] }
    var effects: [String: String] = [:]
    for (index, item) in try list("effects", of: value, at: "").enumerated() {
      let place = "/effects/\(index)"
      let effect = try text("text", of: item, at: place)
      for (index, id) in try list("requirements", of: item, at: place).enumerated() {
        guard let id = id.string, effects.updateValue(effect, forKey: id) == nil else {
          throw CatalogueError(
            message: "expected an id that has no other effect at \(place)/requirements/\(index)")
        }
      }
    }
    return effects
  }

  /// The text of a member.
  ///
  /// - Parameter place: The JSON Pointer of `value`, for the error.
  static func text(
    _ name: String, of value: JSONValue, at place: String
  ) throws(CatalogueError) -> String {
    guard let text = value[name]?.string else {
      throw CatalogueError(message: "expected a text at \(place)/\(name)")
    }
    return text
  }

  private static func list(
    _ name: String, of value: JSONValue, at place: String
  ) throws(CatalogueError) -> [JSONValue] {
    guard let items = value[name]?.array else {
      throw CatalogueError(message: "expected a list at \(place)/\(name)")
    }
    return items
  }
}

/// What a catalogue says of requirements in other places, by their ids.
private struct CatalogueNotes {
  let excuses: [String: String]
  let unrecorded: [String: String]
  let effects: [String: String]
  let pages: SourcePages
}

extension Requirement {
  /// The places under `places`; nil where the member is missing.
  private static func places(
    of value: JSONValue, at place: String
  ) throws(CatalogueError) -> [PlacePattern]? {
    guard let member = value["places"] else { return nil }
    guard let items = member.array, !items.isEmpty else {
      throw CatalogueError(message: "expected a list of places at \(place)/places")
    }
    var places: [PlacePattern] = []
    for (index, item) in items.enumerated() {
      let place = "\(place)/places/\(index)"
      guard let text = item.string else {
        throw CatalogueError(message: "expected a place, a text, at \(place)")
      }
      do throws(PlaceError) {
        places.append(try PlacePattern(text))
      } catch {
        throw CatalogueError(message: "\(error.description): \(place)")
      }
    }
    return places
  }

  fileprivate init(
    _ value: JSONValue, step: String, _ notes: CatalogueNotes, at place: String
  ) throws(CatalogueError) {
    let id = try Catalogue.text("id", of: value, at: place)
    self.init(
      id: id, level: Level(try Catalogue.text("level", of: value, at: place)),
      subject: try Catalogue.text("subject", of: value, at: place),
      text: try Catalogue.text("text", of: value, at: place),
      testableBy: TestableBy(try Catalogue.text("testableBy", of: value, at: place)),
      endpoint: value["endpoint"]?.string, source: value["source"]?["section"]?.string ?? "",
      ambiguity: value["ambiguity"]?.string, step: step, excuse: notes.excuses[id],
      places: try Self.places(of: value, at: place), unrecorded: notes.unrecorded[id],
      url: try notes.pages.address(of: value["source"]?["page"], at: "\(place)/source/page"),
      effect: notes.effects[id])
  }
}

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

/// A freedom that the documents leave to a service: an optional member, an order, a value that the
/// service chooses. A mutant that only makes use of one is harmless.
package struct Freedom: Sendable, Equatable {
  /// What is free, in one sentence.
  package let text: String
  /// Where the documents say so: a section, or an entry on contradictions such as `AMB-07`.
  package let source: String
  /// The requests whose answers it is about; empty for all.
  package let routes: [RoutePattern]
  /// The status codes of these answers; empty for all.
  package let statuses: [Int]
  /// The places that it is about, each exactly, not what is below it; empty for all.
  package let places: [PlacePattern]
  /// The names of the mutations that it allows; `*` for all.
  package let mutations: [String]

  package init(
    text: String, source: String, routes: [RoutePattern] = [], statuses: [Int] = [],
    places: [PlacePattern] = [], mutations: [String]
  ) {
    self.text = text
    self.source = source
    self.routes = routes
    self.statuses = statuses
    self.places = places
    self.mutations = mutations
  }
}

extension Freedom {
  /// What stands for all mutations.
  package static let all = "*"

  /// Whether it allows a mutation of an answer.
  ///
  /// - Parameter place: nil for a place that can't be written as one; no list has it then.
  package func allows(
    _ mutation: String, at place: PlacePattern?, method: String, path: String, status: Int
  ) -> Bool {
    (mutations.contains(mutation) || mutations == [Self.all])
      && (statuses.isEmpty || statuses.contains(status))
      && (places.isEmpty || places.contains { $0.isSame(as: place) })
      && (routes.isEmpty || routes.contains { $0.matches(method: method, path: path) })
  }
}

extension PlacePattern {
  /// Whether both name the same part, `*` standing for any name.
  fileprivate func isSame(as other: PlacePattern?) -> Bool {
    other.map { holds($0) && $0.holds(self) } ?? false
  }
}

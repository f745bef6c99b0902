// SPDX-License-Identifier: Apache-2.0
// Reading a catalogue from its file.

internal import Findings
package import JSON
internal import SourceText

extension Catalogue {
  /// Reads the JSON of a catalogue.
  ///
  ///     {cookbook, revision, phases: [{id, title, steps: [{title, requirements: […]}]}],
  ///      ambiguities: {id: {text, choice}}, unproved: {id: reason}, unrecorded: {id: reason},
  ///      comparison: {…}}
  ///
  /// `ambiguities`, `unproved`, `unrecorded` and `comparison` may be missing.
  ///
  /// - Throws: `CatalogueError` for the first member that is missing or of another kind, and for
  ///   the id of an unknown requirement under `unproved` or `unrecorded`.
  package init(_ value: JSONValue) throws(CatalogueError) {
    let cookbook = try Self.text("cookbook", of: value, at: "")
    let revision = try Self.text("revision", of: value, at: "")
    let excuses = try Self.texts(under: "unproved", of: value)
    let unrecorded = try Self.texts(under: "unrecorded", of: value)
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
              value, step: title, excuses: excuses, unrecorded: unrecorded,
              at: "\(place)/requirements/\(index)"))
        }
      }
      phases.append(
        Phase(
          id: try Self.text("id", of: phase, at: place),
          title: try Self.text("title", of: phase, at: place), requirements: requirements))
    }
    var comparison: CookbookComparison?
    if let member = value["comparison"] { comparison = try CookbookComparison(member) }
    var freedoms: [Freedom] = []
    for (index, item) in (value["freedoms"]?.array ?? []).enumerated() {
      freedoms.append(try Freedom(item, at: "/freedoms/\(index)"))
    }
    var ambiguities: [String: Ambiguity] = [:]
    for member in value["ambiguities"]?.object?.members ?? [] {
      ambiguities[member.name] = try Ambiguity(member.value, at: "/ambiguities/\(member.name)")
    }
    self.init(
      cookbook: cookbook, revision: revision, phases: phases, comparison: comparison,
      freedoms: freedoms, ambiguities: ambiguities)
    for (name, reasons) in [("unproved", excuses), ("unrecorded", unrecorded)] {
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
    _ value: JSONValue, step: String, excuses: [String: String], unrecorded: [String: String],
    at place: String
  ) throws(CatalogueError) {
    let id = try Catalogue.text("id", of: value, at: place)
    self.init(
      id: id, level: Level(try Catalogue.text("level", of: value, at: place)),
      subject: try Catalogue.text("subject", of: value, at: place),
      text: try Catalogue.text("text", of: value, at: place),
      testableBy: TestableBy(try Catalogue.text("testableBy", of: value, at: place)),
      endpoint: value["endpoint"]?.string, source: value["source"]?["section"]?.string ?? "",
      ambiguity: value["ambiguity"]?.string, step: step, excuse: excuses[id],
      places: try Self.places(of: value, at: place), unrecorded: unrecorded[id])
  }
}

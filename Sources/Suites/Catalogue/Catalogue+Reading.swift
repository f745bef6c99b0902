// SPDX-License-Identifier: Apache-2.0
// Reads a catalogue from its file, with its freedoms.

package import Formats
import Text

extension Catalogue {
  /// Reads the JSON of a catalogue.
  ///
  ///     {cookbook, revision, extends, phases: [{id, title, steps: [{title, requirements: […]}]}],
  ///      ambiguities: {id: {text, choice}}, unproved: {id: reason}, unrecorded: {id: reason},
  ///      page: name, pages: {name: address},
  ///      effects: [{text, requirements: [id]}], actions: [text], partner: name}
  ///
  /// `extends` and the members after `phases` may be missing.
  ///
  /// - Throws: `CatalogueError` for the first member that is missing or of another kind, and for
  ///   the id of an unknown requirement under `unproved`, `unrecorded` or `effects`.
  package init(_ value: JSONValue) throws(CatalogueError) {
    let root = CatalogueNode(value: value)
    let cookbook = try root["cookbook"].text()
    let revision = try root["revision"].text()
    let extended = root["extends"]
    let base = extended.value == nil ? nil : try extended.text()
    let notes = CatalogueNotes(
      excuses: try root["unproved"].textsByID(), unrecorded: try root["unrecorded"].textsByID(),
      effects: try Self.effects(root["effects"]), pages: try SourcePages(of: root))
    var phases: [Phase] = []
    for phase in try root["phases"].items() {
      var requirements: [Requirement] = []
      for step in try phase["steps"].items() {
        let title = try step["title"].text()
        for node in try step["requirements"].items() {
          requirements.append(try Requirement(node, step: title, notes))
        }
      }
      phases.append(
        Phase(
          id: try phase["id"].text(), title: try phase["title"].text(), requirements: requirements))
    }
    let list = root["freedoms"]
    var freedoms: [Freedom] = []
    if list.value?.array != nil {
      for item in try list.items() { freedoms.append(try Freedom(item)) }
    }
    var ambiguities: [String: Ambiguity] = [:]
    for member in root["ambiguities"].value?.object?.members ?? [] {
      ambiguities[member.name] = try Ambiguity(root["ambiguities"][member.name], notes.pages)
    }
    self.init(
      cookbook: cookbook, revision: revision, base: base, phases: phases, freedoms: freedoms,
      ambiguities: ambiguities, actions: try Self.actions(root["actions"]),
      partner: root["partner"].value == nil ? nil : try root["partner"].text())
    for (name, reasons) in [
      ("unproved", notes.excuses), ("unrecorded", notes.unrecorded), ("effects", notes.effects),
    ] {
      for id in reasons.keys.sorted() where requirements[id] == nil {
        throw CatalogueError(message: "there is no requirement of that id: /\(name)/\(id)")
      }
    }
  }

  private static func actions(_ node: CatalogueNode) throws(CatalogueError) -> [String]? {
    if node.value == nil { return nil }
    var actions: [String] = []
    for item in try node.itemsIfAny("a list of actions") { actions.append(try item.text()) }
    return actions
  }

  /// The effects of broken requirements on a viewer: `effects: [{text, requirements: [id]}]`.
  private static func effects(_ node: CatalogueNode) throws(CatalogueError) -> [String: String] {
    guard node.value != nil else { return [:] }
    var effects: [String: String] = [:]
    for item in try node.items() {
      let effect = try item["text"].text()
      for node in try item["requirements"].items() {
        guard let id = node.value?.string, effects.updateValue(effect, forKey: id) == nil else {
          throw node.expected("an id that has no other effect")
        }
      }
    }
    return effects
  }
}

/// A value of a catalogue, nil for a missing member, with its JSON Pointer for errors.
struct CatalogueNode {
  let value: JSONValue?
  var place = ""

  subscript(_ name: String) -> CatalogueNode {
    CatalogueNode(value: value?[name], place: "\(place)/\(name)")
  }

  func expected(_ what: String) -> CatalogueError {
    CatalogueError(message: "expected \(what) at \(place)")
  }

  func text() throws(CatalogueError) -> String {
    guard let text = value?.string else { throw expected("a text") }
    return text
  }

  func items() throws(CatalogueError) -> [CatalogueNode] {
    guard let items = value?.array else { throw expected("a list") }
    return items.enumerated().map { CatalogueNode(value: $1, place: "\(place)/\($0)") }
  }

  /// The items of a list that may be missing, and may not be empty.
  fileprivate func itemsIfAny(_ what: String = "a list") throws(CatalogueError) -> [CatalogueNode] {
    if value == nil { return [] }
    guard let items = value?.array, !items.isEmpty else { throw expected(what) }
    return try self.items()
  }

  /// A map of ids to texts, which may be missing.
  fileprivate func textsByID() throws(CatalogueError) -> [String: String] {
    guard let value else { return [:] }
    guard let object = value.object else { throw expected("a map of ids to texts") }
    var texts: [String: String] = [:]
    for member in object.members { texts[member.name] = try self[member.name].text() }
    return texts
  }
}

/// The statements about requirements in other places of a catalogue, by their ids.
private struct CatalogueNotes {
  let excuses: [String: String]
  let unrecorded: [String: String]
  let effects: [String: String]
  let pages: SourcePages
}

extension Requirement {
  /// The places under `places`; nil where the member is missing.
  private static func places(_ node: CatalogueNode) throws(CatalogueError) -> [PlacePattern]? {
    var places: [PlacePattern] = []
    for item in try node.itemsIfAny("a list of places") {
      guard let text = item.value?.string else { throw item.expected("a place, a text,") }
      do throws(PlaceError) {
        places.append(try PlacePattern(text))
      } catch {
        throw CatalogueError(message: "\(error.description): \(item.place)")
      }
    }
    return node.value == nil ? nil : places
  }

  fileprivate init(
    _ node: CatalogueNode, step: String, _ notes: CatalogueNotes
  ) throws(CatalogueError) {
    let id = try node["id"].text()
    let source = node["source"]
    self.init(
      id: id, level: Level(try node["level"].text()), subject: try node["subject"].text(),
      text: try node["text"].text(), testableBy: TestableBy(try node["testableBy"].text()),
      endpoint: node["endpoint"].value?.string, source: source["section"].value?.string ?? "",
      ambiguity: node["ambiguity"].value?.string, step: step, excuse: notes.excuses[id],
      places: try Self.places(node["places"]), unrecorded: notes.unrecorded[id],
      url: try notes.pages.address(of: source["page"]), effect: notes.effects[id])
  }
}

extension Freedom {
  /// Reads `{text, source, routes, statuses, places, mutations}`.
  ///
  /// - Throws: `CatalogueError` for the first member that is missing or of another kind.
  fileprivate init(_ node: CatalogueNode) throws(CatalogueError) {
    let routes = try node["routes"].itemsIfAny()
    let statuses = try node["statuses"].itemsIfAny()
    let places = try node["places"].itemsIfAny()
    let mutations = try node["mutations"].itemsIfAny()
    guard !mutations.isEmpty else { throw node["mutations"].expected("a list of mutations") }
    text = try node["text"].text()
    source = try node["source"].text()
    self.routes = try Self.read(routes, "a route, as in GET /a/{b},") {
      RoutePattern($0.string ?? "")
    }
    self.statuses = try Self.read(statuses, "a status code") { $0.number?.integer }
    self.places = try Self.read(places, "a place") { try? PlacePattern($0.string ?? "") }
    self.mutations = try Self.read(mutations, "the name of a mutation") { $0.string }
  }

  private static func read<Read>(
    _ items: [CatalogueNode], _ what: String, _ read: (JSONValue) -> Read?
  ) throws(CatalogueError) -> [Read] {
    var output: [Read] = []
    for item in items {
      guard let read = item.value.flatMap(read) else { throw item.expected(what) }
      output.append(read)
    }
    return output
  }
}

/// A freedom of services: an optional member, order or value. A mutant that uses one is harmless.
package struct Freedom: Sendable, Equatable {
  /// The freedom in one sentence.
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

  /// Stands for all mutations.
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

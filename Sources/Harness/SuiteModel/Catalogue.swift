// SPDX-License-Identifier: Apache-2.0
// The requirements of a cookbook, which `covers:` names.

package import JSON

/// The requirement catalogue of a cookbook.
package struct Catalogue: Sendable, Equatable {
  package struct Phase: Sendable, Equatable {
    package let id: String
    package let title: String
    package let requirements: [Requirement]
  }

  package struct Requirement: Sendable, Equatable {
    package let id: String
    /// `must`, `must-not`, `should`, `may` or `fact`.
    package let level: String
    /// Whom it binds: `application`, `service` or `framework`.
    package let subject: String
    package let text: String
    /// `service-response`, `emulator`, `client-traffic` or `not-testable`.
    package let testableBy: String
    package let endpoint: String?
    /// The section of the document.
    package let source: String
    /// The entry on contradictions in the documents: `AMB-07`.
    package let ambiguity: String?
    /// The title of the step that it belongs to.
    package let step: String
  }

  package let cookbook: String
  package let revision: String
  package let phases: [Phase]
  /// By id.
  package let requirements: [String: Requirement]
  /// Why no suite can prove a requirement though it is one of the service: an ambiguity of the
  /// documents excuses it, or no answer can break it. By id.
  package let unproved: [String: String]
  /// What moving here from another cookbook changes; nil where nobody has written it.
  package let comparison: CookbookComparison?
}

extension Catalogue {
  package var requirementIDs: [String] { phases.flatMap { $0.requirements.map(\.id) } }

  /// Reads a catalogue: `{cookbook, revision, phases: [{id, title, steps: [{title, requirements}]}]}`,
  /// and where some can't be proved `unproved: {id: reason}`.
  ///
  /// - Throws: a sentence that names the place by its JSON Pointer.
  package init(_ value: JSONValue) throws(CatalogueError) {
    cookbook = try Self.text("cookbook", of: value, at: "")
    revision = try Self.text("revision", of: value, at: "")
    var phases: [Phase] = []
    for (index, phase) in try Self.list("phases", of: value, at: "").enumerated() {
      let place = "/phases/\(index)"
      var requirements: [Requirement] = []
      for (index, step) in try Self.list("steps", of: phase, at: place).enumerated() {
        let place = "\(place)/steps/\(index)"
        let title = try Self.text("title", of: step, at: place)
        for (index, value) in try Self.list("requirements", of: step, at: place).enumerated() {
          requirements.append(
            try Requirement(value, step: title, at: "\(place)/requirements/\(index)"))
        }
      }
      phases.append(
        Phase(
          id: try Self.text("id", of: phase, at: place),
          title: try Self.text("title", of: phase, at: place), requirements: requirements))
    }
    self.phases = phases
    let known = Dictionary(
      phases.flatMap(\.requirements).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    requirements = known
    unproved = try Self.reasons("unproved", of: value, for: known)
    var comparison: CookbookComparison?
    if let member = value["comparison"] { comparison = try CookbookComparison(member) }
    self.comparison = comparison
  }

  private static func reasons(
    _ name: String, of value: JSONValue, for requirements: [String: Requirement]
  ) throws(CatalogueError) -> [String: String] {
    guard let member = value[name] else { return [:] }
    guard let object = member.object else {
      throw CatalogueError(message: "expected a map of requirements to reasons at /\(name)")
    }
    var result: [String: String] = [:]
    for member in object.members {
      guard requirements[member.name] != nil else {
        throw CatalogueError(message: "there is no requirement of that id: /\(name)/\(member.name)")
      }
      result[member.name] = try text(member.name, of: .object(object), at: "/\(name)")
    }
    return result
  }

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

extension Catalogue.Requirement {
  fileprivate init(_ value: JSONValue, step: String, at place: String) throws(CatalogueError) {
    id = try Catalogue.text("id", of: value, at: place)
    level = try Catalogue.text("level", of: value, at: place)
    subject = try Catalogue.text("subject", of: value, at: place)
    text = try Catalogue.text("text", of: value, at: place)
    testableBy = try Catalogue.text("testableBy", of: value, at: place)
    endpoint = value["endpoint"]?.string
    source = value["source"]?["section"]?.string ?? ""
    ambiguity = value["ambiguity"]?.string
    self.step = step
  }
}

/// Why a file is no catalogue.
package struct CatalogueError: Error, Sendable, Equatable {
  package let message: String
}

// SPDX-License-Identifier: Apache-2.0
// The requirements of a cookbook, which `covers:` names.

/// The requirement catalogue of a cookbook.
package struct Catalogue: Sendable, Equatable {
  /// A phase of the cookbook, with its requirements in the order of the cookbook.
  package struct Phase: Sendable, Equatable {
    package let id: String
    package let title: String
    package let requirements: [Requirement]

    package init(id: String, title: String, requirements: [Requirement]) {
      self.id = id
      self.title = title
      self.requirements = requirements
    }
  }

  package let cookbook: String
  package let revision: String
  package let phases: [Phase]
  /// The requirements by their ids; of two with one id, the first.
  package let requirements: [String: Requirement]
  /// What the documents leave to a service. A record of a run does not keep it.
  package let freedoms: [Freedom]
  /// Where the documents contradict themselves, by the ids that requirements name, such as `AMB-07`.
  package let ambiguities: [String: Ambiguity]

  package init(
    cookbook: String, revision: String, phases: [Phase], freedoms: [Freedom] = [],
    ambiguities: [String: Ambiguity] = [:]
  ) {
    self.cookbook = cookbook
    self.revision = revision
    self.phases = phases
    self.freedoms = freedoms
    self.ambiguities = ambiguities
    requirements = Dictionary(
      phases.flatMap(\.requirements).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Catalogue {
  /// The ids of all requirements, in the order of the cookbook.
  package var requirementIDs: [String] { phases.flatMap { $0.requirements.map(\.id) } }
}

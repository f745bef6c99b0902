// SPDX-License-Identifier: Apache-2.0
// The requirements of a cookbook, which `covers:` names, and its ambiguities.

package import Expectations
import Text

/// The requirement catalogue of a cookbook.
package struct Catalogue: Sendable, Equatable {
  /// A phase of the cookbook, with its requirements in the order of the cookbook.
  package struct Phase: Sendable, Equatable {
    package let id: String
    package let title: String
    package let requirements: [Requirement]
    /// Its steps. A record of earlier versions has none.
    package let steps: [Step]

    package init(id: String, title: String, requirements: [Requirement], steps: [Step] = []) {
      self.id = id
      self.title = title
      self.requirements = requirements
      self.steps = steps
    }
  }

  /// A step of the cookbook.
  package struct Step: Sendable, Equatable {
    /// The cookbook's own number of it, or its name: `C5`, `permission`; nil for a part that no
    /// suite names.
    package let number: String?
    package let title: String
    /// The ids of its requirements in the order of the cookbook, also of those that stand in another
    /// step, or in a cookbook that this one extends.
    package let requirements: [String]
    /// Whether no walk visits it: it has no number, or the catalogue gives a reason.
    package let isUnwalked: Bool

    package init(
      number: String?, title: String, requirements: [String], isUnwalked: Bool = false
    ) {
      self.isUnwalked = isUnwalked
      self.number = number
      self.title = title
      self.requirements = requirements
    }
  }

  /// An earlier revision of the cookbook that demanded otherwise.
  package struct EarlierRevision: Sendable, Equatable {
    package let revision: String
    /// What it demanded, in a sentence.
    package let demanded: String
    /// The ids of the requirements that it did not have, or had otherwise.
    package let requirements: [String]

    package init(revision: String, demanded: String, requirements: [String]) {
      self.revision = revision
      self.demanded = demanded
      self.requirements = requirements
    }
  }

  package let cookbook: String
  package let revision: String
  /// Those that demanded otherwise, as far as the documents say so.
  package let earlierRevisions: [EarlierRevision]
  /// For whom it is, as the end of a line: `single sign-on by service tokens`. A record does not keep it.
  package let about: String?
  /// The cookbook that it extends: its requirements are binding, too.
  package let base: String?
  /// The partner whose framework its suites use. A record does not keep it.
  package let partner: String?
  package let phases: [Phase]
  /// The requirements by their ids; of two with one id, the first.
  package let requirements: [String: Requirement]
  /// The choices that the documents leave to a service. A record of a run does not keep them.
  package let freedoms: [Freedom]
  /// Where the documents contradict themselves, by the ids that requirements name, such as `AMB-07`.
  package let ambiguities: [String: Ambiguity]
  /// The values of `action` that an enhanced error of the service may have; nil for any. A record of
  /// a run does not keep them.
  package let actions: [String]?
  /// The places besides the status that tell one answer of the service from another.
  package let kinds: [PlacePattern]
  /// The public pages that requirements come from, by the names that they call them. A record does
  /// not keep them.
  let pages: [String: WebAddress]

  package init(
    cookbook: String, revision: String, about: String? = nil, base: String? = nil,
    partner: String? = nil, earlierRevisions: [EarlierRevision] = [],
    phases: [Phase], freedoms: [Freedom] = [], ambiguities: [String: Ambiguity] = [:],
    actions: [String]? = nil, kinds: [PlacePattern] = [], pages: [String: WebAddress] = [:]
  ) {
    self.about = about
    self.actions = actions
    self.cookbook = cookbook
    self.kinds = kinds
    self.base = base
    self.pages = pages
    self.partner = partner
    self.revision = revision
    self.earlierRevisions = earlierRevisions
    self.phases = phases
    self.freedoms = freedoms
    self.ambiguities = ambiguities
    requirements = Dictionary(
      phases.flatMap(\.requirements).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The phase that has the requirement of an id.
  package func phase(of id: String) -> Phase? {
    phases.first { $0.requirements.contains { $0.id == id } }
  }

  /// The steps of all phases, in the order of the cookbook.
  package var steps: [Step] { phases.flatMap(\.steps) }

  /// The ids of all requirements, in the order of the cookbook.
  package var requirementIDs: [String] { phases.flatMap { $0.requirements.map(\.id) } }
}

extension [String: Catalogue] {
  /// The names of a cookbook and of those that it extends, the nearest first.
  package func names(inChainOf cookbook: String) -> [String] {
    var names = [cookbook]
    // Cookbooks that extend each other are a mistake, and no reason to go on for ever.
    while let base = names.last.flatMap({ self[$0]?.base }), !names.contains(base) {
      names.append(base)
    }
    return names
  }

  /// The catalogue of a cookbook and those that it extends, the nearest first.
  package func chain(of cookbook: String) -> [Catalogue] {
    names(inChainOf: cookbook).compactMap { self[$0] }
  }

  /// The names of cookbooks, and then of those that they extend, each once.
  package func names(inChainsOf cookbooks: [String]) -> [String] {
    (cookbooks + cookbooks.flatMap { names(inChainOf: $0) }).unique
  }

  /// The values of `action` that an enhanced error may have by a cookbook, as the nearest of its chain
  /// lists them; nil for any.
  ///
  /// - Parameter cookbook: nil for what suites of all cookbooks use: those of all together.
  package func actions(of cookbook: String?) -> [String]? {
    if let cookbook { return chain(of: cookbook).lazy.compactMap(\.actions).first }
    let all = keys.sorted().map { actions(of: $0) }
    return all.isEmpty || all.contains(nil) ? nil : all.flatMap { $0 ?? [] }.unique
  }

  /// The partner whose framework a cookbook's suites use: that of the nearest of its chain that names
  /// one.
  package func partner(of cookbook: String) -> String? {
    chain(of: cookbook).lazy.compactMap(\.partner).first
  }

  /// The names of cookbooks and of all that they extend.
  package func names(chosenBy cookbooks: some Sequence<String>) -> Set<String> {
    Set(names(inChainsOf: Array(cookbooks)))
  }
}

extension Sequence<Catalogue> {
  /// By their names; of two with one name, the first.
  package var byName: [String: Catalogue] {
    Dictionary(map { ($0.cookbook, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The requirement of an id; of two with one id, the first.
  package func requirement(_ id: String) -> Requirement? {
    lazy.compactMap { $0.requirements[id] }.first
  }

  /// The requirements of all catalogues by their ids; of two with one id, the first.
  package var requirements: [String: Requirement] {
    reduce(into: [:]) { $0.merge($1.requirements) { first, _ in first } }
  }

  /// The ambiguities of all catalogues by their ids; of two with one id, the first.
  package var ambiguities: [String: Ambiguity] {
    reduce(into: [:]) { $0.merge($1.ambiguities) { first, _ in first } }
  }
}

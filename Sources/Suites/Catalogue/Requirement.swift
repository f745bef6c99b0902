// SPDX-License-Identifier: Apache-2.0
// One requirement of a cookbook.

package import Expectations

/// One requirement of a cookbook, as its catalogue states it.
package struct Requirement: Sendable, Equatable {
  package let id: String
  package let level: Level
  /// Whether the documents only imply the demand: they permit, show or suggest it, and state it in no
  /// sentence.
  package let isInferred: Bool
  /// The party that it binds: `application`, `service` or `framework`.
  package let subject: String
  package let text: String
  /// What the service's team does if a service breaks it, as one imperative sentence; nil where
  /// the catalogue has none.
  package let remedy: String?
  /// What shows whether it is met; any of these proves it. Empty where it binds no side: a fact, or
  /// a permission that no test can break.
  package let shownBy: Set<Witness>
  package let endpoint: String?
  /// The section of the document that states it; empty where it is not known.
  package let source: String
  /// The entry on contradictions in the documents: `AMB-07`.
  package let ambiguity: String?
  /// The title of the step of the cookbook that it belongs to.
  package let step: String
  /// Why no suite can prove it although it binds the service; nil where a suite can.
  package let excuse: String?
  /// The reason why no recorded traffic can break it; nil where it can, or where the catalogue has none.
  package let unrecorded: String?
  /// Where in an answer it shows; nil where the whole answer does.
  package let places: [PlacePattern]?
  /// The public page that states it; nil where it is not known.
  package let url: WebAddress?
  /// The effect on a viewer where it is broken, in whole sentences; nil where the catalogue has none.
  package let effect: String?
  /// The effect where a service gives what it must not; nil where `effect` says that as well.
  package let excess: String?

  package init(
    id: String, level: Level, subject: String, text: String, shownBy: Set<Witness>,
    endpoint: String?, source: String, ambiguity: String?, step: String, excuse: String? = nil,
    places: [PlacePattern]? = nil, unrecorded: String? = nil, url: WebAddress? = nil,
    effect: String? = nil, excess: String? = nil, remedy: String? = nil, isInferred: Bool = false
  ) {
    self.id = id
    self.level = level
    self.isInferred = isInferred
    self.subject = subject
    self.text = text
    self.remedy = remedy
    self.shownBy = shownBy
    self.endpoint = endpoint
    self.source = source
    self.ambiguity = ambiguity
    self.step = step
    self.excuse = excuse
    self.places = places
    self.unrecorded = unrecorded
    self.url = url
    self.effect = effect
    self.excess = excess
  }

  /// How strongly a requirement binds.
  package enum Level: Sendable, Hashable {
    case must
    case mustNot
    case should
    case may
    /// A statement of fact.
    case fact
    /// A word that this version does not know; it binds no side.
    case other(String)
  }

  /// What shows whether a requirement is met.
  package enum Witness: Sendable, Hashable {
    /// A run of the suites against the service.
    case service
    /// An audit of the application's traffic.
    case application
    /// A log of what the application asked its framework.
    case framework
    /// No traffic: people attest it.
    case outside
    /// A word that this version does not know; nothing here shows it.
    case other(String)
  }
}

extension Requirement.Level {
  static let words: [(Self, String)] = [
    (.must, "must"), (.mustNot, "must-not"), (.should, "should"), (.may, "may"), (.fact, "fact"),
  ]

  /// Reads the word of a catalogue; every text is a level.
  package init(_ text: String) { self = Self.words.first { $0.1 == text }?.0 ?? .other(text) }

  /// The word in catalogues and reports.
  package var text: String {
    if case .other(let text) = self { return text }
    return Self.words.first { $0.0 == self }?.1 ?? ""
  }
}

extension Requirement.Witness {
  static let words: [(Self, String)] = [
    (.service, "service"), (.application, "application"), (.framework, "framework"),
    (.outside, "outside"),
  ]
  /// Stands alone in the place of a list without any.
  package static let none = "none"

  /// The word in catalogues and reports.
  fileprivate var text: String {
    if case .other(let text) = self { return text }
    return Self.words.first { $0.0 == self }?.1 ?? ""
  }
}

extension Set<Requirement.Witness> {
  /// Reads the words of a catalogue; every text is accepted.
  package init(words: [String]) {
    self.init(
      words.filter { $0 != Requirement.Witness.none }.map { word in
        Requirement.Witness.words.first { $0.1 == word }?.0 ?? .other(word)
      })
  }

  /// Reads the word that versions up to 0.2 had in their reports.
  ///
  /// - Parameter isUnrecorded: Whether no recorded traffic can break the requirement.
  package init(testableBy word: String, isUnrecorded: Bool) {
    switch word {
    case "service-response": self = [.service]
    case "client-traffic": self = isUnrecorded ? [] : [.application]
    case "emulator": self = [.framework]
    default: self = []
    }
  }

  /// The words in catalogues and reports, in their order; `none` where nothing shows it.
  package var words: [String] {
    let known = Requirement.Witness.words.filter { contains($0.0) }.map(\.1)
    let others = filter { witness in !Requirement.Witness.words.contains { $0.0 == witness } }
    let words = known + others.map(\.text).sorted()
    return words.isEmpty ? [Requirement.Witness.none] : words
  }
}

extension Requirement {
  /// Whether a suite has to prove it, unless excused: answers show it, and it is no permission.
  package var shouldBeProved: Bool { shownBy.contains(.service) && isBinding }

  /// The level, and whether it is inferred: `must, inferred`.
  package var standing: String { isInferred ? "\(level.text), inferred" : level.text }

  /// Whether it binds a side, or states a fact that others rest on. A permission need not be used.
  package var isBinding: Bool {
    switch level {
    case .must, .mustNot, .should, .fact: true
    case .may, .other: false
    }
  }
}

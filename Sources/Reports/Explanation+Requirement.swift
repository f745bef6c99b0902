// SPDX-License-Identifier: Apache-2.0
// Explains a requirement of a cookbook.

import Expectations
import Record
package import Suites

extension Explanation {
  /// How many scenarios, defects and pieces of advice are told.
  private static let (proofLimit, breakLimit, adviceLimit) = (8, 8, 6)

  /// - Parameters:
  ///   - catalogue: The one that states the requirement.
  ///   - knowledge: What else is known of it.
  package init(
    of requirement: Requirement, in catalogue: Catalogue, _ knowledge: RequirementKnowledge
  ) {
    let isOfService = requirement.subject == "service"
    self.init(
      .requirement, requirement.id, requirement.text,
      [
        Self.where(requirement, in: catalogue), Self.source(of: requirement),
        Section(
          "Other revisions of the cookbook",
          catalogue.earlierRevisions.filter { $0.requirements.contains(requirement.id) }
            .map { .text("Before, in revision \($0.revision): \($0.demanded)") }),
        Self.ambiguity(of: requirement, in: catalogue),
        Section(
          "Whom it binds, and what shows it", about: .binding, [.text(requirement.bindingSentence)]),
        Section(
          "What proves it", about: .proof,
          [
            .items(
              knowledge.proofs, limit: Self.proofLimit,
              more: ": 'coverage --requirement \(requirement.id)' names all"),
            knowledge.whyNoProof.map { .text("Nothing here proves it. \($0.asSentence)") },
          ]), knowledge.example.flatMap(Self.example),
        Section(
          isOfService ? "How services break it" : "How applications break it", about: .breaks,
          [.items(knowledge.breaks, limit: Self.breakLimit, more: ": 'serve --list' names all")]),
        Section("What that does to a viewer", about: .effect, [requirement.effect.map(Part.text)]),
        Section(
          "What to do", about: .advice,
          [
            requirement.remedy.map(Part.text),
            .items(
              knowledge.advice.map { Item($0) }, limit: Self.adviceLimit,
              more: ", in the steps that cover it"),
          ]),
      ])
  }

  /// The explanation of an ambiguity.
  ///
  /// - Parameter requirements: The ids of those that it concerns.
  package init(of id: String, _ ambiguity: Ambiguity, requirements: [Item]) {
    self.init(
      .ambiguity, id, ambiguity.text,
      [
        Section(
          "What follows",
          [
            .text(
              ambiguity.isChoice
                ? "Services may differ in it, so an application has to cope with each reading. The "
                  + "report says what the service chose."
                : "No service fails for following one of the readings that are accepted.")
          ]), Section("Where it comes from", [ambiguity.url.map(Part.link)]),
        Section("Requirements that it concerns", [.items(requirements)]),
      ])
  }

  private static func `where`(_ requirement: Requirement, in catalogue: Catalogue) -> Section? {
    var lines = [Item(requirement.level.sentence)]
    if requirement.isInferred {
      lines.append(
        Item(
          "inferred: the documents state this demand in no sentence. It follows from what they permit, "
            + "or from a sample, a table or a diagram."))
    }
    lines.append(Item("\(catalogue.cookbook), revision \(catalogue.revision)"))
    if let phase = catalogue.phase(of: requirement.id) {
      lines.append(Item("Phase \(phase.id), \(phase.title): “\(requirement.step)”"))
    }
    if let endpoint = requirement.endpoint, endpoint != "*" { lines.append(Item(endpoint)) }
    if let places = requirement.places, !places.isEmpty {
      lines.append(Item("It shows at \(Wording.list(places.map { "`\($0.text)`" }))."))
    }
    return Section("What it is", about: .standing, [.items(lines)])
  }

  private static func source(of requirement: Requirement) -> Section? {
    let isBare = requirement.source.isEmpty || requirement.source.hasPrefix("workflow")
    let prefix = isBare ? "The cookbook, " : ""
    return Section(
      "Where it comes from", about: .source,
      [
        requirement.source.isEmpty ? nil : .text("\(prefix)\(requirement.source)"),
        requirement.url.map(Part.link),
      ])
  }

  private static func ambiguity(of requirement: Requirement, in catalogue: Catalogue) -> Section? {
    guard let id = requirement.ambiguity else { return nil }
    let ambiguity = catalogue.ambiguities[id]
    return Section(
      "Where the documents disagree", about: .ambiguity,
      [
        .text(ambiguity.map { "\(id): \($0.text)" } ?? id),
        ambiguity?.url.flatMap { $0 == requirement.url ? nil : .link($0) },
      ])
  }

  private static func example(_ example: RequirementKnowledge.Example) -> Section? {
    let exchange = example.exchange
    var lines = [Line("\(exchange.method) \(exchange.url) → \(exchange.statusLine)")]
    if exchange.detail != nil {
      let layout = ExchangeLayout(
        exchange, marking: ExchangeLayout.Marks(example.places, in: exchange))
      lines = layout.request.map { Line($0.text) } + [Line("")]
      lines += layout.answer.map { Line($0.text, isMarked: $0.isMarked) }
    }
    return Section("What is right", about: .example, [.lines(lines)])
  }
}

extension Requirement.Level {
  /// How a breach of it counts.
  fileprivate var sentence: String {
    switch self {
    case .must, .mustNot: "\(text): who breaks it is not conformant."
    case .should: "\(text): a breach is a warning, and fails a run only with --strict."
    case .may: "\(text): a permission, which need not be used."
    case .fact: "\(text): the documents state it, and other requirements rest on it."
    case .other(let word): "\(word): a level that this version does not know; it binds no side."
    }
  }
}

extension Requirement {
  /// Whom it binds, and what can show whether it is met.
  fileprivate var bindingSentence: String {
    let party =
      switch subject {
      case "service": "It binds the service."
      case "application": "It binds the application."
      case "framework": "It binds the partner's framework."
      default: "It binds \(subject)."
      }
    if shownBy.isEmpty {
      let why = (unrecorded ?? excuse)?.asSentence ?? "It is a fact, or what no test can break."
      return "It binds no side. \(why)"
    }
    let ways: [(Witness, String)] = [
      (.service, "by a run of the suites against the service"),
      (.application, "by an audit of the application's traffic"),
      (.framework, "by a log of framework calls"),
      (.outside, "outside of traffic, attested by people"),
    ]
    let shown = ways.filter { shownBy.contains($0.0) }.map(\.1)
    let why = (excuse.map { "no suite can prove it: \($0)" } ?? unrecorded)?.asSentence
    return [party, "It is shown \(Wording.list(shown, "or")).", why].compactMap(\.self)
      .joined(separator: " ")
  }
}

extension String {
  /// A clause or a sentence, as a sentence.
  fileprivate var asSentence: String {
    prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
  }
}

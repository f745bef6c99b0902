// SPDX-License-Identifier: Apache-2.0
// The steps of a cookbook in their order, and the calls by which an application reaches them.

package import Suites

/// The steps of a cookbook in their order, and the calls by which an application reaches them.
///
/// No catalogue says which call a step is. Its requirements name their calls: the call of a step is the
/// one that most of them are about, and of several steps that are about one call, it is that of the
/// step that says the most of it. What binds the application is about the request, and what binds the
/// service about the answer.
package struct CookbookWay: Sendable, Equatable {
  /// A step that a walk visits.
  package struct Step: Sendable, Equatable {
    package let number: String
    package let title: String
    /// How it is reached.
    package let trigger: Trigger
  }

  package enum Trigger: Sendable, Equatable {
    /// By a request of one of these calls.
    case request(Set<String>)
    /// By an answer of success to one of these calls.
    case answer(Set<String>)
    /// By either.
    case exchange(Set<String>)
    /// By a call of the framework.
    case framework
    /// No traffic shows it by itself: a decision, or what happens elsewhere.
    case none
  }

  package let cookbook: String
  /// Those of the cookbook, and after them those of the cookbooks that it extends which are about other
  /// calls.
  package let steps: [Step]
  /// How many steps are the cookbook's own.
  package let ownCount: Int
}

extension CookbookWay {
  /// The ways through cookbooks, each with those that it extends.
  ///
  /// - Parameter cookbooks: Those that traffic follows, and those that they extend.
  package static func all(
    _ cookbooks: [String], _ catalogues: [String: Catalogue]
  ) -> [CookbookWay] {
    let extended = Set(cookbooks.flatMap { catalogues.names(inChainOf: $0).dropFirst() })
    return cookbooks.filter { !extended.contains($0) }.compactMap { CookbookWay($0, catalogues) }
      .filter { !$0.steps.isEmpty }
  }

  /// - Returns: nil for a cookbook without a catalogue.
  init?(_ cookbook: String, _ catalogues: [String: Catalogue]) {
    let chain = catalogues.chain(of: cookbook)
    guard let first = chain.first else { return nil }
    let requirements = chain.requirements
    var steps = Self.steps(of: first, requirements)
    ownCount = steps.count
    for catalogue in chain.dropFirst() {
      let known = steps.reduce(into: Set<String>()) { $0.formUnion($1.calls) }
      let numbers = Set(steps.map(\.number))
      steps += Self.steps(of: catalogue, requirements).filter {
        !$0.calls.isEmpty && $0.calls.isDisjoint(with: known) && !numbers.contains($0.number)
      }
    }
    self.cookbook = cookbook
    self.steps = steps
  }

  /// How often the requirements of a step are about something.
  private struct Tally {
    var count = 0
    /// By the call, of those that bind the application, and of the others.
    var requests: [String: Int] = [:]
    var answers: [String: Int] = [:]
    var framework = 0

    init(_ requirements: [Requirement]) {
      count = requirements.count
      for requirement in requirements {
        for call in requirement.endpoint?.split(separator: " | ").map(String.init) ?? [] {
          if call.hasPrefix("*") { continue }
          guard call.contains(" /") else {
            framework += 1
            continue
          }
          if requirement.subject == "application" {
            requests[call, default: 0] += 1
          } else {
            answers[call, default: 0] += 1
          }
        }
      }
    }
  }

  private static func steps(
    of catalogue: Catalogue, _ requirements: [String: Requirement]
  ) -> [Step] {
    let visited = catalogue.steps.filter { !$0.isUnwalked && $0.number != nil }
    let tallies = visited.map { Tally($0.requirements.compactMap { requirements[$0] }) }
    let (requests, answers) = (most(tallies, \.requests), most(tallies, \.answers))
    return zip(visited, tallies).map { step, tally in
      Step(
        number: step.number ?? "", title: step.title,
        trigger: trigger(of: tally, requests, answers))
    }
  }

  /// The greatest count that each call has in a step that is not the framework's.
  private static func most(
    _ tallies: [Tally], _ counts: KeyPath<Tally, [String: Int]>
  ) -> [String: Int] {
    tallies.filter { $0.framework * 2 <= $0.count }.reduce(into: [:]) {
      $0.merge($1[keyPath: counts]) { max($0, $1) }
    }
  }

  private static func trigger(
    of tally: Tally, _ requests: [String: Int], _ answers: [String: Int]
  ) -> Trigger {
    if tally.framework * 2 > tally.count { return .framework }
    func own(_ counts: [String: Int], _ most: [String: Int]) -> Set<String> {
      // A call that few of its requirements are about is mentioned, and no more.
      let few = (counts.values.max() ?? 0) / 2
      return Set(counts.filter { $0.value == most[$0.key] && $0.value >= max(few, 1) }.keys)
    }
    let requested = own(tally.requests, requests)
    let answered = own(tally.answers, answers)
    func weight(_ calls: Set<String>, _ counts: [String: Int]) -> Int {
      calls.compactMap { counts[$0] }.max() ?? 0
    }
    let both = requested.intersection(answered)
    if !both.isEmpty { return .exchange(both) }
    let (asked, said) = (weight(requested, tally.requests), weight(answered, tally.answers))
    if max(asked, said) == 0 { return .none }
    return asked >= said ? .request(requested) : .answer(answered)
  }
}

extension CookbookWay.Step {
  /// The calls by which it is reached.
  fileprivate var calls: Set<String> {
    switch trigger {
    case .request(let calls), .answer(let calls), .exchange(let calls): calls
    case .framework, .none: []
    }
  }
}

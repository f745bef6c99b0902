// SPDX-License-Identifier: Apache-2.0
// Makes all mutants of the answers of a run, and judges them.

import Expectations
import Formats
import HTTP
import Record
import Runner
import Suites
import Synchronization
import Text

/// The mutants of the answers of a run on which the suites passed.
struct MutantRun: Sendable {
  let courses: [PassedAnswers]
  let catalogues: [String: Catalogue]
  let answers: [DissectedAnswer]
  private let judge: MutantJudge
  private let words: Set<String>
  /// The texts that answers have at places of one name, sorted.
  private let texts: [String: [String]]
  /// An entry for each place that has entries in some answer.
  private let samples: [String: JSONValue]
  /// The files and folders whose steps are measured; empty for all.
  private let named: [String]

  /// - Parameters:
  ///   - courses: The answers, in an order that is the same each time.
  ///   - suites: The suites that were run. Of the names in answers only their words are shown.
  ///   - named: The files and folders whose steps are measured, and not those of fragments that are
  ///     elsewhere; empty for all.
  init(_ courses: [PassedAnswers], of suites: SuiteCollection, named: [String] = []) {
    self.named = named
    let used = suites.usedFragments
    // A preflight accepts every answer with which the suites can work; judging is their part.
    let courses = courses.filter { $0.fragment.map(used.contains) ?? true }
    self.courses = courses
    catalogues = suites.catalogues
    judge = MutantJudge(courses: courses, flow: ValueFlow(courses))
    words = suites.words
    let answerParts = AnswerParts(knownWords: words)
    let routes = suites.catalogues.keys.sorted().flatMap { suites.catalogues[$0]?.routes ?? [] }
    let answers = courses.enumerated().flatMap { course, judged in
      judged.answers.indices.compactMap {
        DissectedAnswer(judged, course, $0, routes: routes, answerParts)
      }
    }
    self.answers = answers
    texts = Self.texts(of: answers)
    samples = Self.samples(of: answers)
  }

  private static let textLimit = 64

  private static func texts(of answers: [DissectedAnswer]) -> [String: [String]] {
    var texts: [String: Set<String>] = [:]
    for part in answers.lazy.flatMap(\.parts) {
      guard let text = part.text, !text.isEmpty else { continue }
      let name = part.name
      if texts[name]?.count ?? 0 < textLimit { texts[name, default: []].insert(text) }
    }
    return texts.mapValues { $0.sorted() }
  }

  private static func samples(of answers: [DissectedAnswer]) -> [String: JSONValue] {
    var samples: [String: JSONValue] = [:]
    for part in answers.lazy.flatMap(\.parts) {
      if let entry = part.firstEntry, samples[part.place] == nil { samples[part.place] = entry }
    }
    return samples
  }
}

extension AnswerPart {
  /// The last name of the place.
  var name: String {
    place.lastIndex(of: "/").map { String(place[place.index(after: $0)...]) } ?? place
  }
}

extension Catalogue {
  /// The requests that its requirements are about.
  var routes: [RoutePattern] {
    var seen: Set<String> = []
    return phases.flatMap(\.requirements).compactMap(\.endpoint)
      .flatMap { $0.split(separator: "|") }.compactMap { RoutePattern($0) }
      .filter { seen.insert($0.text).inserted }
  }
}

extension MutantRun {
  /// The results of the mutants.
  struct Outcome: Sendable {
    var tally = MutantTally()
    var survivors: [Survivor] = []
    /// How many answers were judged, some mutants being judged in several.
    var judgements = 0
  }

  /// Judges the mutants on several threads.
  ///
  /// - Parameter share: Which share of them is judged, above 0 and at most 1.
  /// - Parameter suggests: Whether each survivor gets an expectation that would catch it.
  func outcome(seed: Int, share: Double, workers: Int, suggests: Bool) -> Outcome {
    let mutants = mutants(seed: seed, share: share)
    let next = Atomic(0)
    let outcome = Mutex(Outcome())
    let threads = ThreadGroup()
    for _ in 0..<max(1, workers) {
      threads.start {
        var own = Outcome()
        while true {
          let start = next.add(64, ordering: .relaxed).oldValue
          guard start < mutants.count else { break }
          for mutant in mutants[start..<min(start + 64, mutants.count)] {
            add(mutant, suggests: suggests, to: &own)
          }
        }
        outcome.withLock { $0.add(own) }
      }
    }
    threads.wait()
    var result = outcome.withLock { $0 }
    result.survivors.sort(by: Self.isBefore)
    return result
  }

  private static func isBefore(_ left: Survivor, _ right: Survivor) -> Bool {
    let keys = [left, right].map { survivor in
      (
        survivor.location.file, survivor.location.position.line, survivor.scenario, survivor.place,
        survivor.mutation
      )
    }
    return keys[0] < keys[1]
  }

  /// All mutants of the share, in an order that is the same each time.
  private func mutants(seed: Int, share: Double) -> [Mutant] {
    var mutants: [Mutant] = []
    var indices: [UInt64: Int] = [:]
    let kinds = MutationKind.all
    for (number, answer) in answers.enumerated() where isMeasured(answer) {
      let form = NameHash("\(answer.route) \(answer.status) ")
      let own = NameHash("\(answer.identity) ")
      for (partNumber, part) in answer.parts.enumerated() {
        let formPart = form.adding(part.place)
        let ownPart = own.adding(part.exactPlace)
        let hasEntries = samples[part.place] != nil
        for (kindNumber, kind) in kinds.enumerated()
        where kind.applies(to: part, hasEntries: hasEntries) {
          let key = (kind.scope == .form ? formPart : ownPart).adding(kind.name)
          let site = MutationSite(answer: Int32(number), part: Int32(partNumber))
          if let index = indices[key.value] {
            if index >= 0 { mutants[index].sites.append(site) }
          } else if share < 1, key.fraction(seed: seed) >= share {
            indices[key.value] = -1
          } else {
            indices[key.value] = mutants.count
            mutants.append(Mutant(kind: kindNumber, sites: [site]))
          }
        }
      }
    }
    return mutants
  }
}

extension AnswerPart {
  /// The place with indices and all names.
  fileprivate var exactPlace: String {
    switch site {
    case .json(let pointer, _): "\(pointer)"
    case .element(let path), .attribute(let path, _), .text(let path): "\(place) \(path)"
    case .status, .header, .body: place
    }
  }
}

extension MutantRun {
  /// In how many answers a mutant is tried until one catches it.
  private static let siteLimit = 200

  private func add(_ mutant: Mutant, suggests: Bool, to outcome: inout Outcome) {
    let kind = MutationKind.all[mutant.kind]
    var best: (verdict: MutantVerdict, site: MutationSite)?
    var tried = 0
    // Those whose steps judge most come first.
    let sites =
      mutant.sites.count < 8
      ? mutant.sites
      : mutant.sites.sorted { step(of: $0).covers.count > step(of: $1).covers.count }
    for site in sites {
      let answer = answers[Int(site.answer)]
      guard let changed = mutated(kind, site) else { continue }
      let verdict = judge.verdict(of: changed, course: answer.course, answer: answer.number)
      outcome.judgements += 1
      tried += 1
      if best.map({ verdict > $0.verdict }) ?? true { best = (verdict, site) }
      if verdict == .caught || tried >= Self.siteLimit { break }
    }
    guard let best else { return }
    outcome.tally.all += 1
    // A freedom names places, not circumstances: what an expectation fails is caught all the same.
    if best.verdict == .caught {
      outcome.tally.caught += 1
    } else if isHarmless(kind, best.site) {
      outcome.tally.harmless += 1
    } else if best.verdict == .warned {
      outcome.tally.warned += 1
    } else {
      var survivor = survivor(kind, best.site)
      survivor.keepsKind = !kind.leavesKind
      if suggests { survivor.suggestion = suggestion(kind, best.site) }
      outcome.survivors.append(survivor)
    }
  }

  /// The answer of an site, changed; nil where the mutation changes nothing.
  private func mutated(_ kind: MutationKind, _ site: MutationSite) -> Observation? {
    let answer = answers[Int(site.answer)]
    let part = answer.parts[Int(site.part)]
    return answer.observation.mutated(
      part, kind, answer.content, others: texts[part.name] ?? [], sample: samples[part.place],
      readsText: answer.readsText)
  }

  private func suggestion(_ kind: MutationKind, _ site: MutationSite) -> String? {
    let dissected = answers[Int(site.answer)]
    let writer = SuggestionWriter(
      part: dissected.parts[Int(site.part)], kind: kind, answer: dissected,
      judged: answer(of: site), knownWords: words)
    let text = mutated(kind, site).flatMap { writer.suggestion(against: $0) }
    return text.map { courses[dissected.course].masked($0) }
  }

  private func step(of site: MutationSite) -> Step { answer(of: site).step }

  /// Whether the step of an answer stands in a file that was named, or in a folder that was.
  private func isMeasured(_ answer: DissectedAnswer) -> Bool {
    guard !named.isEmpty else { return true }
    let file = courses[answer.course].answers[answer.number].step.file
    return named.contains { path in
      file == path || file.hasPrefix(path.hasSuffix("/") ? path : "\(path)/")
    }
  }

  private func answer(of site: MutationSite) -> PassedAnswer {
    let answer = answers[Int(site.answer)]
    return courses[answer.course].answers[answer.number]
  }

  private func isHarmless(_ kind: MutationKind, _ site: MutationSite) -> Bool {
    let answer = answers[Int(site.answer)]
    let part = answer.parts[Int(site.part)]
    return catalogues(for: answer).contains { catalogue in
      catalogue.freedoms.contains {
        $0.allows(
          kind.name, at: part.pattern, method: answer.method, path: answer.path,
          status: answer.status)
      }
    }
  }

  /// The catalogues that the suite is judged by; for a shared fragment all of them.
  private func catalogues(for answer: DissectedAnswer) -> [Catalogue] {
    let course = courses[answer.course]
    if let cookbook = course.cookbook { return catalogues.chain(of: cookbook) }
    return course.suite == nil ? catalogues.keys.sorted().compactMap { catalogues[$0] } : []
  }

  private func survivor(_ kind: MutationKind, _ site: MutationSite) -> Survivor {
    let dissected = answers[Int(site.answer)]
    let judged = courses[dissected.course]
    let step = answer(of: site).step
    let part = dissected.parts[Int(site.part)]
    let name = judged.masked(step.name)
    let place = judged.masked(part.place)
    return Survivor(
      location: SourceLocation(file: step.file, position: step.position), scenario: judged.name,
      step: name, place: place, mutation: kind.name,
      summary:
        "no expectation notices in the answer to '\(name)' (\(dissected.route), \(dissected.status)):"
        + " \(place) \(kind.summary)", requirement: requirement(of: part, step, dissected))
  }

  /// The requirement that a part of an answer belongs to: first of those that the step covers.
  private func requirement(
    of part: AnswerPart, _ step: Step, _ answer: DissectedAnswer
  ) -> String? {
    guard let place = part.pattern else { return nil }
    let catalogues = catalogues(for: answer)
    let covered = step.covers.first { cover in
      let places =
        cover.places ?? catalogues.lazy.compactMap { $0.requirements[cover.id]?.places }.first
      return places?.contains { $0.holds(place) } ?? false
    }
    if let covered { return covered.id }
    for requirement in catalogues.lazy.flatMap({ $0.phases.flatMap(\.requirements) })
    where requirement.shouldBeProved {
      guard requirement.places?.contains(where: { $0.holds(place) }) ?? false else { continue }
      let routes = requirement.endpoint?.split(separator: "|").compactMap { RoutePattern($0) } ?? []
      if routes.contains(where: { $0.matches(method: answer.method, path: answer.path) }) {
        return requirement.id
      }
    }
    return nil
  }
}

extension MutantRun.Outcome {
  fileprivate mutating func add(_ other: Self) {
    tally.all += other.tally.all
    tally.caught += other.tally.caught
    tally.warned += other.tally.warned
    tally.harmless += other.tally.harmless
    survivors += other.survivors
    judgements += other.judgements
  }
}

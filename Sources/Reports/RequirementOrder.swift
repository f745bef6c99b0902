// SPDX-License-Identifier: Apache-2.0
// The order of the requirements that are broken together, of which reports quote the first.

import Expectations
import Formats
import Record
import Suites
import Text

/// Sorts requirements that the same findings break. These are first, in this order:
///
/// 1. those that are more than a recommendation; then those at whose own place the findings are, before
///    those whose place holds it; one without a place may be as near as any;
/// 2. those that bind;
/// 3. where a call breaks down, those of that call: what else it was to show is not why;
/// 4. those whose sentence does not have the value that came: they allow it; of a part of the answer,
///    those whose sentence has the value that was expected, and not the one that came;
/// 5. those that explain the most: they are broken in the most steps, and seldom held elsewhere; one
///    of that call, or of every call, counts twice;
/// 6. those whose endpoint is the call;
/// 7. those whose sentence has the status that was expected, and not the one that came;
/// 8. those of a base cookbook, where several cookbooks show the findings.
///
/// Else they keep the order of the steps.
struct RequirementOrder {
  /// A requirement that findings of one answer break.
  struct Breach {
    let cover: Cover
    let findings: [Finding]
    /// The call as the documents write it; nil for a step without one.
    let call: String?
  }

  private let run: RunJudgement
  /// How often each requirement was judged and held.
  private let held: [String: Int]
  /// The requirements of cookbooks that others extend.
  private let bases: Set<String>

  init(_ run: RunJudgement) {
    self.run = run
    let extended = run.record.catalogues.compactMap(\.base)
    bases = Set(
      run.record.catalogues.filter { extended.contains($0.cookbook) }.flatMap(\.requirementIDs))
    var held: [String: Int] = [:]
    var fragments: Set<SourceLocation> = []
    run.record.visitSteps { visit in
      guard visit.step.verdict.kind == .passed, !visit.step.covers.isEmpty else { return }
      // What hundreds of scenarios do first would hide what one of them does then.
      if visit.place.count > 1, !fragments.insert(visit.step.location).inserted { return }
      for cover in visit.step.covers { held[cover.id, default: 0] += 1 }
    }
    self.held = held
  }
}

extension RequirementOrder {
  /// What is known of a requirement among all findings.
  private struct Sight {
    /// nil for one without a place.
    var nearness: Blame.Nearness?
    var count = 0
    var isOfCall = false
    var likelihood = 0
  }

  /// The ids of the requirements.
  ///
  /// - Parameters:
  ///   - breaches: In the order of the steps.
  ///   - isGeneral: Whether several cookbooks show the findings.
  func ids(of breaches: [Breach], isGeneral: Bool) -> [String] {
    var sights: [String: Sight] = [:]
    for breach in breaches {
      let id = breach.cover.id
      let requirement = run.requirements[id]
      let nearness = breach.findings.thatTell.compactMap {
        run.blame.nearness(of: breach.cover, to: $0)
      }
      var sight = sights[id] ?? Sight()
      sight.nearness = ([sight.nearness].compactMap(\.self) + nearness).max()
      sight.count += 1
      sight.isOfCall = sight.isOfCall || breach.call.map { requirement?.isOf($0) ?? false } ?? false
      sights[id] = sight
    }
    let telling = breaches.lazy.compactMap(\.findings.telling).first
    let isBreakdown = telling?.isOfBreakdown ?? false
    // Many requirements say that a call succeeds.
    let isOfPart = telling?.place != .status
    let ids = breaches.map(\.cover.id).unique
    let nearest = sights.values.compactMap(\.nearness).max() ?? .own
    let ranks = ids.map { id -> [Double] in
      guard let sight = sights[id] else { return [] }
      let likelihood = telling.flatMap { run.requirements[id]?.likelihood($0) } ?? 0
      let share = Double(sight.count) / Double(sight.count + held[id, default: 0])
      let isOfEveryCall = run.requirements[id]?.endpoint?.hasPrefix("*") ?? false
      let weight = sight.isOfCall || isOfEveryCall ? 2.0 : 1
      return [
        run.requirements[id]?.level == .should ? 0 : 1,
        Double((sight.nearness ?? nearest).rawValue), binds(id) ? 1 : 0,
        isBreakdown && sight.isOfCall ? 1 : 0, Double(isOfPart ? likelihood : min(0, likelihood)),
        Double(sight.count) * share * weight,
        sight.isOfCall ? 1 : 0, Double(likelihood), isGeneral && bases.contains(id) ? 1 : 0,
      ]
    }
    return zip(ids, ranks).enumerated().sorted { one, other in
      let (first, second) = (one.element.1, other.element.1)
      guard let differing = first.indices.first(where: { first[$0] != second[$0] }) else {
        return one.offset < other.offset
      }
      return first[differing] > second[differing]
    }.map(\.element.0)
  }

  func binds(_ id: String) -> Bool {
    [.must, .mustNot].contains(run.requirements[id]?.level)
  }
}

extension Requirement {
  /// Whether a call, `GET /profiles` as the documents write it, is one of its endpoints.
  func isOf(_ call: String) -> Bool {
    let call = call.filter { $0 != " " }
    return endpoint?.split(separator: "|").contains { $0.filter { $0 != " " } == call } ?? false
  }
}

extension [Finding] {
  /// Without those on values that could not be saved, which follow from the others; all where there are
  /// no others.
  fileprivate var thatTell: [Finding] {
    let others = filter { if case .saved = $0.place { false } else { true } }
    return others.isEmpty ? self : others
  }
}

extension Requirement {
  /// How likely a finding breaks it, among those of its place: 1 where its sentence has the value that
  /// was expected and not the one that came, -1 where it has the one that came.
  fileprivate func likelihood(_ finding: Finding) -> Int {
    let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    func has(_ value: JSONValue?) -> Bool {
      value?.scalarText.map { words.contains($0[...]) } ?? false
    }
    if level != .mustNot, has(finding.foundValue.value) { return -1 }
    let expected = finding.expectedValue.values
    return !expected.isEmpty && expected.allSatisfy { has($0) } ? 1 : 0
  }
}

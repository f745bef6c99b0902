// SPDX-License-Identifier: Apache-2.0
// Which requirements a finding breaks: those whose places are nearest to it.

package import Expectations
import Formats
package import Suites

/// Tells which requirements a finding is about, by the places where they show in an answer.
///
/// A finding breaks the requirements whose places are the nearest that hold it, and only where there
/// is none, those whose places are the nearest below it. It breaks every requirement without a place.
package struct Blame: Sendable {
  /// How the findings of a step bear on a requirement.
  package enum Effect: Sendable {
    /// None of them touches it.
    case held
    case broken
    /// Its places could not be judged: it was another answer, or the body can't be read.
    case notJudged
  }

  /// By the ids of requirements.
  private let places: [String: [PlacePattern]]
  /// The places that tell one answer from another.
  private let kinds: [PlacePattern]

  package init(_ catalogues: [Catalogue] = []) {
    places = catalogues.reduce(into: [:]) {
      $0.merge($1.requirements.compactMapValues(\.places)) { first, _ in first }
    }
    kinds = [.status] + catalogues.flatMap(\.kinds)
  }
}

extension Blame {
  /// Judges each of these requirements by findings.
  ///
  /// - Parameters:
  ///   - findings: Those of the step that failed it, or those that are only warnings.
  ///   - verdict: That of the step, which tells what could be judged.
  package func effects(of covers: [Cover], findings: [Finding], verdict: Verdict) -> [Effect] {
    let own = covers.map { $0.places ?? places[$0.id] }
    let isOtherStatus = verdict.findings.contains { $0.place == .status }
    let isOtherAnswer = verdict.findings.contains(where: isOfKind)
    let isUnreadable = verdict.findings.contains(where: \.isOfUnreadableBody)
    var effects = own.map { places -> Effect in
      guard let places else { return findings.isEmpty ? .held : .broken }
      if isOtherAnswer { return .notJudged }
      return isUnreadable && places.contains(where: \.isOfBody) ? .notJudged : .held
    }
    for finding in findings
    where isOtherStatus ? finding.place == .status : !isOtherAnswer || isOfKind(finding) {
      guard let touched = PlacePattern.touched(by: finding) else {
        return covers.map { _ in .broken }
      }
      // A place that is written as the query of the finding is about nothing else.
      let written = own.indices.filter { own[$0]?.contains(where: touched.contains) ?? false }
      if !written.isEmpty {
        for index in written { effects[index] = .broken }
        continue
      }
      func nearest(_ isBetween: (PlacePattern, PlacePattern) -> Bool) -> [Int] {
        let places = own.map {
          ($0 ?? []).filter { place in touched.contains { isBetween(place, $0) } }
        }
        let all = places.joined()
        return own.indices.filter { index in
          places[index].contains { place in
            !all.contains { isBetween(place, $0) && !isBetween($0, place) }
          }
        }
      }
      let holding = nearest { $0.holds($1) }
      // Nothing is judged below a body that can't be read.
      let broken =
        holding.isEmpty && finding.place != .body(.root) ? nearest { $1.holds($0) } : holding
      for index in broken { effects[index] = .broken }
    }
    return effects
  }

  /// Whether a finding shows that it was another answer than the step speaks of.
  private func isOfKind(_ finding: Finding) -> Bool {
    PlacePattern.touched(by: finding)?.contains { place in kinds.contains { $0.holds(place) } }
      ?? false
  }

  /// The requirements that findings break.
  package func broken(among covers: [Cover], findings: [Finding], verdict: Verdict) -> [Cover] {
    zip(covers, effects(of: covers, findings: findings, verdict: verdict)).filter {
      $0.1 == .broken
    }
    .map(\.0)
  }
}

extension Finding {
  /// Whether nothing in the body could be judged: it can't be decoded, or is not a document.
  var isOfUnreadableBody: Bool {
    if case .framing = place { return true }
    return place == .body(.root)
  }
}

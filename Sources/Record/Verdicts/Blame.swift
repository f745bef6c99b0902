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

  /// How near the own places of a requirement are to a finding that breaks it; the nearest is last.
  package enum Nearness: Int, Sendable, Comparable {
    /// None of its places holds that of the finding.
    case within
    /// The finding is in a part of one of its places.
    case around
    /// The finding is at one of its places, or both are about the answer as a whole.
    case own

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
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
    let isOtherAnswer = verdict.findings.contains(where: tellsAnotherAnswer)
    let isUnreadable = verdict.findings.contains(where: \.isOfUnreadableBody)
    var effects = own.map { places -> Effect in
      guard let places else { return findings.isEmpty ? .held : .broken }
      if isOtherAnswer { return .notJudged }
      return isUnreadable && places.contains(where: \.isOfBody) ? .notJudged : .held
    }
    for finding in findings
    where isOtherStatus ? finding.place == .status : !isOtherAnswer || tellsAnotherAnswer(finding) {
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
  package func tellsAnotherAnswer(_ finding: Finding) -> Bool {
    PlacePattern.touched(by: finding)?.contains { place in kinds.contains { $0.holds(place) } }
      ?? false
  }

  /// How near the own places of a requirement are to a finding that breaks it; nil for one without
  /// a place.
  ///
  /// - Parameter cover: The requirement as the step names it.
  package func nearness(of cover: Cover, to finding: Finding) -> Nearness? {
    guard let own = cover.places ?? places[cover.id] else { return nil }
    guard let touched = PlacePattern.touched(by: finding) else { return .own }
    func has(_ isNear: (PlacePattern, PlacePattern) -> Bool) -> Bool {
      own.contains { place in touched.contains { isNear(place, $0) } }
    }
    if has({ $0 == $1 || $0.holds($1) && $1.holds($0) }) { return .own }
    return has({ $0.holds($1) }) ? .around : .within
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

// SPDX-License-Identifier: Apache-2.0
// Which of the requirements that a step covers its findings break.

import Formats
package import Suites

/// Tells which requirements a finding is about, by the places where they show in an answer.
///
/// A finding breaks the requirements whose places are the same or hold it, and only where there is
/// none, those whose places are below it. It breaks every requirement without a place.
package struct Blame: Sendable {
  /// What the findings of a step say of a requirement.
  package enum Fate: Sendable {
    /// None of them touches it.
    case held
    case broken
    /// Its places could not be judged: the status was another one, or the body can't be read.
    case notJudged
  }

  /// By the ids of requirements.
  private let places: [String: [PlacePattern]]

  package init(_ catalogues: [Catalogue] = []) {
    var places: [String: [PlacePattern]] = [:]
    for catalogue in catalogues {
      places.merge(catalogue.requirements.compactMapValues(\.places)) { first, _ in first }
    }
    self.places = places
  }
}

extension Blame {
  /// What findings say of each of these requirements.
  ///
  /// - Parameters:
  ///   - findings: Those of the step that failed it, or those that are only warnings.
  ///   - verdict: That of the step, which tells what could be judged.
  package func fates(
    of covers: [CoverRecord], findings: [Finding], verdict: Verdict
  ) -> [Fate] {
    let own = covers.map { $0.places ?? places[$0.id] }
    let decisive: [Finding] = if case .failed(let findings) = verdict { findings } else { [] }
    let isOtherStatus = decisive.contains { $0.place == .status }
    let isUnreadable = decisive.contains(where: \.isOfUnreadableBody)
    var fates = own.map { places -> Fate in
      guard let places else { return findings.isEmpty ? .held : .broken }
      if isOtherStatus { return .notJudged }
      return isUnreadable && places.contains(where: \.isOfBody) ? .notJudged : .held
    }
    for finding in findings where !isOtherStatus || finding.place == .status {
      guard let touched = PlacePattern.touched(by: finding) else {
        return covers.map { _ in .broken }
      }
      let holding = own.indices.filter { index in
        own[index]?.contains { place in touched.contains { place.holds($0) } } ?? false
      }
      // Nothing is judged below a body that can't be read.
      let broken =
        holding.isEmpty && finding.place != .body(.root)
        ? own.indices.filter { index in
          own[index]?.contains { place in touched.contains { $0.holds(place) } } ?? false
        } : holding
      for index in broken { fates[index] = .broken }
    }
    return fates
  }

  /// The requirements that findings break.
  package func broken(
    among covers: [CoverRecord], findings: [Finding], verdict: Verdict
  ) -> [CoverRecord] {
    zip(covers, fates(of: covers, findings: findings, verdict: verdict))
      .filter { $0.1 == .broken }.map(\.0)
  }
}

extension Finding {
  /// Whether nothing in the body could be judged: it can't be decoded, or is not a document.
  var isOfUnreadableBody: Bool {
    if case .framing = place { return true }
    return place == .body(.root)
  }
}

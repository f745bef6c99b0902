// SPDX-License-Identifier: Apache-2.0
// What the self-test asks of the suites.

import Expectations
import Suites
import Text

extension SuiteCollection {
  /// The requirements that bind a service, that its answers show, and that no defect breaks; in the
  /// order of the catalogues that the suites name. A catalogue is left out where no defect breaks any
  /// of its requirements, as one of a user's own.
  ///
  /// - Parameter broken: The ids that a defect breaks.
  func requirementsToBreak(by broken: Set<String>) -> [String] {
    cookbooksInForce.compactMap { catalogues[$0] }.flatMap { catalogue -> [String] in
      let ids = catalogue.phases.flatMap(\.requirements).filter { requirement in
        (requirement.level == .must || requirement.level == .mustNot)
          && requirement.subject == "service" && requirement.shownBy.contains(.service)
          && requirement.excuse == nil
      }.map(\.id)
      return ids.contains(where: broken.contains) ? ids.filter { !broken.contains($0) } : []
    }
  }

  /// The fragments that the suites use, but for the preflights.
  var usedFragments: Set<FragmentID> {
    var used: Set<FragmentID> = []
    for scenario in suites.lazy.filter({ !$0.isPreflight }).flatMap(\.scenarios) {
      for case .answer(let use, query: _) in scenario.liveTables.map(\.rows) {
        add(use.fragment, to: &used)
      }
      add(scenario.steps + scenario.finalSteps, to: &used)
    }
    return used
  }

  private func add(_ steps: [Step], to used: inout Set<FragmentID>) {
    for case .use(let use) in steps.map(\.action) { add(use.fragment, to: &used) }
  }

  private func add(_ id: FragmentID, to used: inout Set<FragmentID>) {
    guard used.insert(id).inserted, let fragment = fragments[id] else { return }
    add(fragment.steps, to: &used)
  }

  /// The words of the suites, of their fragments and of the catalogues. They are no values of a
  /// target, so they may be shown.
  var words: Set<String> {
    var words: Set<String> = []
    for bytes in texts { words.formUnion(Self.words(of: bytes)) }
    for catalogue in catalogues.values {
      for requirement in catalogue.phases.flatMap(\.requirements) {
        words.formUnion(Self.words(of: Array(requirement.text.utf8)))
        for place in requirement.places ?? [] {
          words.formUnion(Self.words(of: Array(place.text.utf8)))
        }
      }
      for place in catalogue.freedoms.flatMap(\.places) {
        words.formUnion(Self.words(of: Array(place.text.utf8)))
      }
    }
    return words
  }

  private static func words(of bytes: [UInt8]) -> Set<String> {
    Set(
      bytes.split { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          false
        default: true
        }
      }.map { String(decoding: $0, as: UTF8.self) })
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests that the steps of the shipped suites say which step of a cookbook they are.

import Foundation
import Suites
import TestSupport
import Testing

@testable import Command

struct ShippedStepTests {
  /// A path that can't exist is a step of no cookbook.
  private static let unknownPath = "/api/v2/no-such-call"

  /// Whether a step sends a request, but to no call that there is, or asks the framework.
  private static func asks(_ step: Step) -> Bool {
    switch step.action {
    case .request(let request): !request.route.contains(unknownPath)
    case .partner(let partner): partner.call != nil
    case .user, .wait, .use: false
    }
  }

  @Test func `have the number of a step, where they send or ask something`() {
    let folder = SharedFolder.project.appending(path: "Suites").path
    let shipped = SuiteLoader.load([folder], shipped: folder, files: SuiteLocation.files)
    #expect(!shipped.hasErrors && shipped.suites.count > 90)
    let steps =
      shipped.suites.flatMap(\.scenarios).flatMap { $0.steps + $0.finalSteps }
      + shipped.fragments.values.flatMap(\.steps)
    let without = steps.filter { Self.asks($0) && $0.cookbookSteps.isEmpty }
    #expect(Set(without.map { "\($0.file):\($0.position)" }).sorted() == [])
  }
}

// SPDX-License-Identifier: Apache-2.0
// The tables of defects and variants hold together.

import Formats
import Foundation
import Suites
import TestSupport
import Testing
import Text

@testable import SelfTest

@Suite struct DefectTableTests {
  private static let v1 = "apple-sso-rest-api-v1"
  private static let v2 = "apple-sso-rest-api-v2"

  private static func requirements(
    of cookbooks: [String] = [v1, v2]
  ) throws -> [String: Requirement] {
    var all: [String: Requirement] = [:]
    for name in cookbooks {
      let url = SharedFolder.project.appending(path: "Suites/cookbooks/\(name).json")
      let document = try JSONParser.document([UInt8](Data(contentsOf: url)))
      for (id, requirement) in try Catalogue(document.root).requirements { all[id] = requirement }
    }
    return all
  }

  @Test func `has no mistake`() throws {
    let known = Set(try Self.requirements().keys)
    let read = DeviationTables.read(DeviationTables.shippedFiles, requirements: known)
    #expect(read.diagnostics.map(\.description) == [])
    #expect(read.tables.defects.count > 600)
  }

  @Test func `names each defect and variant once`() {
    let names = Defect.all.map(\.name) + Variant.all.map(\.name)
    #expect(Set(names).count == names.count)
    let form = /[a-z0-9]+(-[a-z0-9]+)*/
    #expect(names.filter { $0.wholeMatch(of: form) == nil } == [])
  }

  /// Every must that a service's answers show can be broken.
  @Test(arguments: [(v1, 30), (v2, 200)])
  func `has a defect for each requirement that binds the service`(
    cookbook: String, least: Int
  ) throws {
    let broken = Set(Defect.all.flatMap(\.requirements))
    let binding = try Self.requirements(of: [cookbook]).values.filter { requirement in
      (requirement.level == .must || requirement.level == .mustNot)
        && requirement.testableBy == .serviceResponse && requirement.excuse == nil
    }
    #expect(binding.count >= least)
    #expect(binding.map(\.id).filter { !broken.contains($0) }.sorted() == [])
  }

  /// Each sign-in, whose profile is shared across each thing that it is bound to, at each call that
  /// takes it; each call after each end; the same for the tokens of V1.
  @Test(arguments: [
    ("partner-profile-of-another-", 4 * 6), ("regular-profile-of-another-", 4 * 10),
    ("profile-after-", 10 + 5), ("cached-", 9 + 8), ("v1-token-of-another-device-at-", 7),
    ("v1-token-of-another-requestor-at-", 7), ("v1-authorization-of-another-", 3 * 2 + 1),
    ("v1-token-after-", 2 * 9), ("v1-code-of-another-requestor-at-", 4),
  ])
  func `has each cell of the matrix`(cells: String, count: Int) {
    #expect(Defect.all.count { $0.name.hasPrefix(cells) } == count)
  }

  @Test func `says what grants each variant`() {
    #expect(Variant.all.filter(\.source.isEmpty).map(\.name) == [])
  }
}

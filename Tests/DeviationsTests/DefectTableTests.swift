// SPDX-License-Identifier: Apache-2.0
// The tables of defects and variants hold together.

import Catalogues
import Deviations
import Foundation
import JSON
import TestSupport
import Testing

@Suite struct DefectTableTests {
  private static let v2 = "apple-sso-rest-api-v2"

  private static func requirements(
    of cookbooks: [String] = ["apple-sso-rest-api-v1", v2]
  ) throws -> [String: Requirement] {
    var all: [String: Requirement] = [:]
    for name in cookbooks {
      let url = SharedFolder.project.appending(path: "Suites/cookbooks/\(name).json")
      let document = try JSONParser.document([UInt8](Data(contentsOf: url)))
      for (id, requirement) in try Catalogue(document.root).requirements { all[id] = requirement }
    }
    return all
  }

  @Test func `names each defect, variant and switch once`() {
    let names = Defect.all.map(\.name) + Variant.all.map(\.name)
    #expect(Set(names).count == names.count)
    let form = /[a-z0-9]+(-[a-z0-9]+)*/
    #expect(names.filter { $0.wholeMatch(of: form) == nil } == [])
  }

  @Test func `breaks only requirements that there are`() throws {
    let known = try Self.requirements()
    let unknown = Defect.all.flatMap(\.requirements).filter { known[$0] == nil }
    #expect(unknown == [])
    #expect(Defect.all.filter(\.requirements.isEmpty).map(\.name) == [])
  }

  /// Every must that a service's answers show can be broken.
  @Test func `has a defect for each requirement of V2 that binds the service`() throws {
    let broken = Set(Defect.all.flatMap(\.requirements))
    let binding = try Self.requirements(of: [Self.v2]).values.filter { requirement in
      (requirement.level == .must || requirement.level == .mustNot)
        && requirement.testableBy == .serviceResponse && requirement.excuse == nil
    }
    #expect(binding.count > 200)
    #expect(binding.map(\.id).filter { !broken.contains($0) }.sorted() == [])
  }

  @Test func `says what grants each variant`() {
    #expect(Variant.all.filter(\.source.isEmpty).map(\.name) == [])
  }
}

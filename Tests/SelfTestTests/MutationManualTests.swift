// SPDX-License-Identifier: Apache-2.0
// The kinds of mutations in the manual are those of the program.

import Audit
import Foundation
import TestSupport
import Testing

@testable import SelfTest

@Suite struct MutationManualTests {
  @Test func `stands in the manual with each kind`() throws {
    let manual = SharedFolder.project.appending(path: "Suites/README.md")
    let text = String(decoding: try Data(contentsOf: manual), as: UTF8.self)
    let table = try #require(
      text.components(separatedBy: "<!-- mutations -->").last?
        .components(separatedBy: "<!-- end of mutations -->").first)
    for kind in MutationKind.all where kind.subject != .status {
      let mark = kind.scope == .answer ? "*" : ""
      #expect(table.contains("`\(kind.name)`\(mark) \(kind.summary)"), "\(kind.name)")
    }
    let names = MutationKind.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func `has a row for each way to change a request`() throws {
    let manual = SharedFolder.project.appending(path: "Suites/README.md")
    let text = String(decoding: try Data(contentsOf: manual), as: UTF8.self)
    let table = try #require(
      text.components(separatedBy: "<!-- request mutations -->").last?
        .components(separatedBy: "<!-- end of request mutations -->").first)
    for mutation in RequestMutation.allCases {
      let row = table.split(separator: "\n").first { $0.hasPrefix("| `\(mutation.rawValue)` |") }
      #expect(row?.hasSuffix("| \(mutation.summary) |") == true, "\(mutation.rawValue)")
    }
  }
}

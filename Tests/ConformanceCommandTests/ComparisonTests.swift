// SPDX-License-Identifier: Apache-2.0
// `coverage --compare`, on the shipped cookbooks.

import Foundation
import JSON
import Testing

@testable import ConformanceCommand

@Suite struct ComparisonTests {
  private static let cookbooks = ["apple-sso-rest-api-v1", "apple-sso-rest-api-v2"]

  @Test func `names only requirements that the two cookbooks have`() throws {
    let line = CommandLine(["coverage", "--compare"] + Self.cookbooks + ["--format", "json"])
    #expect(line.status == .success, "\(line.errors)")
    let rows = try #require(try JSONParser.document(Array(line.output.utf8)).root["rows"]?.array)
    #expect(!rows.isEmpty)
    for (side, cookbook) in zip(["before", "now"], Self.cookbooks) {
      let file = CommandLine.repository.appending(path: "Suites/cookbooks/\(cookbook).json")
      let catalogue = try String(contentsOf: file, encoding: .utf8)
      for id in rows.flatMap({ $0[side]?["requirements"]?.array ?? [] }).compactMap(\.string) {
        #expect(catalogue.contains("\"id\": \"\(id)\""), "\(cookbook) has no \(id)")
      }
    }
  }

  @Test func `goes phase by phase`() {
    let text = CommandLine(["coverage", "--compare"] + Self.cookbooks).output
    let phases = text.split(separator: "\n").filter { $0.hasPrefix("Phase ") }
      .compactMap { $0.dropFirst(6).first }
    #expect(phases == phases.sorted() || phases.last == "X")
    #expect(Set(phases).isSuperset(of: "ABCDE"))
  }

  @Test(arguments: [
    ([cookbooks[1], cookbooks[0]], "has no comparison with"),
    (["apple", cookbooks[1]], "no suite names a cookbook 'apple'"),
    ([cookbooks[0]], "--compare takes two cookbooks"),
  ])
  func `says what it can't compare`(words: [String], message: String) {
    let line = CommandLine(["coverage", "--compare"] + words)
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains(message))
  }
}

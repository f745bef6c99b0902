// SPDX-License-Identifier: Apache-2.0
// What the manual says of each matcher is true.

import Testing

@testable import Suites

@Suite struct MatcherManualTests {
  @Test func `has every matcher, in the order of the names`() {
    #expect(MatcherManual.all.map(\.name) == MatcherTable.names)
  }

  @Test(arguments: MatcherTable.names)
  func `shows a value that matches and one that does not`(name: String) throws {
    let manual = try #require(MatcherManual.all.first { $0.name == name })
    #expect(manual.pattern.hasPrefix("!\(name) "))
    #expect(try judged(manual.pattern, manual.match).isEmpty)
    if let miss = manual.miss { #expect(try !judged(manual.pattern, miss.value).isEmpty) }
  }
}

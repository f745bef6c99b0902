// SPDX-License-Identifier: Apache-2.0
// The words of reports, and the manual that is made of them.

import Foundation
import Record
import TestSupport
import Testing

@testable import Reports

@Suite struct GlossaryTests {
  private static func names(_ title: String) -> Set<String> {
    let words = Glossary.all.first { $0.title == title }?.words ?? []
    return Set(words.flatMap { [$0.name] + $0.others })
  }

  @Test func `has every verdict`() {
    for kind in RunOutcome.Kind.allCases {
      #expect(Self.names("verdict on a run").contains(kind.words), "\(kind)")
    }
    for kind in Verdict.Kind.allCases {
      #expect(Self.names("verdict on a scenario").contains(kind.words), "\(kind)")
      #expect(
        Self.names("verdict on a scenario").contains(kind.rawValue.replacing("-", with: " ")))
    }
    for verdict in RequirementVerdict.allCases {
      #expect(Self.names("verdict on a requirement").contains(verdict.words), "\(verdict)")
    }
  }

  @Test(arguments: ["failing", "conformant", "audited", "merged"])
  func `has every column of a page`(sample: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(sample).html")
    let columns = try String(contentsOf: file, encoding: .utf8)
      .matches(of: #/<th scope="col">([^<]*)</th>/#).map { String($0.1) }
    #expect(!columns.isEmpty)
    let known = Self.names("column of a table").union(Self.names("verdict on a requirement"))
    #expect(Set(columns).subtracting(known).isEmpty)
  }

  @Test func `says one sentence of each word, and gives an example`() {
    for word in Glossary.all.flatMap(\.words) {
      #expect(word.meaning.hasSuffix("."), "\(word.name)")
      #expect(!word.meaning.dropLast().contains(". "), "\(word.name)")
      #expect(word.meaning.first?.isUppercase == true, "\(word.name)")
      #expect(!word.example.isEmpty && !word.example.hasSuffix("."), "\(word.name)")
    }
  }

  @Test func `is what the manual shows`() throws {
    let url = SharedFolder.project.appending(path: "Reports/README.md")
    let manual = try String(contentsOf: url, encoding: .utf8)
    let (begin, end) = ("<!-- glossary -->\n", "<!-- end of the glossary -->")
    let start = try #require(manual.range(of: begin)).upperBound
    let rest = try #require(manual.range(of: end)).lowerBound
    try Golden.check(
      "\(manual[..<start])\n\(Glossary.markdown)\n\(manual[rest...])", at: url)
  }
}

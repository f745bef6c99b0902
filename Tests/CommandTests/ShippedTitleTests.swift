// SPDX-License-Identifier: Apache-2.0
// Tests that the shipped suites are understood by who reads them for the first time.

import Expectations
import Foundation
import Suites
import TestSupport
import Testing

@testable import Command

struct ShippedTitleTests {
  private static let folder = SharedFolder.project.appending(path: "Suites")

  /// Facts keep their names, such as `basic_mvpd`.
  @Test func `are sentences that say who does it`() {
    let path = Self.folder.path
    let shipped = SuiteLoader.load([path], shipped: path, files: SuiteLocation.files)
    let titles = shipped.suites.map(\.name) + shipped.suites.flatMap(\.scenarios).map(\.name.text)
    #expect(titles.count > 800)
    let odd = titles.filter { title in
      let words = title.lowercased().split { !$0.isLetter && $0 != "_" }
      let isLower = title.first?.isLowercase == true && words.first?.contains("_") == false
      return isLower || words.contains("nobody") || title.contains(" is none")
    }
    #expect(odd == [])
  }

  /// What the cookbooks ask otherwise stands in files of their own.
  @Test func `of several cookbooks differ in names alone`() throws {
    let folder = Self.folder.appending(path: "identity-sso")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let heads = try files.compactMap { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return text.firstMatch(of: #/\nfor:\n((?:  .*\n)+)/#).map { String($0.output.1) }
    }
    #expect(heads.count > 5)
    let columns = heads.flatMap { head in
      head.matches(of: #/([a-z-]+): /#).map { String($0.output.1) }
    }
    #expect(Set(columns) == ["cookbook", "id", "sso", "header", "type"])
    #expect(heads.filter { $0.contains("!") || $0.contains("[") } == [])
  }
}

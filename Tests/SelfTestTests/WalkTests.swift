// SPDX-License-Identifier: Apache-2.0
// Tests of how sharp the shipped walks are.

import Command
import Foundation
import TestSupport
import Testing

@testable import SelfTest

struct WalkTests {
  static let walks = [
    "rest-api-v2/00-walk.yaml", "apple-v2/00-walk.yaml", "apple-v1/00-walk.yaml",
    "identity-sso/00-walk-amazon.yaml", "identity-sso/00-walk-roku.yaml",
    "identity-sso/00-walk-service-token.yaml",
  ]

  private static let suites = SharedFolder.project.appending(path: "Suites")

  @Test func `are all walks that are shipped`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.suites.path)
    #expect(files.filter { $0.contains("00-walk") }.sorted() == Self.walks.sorted())
  }

  @Test(arguments: walks)
  func `catch nine tenths of the mutants of their own answers`(walk: String) {
    let path = Self.suites.appending(path: walk).path
    let line = CommandLine([path, "--mutants", "--at-least", "0.9"])
    #expect(line.status == .success, "\(line.output)\(line.errors)")
  }
}

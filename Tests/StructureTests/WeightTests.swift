// SPDX-License-Identifier: Apache-2.0
// How heavy the house may be: what grows has to be paid for elsewhere.

import Foundation
import Testing

@testable import Command

struct WeightTests {
  /// The files of the main program, which links nothing of the self-test.
  private static func product() throws -> [SwiftFile] {
    try Repository.swiftFiles(in: "Sources").filter {
      !$0.path.hasPrefix("Sources/SelfTest/") && !$0.path.hasPrefix("Sources/sso-selftest/")
    }
  }

  private static func lines(_ files: [SwiftFile]) -> Int { files.reduce(0) { $0 + $1.lineCount } }

  @Test func `has no more lines than it may have`() throws {
    #expect(try Self.lines(Self.product()) <= 72_169)
    #expect(try Self.lines(Repository.swiftFiles(in: "Sources")) <= 79_449)
    #expect(try Self.lines(Repository.swiftFiles(in: "Tests")) <= 51_140)
  }

  @Test func `has files of one size, in few folders`() throws {
    let files = try Repository.swiftFiles(in: "Sources")
    #expect(files.count <= 520)
    #expect(Set(files.map(\.folder)).count <= 55)
    let sizes = files.map(\.lineCount).sorted()
    #expect(sizes[sizes.count / 2] >= 120, "median")
    #expect(sizes[sizes.count * 9 / 10] <= 300, "one in ten is larger")
    #expect(files.filter { $0.lineCount > 500 }.map(\.path) == [])
  }

  @Test func `has few modules, which import few`() throws {
    let modules = try PackageTarget.all().filter {
      $0.folder?.hasPrefix("Sources/") == true && !["SelfTest", "sso-selftest"].contains($0.name)
    }
    #expect(modules.count <= 13)
    #expect(modules.reduce(0) { $0 + $1.dependencies.count } <= 50)
    #expect(!modules.contains { $0.dependencies.contains("SelfTest") })
  }

  @Test func `has no more to learn on the command line than it may have`() throws {
    let subcommands = ConformanceCommand.subcommands
    #expect(subcommands.count <= 13)
    #expect(Set(subcommands.flatMap { $0.options.map(\.name) }).count <= 57)
    #expect(try #require(subcommands.first { $0.name == "run" }).options.count <= 29)
  }

  @Test func `has manuals that can be read`() throws {
    let manuals = [
      "README.md", "CONTRIBUTING.md", "Suites/README.md", "Suites/RUNNING.md", "Reports/README.md",
    ]
    let words = try manuals.reduce(0) { count, manual in
      try count + Repository.text(manual).split(whereSeparator: \.isWhitespace).count
    }
    #expect(words <= 17_480)
    #expect(try Repository.text("README.md").count { $0 == "\n" } <= 160)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Package.swift says what the files import, and builds them everywhere with the same settings.

import Foundation
import Testing

struct PackageTests {
  @Test func `names each target that there is`() throws {
    let named = try PackageTarget.all().map(\.name)
    let files = try Repository.swiftFiles(in: "Sources") + Repository.swiftFiles(in: "Tests")
    let folders = files.map { String($0.path.split(separator: "/")[1]) }
    #expect(Set(named) == Set(folders))
    #expect(named.count == Set(named).count, "a target stands in Package.swift twice")
  }

  @Test func `has an edge for each import, and no other`() throws {
    let targets = try PackageTarget.all()
    let names = Set(targets.map { $0.name.replacing("-", with: "_") })
    var unused: [String] = []
    var missing: [String] = []
    for target in targets {
      let folder = try #require(target.folder, "\(target.name) has no folder")
      let imports = Set(try Repository.swiftFiles(in: folder).flatMap(\.imports))
        .intersection(names)
      let edges = Set(target.dependencies.map { $0.replacing("-", with: "_") })
      // The programs are run, not imported.
      unused += edges.subtracting(imports)
        .subtracting(["sso_conformance", "sso_selftest", "fuzz", "ExampleApplication"])
        .sorted().map { "\(target.name) → \($0)" }
      missing += imports.subtracting(edges).sorted().map { "\(target.name) → \($0)" }
    }
    #expect(unused == [], "Package.swift has edges that no file of the target imports: remove them")
    #expect(missing == [], "files import targets that Package.swift does not name: add them")
  }

  @Test func `builds everywhere alike`() throws {
    let manifest = try Repository.text("Package.swift")
    #expect(manifest.matches(of: /import \w+/).map(\.output) == ["import PackageDescription"])
    #expect(!manifest.contains("Context."), "the environment changes the build")
    let flags = manifest.matches(of: /unsafeFlags\([^)]*\)/).map(\.output)
    #expect(flags.allSatisfy { $0 == #"unsafeFlags(["-O"], .when(configuration: .debug)"# })
  }

  @Test func `lists each target below those that it imports`() throws {
    var above: Set<String> = []
    var backward: [String] = []
    for target in try PackageTarget.all() {
      backward += target.dependencies.filter { !above.contains($0) }.map {
        "\(target.name) → \($0)"
      }
      above.insert(target.name)
    }
    #expect(backward == [], "the tables are read from the bottom of the house to its top")
  }
}

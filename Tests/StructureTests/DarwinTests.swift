// SPDX-License-Identifier: Apache-2.0
// What only macOS compiles, or Linux with the static SDK, checked as far as another platform can: the
// parser of the toolchain reads it with the conditions of that platform on.

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct DarwinTests {
  /// The targets with code for one platform.
  static let targets = ["Sources/HTTP/Transport", "Sources/Command/Host"]

  static let hasCompiler = Compiler.path != nil

  @Test(
    .enabled(if: hasCompiler, "there is no swiftc here"), arguments: targets,
    [Platform.darwin, Platform.musl])
  func `parses, and uses no type that only Linux has`(folder: String, platform: Platform) throws {
    let files = try Repository.swiftFiles(in: folder)
    let other = try platform.tree(of: files)
    let linux = try Platform.linux.tree(of: files)
    let missing = linux.types.subtracting(other.types)
    #expect(other.words.intersection(missing) == [])
  }

  /// Who asks for the C library of Linux has an answer for the other one.
  @Test(arguments: targets) func `imports musl where it imports glibc`(folder: String) throws {
    for file in try Repository.swiftFiles(in: folder) where !file.name.hasSuffix("+Glibc") {
      func count(_ text: String) -> Int { file.text.components(separatedBy: text).count }
      #expect(count("#if canImport(Glibc)") == count("#elseif canImport(Musl)"), "\(file.path)")
    }
  }

  /// Files that come in pairs offer the rest of the target the same.
  @Test(.enabled(if: hasCompiler, "there is no swiftc here"), arguments: targets.prefix(1))
  func `has each function that its twin for Linux has`(folder: String) throws {
    let files = try Repository.swiftFiles(in: folder)
    var pairs = 0
    for file in files where file.name.hasSuffix("+Darwin") || file.name.hasSuffix("+Musl") {
      let platform = file.name.hasSuffix("+Darwin") ? Platform.darwin : .musl
      let type = String(file.name.prefix { $0 != "+" })
      guard let twin = files.first(where: { $0.name == "\(type)+Glibc" }) else { continue }
      pairs += 1
      let here = try platform.tree(of: [file]).functions(of: type)
      let there = try Platform.linux.tree(of: [twin]).functions(of: type)
      #expect(here == there, "\(file.path)")
    }
    #expect(pairs > 0)
  }

  /// Where the platform is asked for, both answers are there, or the whole file is for one.
  @Test(arguments: targets) func `has an answer for each platform`(folder: String) throws {
    for file in try Repository.swiftFiles(in: folder) where file.text.contains("#if canImport(") {
      let ofOne = ["+Darwin", "+Glibc", "+Musl"].contains { file.name.hasSuffix($0) }
      for condition in Platform.conditions(in: file.text) where !ofOne {
        #expect(condition.hasElse, "\(file.path):\(condition.line)")
      }
    }
  }

  @Test(.enabled(if: hasCompiler, "there is no swiftc here"))
  func `finds what is missing`() throws {
    let file = SwiftFile(
      path: "A.swift",
      text: """
        #if canImport(Glibc)
          struct Lock {}
          extension Lock { func take() {} ; private func wait() {} }
        #else
          extension Lock { func free(_ lock: Lock) {} }
        #endif
        """)
    let darwin = try Platform.darwin.tree(of: [file])
    let linux = try Platform.linux.tree(of: [file])
    #expect(linux.types == ["Lock"] && linux.functions(of: "Lock") == ["take()"])
    #expect(darwin.types == [] && darwin.words.contains("Lock"))
    #expect(darwin.functions(of: "Lock") == ["free(_:)"])
    let broken = SwiftFile(path: "A.swift", text: "#if canImport(Darwin)\nfunc a( {}\n#endif\n")
    #expect(throws: ParserComplaint.self) { try Platform.darwin.tree(of: [broken]) }
    #expect(throws: Never.self) { try Platform.linux.tree(of: [broken]) }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The fuzzer finds what is planted, keeps the input, and says how to come back to it.

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct FuzzCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func fuzz(_ words: [String]) throws -> (status: Int32, output: String) {
    // A crash on purpose needs no backtrace, which takes a second.
    let result = try LimitedProcess.run(
      Product.executable.deletingLastPathComponent().appending(path: "fuzz").path, words,
      in: folder.url, environment: ["SWIFT_BACKTRACE": "enable=no"])
    return (result.status, result.output)
  }

  @Test func `keeps the input of a crash, of a broken promise and of greed`() throws {
    let surfaces = ["planted-crash", "planted-flaw", "planted-greed"]
    let found = try fuzz(surfaces + ["--seed", "7", "--rounds", "300", "--seconds", "60"])
    #expect(found.status == 1)
    let lines = found.output.split(separator: "\n")
    for (surface, what) in zip(surfaces, ["it crashes with", "flaw: an x", "KB of memory"]) {
      #expect(lines.contains { $0.hasPrefix("\(surface): seed 7, round") && $0.contains(what) })
      let input = try #require(
        try FileManager.default.contentsOfDirectory(
          atPath: folder.url.appending(path: "Fuzzed").path
        ).first { $0.hasPrefix("\(surface)-7-") })
      #expect(try folder.bytes("Fuzzed/\(input)").contains(UInt8(ascii: "x")))
      let again = try fuzz([surface, "--input", "Fuzzed/\(input)"])
      #expect(again.status != 0)
    }
  }

  @Test func `tries every surface, and tells rounds and seed`() throws {
    let clean = try fuzz(["--seed", "1", "--rounds", "3", "--seconds", "60"])
    #expect(clean.status == 0, "\(clean.output)")
    let lines = clean.output.split(separator: "\n").dropFirst()
    #expect(lines.count >= 15)
    #expect(lines.allSatisfy { $0.contains(" 3 rounds in ") && $0.contains("seed 1: no flaw") })
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "Fuzzed").path))
  }

  @Test(arguments: [
    (["nosuch"], "error: unknown surface 'nosuch'"),
    (["--seed"], "error: --seed needs a value"),
    (["--rounds", "0"], "error: --rounds takes a number from 1, and not '0'"),
    (["--input", "x"], "error: --input needs the name of one surface"),
  ])
  func `refuses other words`(words: [String], message: String) throws {
    let refused = try fuzz(words)
    #expect(refused.status == 2)
    #expect(refused.output.hasPrefix("\(message)\n"))
  }
}

// SPDX-License-Identifier: Apache-2.0
// No number of an option, a profile, a suite or a report ends the program.

import Formats
import Foundation
import TestSupport
import Testing

@testable import Command

@Suite struct HostileNumberTests {
  static let numbers = [
    "0", "-0", "-1", "1e308", "1e-300", "-1e308", "1e400", "0.00002", ".nan", ".inf", "nan",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e19",
    "99999999999999999999999999999999",
  ]

  @Test(arguments: ["jobs", "shard"])
  func `an option takes it or says why not`(option: String) throws {
    let folder = try ProgramFolder()
    for number in Self.numbers {
      for value in [number, "\(number)/\(number)", "1/\(number)", "\(number)/2"] {
        let run = try CommandRun(
          suite: "suite: S\nscenarios:\n  - {scenario: A, steps: [{wait: 0s}]}\n", profile: "",
          ["--\(option)", value], in: folder)
        #expect(
          [.invalidInput, .notConformant].contains(run.status),
          "--\(option) \(value): \(run.status)")
      }
    }
  }

  @Test(arguments: [
    "rate: {per-second: N}", "rate: {per-second: 1, burst: N}", "clock-tolerance: Ns",
    "clock-tolerance: N", "timeouts: {connect: Nms, response: Nd}", "timeouts: {step: Nh, run: Nm}",
  ])
  func `a profile takes it or says why not`(line: String) throws {
    let folder = try ProgramFolder()
    for number in Self.numbers {
      let run = try CommandRun(
        suite: "suite: S\nscenarios:\n  - {scenario: A, steps: [{wait: 0s}]}\n",
        profile: line.replacing("N", with: number), in: folder)
      #expect(
        [.invalidInput, .notConformant].contains(run.status), "\(line) \(number): \(run.status)")
    }
  }

  /// Steps with the number in a written key, and in a variable whose value comes late.
  @Test(arguments: [
    "{wait: Ns}", "{wait: {until: N}}", "{wait: \"${n}s\", timeout: 5s}",
    "{wait: {until: \"${n}\"}}", "{wait: 0s, timeout: Nd}", "{wait: 0s, timeout: \"${n}ms\"}",
    "{step: A, request: {GET: /a}, by: N}", "{step: A, request: {GET: /a}, by: \"${n} + 1d\"}",
    "{step: A, request: {GET: /a}, by: \"${n}\"}", "{step: A, request: {GET: /a}, burst: N}",
    "{step: A, request: {GET: /a}, retry: {while: {status: 200}, every: Nms, at-most: Ns}}",
    "{partner: {state: granted-signed-in, elapsed: N, expires: N, clockOffset: N}}",
    "{partner: {state: granted-signed-in, elapsed: \"${n}\", expires: \"${n}\"}}",
    "{step: A, request: {GET: /a}, expect: {status: N}}",
    "{step: A, request: {GET: /a}, expect: {json: !timestamp {after: N, before: now + Nd}}}",
  ])
  func `a step takes it or says why not`(step: String) throws {
    let folder = try ProgramFolder()
    let rows = Self.numbers.map { "{n: '\($0)'}" }.joined(separator: ", ")
    for number in step.contains("N") ? ["-0", "1e-300", "9223372036854775807", "1e19"] : [""] {
      let run = try CommandRun(
        suite: """
          suite: S
          scenarios:
            - scenario: It takes ${n}
              timeout: 1s
              cases: [\(rows)]
              steps: [\(step.replacing("N", with: number))]
          """, profile: "timeouts: {connect: 1s}\n", in: folder)
      #expect(
        [.success, .invalidInput, .notConformant, .noVerdict].contains(run.status),
        "\(step) \(number): \(run.status)")
    }
  }

  @Test func `a report with it is refused, or counted`() throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: "suite: S\nscenarios:\n  - {scenario: A, steps: [{wait: 0s}]}\n", profile: "",
      ["--shard", "1/1"], in: folder)
    let text = JSONWriter.text(run.report)
    let places = text.matches(of: /":(-?[0-9][0-9.]*)/).map(\.range)
    #expect(places.count > 30)
    for place in places {
      for number in ["-1", "1e308", "9223372036854775807", "1e19", "-9223372036854775808"] {
        let hostile = text[..<place.lowerBound] + "\":\(number)" + text[place.upperBound...]
        let path = try folder.write(String(hostile), to: "report.json")
        let merged = CommandLine(["report", "merge", path, "--reports", folder.file("merged")])
        #expect([.invalidInput, .notConformant].contains(merged.status), "\(merged.errors)")
      }
    }
  }
}

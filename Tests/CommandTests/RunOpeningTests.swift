// SPDX-License-Identifier: Apache-2.0
// What a run says before it sends anything, and what every report says of how it was made.

import Formats
import TestSupport
import Testing

@testable import Command

/// Of runs against a target that is not there.
@Suite struct RunOpeningTests {
  private static func suite(_ names: [String]) -> String {
    "suite: Three\nscenarios:\n"
      + names.map { name in
        "  - scenario: \(name)\n    steps:\n"
          + (1...3).map {
            "      - {step: S\($0), request: {GET: /\($0)}, expect: {status: 200}}\n"
          }
          .joined()
      }.joined()
  }

  private static let url = "http://127.0.0.1:9"

  @Test(arguments: [
    (["A"], "", "1 scenario against \(url)\n"), (["A", "B"], "", "2 scenarios against \(url)\n"),
    (["A"], "target: elsewhere", "1 scenario against elsewhere (\(url))\n"),
    (
      ["A"], "rate: {per-second: 0.5, burst: 1}",
      "1 scenario against \(url)\nabout 3 requests at 0.5 a second after a burst of 1: this takes"
        + " about 4 s\n"
    ),
    // A whole number has no decimals.
    (
      ["A", "B"], "rate: {per-second: 2.0, burst: 2}",
      "2 scenarios against \(url)\nabout 6 requests at 2 a second after a burst of 2: this takes"
        + " about 2 s\n"
    ),
  ])
  func `says how much runs against which target, and at a rate how long it takes`(
    names: [String], profile: String, opening: String
  ) throws {
    let run = try CommandRun(suite: Self.suite(names), profile: profile, in: ProgramFolder())
    #expect(run.output.hasPrefix("\(opening)ERROR "), "\(run.output)")
  }

  @Test(
    arguments: [
      ([], nil), (["--proxy", "none"], nil),
      (["--insecure"], "certificates were not checked (--insecure): anybody could have answered"),
      (["--proxy", url], "the requests went by the proxy \(url)"),
      (["--record-partner"], "the partner's framework was recorded in FILE, without secrets"),
      (
        ["--record-har"],
        "warning: the recording of the traffic, FILE, holds secrets in the clear (--record-har):"
          + " give it to nobody"
      ),
    ] as [([String], String?)])
  func `has every report say how it was made`(words: [String], remark: String?) throws {
    let folder = try ProgramFolder()
    let file = folder.file("recording")
    let run = try CommandRun(
      suite: Self.suite(["A"]), profile: "",
      words + (words.first?.hasPrefix("--record") == true ? [file] : []), in: folder)
    #expect(run.status == .noVerdict)
    #expect(
      run.report["remarks"]?.array?.map(\.string)
        == [remark?.replacing("FILE", with: file)].compactMap(\.self))
    // What no form of a report writes in another way.
    let part = remark?.split(whereSeparator: { "'(:,".contains($0) }).max { $0.count < $1.count }
    for text in [run.output, run.markdown, run.junit, run.page] {
      #expect(part.map { text.contains($0.replacing("FILE", with: file)) } ?? true, "\(text)")
    }
  }
}

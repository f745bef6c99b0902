// SPDX-License-Identifier: Apache-2.0
// Tests of what changed from run to run.

import Suites
import Testing

@testable import Record

struct RecordDiffTests {
  typealias Small = SmallRecords

  static func run(_ verdicts: KeyValuePairs<String, Verdict>) -> RunRecord {
    Small.run(
      verdicts.map { name, verdict in
        Small.scenario(verdict, [Small.step(verdict, covers: ["R-1"])], name: name)
      }, requirements: [Small.requirement("R-1")])
  }

  static func names(_ changes: [RecordDiff.Change]) -> [String] { changes.map(\.scenario) }

  @Test func `sorts the changes`() {
    let before = Self.run([
      "same": .passed, "worse": .passed, "better": Small.failed, "left out": .passed,
      "gone": .passed, "now wrong": Small.skipped, "still wrong": Small.failed,
    ])
    let after = Self.run([
      "same": .passed, "worse": Small.broken, "better": .passed, "left out": Small.skipped,
      "new": .passed, "now wrong": Small.failed, "still wrong": Small.broken,
    ])
    let diff = RecordDiff(from: before, to: after)
    #expect(Self.names(diff.regressions) == ["worse", "now wrong"])
    #expect(Self.names(diff.fixed) == ["better"])
    #expect(Self.names(diff.others) == ["left out", "still wrong"])
    #expect(Self.names(diff.new) == ["new"])
    #expect(Self.names(diff.gone) == ["gone"])
    #expect(diff.requirements.isEmpty)
  }

  @Test func `finds requirements that are no longer proved, or not in the second run`() {
    let diff = RecordDiff(from: Self.run(["a": .passed]), to: Self.run(["a": Small.skipped]))
    #expect(diff.unproved == [.init(id: "R-1", before: .passed, after: .skipped)])
    #expect(diff.requirements.isEmpty)
    #expect(diff.regressions.isEmpty)
    #expect(diff.hasRegression)
    var after = Self.run(["a": .passed])
    after.catalogues = []
    let absent = RecordDiff(from: Self.run(["a": .passed]), to: after)
    #expect(absent.unproved == [.init(id: "R-1", before: .passed, after: .unproved)])
  }

  @Test func `says that the runs selected different scenarios`() {
    let before = Self.run(["a": .passed])
    var after = before
    after.selection = SelectionRecord(names: ["a"], selected: 1, total: 2)
    let diff = RecordDiff(from: before, to: after)
    #expect(diff.selections == .init(before: nil, after: after.selection))
    #expect(!diff.isEmpty)
    #expect(!diff.hasRegression)
    #expect(RecordDiff(from: after, to: after).isEmpty)
  }

  @Test func `counts a shared fragment that fails now as a regression`() {
    var before = Self.run(["a": .passed])
    before.sharedFragments = [Small.fragment(.passed, [Small.step()])]
    var after = Self.run(["a": .blocked(because: "the token")])
    after.sharedFragments = [Small.fragment(Small.failed, [Small.step(Small.failed)])]
    let diff = RecordDiff(from: before, to: after)
    #expect(Self.names(diff.regressions) == ["token"])
    #expect(Self.names(diff.others) == ["a"])
  }

  @Test(
    arguments: [
      (.passed, .passed, ""), (.passed, Small.failed, "worse"), (.passed, Small.broken, "worse"),
      (Small.failed, Small.failed, ""), (Small.failed, Small.broken, "other"),
      (Small.failed, .passed, "fixed"), (Small.broken, .passed, "fixed"),
      (Small.broken, Small.skipped, "other"), (.interrupted, Small.failed, "worse"),
      (.notReached, Small.broken, "worse"), (.notReached, .passed, "other"),
      (.blocked(because: "x"), Small.failed, "worse"), (.blocked(because: "x"), .passed, "other"),
    ] as [(Verdict, Verdict, String)])
  func `tells worse, fixed and other`(before: Verdict, after: Verdict, what: String) {
    let diff = RecordDiff(from: Self.run(["a": before]), to: Self.run(["a": after]))
    #expect(
      [
        diff.regressions.isEmpty ? "" : "worse", diff.fixed.isEmpty ? "" : "fixed",
        diff.others.isEmpty ? "" : "other",
      ].joined() == what)
    #expect(diff.newFailures.count == (what == "worse" ? 1 : 0))
    #expect(diff.new.isEmpty && diff.gone.isEmpty)
  }

  @Test func `tells scenarios of one name apart, by suite, cookbook and order`() {
    func suite(_ verdict: Verdict, _ name: String, _ cookbook: String?) -> SuiteRecord {
      var suite = Small.suite([Small.scenario(verdict, [])], name: name)
      suite.cookbook = cookbook
      return suite
    }
    let before = Small.run(suites: [
      suite(.passed, "a", "x"), suite(Small.failed, "b", "x"), suite(.passed, "b", nil),
      Small.suite([Small.scenario(.passed, []), Small.scenario(Small.failed, [])], name: "twice"),
    ])
    var after = before
    after.suites.reverse()
    #expect(RecordDiff(from: before, to: after).isEmpty)
    after.suites[0].scenarios[1].verdict = .passed
    let diff = RecordDiff(from: before, to: after)
    #expect(diff.fixed.map(\.suite) == ["twice"])
    // A fragment with other values is another one.
    var given = before
    given.sharedFragments = [Small.fragment(.passed, [])]
    var others = given
    others.sharedFragments[0].given = "1"
    let fragments = RecordDiff(from: given, to: others)
    #expect(Self.names(fragments.new) == ["token"] && Self.names(fragments.gone) == ["token"])
  }

  @Test func `finds nothing between a run and itself`() {
    var run = Self.run(["a": .passed, "a": Small.failed])
    #expect(RecordDiff(from: run, to: run).isEmpty)
    // A report that somebody has edited may have an id twice, with two verdicts.
    run = Small.run(
      [Small.scenario(.passed, [Small.step(.passed, covers: ["R-1"])], name: "a")],
      requirements: [Small.requirement("R-1"), Small.requirement("R-1", .must, [])])
    #expect(RecordDiff(from: run, to: run).isEmpty)
  }
}

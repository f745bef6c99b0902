// SPDX-License-Identifier: Apache-2.0
// Tests of the merges that are refused: parts of different runs.

import Expectations
import Formats
import Suites
import Testing
import Text

@testable import Record

struct WrongMergeTests {
  typealias Small = SmallRecords

  /// What the second part has, and how the message names both values and their files.
  static let wrongMerges: [(change: @Sendable (inout RunRecord) -> Void, message: String)] = [
    ({ $0.target.url = "http://y" }, "base URL is http://y, and that of 1.json is http://x;"),
    (
      { $0.target.isEmbedded = true },
      "base URL is that of the embedded service, and that of 1.json is http://x;"
    ),
    (
      // Another port of this machine is another target.
      { $0.target.url = "http://127.0.0.1:2" },
      "base URL is http://127.0.0.1:2, and that of 1.json is http://x;"
    ),
    ({ $0.target.name = "u" }, "target is u, and that of 1.json is t;"),
    (
      { $0.target.serviceProvider = "REF30" },
      "service provider is REF30, and that of 1.json is none;"
    ),
    ({ $0.target.mvpds = ["m"] }, "list of MVPDs is m, and that of 1.json is none;"),
    (
      { $0.target.framework = "apple (emulated)" },
      "partner framework is apple (emulated), and that of 1.json is none;"
    ),
    (
      { $0.catalogues[0] = Catalogue(cookbook: "book", revision: "2", phases: []) },
      "list of cookbooks is book 2, and that of 1.json is book 1;"
    ),
    (
      { $0.catalogues[0] = Catalogue(cookbook: "book", revision: "1", phases: []) },
      "cookbook book is revision 1, SHA-256 e3b0c44298fc, and that of 1.json is revision 1, "
    ),
    ({ $0.catalogues = [] }, "list of cookbooks is , and that of 1.json is book 1;"),
    (
      { $0.evidence?.profile?.cookbooks = ["book"] },
      "choice of cookbooks is book, and that of 1.json is none;"
    ),
    (
      { $0.evidence?.profile?.facts[0].value = "n" },
      #"fact 'mvpd' is "n", and that of 1.json is "m";"#
    ),
    (
      { $0.evidence?.profile?.facts = [] }, #"fact 'mvpd' is none, and that of 1.json is "m";"#
    ),
    (
      { $0.evidence?.files[0].digest = "01" },
      "fragments file fragments.yaml is SHA-256 01, and that of 1.json is SHA-256 00;"
    ),
    (
      { $0.suites[0].digest = "01" },
      "suite first.yaml is SHA-256 01, and that of 1.json is SHA-256 00;"
    ),
    ({ $0.isStrict = true }, "setting of --strict is on, and that of 1.json is off;"),
    ({ $0.atLeast = 3 }, "setting of --at-least is 3, and that of 1.json is none;"),
    (
      { $0.selection = .init(names: ["x"], selected: 1, total: 2) },
      "selection is --scenario x: 1 of 2 scenarios, and that of 1.json is all scenarios;"
    ),
    (
      { $0.tool = ToolRecord(name: "tool", version: "2") },
      "tool is tool 2, and that of 1.json is tool 1;"
    ),
    ({ $0.shard?.run = "8" }, "run is 8, and that of 1.json is none;"),
    (
      { $0.shard = ShardRecord(index: 2, count: 3) },
      "number of parts is 3, and that of 1.json is 2;"
    ),
  ]

  @Test(arguments: wrongMerges.indices)
  func `refuses parts of different runs, and names both values and their files`(
    number: Int
  ) throws {
    var records = RecordMergeTests.shards([[1], [2]])
    for index in records.indices {
      records[index].catalogues = Small.run([], requirements: [Small.requirement("R-1")]).catalogues
      records[index].evidence = EvidenceRecord(
        files: [EvidenceFile(kind: .fragments, path: "fragments.yaml", digest: "00")],
        profile: ProfileRecord(
          facts: [ProfileRecord.Fact(name: "mvpd", value: "m")], clockTolerance: .seconds(10),
          connectTimeout: .seconds(1), responseTimeout: .seconds(1)))
    }
    #expect(throws: Never.self) { try RecordMerge.merged(records) }
    Self.wrongMerges[number].change(&records[1])
    let error = #expect(throws: MergeError.self) { try RecordMerge.merged(records) }
    let message = try #require(error).message(["1.json", "2.json"])
    #expect(message.hasPrefix("2.json: its \(Self.wrongMerges[number].message)"), "\(message)")
  }
}

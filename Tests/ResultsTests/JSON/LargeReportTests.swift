// SPDX-License-Identifier: Apache-2.0
// Tests of reading a report whose scenarios stay in the file.

import JSON
import Results
import Testing

@Suite struct LargeReportTests {
  typealias Small = SmallRecords

  /// A report as a file: what is asked of it, it reads anew.
  static func read(_ text: String, pieceBytes: Int = 11) throws(ReportError) -> RunRecord {
    let bytes = Array(text.utf8)
    let file = RecordStore(append: { _ in nil }, read: { Array(bytes[$0..<($0 + $1)]) })
    return try RunRecord(in: file, count: bytes.count, pieceBytes: pieceBytes)
  }

  static func text(of record: RunRecord) -> String {
    var bytes: [UInt8] = []
    RunRecord.write(RunJudgement(record)) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [1, 2, 7, 1000, 1 << 18])
  func `is the same record`(pieceBytes: Int) throws {
    for record in [RecordMergeTests.run([1, 2, 3, 4, 5, 6, 7]), Small.run(suites: [], shared: [])] {
      let read = try Self.read(Self.text(of: record), pieceBytes: pieceBytes)
      #expect(read == record)
      #expect(read.suites.allSatisfy { $0.scenarios.isStored })
      #expect(Self.text(of: read) == Self.text(of: record))
    }
  }

  @Test(arguments: [
    [[1, 3, 5, 7], [2, 4, 6]], [[6, 7], [3], [1, 2, 4, 5]], [[7, 6, 1], [2, 3, 4, 5]],
  ])
  func `is merged as one run of all, without taking the scenarios into the memory`(
    parts: [[Int]]
  ) throws {
    let whole = RecordMergeTests.run([1, 2, 3, 4, 5, 6, 7])
    var records: [RunRecord] = []
    for shard in RecordMergeTests.shards(parts) {
      // The numbers of shared fragments differ between shards.
      records.append(try Self.read(Self.text(of: shard)))
    }
    let merged = try RecordMerge.merged(records)
    #expect(merged == whole)
    #expect(merged.suites.allSatisfy { $0.scenarios.isStored })
    #expect(Self.text(of: merged) == Self.text(of: whole))
  }

  /// A shard that was just run, and one from a file.
  @Test(arguments: [[0], [1], [0, 1]])
  func `is merged with a record in memory`(stored: Set<Int>) throws {
    let shards = try RecordMergeTests.shards([[6, 2, 1], [4, 3, 5, 7]]).enumerated().map {
      stored.contains($0) ? try Self.read(Self.text(of: $1)) : $1
    }
    let whole = RecordMergeTests.run([1, 2, 3, 4, 5, 6, 7])
    var merged = try RecordMerge.merged(shards)
    #expect(merged == whole)
    #expect(Self.text(of: merged) == Self.text(of: whole))
    // What is changed is in memory afterwards, and the rest as it was.
    merged.suites[0].scenarios[1].name = "changed"
    merged.suites[1].scenarios.removeAll { $0.planIndex == 6 }
    #expect(
      merged.suites.map { $0.scenarios.map(\.name) } == [
        ["number 1", "changed", "number 3", "number 4"], ["number 5", "number 7"],
      ])
    #expect(merged.suites[0].scenarios[1].steps == whole.suites[0].scenarios[1].steps)
  }

  @Test func `is compared as a record in memory is`() throws {
    let (before, after) = (RecordMergeTests.run([1, 2, 3, 5]), RecordMergeTests.run([1, 3, 5, 6]))
    let diff = RecordDiff(
      from: try Self.read(Self.text(of: before)), to: try Self.read(Self.text(of: after)))
    #expect(diff == RecordDiff(from: before, to: after))
    #expect(!diff.isEmpty)
  }

  /// What a parser of the whole text says, and where.
  @Test(arguments: [
    (#""scenarios":[{"#, #""scenarios":[,{"#), (#""scenarios":[{"#, #""scenarios":[1,{"#),
    (#""name":"number 2""#, #""name":7"#), (#""name":"number 2","#, ""),
    (#""name":"number 6""#, #""name":"number 6"]"#), (#""suites":[{"#, #""suites":[[],{"#),
    (#""suites":[{"#, #""suites":{},"#), (#""scenarios":[{"#, #""scenarios":{{"#),
    (#""name":"number 7""#, #""name":"number 7"#),
  ])
  func `has the same mistakes`(found: String, replacement: String) throws {
    let text = Self.text(of: RecordMergeTests.run([1, 2, 3, 4, 5, 6, 7]))
      .replacing("\n", with: "").replacing(found, with: replacement, maxReplacements: 1)
    let whole = try? JSONParser.document(text).root
    guard let whole else {
      #expect(throws: ReportError.self) { try Self.read(text) }
      return
    }
    let expected = #expect(throws: RecordError.self) { try RunRecord(whole) }
    let error = #expect(throws: ReportError.self) { try Self.read(text) }
    #expect(error == expected.map { .record($0) })
  }

  /// Names with escapes are found by the parser alone; a second list does not count.
  @Test(arguments: [
    (#""suites":"#, #""su\u0069tes":"#), (#""scenarios":"#, #""scen\u0061rios":"#),
    (#""suites":"#, #""x":{"suites":[1,{"scenarios":[2]}]},"suites":"#),
    (#""remarks":"#, #""x":"suites","y":["scenarios",{"a":"\\\""}],"remarks":"#),
  ])
  func `reads odd texts as the parser of the whole does`(found: String, replacement: String) throws
  {
    let record = RecordMergeTests.run([1, 2, 5])
    let text = Self.text(of: record).replacing(found, with: replacement)
    #expect(text != Self.text(of: record))
    #expect(try Self.read(text) == record)
    #expect(try RunRecord(try JSONParser.document(text).root) == record)
  }

  @Test func `says that a file could not be read`() {
    let file = RecordStore(append: { _ in nil }, read: { _, _ in nil })
    #expect(throws: ReportError.unreadable) { try RunRecord(in: file, count: 7) }
  }
}

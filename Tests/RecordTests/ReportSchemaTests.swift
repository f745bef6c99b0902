// SPDX-License-Identifier: Apache-2.0
// Whether the published schema of a report knows each member that the writer can write.

import Formats
import Foundation
import Testing

@testable import Record

@Suite struct ReportSchemaTests {
  static let schema: JSONValue = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try? Data(contentsOf: folder.appending(path: "Suites/report.schema.json"))
    return (data.flatMap { try? JSONParser.document([UInt8]($0)).root }) ?? .null
  }()

  static func object(_ value: JSONValue?) -> JSONObject {
    if case .object(let object)? = value { object } else { JSONObject() }
  }

  static func items(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let items)? = value { items } else { [] }
  }

  /// What a value has that its schema does not describe, and what it lacks.
  static func problems(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    var members = object(schema)
    if let reference = members["$ref"]?.string {
      let name = String(reference.split(separator: "/").last ?? "")
      members = object(object(object(Self.schema)["$defs"])[name])
    }
    let alternatives = items(members["anyOf"])
    if !alternatives.isEmpty {
      let all = alternatives.map { problems(value, $0, place) }
      return all.contains([]) ? [] : all[0]
    }
    switch (value, members["type"]?.string) {
    case (.object(let object), "object"?):
      if members["additionalProperties"] != .boolean(false) { return [] }
      let known = Self.object(members["properties"])
      let lacking = items(members["required"]).compactMap(\.string)
        .filter { object[$0] == nil }.map { "\(place) lacks \($0)" }
      return lacking
        + object.members.flatMap { member in
          known[member.name].map { problems(member.value, $0, "\(place).\(member.name)") }
            ?? ["\(place).\(member.name) is not described"]
        }
    case (.array(let list), "array"?):
      return list.flatMap { problems($0, members["items"] ?? .null, "\(place)[]") }
    case (.string, "string"?), (.boolean, "boolean"?), (.number, "number"?): return []
    case (.number(let number), "integer"?) where number.isInteger: return []
    case (_, nil) where members["enum"] != nil || members["const"] != nil:
      let allowed = items(members["enum"]) + [members["const"]].compactMap(\.self)
      return allowed.contains(value) ? [] : ["\(place) is \(JSONWriter.text(value))"]
    default: return ["\(place) is of another type"]
    }
  }

  @Test func `knows each member of a record in which nothing is left out`() throws {
    var full = RecordJSONTests.full
    full.known = [
      KnownFailure(
        subject: .service, cases: ["one"], file: "suite.yaml", requirements: ["R-1"],
        reason: "why", link: "https://x", expires: try #require(CalendarDay("2027-01-31")),
        location: SmallRecords.place)
    ]
    for record in [full, SmallRecords.run([]), SmallRecords.audit([.passed, SmallRecords.failed])] {
      let root = try JSONParser.document(RecordJSONTests.text(record)).root
      #expect(Self.problems(root, Self.schema, "report") == [])
    }
  }

  @Test func `sees what is wrong`() throws {
    let text = String(decoding: RecordJSONTests.text(SmallRecords.run([])), as: UTF8.self)
    for (part, other, problem) in [
      ("\"jobs\":1,", "", "report lacks jobs"),
      ("\"jobs\":1", "\"jobs\":\"1\"", "report.jobs is of another type"),
      ("\"jobs\":1", "\"jobs\":1,\"job\":1", "report.job is not described"),
      ("\"version\":1", "\"version\":2", "report.version is 2"),
    ] {
      let root = try JSONParser.document(text.replacing(part, with: other, maxReplacements: 1)).root
      #expect(Self.problems(root, Self.schema, "report") == [problem])
    }
  }
}

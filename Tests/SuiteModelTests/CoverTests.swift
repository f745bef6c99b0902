// SPDX-License-Identifier: Apache-2.0
// What stands under `covers:`, and what `check` says of it.

import Catalogues
import Findings
import SourceText
import SuiteModel
import Testing

@Suite struct CoverTests {
  private static let catalogue = #"""
    {"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": [{"title":
    "s", "requirements": [
      {"id": "C-1", "level": "must", "subject": "service", "text": "t",
       "testableBy": "service-response"},
      {"id": "C-2", "level": "must", "subject": "service", "text": "t",
       "testableBy": "service-response", "places": ["$.name", "header Location"]}]}]}]}
    """#

  private static func text(covers: String) -> String {
    "suite: S\ncookbook: c\nscenarios:\n  - scenario: a\n    steps:\n      - step: b\n"
      + "        covers: \(covers)\n        request: {GET: /}\n"
      + "        expect: {status: 200, headers: {Location: !any {}}, json: {name: a}}\n"
  }

  private static let beside = ["cookbooks/c.json": catalogue]

  @Test(
    arguments: [
      ("[C-1]", [("C-1", nil)]),
      ("[{C-1: status}]", [("C-1", ["status"])]),
      ("[C-2, {C-1: [status, $.name]}]", [("C-2", nil), ("C-1", ["status", "$.name"])]),
      ("[{C-1: $.name, C-2: status}]", [("C-1", ["$.name"]), ("C-2", ["status"])]),
    ] as [(String, [(String, [String]?)])])
  func `is an id, or an id with places`(covers: String, expected: [(String, [String]?)]) throws {
    let loaded = load(Self.text(covers: covers), beside: Self.beside)
    #expect(loaded.diagnostics.map(\.description) == [])
    let step = try #require(loaded.suites.first?.scenarios.first?.steps.first)
    let written = try expected.map { id, places in
      Cover(id: id, places: try places?.map { try PlacePattern($0) })
    }
    #expect(step.covers == written)
  }

  @Test(arguments: [
    ("[C-9]", "7:18: error: the cookbook has no requirement 'C-9', did you mean 'C-1'?"),
    (
      "[{C-9: status}]", "7:19: error: the cookbook has no requirement 'C-9', did you mean 'C-1'?"
    ),
    ("[{C-1: body}]", "7:24: error: 'body' is not a place: \(PlacePattern.forms)"),
    ("[{C-1: [status, header ]}]", "7:33: error: 'header' is not a place: \(PlacePattern.forms)"),
    (
      "[{C-1: '$.name['}]",
      "7:32: error: invalid JSONPath: expected a selector: a name in quotes, an index, a slice, "
        + "'*', or '?' and a condition, found the end of the query"
    ),
    ("[{C-1: []}]", "7:24: error: expected at least one place: \(PlacePattern.forms)"),
    ("[{C-1: 7}]", "7:24: error: expected a place, a text, found the number 7"),
    ("[7]", "7:18: error: expected an item of 'covers', a text, found the number 7"),
  ])
  func `says what is wrong, and where`(covers: String, expected: String) {
    #expect(remarks(Self.text(covers: covers), beside: Self.beside) == [expected])
  }
}

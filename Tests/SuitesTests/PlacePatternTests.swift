// SPDX-License-Identifier: Apache-2.0
// Tests of reading places as catalogues and steps write them.

import Testing
import Text

@testable import Suites

@Suite struct PlacePatternTests {
  @Test(arguments: [
    "status", "text", "statuses", "header Content-Type", "save token", "$", "$.actionName",
    "$..mvpds[*].id", "$.profiles[${mvpd}].notAfter", "$.profiles['a b']", "/error/status",
    "//code", "/list/item[id='${mvpd}']/@href", "$.mvpds[?@.id == ${mvpd}].platformMappingId",
  ])
  func `keeps a place as written`(text: String) throws {
    #expect(try PlacePattern(text).text == text)
  }

  @Test(arguments: [
    ("", "'' is not a place: \(PlacePattern.forms)", 0),
    ("body", "'body' is not a place: \(PlacePattern.forms)", 0),
    ("Status", "'Status' is not a place: \(PlacePattern.forms)", 0),
    ("header ", "one name stands after 'header '", 7),
    ("save a b", "one name stands after 'save '", 5),
    ("header A B", "one name stands after 'header '", 7),
    ("save ", "one name stands after 'save '", 5),
    ("headers A", "'headers A' is not a place: \(PlacePattern.forms)", 0),
    ("status ", "'status ' is not a place: \(PlacePattern.forms)", 0),
    (
      "$.a b",
      "invalid JSONPath: expected '.', '..', '[' or the end of the query, found ' '; "
        + "other names are written ['name']",
      3
    ),
    ("/a/", "invalid XML path: expected a name, '*' or '@'", 3),
  ])
  func `says what is wrong, and where`(text: String, message: String, offset: Int) {
    #expect(throws: PlaceError(PlaceMistake(description: message), at: ScalarOffset(offset))) {
      try PlacePattern(text)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Places as catalogues and steps write them, which a finding touches and which hold others.

import Formats
import Testing
import Text

@testable import Expectations

struct TouchingTests {
  private static func touched(_ place: Place, sources: [Place] = []) -> [String]? {
    PlacePattern.touched(
      by: Finding(
        place: place, position: .start, expected: "a", found: "b",
        ExpectedValue(sources: sources)))?
      .map(\.text)
  }

  @Test(
    arguments: [
      ([.status], ["status"]), ([.text], ["text"]), ([.header("X-A")], ["header X-A"]),
      ([.query("$.a.b")], ["$.a.b"]), ([.xml("/a/@b")], ["/a/@b"]),
      ([.query("$['a,b']"), .header("B"), .xml("//c")], ["$['a,b']", "header B", "//c"]),
      ([.other("what nobody writes")], []), ([], []),
    ] as [([Place], [String])])
  func `a value that was not saved touches its sources`(sources: [Place], places: [String]) {
    #expect(Self.touched(.saved("x"), sources: sources) == ["save x"] + places)
  }

  @Test(
    arguments: [
      (.status, ["status"]), (.header("X-A"), ["header X-A"]), (.query("$..a"), ["$..a"]),
      (.xml("/a/b"), ["/a/b"]), (.text, ["text"]), (.statuses(nil), ["statuses"]),
      (.statuses(2), ["statuses"]), (.inside(.header("X-A"), .part("host")), ["header X-A"]),
      (.inside(.inside(.text, .decoded), .body(.root)), ["text"]), (.body(.root), ["text", ""]),
      // Another step reports them, or nothing in the answer counts.
      (.fragment("f"), []), (.framing("Content-Length"), []), (.part("host"), nil), (.decoded, nil),
      (.variable("x"), nil), (.retry, nil), (.frameworkError, nil), (.call("open"), nil),
      (.visit, nil), (.other("x"), nil),
    ] as [(Place, [String]?)])
  func `a finding touches its place`(place: Place, places: [String]?) {
    #expect(Self.touched(place) == places)
  }

  @Test func `a finding in a body touches what holds its place`() throws {
    let place = Place.body(JSONPointer([.name("a"), .index(0), .name("b")]))
    let touched = try #require(PlacePattern.touched(at: place))
    for (text, holds) in [
      ("$.a", true), ("$.a[0]", true), ("$.a[0].b", true), ("$.a[*].b", true), ("$..b", true),
      ("$.a[1]", false), ("$.a[0].c", false), ("$.b", false), ("$.a[0].b.c", false),
    ] {
      let pattern = try PlacePattern(text)
      #expect(touched.map { pattern.holds($0) } == [holds], "\(text)")
    }
  }

  @Test(
    arguments: [
      ("status", "status", true), ("status", "text", false), ("text", "statuses", false),
      ("header X-A", "header x-a", true), ("header X-A", "header X-B", false),
      ("save a", "save a", true), ("save a", "save b", false), ("save a", "save A", false),
      ("$", "$.a", true), ("$.a", "$", false), ("$.a", "$.a", true), ("$.a", "$.a.b", true),
      ("$.a.b", "$.a", false), ("$.a", "$.b", false), ("$.a.b", "$.a.c", false),
      ("$.a", "/a", false), ("/a", "/a/b", true), ("/a/b", "/a", false), ("/a", "/b", false),
      ("$.a[0]", "$['a']['0']", true), ("$.a[0]", "$.a[1]", false),
      ("$.\u{E9}", "$.e\u{301}", false), ("$.a[*]", "$.a.b", true), ("$.a.b", "$.a[*]", true),
      ("$.a[${x}]", "$.a.b", true), ("$.a[?@.b]", "$.a[7].c", true), ("$.a[*]", "$.a", false),
      // A name at any depth.
      ("$..b", "$.b", true), ("$..b", "$.a.b", true), ("$..b", "$.a.b.c", true),
      ("$..b", "$.a.c", false), ("$..b", "$.a[*]", false), ("$..b", "$..b", true),
      ("$..b", "$..c", false), ("$..*", "$.a[*]", true), ("$..*", "$", false),
      ("$..b.c", "$.b.a.b.c", true), ("$..b.c", "$.a.b", false), ("$.a..b", "$.a.x.b", true),
      ("$.a..b", "$.b", false), ("//b", "/a/b", true), ("//b", "/a/c", false),
      ("$.a.b", "$..b", true), ("$.a.b", "$..b.c", true), ("$.a.c", "$..b", false),
      ("$.a.b.c", "$..b", false), ("$.a[*]", "$..b", false), ("$.a.b.c", "$..b.c", true),
      ("$.a.b.c", "$..b.d", false),
    ] as [(String, String, Bool)])
  func `one place holds another`(outer: String, inner: String, holds: Bool) throws {
    #expect(try PlacePattern(outer).holds(try PlacePattern(inner)) == holds)
  }

  @Test(arguments: [
    ("$.a", true, false), ("/a", true, false), ("status", false, true), ("text", false, false),
    ("header A", false, false), ("statuses", false, false), ("save a", false, false),
  ])
  func `knows what a place is a part of`(text: String, isOfContent: Bool, isStatus: Bool) throws {
    let place = try PlacePattern(text)
    #expect(place.isOfContent == isOfContent)
    #expect(place.isStatus == isStatus)
  }

  @Test(arguments: [
    ("a", false, "$.a"), ("a", true, "$..a"), (nil, false, "$.*"), (nil, true, "$..*"),
  ])
  func `names the members below a place`(name: String?, isDeep: Bool, text: String) throws {
    let member = PlacePattern.json.member(name, atAnyDepth: isDeep)
    #expect(member == (try PlacePattern(text)))
    for other in ["$.a", "$.b", "$.b.a"] {
      let other = try PlacePattern(other)
      let read = try PlacePattern(text)
      #expect(member.holds(other) == read.holds(other))
    }
  }

  @Test(arguments: [
    ("404", nil, "status: expected 2xx, found 404"),
    ("nothing", nil, "status: expected 2xx, missing"),
    ("nothing here", "x", "status: expected 2xx, found nothing here"),
  ])
  func `a finding says what was expected and what came`(
    found: String, nearest: String?, text: String
  ) {
    let finding = Finding(
      place: .status, position: .start, expected: "2xx",
      found: found == "nothing" ? .nothing : FoundValue(words: QuotingText(words: found)),
      nearest: nearest.map { QuotingText(words: $0) })
    #expect(finding.description == text)
    #expect(finding.nearest == nearest)
    #expect(finding.outcome("cut") == (found == "nothing" ? "missing" : "found cut"))
  }
}

struct PlacePatternTests {
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

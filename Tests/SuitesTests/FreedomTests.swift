// SPDX-License-Identifier: Apache-2.0
// What the documents leave to a service, as a catalogue says it.

import Formats
import Testing

@testable import Suites

@Suite struct FreedomTests {
  private static func catalogue(_ freedom: String) throws -> Catalogue {
    let text = """
      {"cookbook": "small", "revision": "1", "phases": [], "freedoms": [\(freedom)]}
      """
    return try Catalogue(try JSONParser.document(Array(text.utf8)).root)
  }

  private static let written = """
    {"text": "A lifetime may be missing.", "source": "AMB-30",
     "routes": ["POST /decisions/{mvpd}", "GET /last"], "statuses": [200, 203],
     "places": ["$.decisions[*].notAfter", "header Date", "//code"],
     "mutations": ["removed", "emptied"]}
    """

  @Test(arguments: [
    ("removed", "$.decisions[0].notAfter", "POST", "/decisions/a", 200, true),
    ("removed", "header date", "POST", "/decisions/a", 200, true),
    ("removed", "/error/code", "POST", "/decisions/a", 200, true),
    ("emptied", "$.decisions[0].notAfter", "POST", "/decisions/a", 203, true),
    ("removed", "$.decisions[0].notAfter", "GET", "/last", 200, true),
    ("removed", "$.decisions[0].notAfter", "POST", "/last", 200, false),
    ("null", "$.decisions[0].notAfter", "POST", "/decisions/a", 200, false),
    ("removed", "$.decisions[0].notAfter", "GET", "/decisions/a", 200, false),
    ("removed", "$.decisions[0].notAfter", "POST", "/decisions/a/b", 200, false),
    ("removed", "$.decisions[0].notAfter", "POST", "/decisions/a", 201, false),
    // Only the place itself, not what holds it or stands below it.
    ("removed", "$.decisions[0]", "POST", "/decisions/a", 200, false),
    ("removed", "$.decisions[0].notAfter.unit", "POST", "/decisions/a", 200, false),
  ])
  func `allows a mutation at its places`(
    mutation: String, place: String, method: String, path: String, status: Int, isAllowed: Bool
  ) throws {
    let freedom = try #require(try Self.catalogue(Self.written).freedoms.first)
    let place = try PlacePattern(place)
    #expect(
      freedom.allows(mutation, at: place, method: method, path: path, status: status) == isAllowed)
  }

  @Test func `allows everything below a place, and every mutation, where it says so`() throws {
    let freedom = try #require(
      try Self.catalogue(
        #"{"text": "a", "source": "b", "places": ["$.device..*"], "mutations": ["*"]}"#
      ).freedoms.first)
    for (place, isAllowed) in [("$.device.a", true), ("$.device.a.b", true), ("$.other", false)] {
      let place = try PlacePattern(place)
      #expect(
        freedom.allows("retyped", at: place, method: "GET", path: "/", status: 200) == isAllowed)
    }
  }

  @Test(arguments: [("", true), (#""places": ["$.a"],"#, false)])
  func `a place that can't be written is in no list`(places: String, isAllowed: Bool) throws {
    let freedom = try #require(
      try Self.catalogue(#"{"text": "a", "source": "b", \#(places) "mutations": ["removed"]}"#)
        .freedoms.first)
    #expect(freedom.allows("removed", at: nil, method: "GET", path: "/", status: 200) == isAllowed)
  }

  @Test(arguments: [
    ("GET", "/a/b", "GET /{x}/b"), ("POST", "/a/b", "POST /a/b"), ("DELETE", "/a/b", "DELETE /a/b"),
    ("GET", "/a/c", "GET /{x}/{y}"), ("DELETE", "/c/b", "DELETE /{x}/b"),
    ("GET", "/a/b/", "GET /{x}/b"), ("GET", "/a/B", "GET /{x}/{y}"), ("GET", "/a", nil),
    ("GET", "/a/b/c", nil),
  ])
  func `of the routes with a path, those of its method count first, then the most exact`(
    method: String, path: String, best: String?
  ) {
    let routes = ["GET /{x}/{y}", "GET /{x}/b", "POST /a/b"].compactMap { RoutePattern($0) }
    #expect(RoutePattern.best(of: routes, method: method, path: path) == best)
  }

  @Test(arguments: ["GET", "GET a", "GET /a /b", "", "/a"])
  func `takes no other text for a route`(text: String) { #expect(RoutePattern(text) == nil) }

  @Test(arguments: [
    ("GET /a/{b}", "GET", "/a/c", true), ("GET /a/{b}", "POST", "/a/c", false),
    ("GET /a/{b}", "GET", "/b/c", false), ("GET /a/{b}", "GET", "/a", false),
    ("GET /a/{b}", "GET", "/a/b/c", false), ("GET /\u{E9}", "GET", "/e\u{301}", false),
  ])
  func `matches a request`(route: String, method: String, path: String, matches: Bool) {
    #expect(RoutePattern(route)?.matches(method: method, path: path) == matches)
  }

  @Test(arguments: [
    (#"{"source": "b", "mutations": ["removed"]}"#, "expected a text at /freedoms/0/text"),
    (#"{"text": "a", "source": "b", "mutations": []}"#, "expected a list at /freedoms/0/mutations"),
    (#"{"text": "a", "source": "b"}"#, "expected a list of mutations at /freedoms/0/mutations"),
    (
      #"{"text": "a", "source": "b", "places": ["x"], "mutations": ["removed"]}"#,
      "expected a place at /freedoms/0/places/0"
    ),
    (
      #"{"text": "a", "source": "b", "routes": ["/a"], "mutations": ["removed"]}"#,
      "expected a route, as in GET /a/{b}, at /freedoms/0/routes/0"
    ),
    (
      #"{"text": "a", "source": "b", "statuses": ["2xx"], "mutations": ["removed"]}"#,
      "expected a status code at /freedoms/0/statuses/0"
    ),
  ])
  func `refuses what is no freedom, and says where`(freedom: String, message: String) {
    #expect(throws: CatalogueError(message: message)) { try Self.catalogue(freedom) }
  }
}

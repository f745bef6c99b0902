// SPDX-License-Identifier: Apache-2.0
// What the documents leave to a service, as a catalogue says it.

import Findings
import JSON
import Testing

@testable import Catalogues

@Suite struct FreedomTests {
  private static func catalogue(_ freedom: String) throws -> Catalogue {
    let text = """
      {"cookbook": "small", "revision": "1", "phases": [], "freedoms": [\(freedom)]}
      """
    return try Catalogue(try JSONParser.document(Array(text.utf8)).root)
  }

  private static let written = """
    {"text": "A lifetime may be missing.", "source": "AMB-30",
     "routes": ["POST /decisions/{mvpd}"], "statuses": [200],
     "places": ["$.decisions[*].notAfter", "header Date", "//code"], "mutations": ["removed"]}
    """

  @Test(arguments: [
    ("removed", "$.decisions[0].notAfter", "POST", "/decisions/a", 200, true),
    ("removed", "header date", "POST", "/decisions/a", 200, true),
    ("removed", "/error/code", "POST", "/decisions/a", 200, true),
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

  @Test(arguments: [
    (#"{"source": "b", "mutations": ["removed"]}"#, "expected a text at /freedoms/0/text"),
    (
      #"{"text": "a", "source": "b", "mutations": []}"#,
      "expected a list at /freedoms/0/mutations"
    ),
    (
      #"{"text": "a", "source": "b"}"#,
      "expected a list of mutations at /freedoms/0/mutations"
    ),
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

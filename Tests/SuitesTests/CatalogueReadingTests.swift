// SPDX-License-Identifier: Apache-2.0
// Reading a requirement catalogue, and the freedoms in it.

import Formats
import TestSupport
import Testing

@testable import Suites

@Suite struct CatalogueReadingTests {
  private static func text(
    level: String = "must", testableBy: String = "service-response", more: String = "",
    places: String = "", source: String = ""
  ) -> String {
    """
    {"cookbook": "c", "revision": "1", \(more) "phases": [{"id": "A", "title": "a", "steps": [
      {"title": "s", "requirements": [
        {"id": "R-1", "level": "\(level)", "subject": "service", "text": "t",
         "testableBy": "\(testableBy)", "source": {"section": "x"\(source)}, "ambiguity": "AMB-1"\(places)}]}]}]}
    """
  }

  private static func catalogue(_ text: String) throws -> Catalogue {
    try Catalogue(JSONParser.document(text).root)
  }

  @Test func `reads every field`() throws {
    let catalogue = try Self.catalogue(Self.text(more: #""unproved": {"R-1": "why"},"#))
    #expect(
      catalogue.requirements["R-1"]
        == Requirement(
          id: "R-1", level: .must, subject: "service", text: "t", testableBy: .serviceResponse,
          endpoint: nil, source: "x", ambiguity: "AMB-1", step: "s", excuse: "why"))
    #expect(catalogue.requirementIDs == ["R-1"])
  }

  @Test func `reads the places of a requirement`() throws {
    let catalogue = try Self.catalogue(Self.text(places: #", "places": ["status", "$.id"]"#))
    #expect(
      catalogue.requirements["R-1"]?.places == [
        try PlacePattern("status"), try PlacePattern("$.id"),
      ])
  }

  @Test(arguments: [
    ("{}", "expected a list of places at /phases/0/steps/0/requirements/0/places"),
    ("[]", "expected a list of places at /phases/0/steps/0/requirements/0/places"),
    ("[7]", "expected a place, a text, at /phases/0/steps/0/requirements/0/places/0"),
    (
      #"["$.a", "body"]"#,
      "'body' is not a place: \(PlacePattern.forms): /phases/0/steps/0/requirements/0/places/1"
    ),
  ])
  func `refuses a wrong place, and says where it is`(places: String, message: String) {
    #expect(throws: CatalogueError(message: message)) {
      try Self.catalogue(Self.text(places: ", \"places\": \(places)"))
    }
  }

  private static let pages = #"""
    "page": "book", "pages": {"book": "https://a.example/book", "api": "https://a.example/api"},
    """#

  @Test(arguments: [
    ("", "https://a.example/book"), (#", "page": "api""#, "https://a.example/api"),
    (#", "page": "api#limits""#, "https://a.example/api"),
  ])
  func `knows the page of a requirement`(source: String, url: String) throws {
    let catalogue = try Self.catalogue(Self.text(more: Self.pages, source: source))
    #expect(catalogue.requirements["R-1"]?.url?.text == url)
  }

  @Test func `knows the page of an ambiguity, and what a breach does`() throws {
    let catalogue = try Self.catalogue(
      Self.text(
        more: Self.pages + #"""
          "ambiguities": {"AMB-1": {"text": "t", "page": "api"}, "AMB-2": {"text": "u"}},
          "effects": [{"text": "Nothing plays.", "requirements": ["R-1"]}],
          """#))
    #expect(catalogue.ambiguities["AMB-1"]?.url?.text == "https://a.example/api")
    #expect(catalogue.ambiguities["AMB-2"]?.url?.text == "https://a.example/book")
    #expect(catalogue.requirements["R-1"]?.effect == "Nothing plays.")
  }

  @Test(
    arguments: table(
      #"""
      "pages": {"b": "http://a.example/"}, | expected an https address at /pages/b
      "pages": {"b": "https://a.example/(x)"}, | expected an https address at /pages/b
      "pages": [], | expected a map of names to addresses at /pages
      "page": "b", | expected the name of one of 'pages' at /page
      \#(pages) "ambiguities": {"AMB-1": {"text": "t", "page": "c"}}, | expected the name of one of 'pages' at /ambiguities/AMB-1/page
      "ambiguities": {"AMB-1": {"choice": true}}, | expected {text, choice, page} with a text at /ambiguities/AMB-1
      "effects": [{"text": "t", "requirements": ["R-2"]}], | there is no requirement of that id: /effects/R-2
      "effects": [{"text": "t", "requirements": ["R-1", "R-1"]}], | expected an id that has no other effect at /effects/0/requirements/1
      "effects": [{"text": "a", "requirements": [1]}], | expected an id that has no other effect at /effects/0/requirements/0
      "effects": [{"text": "a", "requirements": ["R-1"]},{"text": "b", "requirements": ["R-1"]}], | expected an id that has no other effect at /effects/1/requirements/0
      "effects": {}, | expected a list at /effects
      "unproved": {"R-2": "why"}, | there is no requirement of that id: /unproved/R-2
      "unproved": [], | expected a map of ids to texts at /unproved
      "unrecorded": {"R-1": "why", "R-2": "why"}, | there is no requirement of that id: /unrecorded/R-2
      "actions": [], | expected a list of actions at /actions
      "actions": ["none", 1], | expected a text at /actions/1
      "unrecorded": {"R-1": 1}, | expected a text at /unrecorded/R-1
      """#) as [(String, String)])
  func `refuses a wrong member, and says where`(more: String, message: String) {
    #expect(throws: CatalogueError(message: message)) { try Self.catalogue(Self.text(more: more)) }
  }

  @Test(arguments: [
    "https://a.example", "https://a-b.example/x/y.md#z", "https://a.example/?a=b&c=%20",
    "https://A9.example/A-._~/:?#@$&+,;=%9",
    "https://a.example/" + String(repeating: "x", count: 982),
  ])
  func `takes an address that every report can hold`(address: String) {
    #expect(WebAddress(address)?.text == address)
  }

  @Test(arguments: [
    "http://a.example", "javascript:alert(1)", "https://", "https:///x", "https://u@a.example",
    "https://a.example:8/", "https://a.example/\"x", "https://a.example/<x>",
    "https://a.example/ x", "https://a.example/\nx", "https://a.example/)", "https://ä.example",
    "HTTPS://a.example", "https://a.example/`", "https://a.example/|", "https://a.example/]",
    "https://a.example/[", "https://a.example/(", "https://a.example/\\", "https://a.example/'",
    "https://a.example/*", "https://a.example/!", "https://a.example/{", "https://a.example/ä",
    "https://.a.example/", "https://a_b.example/", "https://a.example?b",
    "https://a.example/" + String(repeating: "x", count: 983),
  ])
  func `refuses any other address`(address: String) { #expect(WebAddress(address) == nil) }

  @Test(arguments: [
    ("must", "service-response", true), ("must-not", "service-response", true),
    ("should", "service-response", true), ("fact", "service-response", true),
    ("may", "service-response", false), ("perhaps", "service-response", false),
    ("must", "emulator", false), ("must", "client-traffic", false), ("must", "not-testable", false),
    ("must", "luck", false),
  ])
  func `a suite proves what binds the service and shows in its answers`(
    level: String, testableBy: String, shouldBeProved: Bool
  ) throws {
    let catalogue = try Self.catalogue(Self.text(level: level, testableBy: testableBy))
    #expect(catalogue.requirements["R-1"]?.shouldBeProved == shouldBeProved)
  }

  @Test func `reads what no recording shows`() throws {
    let catalogue = try Self.catalogue(Self.text(more: #""unrecorded": {"R-1": "why"},"#))
    #expect(catalogue.requirements["R-1"]?.unrecorded == "why")
    #expect(catalogue.requirements["R-1"]?.excuse == nil)
  }

  @Test func `of two requirements with one id the first counts`() throws {
    let one = #"{"id": "R", "level": "must", "subject": "s", "text": "first", "testableBy": "x"}"#
    let steps =
      #"[{"title": "s", "requirements": [\#(one), \#(one.replacing("first", with: "b"))]}]"#
    let catalogue = try Self.catalogue(
      #"{"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": \#(steps)}]}"#
    )
    #expect(catalogue.requirements["R"]?.text == "first")
    #expect(catalogue.requirementIDs == ["R", "R"])
    #expect(catalogue.requirements["R"]?.source == "")
  }

  @Test func `an ambiguity that services may differ in is a choice`() throws {
    let catalogue = try Self.catalogue(
      Self.text(
        more: Self.pages + #"""
          "ambiguities": {"AMB-1": {"text": "t", "choice": true}, "AMB-2": {"text": "u"},
            "AMB-3": {"text": "v", "choice": false}},
          """#))
    #expect(catalogue.ambiguities["AMB-1"]?.isChoice == true)
    #expect(catalogue.ambiguities["AMB-2"]?.isChoice == false)
    #expect(catalogue.ambiguities["AMB-3"]?.isChoice == false)
    #expect(
      (catalogue.ambiguities["AMB-1"]?.json).map { JSONWriter.text($0) }
        == #"{"text":"t","choice":true,"url":"https://a.example/book"}"#)
    #expect(
      (catalogue.ambiguities["AMB-2"]?.json).map { JSONWriter.text($0) }
        == #"{"text":"u","url":"https://a.example/book"}"#)
  }

  @Test func `names no page where a catalogue has none`() throws {
    let catalogue = try Self.catalogue(Self.text(source: #", "page": "api""#))
    #expect(catalogue.requirements["R-1"]?.url == nil)
  }

  @Test(arguments: [
    ("must", Requirement.Level.must), ("must-not", .mustNot), ("should", .should), ("may", .may),
    ("fact", .fact), ("perhaps", .other("perhaps")),
  ])
  func `keeps the word of a level`(word: String, level: Requirement.Level) throws {
    let read = try Self.catalogue(Self.text(level: word)).requirements["R-1"]?.level
    #expect(read == level)
    #expect(read?.text == word)
  }

  @Test(arguments: [
    ("service-response", Requirement.TestableBy.serviceResponse), ("emulator", .emulator),
    ("client-traffic", .clientTraffic), ("not-testable", .nothing), ("luck", .other("luck")),
  ])
  func `keeps the word of a way of testing`(
    word: String, testableBy: Requirement.TestableBy
  ) throws {
    let read = try Self.catalogue(Self.text(testableBy: word)).requirements["R-1"]?.testableBy
    #expect(read == testableBy)
    #expect(read?.text == word)
  }

  @Test(arguments: [
    ("{}", "expected a text at /cookbook"),
    (#"{"cookbook": "c", "revision": 1}"#, "expected a text at /revision"),
    (#"{"cookbook": "c", "revision": "1"}"#, "expected a list at /phases"),
    (
      text(more: pages, source: #", "page": "other#api""#),
      "expected the name of one of 'pages' at /phases/0/steps/0/requirements/0/source/page"
    ),
  ])
  func `names the place of a mistake`(text: String, message: String) {
    #expect(throws: CatalogueError(message: message)) { try Self.catalogue(text) }
  }
}

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

  @Test(
    arguments: table(
      #"""
      {"source": "b", "mutations": ["removed"]} | expected a text at /freedoms/0/text
      {"text": "a", "source": "b", "mutations": []} | expected a list at /freedoms/0/mutations
      {"text": "a", "source": "b"} | expected a list of mutations at /freedoms/0/mutations
      {"text": "a", "source": "b", "places": ["x"], "mutations": ["removed"]} | expected a place at /freedoms/0/places/0
      {"text": "a", "source": "b", "routes": ["/a"], "mutations": ["removed"]} | expected a route, as in GET /a/{b}, at /freedoms/0/routes/0
      {"text": "a", "source": "b", "statuses": ["2xx"], "mutations": ["removed"]} | expected a status code at /freedoms/0/statuses/0
      """#) as [(String, String)])
  func `refuses what is no freedom, and says where`(freedom: String, message: String) {
    #expect(throws: CatalogueError(message: message)) { try Self.catalogue(freedom) }
  }
}

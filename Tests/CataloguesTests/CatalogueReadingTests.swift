// SPDX-License-Identifier: Apache-2.0
// Tests of reading a requirement catalogue.

import Catalogues
import Findings
import JSON
import Testing

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

  @Test(arguments: [
    (#""pages": {"b": "http://a.example/"},"#, "expected an https address at /pages/b"),
    (#""pages": {"b": "https://a.example/(x)"},"#, "expected an https address at /pages/b"),
    (#""pages": [],"#, "expected a map of names to addresses at /pages"),
    (#""page": "b","#, "expected the name of one of 'pages' at /page"),
    (
      pages + #""ambiguities": {"AMB-1": {"text": "t", "page": "c"}},"#,
      "expected the name of one of 'pages' at /ambiguities/AMB-1/page"
    ),
    (
      #""effects": [{"text": "t", "requirements": ["R-2"]}],"#,
      "there is no requirement of that id: /effects/R-2"
    ),
    (
      #""effects": [{"text": "t", "requirements": ["R-1", "R-1"]}],"#,
      "expected an id that has no other effect at /effects/0/requirements/1"
    ),
  ])
  func `refuses a wrong page or effect, and says where`(more: String, message: String) {
    #expect(throws: CatalogueError(message: message)) { try Self.catalogue(Self.text(more: more)) }
  }

  @Test(arguments: [
    "https://a.example", "https://a-b.example/x/y.md#z", "https://a.example/?a=b&c=%20",
  ])
  func `takes an address that every report can hold`(address: String) {
    #expect(WebAddress(address)?.text == address)
  }

  @Test(arguments: [
    "http://a.example", "javascript:alert(1)", "https://", "https:///x", "https://u@a.example",
    "https://a.example:8/", "https://a.example/\"x", "https://a.example/<x>",
    "https://a.example/ x", "https://a.example/\nx", "https://a.example/)", "https://ä.example",
    "HTTPS://a.example", "https://a.example/`", "https://a.example/|", "https://a.example/]",
  ])
  func `refuses any other address`(address: String) { #expect(WebAddress(address) == nil) }

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
    (text(more: #""comparison": {},"#), "expected a text at /comparison/with"),
    (
      text(more: #""unproved": {"R-2": "why"},"#),
      "there is no requirement of that id: /unproved/R-2"
    ),
  ])
  func `names the place of a mistake`(text: String, message: String) {
    #expect(throws: CatalogueError(message: message)) { try Self.catalogue(text) }
  }
}

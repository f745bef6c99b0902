// SPDX-License-Identifier: Apache-2.0
// Tests of reading a requirement catalogue.

import Formats
import Suites
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
      text(more: #""unproved": {"R-2": "why"},"#),
      "there is no requirement of that id: /unproved/R-2"
    ),
    (
      text(more: #""unrecorded": {"R-1": "why", "R-2": "why"},"#),
      "there is no requirement of that id: /unrecorded/R-2"
    ), (text(more: #""unproved": [],"#), "expected a map of ids to texts at /unproved"),
    (text(more: #""unrecorded": {"R-1": 1},"#), "expected a text at /unrecorded/R-1"),
    (text(more: #""effects": {},"#), "expected a list at /effects"),
    (
      text(more: #""effects": [{"text": "a", "requirements": [1]}],"#),
      "expected an id that has no other effect at /effects/0/requirements/0"
    ),
    (
      text(
        more: #""effects": [{"text": "a", "requirements": ["R-1"]},"#
          + #"{"text": "b", "requirements": ["R-1"]}],"#),
      "expected an id that has no other effect at /effects/1/requirements/0"
    ),
    (
      text(more: #""ambiguities": {"AMB-1": {"choice": true}},"#),
      "expected {text, choice, page} with a text at /ambiguities/AMB-1"
    ),
    (
      text(more: pages, source: #", "page": "other#api""#),
      "expected the name of one of 'pages' at /phases/0/steps/0/requirements/0/source/page"
    ),
  ])
  func `names the place of a mistake`(text: String, message: String) {
    #expect(throws: CatalogueError(message: message)) { try Self.catalogue(text) }
  }
}

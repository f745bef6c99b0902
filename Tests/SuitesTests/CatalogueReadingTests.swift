// SPDX-License-Identifier: Apache-2.0
// Reading a requirement catalogue, and the freedoms in it.

import Expectations
import Formats
import TestSupport
import Testing
import Text

@testable import Suites

/// A catalogue, nil where it has mistakes, and these.
private func read(
  _ text: String, extending bases: [Catalogue]? = []
) throws -> (catalogue: Catalogue?, mistakes: [String]) {
  var reader = CatalogueReader(file: "c.json", bases: bases)
  let catalogue = reader.catalogue(try yaml(text))
  return (catalogue, reader.nodes.diagnostics.sorted().map { "\($0.position): \($0.message)" })
}

/// A text without its mark `«`, and the place where that was.
private func marked(_ text: String) -> (text: String, place: String) {
  let before = text.prefix { $0 != "«" }
  let line = before.split(separator: "\n", omittingEmptySubsequences: false).count
  let column = before.count - (before.lastIndex(of: "\n").map { before[...$0].count } ?? 0) + 1
  return (text.replacing("«", with: ""), "\(line):\(column)")
}

/// The mistakes in a text, which are those of its mark.
private func expect(
  _ message: String, in text: String, location: SourceLocation = #_sourceLocation
) throws {
  let (text, place) = marked(text)
  let found = try read(text).mistakes
  #expect(found == ["\(place): \(message)"], sourceLocation: location)
}

struct CatalogueReadingTests {
  private static func text(
    level: String = "must", shownBy: String = #"["service"]"#, more: String = "",
    places: String = "", source: String = ""
  ) -> String {
    """
    {"cookbook": "c", "revision": "1", \(more) "phases": [{"id": "A", "title": "a", "steps": [
      {"title": "s", "requirements": [
        {"id": "R-1", "level": "\(level)", "subject": "service", "text": "t",
         "shownBy": \(shownBy), "source": {"section": "x"\(source)}\(places)}]}]}]}
    """
  }

  private static func catalogue(_ text: String) throws -> Catalogue {
    try #require(try read(text).catalogue)
  }

  @Test func `reads every field`() throws {
    let catalogue = try Self.catalogue(
      Self.text(
        more:
          #""unproved": {"R-1": "why"}, "ambiguities": {"AMB-1": {"text": "t"}}, "partner": "p","#
          + #""earlierRevisions": [{"revision": "0", "demanded": "D.", "requirements": ["R-1"]}],"#
          + #""effects": [{"text": "Nothing plays.", "requirements": ["R-1"]}],"#,
        places: #", "inferred": true, "remedy": "Do it.", "ambiguity": "AMB-1", "endpoint": null,"#
          + #""places": ["status", "$.id"]"#))
    #expect(catalogue.partner == "p")
    #expect(
      catalogue.earlierRevisions
        == [Catalogue.EarlierRevision(revision: "0", demanded: "D.", requirements: ["R-1"])])
    #expect(
      catalogue.requirements["R-1"]
        == Requirement(
          id: "R-1", level: .must, subject: "service", text: "t", shownBy: [.service],
          endpoint: nil, source: "x", ambiguity: "AMB-1", step: "s", excuse: "why",
          places: [try PlacePattern("status"), try PlacePattern("$.id")], effect: "Nothing plays.",
          remedy: "Do it.", isInferred: true))
    #expect(catalogue.requirements["R-1"]?.standing == "must, inferred")
    #expect(catalogue.requirementIDs == ["R-1"])
  }

  private static let pages = #"""
    "page": "book", "pages": {"book": "https://a.example/book", "api": "https://a.example/api"},
    """#

  @Test(
    arguments: [
      (pages, "", "https://a.example/book"),
      (pages, #", "page": "api""#, "https://a.example/api"),
      (pages, #", "page": "api#limits""#, "https://a.example/api"),
      ("", #", "page": "api""#, nil),
    ] as [(String, String, String?)])
  func `knows the page of a requirement`(pages: String, source: String, url: String?) throws {
    let catalogue = try Self.catalogue(Self.text(more: pages, source: source))
    #expect(catalogue.requirements["R-1"]?.url?.text == url)
  }

  @Test(
    arguments: table(
      #"""
      "pages": {"b": «"http://a.example/"}, | expected an https address
      "pages": {"b": «"https://a.example/(x)"}, | expected an https address
      "pages": «[], | expected 'pages', a map, found a list
      "page": «"b", | there is no 'b' under 'pages'
      \#(pages) "ambiguities": {"AMB-1": {"text": "t", "page": «"bok"}}, | there is no 'bok' under 'pages', did you mean 'book'?
      "ambiguities": {"AMB-1": «{"choice": true}}, | an ambiguity has 'text', a text
      "ambiguities": {"AMB-1": {"text": "t", «"chioce": true}}, | unknown key 'chioce' in an ambiguity, did you mean 'choice'?
      "effects": [{"text": "t", "requirements": [«"R-2"]}], | there is no requirement 'R-2' in this file, did you mean 'R-1'?
      "effects": [{"text": "t", "requirements": ["R-1", «"R-1"]}], | 'R-1' has another effect already
      "effects": [{"text": "a", "requirements": [«1]}], | expected the id of a requirement, a text, found the number 1
      "effects": «{}, | expected 'effects', a list, found a map
      "earlierRevisions": «{}, | expected 'earlierRevisions', a list, found a map
      "earlierRevisions": [«{"revision": "0", "requirements": []}], | an earlier revision has 'demanded', a text
      "earlierRevisions": [«{"demanded": "D.", "requirements": []}], | an earlier revision has 'revision', a text
      "earlierRevisions": [«{"revision": "0", "demanded": "D."}], | an earlier revision has 'requirements'
      "earlierRevisions": [{"revision": "0", "demanded": "D.", "requirements": [«"R-2"]}], | there is no requirement 'R-2' in this file, did you mean 'R-1'?
      "earlierRevisions": [{"revision": "0", «"demands": "D.", "demanded": "D.", "requirements": []}], | unknown key 'demands' in an earlier revision, did you mean 'demanded'?
      "unproved": {«"R-2": "why"}, | there is no requirement 'R-2' in this file, did you mean 'R-1'?
      "unproved": «[], | expected 'unproved', a map, found a list
      "unrecorded": {"R-1": «1}, | expected a reason, a text, found the number 1
      "actions": «[], | 'actions' is empty; leave it out
      "actions": ["none", «1], | expected an action, a text, found the number 1
      "kinds": ["$.a", "«body"], | 'body' is not a place: \#(PlacePattern.forms)
      «"extend": "b", | unknown key 'extend' in a catalogue, did you mean 'extends'?
      """#) as [(String, String)])
  func `refuses a wrong member, and says where`(more: String, message: String) throws {
    try expect(message, in: Self.text(more: more))
  }

  @Test(arguments: [
    ("must", true), ("must-not", true), ("should", true), ("may", false), ("fact", false),
  ])
  func `a demand may be inferred, and nothing else`(level: String, isDemand: Bool) throws {
    let text = Self.text(level: level, places: #", "inferred": «true"#)
    if isDemand {
      #expect(try Self.catalogue(marked(text).text).requirements["R-1"]?.isInferred == true)
    } else {
      try expect("'inferred' is of a demand: must, must-not or should", in: text)
    }
  }

  @Test(
    arguments: table(
      #"""
      "inferred": «1 | 'inferred' is true or false, found the number 1
      "places": «{} | expected 'places', a list, found a map
      "places": «[] | 'places' is empty; leave it out
      "places": [«7] | expected a place, a text, found the number 7
      "places": ["$.a", "«body"] | 'body' is not a place: \#(PlacePattern.forms)
      «"testableBy": "emulator" | unknown key 'testableBy' in a requirement, it is gone: use 'shownBy: [service], [application], [framework], [outside] or [none]'
      «"palces": ["$.a"] | unknown key 'palces' in a requirement, did you mean 'places'?
      "ambiguity": «"AMB-1" | there is no ambiguity 'AMB-1'
      """#) as [(String, String)])
  func `refuses a wrong member of a requirement`(member: String, message: String) throws {
    try expect(message, in: Self.text(places: ", \(member)"))
  }

  @Test(
    arguments: table(
      #"""
      level | must | MUST | unknown level 'MUST', did you mean 'must'?
      subject | service | universe | unknown subject 'universe', known are application, service, framework
      """#) as [(String, String, String, String)])
  func `refuses a word that there is not`(
    key: String, right: String, wrong: String, message: String
  ) throws {
    let text = Self.text().replacing("\"\(key)\": \"\(right)\"", with: "\"\(key)\": «\"\(wrong)\"")
    try expect(message, in: text)
  }

  @Test(
    arguments: table(
      #"""
      «[] | 'shownBy' is empty; write 'none' where nothing shows it
      «"service" | expected 'shownBy', a list, found the text 'service'
      ["service", «"run"] | unknown 'shownBy' 'run', known are service, application, framework, outside, none
      [«"servcie"] | unknown 'shownBy' 'servcie', did you mean 'service'?
      ["service", «"service"] | 'service' stands twice
      «["none", "outside"] | 'none' stands alone: it says that the requirement binds no side
      """#) as [(String, String)])
  func `refuses what shows nothing`(shownBy: String, message: String) throws {
    try expect(message, in: Self.text(shownBy: shownBy))
  }

  @Test func `refuses what traffic shows and no traffic can break`() throws {
    try expect(
      "'unrecorded' says that no traffic can break 'R-1': then 'application' can't show it",
      in: Self.text(shownBy: #"«["application"]"#, more: #""unrecorded": {"R-1": "why"},"#))
  }

  @Test(
    arguments: [
      (#"["framework", "service"]"#, [.service, .framework], ["service", "framework"]),
      (#"["outside"]"#, [.outside], ["outside"]), (#"["none"]"#, [], ["none"]),
    ] as [(String, Set<Requirement.Witness>, [String])])
  func `reads what shows a requirement`(
    text: String, shownBy: Set<Requirement.Witness>, words: [String]
  ) throws {
    let requirement = try Self.catalogue(Self.text(shownBy: text)).requirements["R-1"]
    #expect(requirement?.shownBy == shownBy && requirement?.shownBy.words == words)
  }

  @Test func `inherits, and repeats nothing`() throws {
    let base = try Self.catalogue(
      Self.text(more: Self.pages + #""ambiguities": {"AMB-1": {"text": "t"}}, "actions": ["a"],"#))
    let own = Self.text(
      more: #""extends": "c", "unproved": {"R-1": "why"},"#, places: #", "ambiguity": "AMB-1""#,
      source: #", "page": "api""#)
    let found = try read(own.replacing("R-1", with: "S-1"), extending: [base])
    #expect(found.mistakes == [])
    let catalogue = try #require(found.catalogue)
    #expect(catalogue.requirements["S-1"]?.url?.text == "https://a.example/api")
    #expect(["mine": catalogue, "c": base].actions(of: "mine") == ["a"])
    let (again, place) = marked(
      own.replacing(#""unproved""#, with: #""ambiguities": {«"AMB-1": {"text": "t"}}, "unproved""#))
    let repeated = try read(again, extending: [base]).mistakes
    #expect(
      repeated == [
        "\(place): 'AMB-1' is an ambiguity of c, which this extends, too",
        "3:12: 'R-1' is a requirement of c, which this extends, too",
      ])
  }

  private static func steps(_ steps: String, more: String = "") -> String {
    """
    {"cookbook": "d", "revision": "1", \(more) "phases": [{"id": "A", "title": "a", "steps": [
      \(steps)]}]}
    """
  }

  @Test func `reads steps, which may name requirements of a base and of other steps`() throws {
    let base = try Self.catalogue(Self.text())
    let own =
      #"{"id": "S-1", "level": "must", "subject": "service", "text": "t", "#
      + #""shownBy": ["service"], "source": {"section": "x"}}"#
    let found = try read(
      Self.steps(
        #"{"number": "A1", "title": "Ask", "requirements": ["R-1", \#(own)]},"#
          + #"{"title": "Other", "requirements": ["R-1", "S-1"]}"#,
        more: #""extends": "c","#), extending: [base])
    #expect(found.mistakes == [])
    let phase = try #require(found.catalogue?.phases.first)
    #expect(
      phase.steps == [
        Catalogue.Step(number: "A1", title: "Ask", requirements: ["R-1", "S-1"]),
        Catalogue.Step(
          number: nil, title: "Other", requirements: ["R-1", "S-1"], isUnwalked: true),
      ])
    #expect(phase.requirements.map(\.id) == ["S-1"])
  }

  @Test func `says which requirement no base has`() throws {
    let base = try Self.catalogue(Self.text())
    let (text, place) = marked(
      Self.steps(#"{"title": "Ask", "requirements": [«"R-11"]}"#, more: #""extends": "c","#))
    #expect(
      try read(text, extending: [base]).mistakes == [
        "\(place): neither this cookbook nor one that it extends has the requirement 'R-11', did you "
          + "mean 'R-1'?"
      ])
  }

  @Test(arguments: [
    (
      #"{"number": "A1", "title": "a", "requirements": []}, "#
        + #"{"number": «"A1", "title": "b", "requirements": []}"#, "",
      "another step has the number 'A1', too, at line 2"
    ),
    (
      #"{"number": «1, "title": "a", "requirements": []}"#, "",
      "expected the number of a step, a text, found the number 1"
    ),
    (
      #"{"number": «"A/1", "title": "a", "requirements": []}"#, "",
      "the number of a step has no '/'"
    ),
    (
      #"{"number": "A1", "title": "a", "requirements": []}"#,
      #""unwalked": {«"A2": "It is no step."},"#,
      "there is no step 'A2' in this file, did you mean 'A1'?"
    ),
  ])
  func `tells steps apart by their numbers`(written: String, more: String, message: String) throws {
    try expect(message, in: Self.steps(written, more: more))
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
    ("must", #"["service"]"#, true), ("must-not", #"["service"]"#, true),
    ("should", #"["application", "service"]"#, true), ("fact", #"["service"]"#, true),
    ("may", #"["service"]"#, false), ("must", #"["framework"]"#, false),
    ("must", #"["application"]"#, false), ("must", #"["outside"]"#, false),
    ("must", #"["none"]"#, false),
  ])
  func `a suite proves what binds the service and shows in its answers`(
    level: String, shownBy: String, shouldBeProved: Bool
  ) throws {
    let catalogue = try Self.catalogue(Self.text(level: level, shownBy: shownBy))
    #expect(catalogue.requirements["R-1"]?.shouldBeProved == shouldBeProved)
  }

  @Test func `reads what no recording shows`() throws {
    let catalogue = try Self.catalogue(Self.text(more: #""unrecorded": {"R-1": "why"},"#))
    #expect(catalogue.requirements["R-1"]?.unrecorded == "why")
    #expect(catalogue.requirements["R-1"]?.excuse == nil)
  }

  @Test func `an id stands for one requirement`() throws {
    let one =
      #"{"id": "R-1", "level": "must", "subject": "service", "text": "t","#
      + #" "shownBy": ["framework"]}"#
    let twice = Self.text().replacing(#"{"id": "R-1""#, with: one + #", {"id": «"R-1""#)
    try expect("another requirement has the id 'R-1', too, at line 3", in: twice)
  }

  @Test func `knows the page of an ambiguity, and whether services may differ in it`() throws {
    let catalogue = try Self.catalogue(
      Self.text(
        more: Self.pages + #"""
          "ambiguities": {"AMB-1": {"text": "t", "choice": true}, "AMB-2": {"text": "u"},
            "AMB-3": {"text": "v", "choice": false, "page": "api"}},
          """#))
    #expect(catalogue.ambiguities.filter(\.value.isChoice).map(\.key) == ["AMB-1"])
    #expect(
      catalogue.ambiguities.mapValues { JSONWriter.text($0.json) } == [
        "AMB-1": #"{"text":"t","choice":true,"url":"https://a.example/book"}"#,
        "AMB-2": #"{"text":"u","url":"https://a.example/book"}"#,
        "AMB-3": #"{"text":"v","url":"https://a.example/api"}"#,
      ])
  }

  @Test(arguments: [
    ("«{}", "a catalogue has 'cookbook', a text"),
    (
      #"{"cookbook": "c", "revision": «1, "phases": []}"#,
      "expected 'revision', a text, found the number 1"
    ),
    (#"«{"cookbook": "c", "revision": "1"}"#, "a catalogue has 'phases'"),
    (text(more: pages, source: #", "page": «"other#api""#), "there is no 'other' under 'pages'"),
  ])
  func `names the place of a mistake`(text: String, message: String) throws {
    let (text, place) = marked(text)
    #expect(try read(text).mistakes.first == "\(place): \(message)")
  }
}

struct FreedomTests {
  private static func text(_ freedom: String) -> String {
    #"{"cookbook": "small", "revision": "1", "phases": [], "freedoms": [\#(freedom)]}"#
  }

  private static func freedom(_ freedom: String) throws -> Freedom {
    try #require(try read(text(freedom)).catalogue?.freedoms.first)
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
    let freedom = try Self.freedom(Self.written)
    let place = try PlacePattern(place)
    #expect(
      freedom.allows(mutation, at: place, method: method, path: path, status: status) == isAllowed)
  }

  @Test func `allows everything below a place, and every mutation, where it says so`() throws {
    let freedom = try Self.freedom(
      #"{"text": "a", "source": "b", "places": ["$.device..*"], "mutations": ["*"]}"#)
    for (place, isAllowed) in [("$.device.a", true), ("$.device.a.b", true), ("$.other", false)] {
      let place = try PlacePattern(place)
      #expect(
        freedom.allows("retyped", at: place, method: "GET", path: "/", status: 200) == isAllowed)
    }
  }

  @Test(arguments: [("", true), (#""places": ["$.a"],"#, false)])
  func `a place that can't be written is in no list`(places: String, isAllowed: Bool) throws {
    let freedom = try Self.freedom(
      #"{"text": "a", "source": "b", \#(places) "mutations": ["removed"]}"#)
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
      «{"source": "b", "mutations": ["removed"]} | a freedom has 'text', a text
      {"text": "a", "source": "b", "mutations": «[]} | 'mutations' is empty; leave it out
      «{"text": "a", "source": "b"} | a freedom has 'mutations'
      {"text": "a", "source": "b", "places": ["«x"], "mutations": ["removed"]} | 'x' is not a place: \#(PlacePattern.forms)
      {"text": "a", "source": "b", "routes": [«"/a"], "mutations": ["removed"]} | expected a route, as in GET /a/{b}
      {"text": "a", "source": "b", "mutations": ["null", «"remove"]} | there is no mutation 'remove', did you mean 'removed'?
      {"text": "a", "source": "b", "statuses": [«"2xx"], "mutations": ["removed"]} | expected a status code, a whole number from 100 to 599, found the text '2xx'
      """#) as [(String, String)])
  func `refuses what is no freedom, and says where`(freedom: String, message: String) throws {
    try expect(message, in: Self.text(freedom))
  }
}

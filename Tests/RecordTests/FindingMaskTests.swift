// SPDX-License-Identifier: Apache-2.0
// Findings are masked before they are quoted and cut.

import Formats
import Record
import Suites
import Testing
import Text

@Suite struct FindingMaskTests {
  private static let place = SourceLocation(file: "s.yaml", position: Position(line: 1, column: 1))
  /// Nobody has told that it is a secret: it looks like one as long as it is whole.
  private static let token = "Zk3qW9xR7vLp2TnB8yHd4JmC6sGf1EaKQ5uVwXo0"

  /// A finding as it is recorded.
  private static func recorded(
    _ finding: Finding, learning secrets: [String: String]...
  ) throws -> Finding {
    var known = KnownSecrets()
    for (name, secret) in secrets.joined() { known.add(secret, named: name) }
    let record = known.mask.masked(
      ScenarioRecord(
        name: "s", about: nil, location: place, tags: [], isAdvisory: false,
        verdict: .failed([finding]), startedAfter: .zero, duration: .zero, steps: [],
        missingFacts: []), keeping: .all)
    guard case .failed(let findings) = record.verdict else { return finding }
    return try #require(findings.first)
  }

  private static func finding(_ found: QuotingText, at place: Place = .text) -> Finding {
    Finding(
      place: place, position: Self.place.position, expected: "nothing", found: found,
      nearest: "it is `\(found)`")
  }

  /// Behind so many signs the cut leaves fewer of the token than tell what it is.
  @Test(arguments: [170, 180, 190, 195])
  func `finds a token of which the cut leaves a few characters`(signs: Int) throws {
    let text = String(repeating: "-. ", count: signs / 3) + Self.token
    for quoting in [QuotingText.text(text), .json(.string(text)), .json([.string(text)])] {
      let finding = try Self.recorded(Self.finding(quoting.cut(to: 200)))
      for text in [finding.found, finding.nearest ?? ""] {
        #expect(!text.contains(Self.token.prefix(1)), "\(text)")
        #expect(text.contains("‹"), "\(text)")
      }
    }
  }

  @Test func `says that two values differ which have the same name`() throws {
    let finding = Finding(
      place: .text, position: Self.place.position, expected: .json("first-code"),
      found: .json("other-code"))
    let recorded = try Self.recorded(
      finding, learning: ["code": "first-code"], ["code": "other-code"])
    #expect(recorded.expected == #""‹code›""#)
    #expect(recorded.found == #""‹code›""#)
    #expect(recorded.nearest == "these are two different values")
    let near = Finding(
      place: .text, position: Self.place.position, expected: .json("first-code"),
      found: .json("other-code"), nearest: "it is near")
    let told = try Self.recorded(near, learning: ["code": "first-code"], ["code": "other-code"])
    #expect(told.nearest == "it is near; these are two different values")
    let same = Finding(
      place: .text, position: Self.place.position, expected: .json("first-code"),
      found: .json("first-code"))
    #expect(try Self.recorded(same, learning: ["code": "first-code"]).nearest == nil)
  }

  @Test func `numbers the values of one name, and those within others alike`() throws {
    var known = KnownSecrets(numbersValues: true)
    for (name, secret) in [
      ("code", "first-code"), ("code", "other-code"), ("code", "a first-code more"),
      ("token", "only-token"), ("code", "it is other-code"), ("code", "other-code again"),
      ("code", "third-code"),
    ] {
      known.add(secret, named: name)
    }
    #expect(
      known.mask.masked("other-code, first-code, only-token; other-code")
        == "‹code 2›, ‹code 1›, ‹token›; ‹code 2›")
    #expect(known.mask.masked("(a first-code more)") == "(‹code 1›)")
    #expect(
      known.mask.masked("(it is other-code) (other-code again) (third-code)")
        == "(‹code 2›) (‹code 2›) (‹code 3›)")
  }

  @Test func `finds a secret in a name whose signs a pointer escapes`() throws {
    let secret = "a~b/c~d/e~f/g~h/"
    let place = Place.body(JSONPointer([.name("x"), .name(secret), .index(0)]))
    let finding = try Self.recorded(
      Self.finding("1", at: .inside(place, place)), learning: ["token": secret])
    #expect(finding.place.description == "/x/‹token›/0 → /x/‹token›/0")
  }

  @Test(arguments: ["q\"\\w/e+r\u{7}t", "größer als \u{1F511}"])
  func `finds a secret in names and values, however they are written`(secret: String) throws {
    let value: JSONValue = [
      "a": .string("x \(secret) y"), secret: 1, "list": [[.string(secret)]],
    ]
    let finding = try Self.recorded(
      Self.finding(QuotingText.json(value).cut(to: 200)), learning: ["token": secret])
    #expect(finding.found == #"{"a":"x ‹token› y","‹token›":1,"list":[["‹token›"]]}"#)
  }

  @Test func `finds a secret that goes over two values`() throws {
    let found: QuotingText = "\("first-half-")\("second-half")"
    let finding = try Self.recorded(
      Self.finding(found), learning: ["token": "first-half-second-half"])
    #expect(finding.found == "‹token›")
  }

  @Test func `finds a secret that goes over two names of a place`() throws {
    let place = Place.body(JSONPointer([.name("first-half"), .name("second-half"), .index(1)]))
    let finding = try Self.recorded(
      Self.finding("1", at: place), learning: ["token": "first-half/second-half"])
    #expect(finding.place == .body(JSONPointer([.name("‹token›"), .index(1)])))
  }

  @Test func `shows nothing of an answer where too many secrets are in it`() throws {
    let secrets = (0...500).map { ["token": "secret \($0) \($0)!"] }
    func recorded(_ finding: Finding) throws -> Finding {
      var known = KnownSecrets()
      for (name, secret) in secrets.joined() { known.add(secret, named: name) }
      let record = known.mask.masked(
        ScenarioRecord(
          name: "s", about: nil, location: Self.place, tags: [], isAdvisory: false,
          verdict: .passed, startedAfter: .zero, duration: .zero,
          steps: [Self.step(warning: finding)], missingFacts: []), keeping: .all)
      return try #require(record.value.steps[0].warnings.first)
    }
    let finding = Finding(
      place: .header("X-A"), position: Self.place.position, expected: "a word", found: "words",
      nearest: "near")
    let shown = try recorded(finding)
    #expect(shown.place == .header("X-A"))
    #expect(shown.expected == "a word")
    #expect(shown.found.hasPrefix("‹not shown"))
    #expect(shown.nearest?.hasPrefix("‹not shown") == true)
    // That nothing came is no text of the answer.
    let missing = Finding(
      place: .header("X-A"), position: Self.place.position, expected: "a word",
      found: QuotingText(words: Finding.nothing))
    #expect(try recorded(missing) == missing)
  }

  private static func step(warning: Finding) -> StepRecord {
    var step = StepRecord(
      name: "step", about: nil, action: .request, location: place, device: "device", covers: [],
      isFinal: false, verdict: .passed)
    step.warnings = [warning]
    return step
  }

  @Test func `says that a long value is longer, also where masks shorten it`() throws {
    let value = JSONValue.array(Array(repeating: .string(Self.token), count: 1000))
    let finding = try Self.recorded(Self.finding(.json(value)), learning: ["token": Self.token])
    #expect(finding.found.hasPrefix(#"["‹token›","‹token›","#))
    #expect(finding.found.hasSuffix("]…"))
  }

  @Test func `shows what the suite wrote`() throws {
    let finding = Finding(
      place: .header("X-A"), position: Self.place.position,
      expected: "\(words: "!one-of") [\(words: "a"), \(words: "b")]", found: "c")
    #expect(try Self.recorded(finding) == finding)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Headlines and causes follow from values, whatever the texts of these look like.

import Expectations
import Formats
import Suites
import Testing
import Text

@testable import Record
@testable import Reports

struct FindingValueTests {
  private static func finding(
    _ place: Place, _ found: FoundValue, _ value: ExpectedValue = ExpectedValue(),
    expected: QuotingText = "1"
  ) -> Finding {
    Finding(
      place: place, position: SampleRecords.at(7).position, expected: expected, found: found, value)
  }

  @Test(
    arguments: [
      // A service may write every text.
      (
        .framing("Content-Encoding"), .text("nothing"),
        "framing Content-Encoding: expected 1, found nothing"
      ),
      (.framing("Content-Encoding"), .nothing, "framing Content-Encoding: expected 1, missing"),
      (.header("A"), FoundValue(of: "nothing"), #"the header `A` is "nothing" and must be 1"#),
      (.header("A"), .text("nothing"), "the header `A` is nothing and must be 1"),
      (.text, .text("{\"a\":"), "the body is {\"a\": and must be 1"),
      (.text, FoundValue(of: ["a": 1]), "the body must be 1, and is not"),
      (.query("$.a"), .text("[]"), "`a` is [] and must be 1"),
      (.query("$.a"), FoundValue(of: []), "there is no `a`"),
      (.query("$['a', 'b']"), FoundValue(of: []), "there is neither `a` nor `b`"),
      (.query("$.a[*]"), FoundValue(of: []), "there is no `a[*]`"),
    ] as [(Place, FoundValue, String)])
  func `tells what came by its kind`(place: Place, found: FoundValue, sentence: String) {
    #expect(Self.finding(place, found).fact(isAdvice: false) == sentence)
  }

  @Test func `says that items are had, and which one must not be there`() {
    let words: QuotingText = "at least one item that is 1"
    let place = Place.body(JSONPointer([.name("a")]))
    let items = ExpectedValue(.items)
    #expect(
      Self.finding(place, .nothing, items, expected: words).fact(isAdvice: false)
        == "`a` is missing and must have at least one item that is 1")
    #expect(
      Self.finding(place, FoundValue(of: [2]), items, expected: words).fact(isAdvice: false)
        == "`a` must have at least one item that is 1, and has not")
    var unwanted = Self.finding(
      place, FoundValue(of: ["b": 1]), items, expected: "no item that is an object")
    unwanted.excess = .unwanted
    #expect(
      unwanted.fact(isAdvice: false)
        == "`a` is there, and there must be no item that is an object")
  }

  @Test func `tells an exception by its kind`() {
    let words: QuotingText = "empty, unless `c` is 1"
    let place = Place.body(JSONPointer([.name("a")]))
    #expect(
      Self.finding(place, FoundValue(of: ["b": 1]), expected: words).fact(isAdvice: false)
        == "`a` must be empty, unless `c` is 1, and is not")
    #expect(
      Self.finding(place, FoundValue(of: ["b": 1]), ExpectedValue(.emptyObject), expected: words)
        .fact(isAdvice: false) == "`a` is not empty and must be empty, unless `c` is 1")
    var unwanted = Self.finding(
      place, FoundValue(of: ["b": 1]), ExpectedValue(.nothing), expected: "missing, unless `c` is 1"
    )
    unwanted.excess = .unwanted
    #expect(
      unwanted.fact(isAdvice: false) == "`a` is there and must be missing, unless `c` is 1")
  }

  @Test(
    arguments: [
      ([.query("$.a.b")], "`a.b` is missing"),
      ([.header("Location")], "the header `Location` is missing"),
      ([.status], "the status is missing"), ([.xml("/a/@b")], "`/a/@b` is missing"),
      ([.query("$.a"), .header("B")], "`a` or the header `B` is missing"),
    ] as [([Place], String)])
  func `names where a value to save was looked for`(sources: [Place], sentence: String) {
    let finding = Self.finding(
      .saved("x"), .nothing, ExpectedValue(sources: sources))
    #expect(finding.fact(isAdvice: false) == sentence)
  }

  private static func causes(_ finding: Finding, status: Int = 200) -> [Cause] {
    let step = SampleRecords.request(
      "ask", 9, verdict: .failed([finding]),
      exchanges: [SampleRecords.exchange("GET", "/x", status)])
    var causes: [Cause] = []
    [step].visit {
      let incident = Incident(visit: $0, findings: [finding])
      causes = CauseFinder(ids: ["Cablevision"]).causes(of: incident).map(\.cause)
    }
    return causes
  }

  /// The text of a member need not be its kind.
  @Test(
    arguments: [
      (.body(JSONPointer([.name("header a")])), .name("header a"), "`header a`"),
      (.body(JSONPointer([.name("xml a")])), .name("xml a"), "`xml a`"),
      (.body(JSONPointer([.name("a/*")])), .name("a/*"), "`a/*`"),
      (.header("A"), .header("a"), "the header `a`"), (.xml("/a/b"), .xml("b"), "`b`"),
      (
        .body(JSONPointer([.name("a"), .name("Cablevision")])), .item(of: "a"), "an item of `a`"
      ),
      (.inside(.header("A"), .query("$.b")), .inside(.header("a"), .name("b")), "`a → b`"),
    ] as [(Place, AnswerMember, String)])
  func `names a member by its kind`(place: Place, member: AnswerMember, noun: String) {
    let cause = Cause.missing(member: member, isOfError: false)
    #expect(Self.causes(Self.finding(place, .nothing)) == [cause])
    #expect(cause.noun == noun)
  }

  @Test(
    arguments: [
      ([200], true), ([400, 204], true), ([200, 299], true), ([400, 403], false), ([300], false),
      (["2xx"], false), ([], false),
    ] as [([JSONValue], Bool)])
  func `takes for a refusal what is not the success that was named`(
    values: [JSONValue], isRefusal: Bool
  ) {
    // The words have a number that is none of a status.
    let finding = Self.finding(
      .status, FoundValue(of: 403), ExpectedValue(values: values), expected: "not 222")
    let refusal = Cause.refusal("GET /x", status: 403)
    #expect((Self.causes(finding, status: 403) == [refusal]) == isRefusal)
  }

  @Test func `says what came where the headline has no room for it`() throws {
    func untold(_ found: FoundValue, _ expected: QuotingText = "1") throws -> String? {
      let place = Place.body(JSONPointer([.name("a7")]))
      let step = CauseTests.Step(findings: [Self.finding(place, found, expected: expected)])
      return try HeadlineTests.entry([[step]]).untoldFound
    }
    #expect(try untold(FoundValue(of: 7)) == nil)
    #expect(try untold(.nothing) == nil)
    // The name has the value in it by chance.
    #expect(
      try untold(FoundValue(of: 7), QuotingText(words: String(repeating: "x", count: 200))) == "7")
    #expect(try untold(FoundValue(of: [7])) == "[7]")
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests of which requirements a finding breaks.

import Expectations
import Formats
import Record
import Suites
import Testing
import Text

struct BlameTests {
  typealias Small = SmallRecords

  /// `S` is about the status, `H` about a header, `M` about a member, `P` about all profiles, `E`
  /// about one member of each profile, `C` about a code at any depth, `X` about an XML element, `T`
  /// about the body as text, `V` about a saved value, `W` about the whole answer, `A` and `F` about items.
  static let places: [(id: String, places: [String]?)] = [
    ("S", ["status"]), ("H", ["header Content-Type"]), ("M", ["$.actionName"]),
    ("P", ["$.profiles"]), ("E", ["$.profiles[*].notAfter"]), ("C", ["$..code"]),
    ("D", ["$.error.status", "$.error.code"]), ("X", ["/error/status"]), ("T", ["text"]),
    ("V", ["save token"]), ("W", nil), ("A", ["$.profiles[*]"]),
    ("F", ["$.profiles[?@.type == 'a']"]),
  ]

  static func requirements() throws -> [Requirement] {
    try places.map { id, places in
      Small.requirement(id, places: try places?.map { try PlacePattern($0) })
    }
  }

  static func finding(_ place: String, sources: [Place] = []) -> Finding {
    var finding = Small.finding(Place(reading: place))
    finding.expectedValue.sources = sources
    return finding
  }

  /// The verdicts on these requirements after a step that covers them.
  private static func verdicts(
    _ covers: String, shared: [SharedFragmentRecord] = [], kinds: [String] = [],
    _ step: (_ covers: [Cover]) -> [StepRecord]
  ) throws -> String {
    let steps = step(covers.split(separator: " ").map { Cover(id: String($0)) })
    let verdict = steps.first { $0.verdict.kind != .passed }?.verdict ?? .passed
    var run = Small.run(
      [Small.scenario(verdict, steps)], requirements: try requirements(), shared: shared)
    let places = try kinds.map { try PlacePattern($0) }
    run.catalogues = run.catalogues.map {
      Catalogue(cookbook: "book", revision: "1", phases: $0.phases, kinds: places)
    }
    return Coverage(run).rows.filter { $0.verdict != .unproved }
      .map { "\($0.requirement.id) \($0.verdict.words)" }.joined(separator: ", ")
  }

  @Test(arguments: [
    ("M E", "/actionName", "M failed, E passed"),
    // The nearest place counts.
    ("P E", "/profiles/x/notAfter", "P passed, E failed"),
    ("P E", "/profiles/x/type", "P failed, E passed"), ("E M", "/profiles", "M passed, E failed"),
    ("C D", "/error", "C passed, D failed"), ("D", "/error/code", "D failed"),
    ("P E", "/profiles", "P failed, E passed"), ("M W", "/other", "M passed, W failed"),
    ("M E", "/other", "M passed, E passed"), ("C M", "/error/code", "M passed, C failed"),
    ("C M", "$..code", "M passed, C failed"), ("C P", "/profiles", "P failed, C passed"),
    ("M H", "header content-type", "H failed, M passed"),
    ("M E", "$.profiles[?@.id == ${mvpd}].notAfter", "M passed, E failed"),
    ("E", "$.profiles[${mvpd}].notAfter", "E failed"),
    ("A F", "$.profiles[?@.type == 'a']", "A passed, F failed"),
    ("A F", "/profiles/x", "A failed, F failed"),
    ("X M", "xml /error/status", "M passed, X failed"),
    ("T M H", "body", "H passed, M not judged, T failed"), ("M", "body", "M not judged"),
    // The body can't be decoded, or nobody knows where it ends.
    (
      "S H M X W", "framing Content-Encoding",
      "S passed, H passed, M not judged, X not judged, W failed"
    ), ("H P C", "framing Content-Length", "H passed, P not judged, C not judged"),
    ("H T", "framing Content-Encoding", "H passed, T not judged"),
    ("S M W", "status", "S failed, M not judged, W failed"),
    ("M H", "status", "H not judged, M not judged"),
    ("M E", "/actionName → decoded → xml /a", "M failed, E passed"),
    ("V M E", "save: token", "M passed, E passed, V failed"),
    ("M V", "retry", "M failed, V failed"),
  ])
  func `breaks the requirements whose places it touches`(
    covers: String, place: String, expected: String
  ) throws {
    let found = try Self.verdicts(covers) { covers in
      [Small.step(.failed([Self.finding(place)]), covers: covers)]
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    // What else is wrong follows from the other status.
    ("S M W", ["status", "/actionName"], "S failed, M not judged, W failed"),
    ("M H", ["/actionName", "status"], "H not judged, M not judged"),
    ("M P E", ["/actionName", "/profiles"], "M failed, P failed, E passed"),
    ("H M T", ["body", "header Content-Type"], "H failed, M not judged, T failed"),
    ("H M", ["header Content-Type", "framing Content-Encoding"], "H failed, M not judged"),
  ])
  func `breaks the requirements of each of two findings, but for what follows from one`(
    covers: String, places: [String], expected: String
  ) throws {
    let found = try Self.verdicts(covers) { covers in
      [Small.step(.failed(places.map { Self.finding($0) }), covers: covers)]
    }
    #expect(found == expected)
  }

  /// The catalogue says that `actionName` tells one answer from another, as the status does.
  @Test(arguments: [
    (["/actionName", "/profiles"], "S not judged, M failed, P not judged"),
    (["status", "/actionName"], "S failed, M not judged, P not judged"),
    (["/profiles"], "S passed, M passed, P failed"),
  ])
  func `in what tells another answer leaves the rest of it unjudged`(
    places: [String], expected: String
  ) throws {
    let found = try Self.verdicts("S M P", kinds: ["$.actionName"]) { covers in
      [Small.step(.failed(places.map { Self.finding($0) }), covers: covers)]
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    (["$.actionName"], "M failed, E passed, C passed, V failed"),
    (["$.profiles[*].notAfter"], "M passed, E failed, C passed, V failed"),
    (["$.mvpds['a, b'].id", "$.actionName"], "M failed, E passed, C passed, V failed"),
    (["$.a", "$..code"], "M passed, E passed, C failed, V failed"),
  ])
  func `of a value that is not there breaks its name and where it is taken from`(
    sources: [String], expected: String
  ) throws {
    let found = try Self.verdicts("V M E C") { covers in
      [
        Small.step(
          .failed([Self.finding("save: token", sources: sources.map { .query($0) })]),
          covers: covers)
      ]
    }
    #expect(found == expected)
  }

  @Test func `that is a warning warns of the same requirements`() throws {
    let found = try Self.verdicts("M E W") { covers in
      [Small.step(covers: covers, warnings: [Self.finding("/actionName")])]
    }
    #expect(found == "M warned, E passed, W warned")
    // Only what fails a step leaves the rest of its answer unjudged.
    let status = try Self.verdicts("S M") { covers in
      [Small.step(covers: covers, warnings: [Self.finding("status")])]
    }
    #expect(status == "S warned, M passed")
    let both = try Self.verdicts("M P E") { covers in
      [
        Small.step(
          .failed([Self.finding("/actionName")]), covers: covers,
          warnings: [Self.finding("/actionName"), Self.finding("/profiles")])
      ]
    }
    #expect(both == "M failed, P warned, E passed")
  }

  @Test func `is judged by the places that the step gives`() throws {
    let place = try PlacePattern("$.name")
    let found = try Self.verdicts("") { _ in
      [
        Small.step(
          .failed([Self.finding("/name")]), covers: [Cover(id: "M", places: [place]), "E"])
      ]
    }
    #expect(found == "M failed, E passed")
  }

  @Test func `leaves passed what another step judged`() throws {
    let found = try Self.verdicts("M") { covers in
      [Small.step(covers: covers), Small.step(.failed([Self.finding("status")]), covers: covers)]
    }
    #expect(found == "M passed")
  }

  /// A step that uses a fragment covers what no step of the fragment covers.
  @Test(arguments: [
    ("M E", "P", "/actionName", "M failed, P passed, E passed"),
    ("M E", "P", "status", "M not judged, P not judged, E not judged"),
    ("M E", "P", "body", "M not judged, P not judged, E not judged"),
    ("M E", "P", "framing Content-Encoding", "M not judged, P not judged, E not judged"),
    ("P", "P", "/profiles", "P failed"), ("S", "M", "/actionName", "S passed, M failed"),
  ])
  func `in a fragment breaks what its user covers`(
    outer: String, inner: String, place: String, expected: String
  ) throws {
    let found = try Self.verdicts(outer) { covers in
      let failed = Small.step(
        .failed([Self.finding(place)]),
        covers: inner.split(separator: " ").map { Cover(id: String($0)) })
      let finding = Self.finding("fragment f")
      return [Small.step(.failed([finding]), covers: covers, steps: [failed], action: .use)]
    }
    #expect(found == expected)
  }

  @Test func `in what is expected of a fragment breaks what its user covers`() throws {
    let found = try Self.verdicts("M E") { covers in
      let steps = [Small.step(covers: ["M"])]
      return [
        Small.step(
          .failed([Self.finding("/actionName")]), covers: covers, steps: steps, action: .use)
      ]
    }
    #expect(found == "M failed, E passed")
  }

  @Test func `in a fragment that ended early leaves the rest unjudged`() throws {
    let found = try Self.verdicts("M E") { covers in
      let steps = [Small.step(.failed([Self.finding("/actionName")])), Small.step(.notReached)]
      return [
        Small.step(
          .failed([Self.finding("fragment f")]), covers: covers, steps: steps, action: .use)
      ]
    }
    #expect(found == "M failed, E not judged")
  }

  @Test func `in a shared fragment breaks nothing of its users`() throws {
    let blocked = Verdict.blocked(because: "the fragment failed")
    let fragment = Small.fragment(Small.failed, [Small.step(Small.failed, covers: ["M", "S"])])
    let found = try Self.verdicts("M E", shared: [fragment]) { covers in
      [Small.step(blocked, covers: covers, status: nil, shared: 1, action: .use)]
    }
    #expect(found == "S failed, M not judged, E not judged")
  }

  @Test func `that breaks nothing still fails its scenario`() throws {
    let step = Small.step(.failed([Self.finding("/other")]), covers: ["M"])
    let run = RunJudgement(
      Small.run([Small.scenario(step.verdict, [step])], requirements: try Self.requirements()))
    #expect(run.totals[.failed] == 1)
    #expect(run.outcome.status == 1)
    #expect(run.scenarios[0][0].incidents.map(\.covers) == [[]])
    #expect(run.coverage.rows.filter { $0.verdict == .failed }.isEmpty)
  }

  @Test func `is reported with the requirements that it breaks`() throws {
    let inner = Small.step(.failed([Self.finding("/actionName")]), covers: ["E", "M"])
    let outer = Small.step(
      .failed([Self.finding("fragment f")]), covers: ["W", "P", "M", "E"], status: nil,
      steps: [inner], action: .use)
    let run = RunJudgement(
      Small.run([Small.scenario(outer.verdict, [outer])], requirements: try Self.requirements()))
    #expect(run.scenarios[0][0].incidents.map(\.covers) == [["M", "W"]])
  }
}

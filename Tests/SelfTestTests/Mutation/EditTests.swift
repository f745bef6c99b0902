// SPDX-License-Identifier: Apache-2.0
// The parts of an answer, and what each edit makes of them.

import Expectations
import Formats
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Runner
@testable import SelfTest

/// A response with a body of JSON.
func answer(_ json: String, status: Int = 200) -> HTTPResponse {
  HTTPResponse(
    status: status, headers: HeaderList([HeaderField("Content-Type", "application/json")]),
    body: Array(json.utf8))
}

func observed(_ response: HTTPResponse) -> Observation {
  Observation(
    .response(response), receivedAt: Timestamp(milliseconds: 1_795_239_000_000),
    clockTolerance: .zero)
}

/// A run of a suite in memory.
struct SmallRun {
  let suites: SuiteCollection
  private(set) var courses: [PassedAnswers] = []

  /// - Parameters:
  ///   - scenarios: The list of scenarios, as a suite has it.
  ///   - answers: Those that the requests got, scenario by scenario, step by step.
  ///   - catalogue: The phases and the freedoms of the suite's cookbook; nil without one.
  init(_ scenarios: String, _ answers: [HTTPResponse], catalogue: String? = nil) throws {
    let book = catalogue == nil ? "" : "cookbook: book\nphase: A\n"
    let texts = [
      "s.yaml": "suite: S\n\(book)scenarios:\n\(scenarios)\n", "usual/facts.yaml": FactFile.shipped,
      "cookbooks/book.json": catalogue.map {
        "{\"cookbook\": \"book\", \"revision\": \"1\", \($0)}"
      },
    ].compactMapValues(\.self)
    suites = SuiteLoader.load(["s.yaml"], shipped: "usual", files: Memory(texts: texts).files)
    #expect(suites.diagnostics.filter { $0.severity == .error } == [])
    var rest = answers[...]
    for scenario in suites.suites.flatMap(\.scenarios) {
      var names = NameValues(saved: [:], given: [:], facts: [:], builtIn: [:])
      var judged: [PassedAnswer] = []
      let steps = scenario.steps.map { ($0, false) } + scenario.finalSteps.map { ($0, true) }
      for (step, isFinal) in steps {
        guard let response = rest.popFirst() else { break }
        let before = names
        let observation = observed(response)
        var saved: [PassedAnswer.Saved] = []
        for rule in step.save {
          let source = try rule.source.source(evaluatedIn: before.bindings)
          let value = try source.value(in: observation).get()
          saved.append(PassedAnswer.Saved(name: rule.name, source: source, value: value))
          names.saved[rule.name] = .json(value)
        }
        judged.append(
          PassedAnswer(
            step: step, isFinal: isFinal, isInFragment: false, observation: observation,
            request: PassedAnswer.Request(method: "GET", path: "/\(judged.count)"),
            expected: try step.expect?.expectation(evaluatedIn: names.bindings),
            advised: try step.should?.expectation(evaluatedIn: names.bindings),
            repeated: try step.retry?.condition.expectation(evaluatedIn: before.bindings),
            saved: saved, names: before))
      }
      courses.append(
        PassedAnswers(
          suite: "S", fragment: nil, name: "scenario \(courses.count + 1)",
          cookbook: catalogue == nil ? nil : "book",
          isAdvisory: scenario.isAdvisory, answers: judged, masked: { $0 }))
    }
  }

  /// What became of the mutants.
  func outcome(
    seed: Int = 1, share: Double = 1, suggests: Bool = false, named: [String] = []
  ) -> MutantRun.Outcome {
    MutantRun(courses, of: suites, named: named)
      .outcome(seed: seed, share: share, workers: 1, suggests: suggests)
  }

  /// The mutants at a place that nobody notices, in the order of the steps.
  func survivors(at place: String) -> [String] {
    outcome().survivors.filter { $0.place == place }.map { "\($0.step): \($0.mutation)" }
  }
}

struct EditTests {
  /// The JSON of the edited value; empty where nothing changes.
  private static func edited(
    _ json: String, by edit: Edit, sample: JSONValue? = nil
  ) throws -> String {
    let value = try JSONParser.document(json).root
    return switch edit.edited(value, others: [], sample: sample) {
    case .value(let changed)?: JSONWriter.text(changed)
    case .removed?: "removed"
    case nil: ""
    }
  }

  @Test(
    arguments: [
      (.null, "1", "null"), (.null, "null", ""), (.retype, "null", "\"\""),
      (.retype, "true", "\"true\""), (.retype, "1.5", "\"1.5\""), (.retype, "\"a\"", "[\"a\"]"),
      (.retype, "[1]", "{}"), (.retype, "{\"a\":1}", "[1]"), (.clear, "\"a\"", "\"\""),
      (.clear, "\"\"", ""), (.clear, "[1]", "[]"), (.clear, "[]", ""), (.clear, "{\"a\":1}", "{}"),
      (.clear, "{}", ""), (.flip, "true", "false"), (.flip, "false", "true"),
      (.flip, "\"true\"", "\"false\""), (.flip, "\"false\"", "\"true\""), (.flip, "\"yes\"", ""),
      (.flip, "1", ""), (.alter, "true", ""), (.increment, "1", "2"), (.increment, "-1", "0"),
      (.increment, "1.5", ""), (.negate, "1", "-1"), (.negate, "0", ""), (.negate, "-1", ""),
      (.seconds, "1795239000123", "1795239000"), (.seconds, "1000000000000", "1000000000"),
      (.seconds, "999999999999", ""), (.seconds, "9999999999999", "9999999999"),
      (.seconds, "10000000000000", ""), (.seconds, "\"1795239000123\"", "\"1795239000\""),
      (.seconds, "\"999999999999\"", ""), (.shiftYears(1), "1795239000123", "1826796600123"),
      (.shiftYears(-1), "\"1795239000123\"", "\"1763681400123\""), (.shiftYears(1), "5", ""),
      (.dropLast, "[1,2]", "[1]"), (.dropLast, "[1]", ""),
      (.dropLast, "{\"a\":1,\"b\":2}", "{\"a\":1}"),
      (.dropLast, "{\"a\":1}", ""), (.repeatLast, "[1,2]", "[1,2,2]"), (.repeatLast, "[]", ""),
      (.repeatLast, "{\"a\":1}", ""), (.reverse, "[1,2,3]", "[3,2,1]"), (.reverse, "[1]", ""),
      // The same backwards is no other order.
      (.reverse, "[1,2,1]", ""), (.reverse, "[1,1]", ""), (.reverse, "{\"a\":1,\"b\":2}", ""),
      (.addAlien, "[\"b\"]", "[\"b\",\"c\"]"), (.addAlien, "[]", "[\"sso-alien\"]"),
      (.addAlien, "[1]", "[1,1]"), (.addAlien, "[{\"a\":\"b\"}]", "[{\"a\":\"b\"},{\"a\":\"c\"}]"),
      (.addAlien, "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1},\"sso-alien\":{\"b\":1}}"),
      (.addAlien, "{}", ""), (.addAlien, "1", ""),
      (.addUnknown, "{}", "{\"ssoConformanceUnknown\":\"unknown\"}"), (.addUnknown, "[]", ""),
    ] as [(Edit, String, String)])
  func `changes a value of JSON`(edit: Edit, value: String, result: String) throws {
    #expect(try Self.edited(value, by: edit) == result)
  }

  @Test(arguments: [("[]", #"[{"a":"c"}]"#), ("{}", #"{"sso-alien":{"a":"b"}}"#)])
  func `adds to an empty collection an entry of another answer`(
    value: String, result: String
  ) throws {
    #expect(try Self.edited(value, by: .addAlien, sample: ["a": "b"]) == result)
  }

  @Test(
    arguments: [
      (.alter, "abc", "acc"), (.alter, "-9-", "-0-"), (.alter, "z", "a"), (.alter, "F", "A"),
      (.alter, "e", "f"), (.alter, "8", "9"), (.alter, "--", nil), (.alter, "", nil),
      (.extend, "a", "ax"), (.extend, "", "x"), (.swapCase, "abc", "ABC"),
      (.swapCase, "ABC", "abc"), (.swapCase, "aBc", "ABC"), (.swapCase, "a", nil),
      (.swapCase, "ab", "AB"), (.swapCase, "a1", nil), (.swapCase, "--", nil),
      (.swapCase, String(repeating: "a", count: 40), String(repeating: "A", count: 40)),
      (.swapCase, String(repeating: "a", count: 41), nil), (.borrow, "a", "b"),
      (.borrow, "b", "c"), (.moveHost, "https://a/b?c", "https://sso-alien.example/b?c"),
      (.moveHost, "http://a?c", "http://sso-alien.example?c"), (.moveHost, "/a", nil),
      (.moveHost, "ftp://a/b", nil), (.movePath, "https://a/b?c#d", "https://a/b/sso-alien?c#d"),
      (.movePath, "/a#d", "/a/sso-alien#d"), (.movePath, "a/b", nil),
      (.spoilBase64, "YWJjZGVmZ2hpamtsbW5vcHFy", "!YWJjZGVmZ2hpamtsbW5vcHFy"),
      // Shorter ones, and those of another length, may be words.
      (.spoilBase64, "YWJjZGVmZ2hpamtsbW5v", nil), (.spoilBase64, "YWJjZGVmZ2hpamtsbW5vcHFyc", nil),
      (.setText("x"), "a", "x"), (.setText("x"), "x", nil), (.clear, "a", ""), (.clear, "", nil),
    ] as [(Edit, String, String?)])
  func `changes a text`(edit: Edit, text: String, result: String?) {
    #expect(edit.edited(text, others: ["b", "c"]) == result)
  }

  /// The answer that an edit of one of its parts makes.
  private static func mutated(
    _ response: HTTPResponse, at site: AnswerPart.Site, _ edit: Edit,
    _ content: AnswerContent = .other
  ) -> HTTPResponse? {
    observed(response).mutated(
      AnswerPart(site: site, place: "", pattern: nil, text: nil),
      MutationKind("m", .body, edit, "s"), content, others: [], sample: nil, readsText: false
    )?.response
  }

  @Test(
    arguments: [
      (.clear, "abcd", ""), (.cutInHalf, "abcd", "ab"), (.cutInHalf, "abc", "a"),
      (.cutInHalf, "a", nil), (.cutInHalf, "ab", "a"), (.markByteOrder, "{}", "\u{FEFF}{}"),
      (.null, "abc", nil),
    ] as [(Edit, String, String?)])
  func `changes a body`(edit: Edit, body: String, result: String?) {
    let changed = Self.mutated(answer(body), at: .body, edit, .json(.null))
    #expect(changed?.body == result.map { Array($0.utf8) })
  }

  @Test(arguments: [true, false])
  func `marks the byte order only before JSON`(isJSON: Bool) throws {
    let response = answer(isJSON ? "{}" : "<a/>")
    let content: AnswerContent =
      isJSON ? .json(.object(JSONObject())) : .xml(try observed(response).xml.get())
    for (content, isMutant) in [(content, isJSON), (.other, false)] {
      let changed = Self.mutated(response, at: .body, .markByteOrder, content)
      #expect((changed != nil) == isMutant)
    }
  }

  @Test(
    arguments: [
      (.remove, "X-A", ["x-b: 1"]), (.remove, "x-B", ["X-A: 1", "x-a: 2"]),
      (.clear, "x-a", ["X-A: ", "x-a: 2", "x-b: 1"]),
      (.remove, "X-C", ["X-A: 1", "x-a: 2", "x-b: 1"]),
      (.clear, "X-C", nil), (.setText("1"), "x-b", nil),
    ] as [(Edit, String, [String]?)])
  func `changes a header, whatever the case of its name`(
    edit: Edit, name: String, result: [String]?
  ) {
    var response = answer("{}")
    response.headers = HeaderList([
      HeaderField("X-A", "1"), HeaderField("x-a", "2"), HeaderField("x-b", "1"),
    ])
    let changed = Self.mutated(response, at: .header(name), edit)
    #expect(changed?.headers.fields.map { "\($0.name): \($0.value)" } == result)
  }

  @Test(arguments: [(200, nil), (201, 201)])
  func `changes a status to another one`(code: Int, result: Int?) {
    #expect(Self.mutated(answer("{}"), at: .status, .status(code))?.status == result)
  }

  @Test(
    arguments: [
      ("/a", .remove, #"{"b":[1,2]}"#), ("/b/0", .remove, #"{"a":"x","b":[2]}"#),
      ("/b/1", .null, #"{"a":"x","b":[1,null]}"#), ("/b/2", .remove, #"{"a":"x","b":[1,2]}"#),
      ("/c", .remove, #"{"a":"x","b":[1,2]}"#), ("", .clear, "{}"),
    ] as [(String, Edit, String)])
  func `changes a value where it stands`(place: String, edit: Edit, result: String) throws {
    let root = try JSONParser.document(#"{"a":"x","b":[1,2]}"#).root
    let tokens = place.split(separator: "/").map { part -> JSONPointer.Token in
      Int(part).map { .index($0) } ?? .name(String(part))
    }
    let edited = try #require(edit.edited(root, others: [], sample: nil))
    #expect(JSONWriter.text(root.replacing(tokens[...], by: edited)) == result)
  }
}

struct PartTests {
  private static func parts(_ json: String, words: Set<String> = []) throws -> [AnswerPart] {
    let root = try JSONParser.document(json).root
    return AnswerParts(knownWords: words).parts(of: answer(json), .json(root))
  }

  /// The places of the values, with indices and all names.
  private static func pointers(_ json: String) throws -> [String] {
    try parts(json).compactMap { part in
      if case .json(let pointer, _) = part.site { pointer.description } else { nil }
    }
  }

  @Test(arguments: [
    (0, []), (1, [0]), (3, [0, 1, 2]), (4, [0, 1, 2, 3]), (5, [0, 1, 2, 4]), (9, [0, 1, 2, 8]),
  ])
  func `are the first items of a list, and its last`(count: Int, indices: [Int]) throws {
    let list = (0..<count).map(String.init).joined(separator: ",")
    #expect(try Self.pointers("[\(list)]") == [""] + indices.map { "/\($0)" })
  }

  @Test func `are the members of an object, however many there are`() throws {
    let members = (0..<9).map { "\"m\($0)\":{\"n\":1}" }.joined(separator: ",")
    #expect(try Self.pointers("{\(members)}").count == 19)
  }

  @Test(arguments: [
    ("{\"actionName\":1}", "/actionName"), ("{\"a b\":1}", "/*"), ("{\"1a\":1}", "/*"),
    ("{\"a-b\":1}", "/*"), ("{\"known-word\":1}", "/known-word"), ("{\"\":1}", "/*"),
    ("{\"\(String(repeating: "a", count: 40))\":1}", "/\(String(repeating: "a", count: 40))"),
    ("{\"\(String(repeating: "a", count: 41))\":1}", "/*"), ("[1]", "/*"),
    // Names that no document has, with an object each, are ids.
    ("{\"a\":{},\"b\":{}}", "/*"), ("{\"known-word\":{},\"b\":{}}", "/b"),
    ("{\"a\":{},\"b\":1}", "/b"),
  ])
  func `show the names of members, and no value`(json: String, place: String) throws {
    let parts = try Self.parts(json, words: ["known-word"])
    #expect(parts.last?.place == place)
  }

  @Test func `are the status, each header but those of the transport, and the body`() {
    var response = answer("")
    response.headers = HeaderList(
      ["Content-Length", "transfer-encoding", "Date", "Server", "Connection", "X-A", "x-a", "X-B"]
        .map { HeaderField($0, "1") })
    let dissection = AnswerParts(knownWords: [])
    #expect(
      dissection.parts(of: response, .other).map(\.place) == ["status", "header X-A", "header X-B"])
    response.body = [0x20]
    #expect(dissection.parts(of: response, .other).last?.place == "body")
  }

  @Test func `are the elements, attributes and texts of XML`() throws {
    let text = "<a xmlns:x='u' b='1'><c>t</c><c><d/></c>u</a>"
    let root = try XMLReader.read(Array(text.utf8))
    let parts = AnswerParts(knownWords: []).parts(of: answer(text), .xml(root))
    #expect(parts.dropFirst(3).map(\.place) == ["/a", "/a/@b", "/a/c", "/a/c", "/a/c", "/a/c/d"])
    #expect(parts.compactMap(\.text).dropFirst() == ["1", "t"])
  }

  @Test(
    arguments: [
      ("[{\"a\":1}]", "{\"a\":1}"), ("[1]", nil), ("[]", nil), ("{\"x1\":{\"a\":1}}", "{\"a\":1}"),
      ("{\"word\":{\"a\":1}}", nil), ("{\"x1\":1}", nil), ("1", nil),
    ] as [(String, String?)])
  func `hold entries where they are objects of one kind`(json: String, entry: String?) throws {
    let part = try #require(
      try Self.parts(json, words: ["word"]).first {
        if case .json = $0.site { true } else { false }
      })
    #expect(part.firstEntry.map { JSONWriter.text($0) } == entry)
  }

  @Test(arguments: [
    ("/api/v2/known/x", "/api/v2/known/{…}"), ("/api/x.json", "/api/{…}"), ("/", ""),
    ("/known.json", "/known.json"), ("/api//v2", "/api/v2"),
  ])
  func `hides the segments of a path that no document has`(path: String, shown: String) {
    let dissection = AnswerParts(knownWords: ["api", "v2", "known", "json"])
    #expect(dissection.knownPath(path) == shown)
  }

  @Test(
    arguments: [
      (.value, .null, "1", true), (.string, .alter, "\"a\"", true), (.string, .alter, "1", false),
      (.string, .borrow, "\"a\"", true), (.string, .borrow, "\"word\"", false),
      (.string, .alter, "\"word\"", true), (.string, .borrow, "\"2026-11-21T05:30:00Z\"", false),
      (.word, .borrow, "\"word\"", true), (.word, .borrow, "\"a\"", false),
      (.boolean, .flip, "true", true), (.boolean, .flip, "\"true\"", false),
      (.number, .increment, "1", true), (.number, .seconds, "\"1795239000123\"", true),
      (.number, .increment, "\"1795239000123\"", false), (.number, .seconds, "\"5\"", false),
      (.list, .clear, "[1]", true), (.object, .clear, "[1]", false), (.object, .clear, "{}", true),
      (.entries, .clear, "[1]", false),
    ] as [(MutationKind.Subject, Edit, String, Bool)])
  func `are changed by the kinds that are about them`(
    subject: MutationKind.Subject, edit: Edit, json: String, applies: Bool
  ) throws {
    let part = try #require(
      try Self.parts("{\"m\":\(json)}", words: ["word", "m"]).last { $0.place == "/m" })
    let kind = MutationKind("m", subject, edit, "s")
    #expect(kind.applies(to: part, hasEntries: false) == applies)
    // A collection that holds entries is changed by them.
    let isCollection = json.hasPrefix("[") || json.hasPrefix("{")
    let withEntries = isCollection ? subject == .entries : applies
    #expect(kind.applies(to: part, hasEntries: true) == withEntries)
    let root = try #require(try Self.parts(json).dropFirst(3).first)
    #expect(!MutationKind("m", .value, .null, "s").applies(to: root, hasEntries: false))
  }
}

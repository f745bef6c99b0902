// SPDX-License-Identifier: Apache-2.0
// How a text that was sent is cut into pieces of known origin, and what a trace remembers.

import Encodings
import Expectations
import HTTPMessages
import JSON
import Results
import SourceText
import Testing

@testable import Runner

@Suite struct TraceTests {
  /// 2027-01-15T08:00:00.000Z.
  static let begin = Timestamp(milliseconds: 1_800_000_000_000)

  static func pieces(messages: Set<String> = []) -> TextPieces {
    TextPieces(
      needles: [
        RecipeWriter.Needle("S3cret/+", .environment("SSO_KEY")),
        RecipeWriter.Needle("token", .value("t")),
      ], near: begin, begin: begin, messages: messages, isPublic: { !$0.contains("hidden") },
      made: [:])
  }

  @Test(
    arguments: [
      ("plain", [.literal("plain")]), ("", []), ("token", [.value("t")]),
      ("a token b", [.literal("a "), .value("t"), .literal(" b")]),
      ("tokentoken", [.value("t"), .value("t")]), ("S3cret/+", [.environment("SSO_KEY")]),
      ("toke", [.literal("toke")]),
      // Base64 of eight characters at least, in which such a value stands.
      ("dG9rZW4h", [.encoded(.base64, [.value("t"), .literal("!")])]),
      ("x=dG9rZW4=", [.literal("x="), .encoded(.base64, [.value("t")])]),
      ("cGxhaW4h", [.literal("cGxhaW4h")]),
      // Times of thirteen digits, or as in a SAML message, that are no farther than twenty years.
      ("1800000001000", [.time(1000, .milliseconds)]), ("180000000100", [.literal("180000000100")]),
      ("18000000010000", [.literal("18000000010000")]),
      ("x1799999999999y", [.literal("x"), .time(-1, .milliseconds), .literal("y")]),
      ("2432447999999", [.time(632_447_999_999, .milliseconds)]),
      ("2432448000000", [.literal("2432448000000")]),
      ("2027-01-15T08:00:02.500Z", [.time(2500, .iso)]),
      ("2027-01-15T08:00:02Z", [.literal("2027-01-15T08:00:02Z")]),
      ("2057-01-15T08:00:02.500Z", [.literal("2057-01-15T08:00:02.500Z")]),
    ] as [(String, [StepRecipe.Piece])])
  func `cuts a text at what is known`(text: String, expected: [StepRecipe.Piece]) {
    var pieces = Self.pieces()
    #expect(pieces.pieces(of: text) == expected)
  }

  @Test func `cuts each part of a target and of a form for itself`() {
    var pieces = Self.pieces()
    #expect(
      pieces.pieces(ofTarget: "/a/token?b=S3cret%2F%2B&c=d%20e&token=1") == [
        .literal("/a/"), .encoded(.percent, [.value("t")]), .literal("?b="),
        .encoded(.percent, [.environment("SSO_KEY")]), .literal("&c=d%20e&"),
        .encoded(.percent, [.value("t")]), .literal("=1"),
      ])
    #expect(
      pieces.pieces(ofForm: "a=x+token&b=c+d") == [
        .literal("a="), .encoded(.form, [.literal("x "), .value("t")]), .literal("&b=c+d"),
      ])
    // What is encoded in another way stays as it is.
    #expect(pieces.pieces(ofTarget: "/S3cret/+") == [.literal("/S3cret/+")])
    #expect(pieces.pieces(ofTarget: "/%74oken") == [.literal("/%74oken")])
  }

  @Test func `knows values inside JSON`() {
    var pieces = Self.pieces()
    pieces.needles = [RecipeWriter.Needle("a\"b", .value("v"))]
    #expect(
      pieces.pieces(of: #"{"x": "a\"b"}"#, isJSON: true) == [
        .literal(#"{"x": ""#), .encoded(.json, [.value("v")]), .literal(#""}"#),
      ])
    #expect(pieces.pieces(of: #"{"x": "a\"b"}"#) == [.literal(#"{"x": "a\"b"}"#)])
  }

  static let message =
    #"<samlp:Response ID="_made1"><NameID>user</NameID><X>hidden</X><Y>token</Y></samlp:Response>"#

  @Test func `makes the values of a SAML message anew, and what may not be shown`() {
    var pieces = Self.pieces(messages: [Self.message])
    guard case .encoded(.plain, let inner)? = pieces.pieces(of: Self.message).first else {
      Issue.record("no message")
      return
    }
    #expect(inner.contains(.made(0, length: 6)))
    #expect(inner.contains(.made(1, length: 4)))
    #expect(inner.contains(.value("t")))
    #expect(
      !inner.contains { if case .literal(let text) = $0 { text.contains("hidden") } else { false } }
    )
    #expect(pieces.made["_made1"] == 0)
    #expect(pieces.made["user"] == 1)
    // Another text that looks alike is none of the framework's.
    var others = Self.pieces()
    #expect(others.pieces(of: Self.message).contains(.value("t")))
    #expect(others.made.isEmpty)
  }

  @Test(
    arguments: [
      (message, ["_made1", "user"]),
      (
        #"<a:SAML ID="abc" InResponseTo="abcd" SessionIndex="efgh"><DigestValue>abcd</DigestValue></a:SAML>"#,
        ["abcd", "efgh"]
      ),
      (
        #"<saml><AttributeValue x="y">wxyz</AttributeValue><s:SignatureValue>sign</s:SignatureValue><X509Certificate>cert</X509Certificate></saml>"#,
        ["wxyz", "sign", "cert"]
      ),
      ("<html ID=\"abcd\"/>", nil), ("saml", nil), ("", nil),
      ("<" + String(repeating: " ", count: 395) + "saml", []),
      ("<" + String(repeating: " ", count: 396) + "saml", nil),
    ] as [(String, [String]?)])
  func `finds what a provider makes up`(text: String, values: [String]?) {
    #expect(SAMLValues(text)?.texts == values)
  }

  static func observation(_ body: String, headers: KeyValuePairs<String, String> = [:])
    -> Observation
  {
    Observation(
      .response(.text(body, headers: headers)), receivedAt: begin, clockTolerance: .zero)
  }

  /// A value that is saved, and where it was taken from.
  @Test(
    arguments: [
      ("code", "abcd", #"{"x": "abcd", "y": {"CODE": "abcd"}}"#, .body("/y/CODE")),
      ("code", "abcd", #"{"x": ["abcd"], "y": "abcd"}"#, .body("/x/0")),
      ("code", 12345, #"{"x": 12345}"#, .body("/x")), ("code", "abc", #"{"x": "abc"}"#, nil),
      ("code", "h-value", #"{"x": 1}"#, .header("X-H")),
      ("code", "plain body", "plain body", .text),
      ("code", "nowhere", #"{"x": 1}"#, nil), ("code", true, #"{"x": true}"#, .body("/x")),
      ("code", ["abcd"], #"{"x": ["abcd"]}"#, nil),
    ] as [(String, JSONValue, String, StepRecipe.Origin?)])
  func `remembers where a value came from`(
    name: String, value: JSONValue, body: String, origin: StepRecipe.Origin?
  ) {
    var trace = Trace()
    _ = trace.begin()
    trace.takes(name, value, from: Self.observation(body, headers: ["X-H": "h-value"]))
    let expected = value == true ? nil : origin
    #expect(trace.entries[0].takes.map(\.origin) == [expected].compactMap(\.self))
  }

  @Test func `gives each value one name, and knows it once`() {
    var trace = Trace()
    let (first, outer) = trace.begin()
    #expect(first == 0 && outer == nil)
    for text in ["abcd", "efgh", "abcd"] {
      trace.takes("code", .string(text), from: Self.observation(#"{"x": "\#(text)"}"#))
    }
    #expect(trace.values.map(\.name) == ["code", "code_2"])
    let (second, around) = trace.begin()
    #expect(second == 1 && around == 0)
    trace.sends(HTTPRequest(method: "GET", target: "/"), times: 3, pause: nil, at: Self.begin)
    trace.end(around)
    trace.takes("more", "ijkl", from: Self.observation(#"{"x": "ijkl"}"#))
    #expect(trace.entries.map(\.takes.count) == [3, 0])
    #expect(trace.entries[1].valueCount == 2)
    #expect(trace.entries[1].times == 3)
    #expect(trace.entries[0].request == nil)
  }

  /// So many bytes are passed on.
  @Test(arguments: [(3, false), (4, true), (262_144, true), (262_145, false)])
  func `passes on what is neither too short nor too long`(count: Int, isTaken: Bool) {
    var trace = Trace()
    _ = trace.begin()
    let text = String(repeating: "x", count: count)
    trace.takes("v", .string(text), from: Self.observation(#"{"a": "\#(text)"}"#))
    #expect(trace.values.isEmpty == !isTaken)
  }

  /// A URL that was taken, what is asked then, and how that is written.
  @Test(
    arguments: [
      ("http://t.example/next?x=1", "/next?x=1", [.encoded(.target, [.value("url")])]),
      (
        "http://t.example/next?x=1", "/next?x=1&b=2",
        [.encoded(.target, [.value("url")]), .literal("&b=2")]
      ),
      ("/next", "/next?b=2", [.encoded(.target, [.value("url")]), .literal("?b=2")]),
      ("/next", "/nextly", [.literal("/nextly")]),
      ("http://other.example/next", "/next", [.literal("/next")]),
      ("/", "/?b=2", [.literal("/?b=2")]),
    ] as [(String, String, [StepRecipe.Piece])])
  func `takes a URL of an answer as it is`(
    taken: String, target: String, pieces: [StepRecipe.Piece]
  ) throws {
    var trace = Trace()
    _ = trace.begin()
    trace.takes("url", .string(taken), from: Self.observation(#"{"u": "\#(taken)"}"#))
    _ = trace.begin()
    trace.sends(
      HTTPRequest(
        method: "POST", target: target,
        headers: HeaderList([
          "Authorization": "Bearer S3cret", "X-Id": "device-id", "Content-Type": "application/json",
        ]), body: Array(#"{"o": "http://t.example"}"#.utf8)), times: 2, pause: .seconds(1),
      at: Self.begin)
    var writer = RecipeWriter(
      trace, origin: "http://t.example", begin: Self.begin, isPublic: { _ in true },
      secrets: [("key", "S3cret")], devices: [("device", "device-id")], settings: [])
    var step = StepRecord(
      name: "A", about: nil, action: .request,
      location: SourceLocation(file: "suite.yaml", position: .start), device: "device", covers: [],
      isFinal: false, verdict: .passed,
      exchanges: [ExchangeRecord(method: "GET", url: "u", status: 200, duration: .zero)])
    step.traceNumber = 1
    var steps = [step]
    writer.write(to: &steps)
    let request = try #require(steps[0].recipe?.request)
    #expect(request.target == pieces)
    #expect(request.times == 2)
    #expect(request.pauseMilliseconds == 1000)
    #expect(
      request.headers.prefix(2).map(\.value) == [
        [.literal("Bearer "), .environment("SSO_KEY")], [.device("device")],
      ])
    #expect(request.body.count == 3)
    #expect(request.body.first == .literal(#"{"o": ""#))
  }

  @Test func `remembers what the framework was told, and its messages`() {
    var trace = Trace()
    trace.configures(
      JSONObject([("a", "abcd"), ("b", "abc"), ("c", 12345), ("d", "abcd"), ("e", "efgh")]))
    #expect(trace.settings == ["abcd", "efgh"])
    trace.answers(["x": ["y", .string(Self.message)], "z": "plain", "n": 1])
    #expect(trace.messages.contains(Self.message))
    #expect(!trace.messages.contains("plain"))
  }
}

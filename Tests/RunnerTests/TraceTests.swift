// SPDX-License-Identifier: Apache-2.0
// What a trace remembers of a scenario, and the recipes that are made of it.

import Formats
import HTTP
import Redaction
import Suites
import Testing
import Text

@testable import Record
@testable import Runner

struct TraceTests {
  /// 2027-01-15T08:00:00.000Z.
  static let begin = Timestamp(milliseconds: 1_800_000_000_000)

  static func observation(
    _ body: String, headers: KeyValuePairs<String, String> = [:]
  ) -> Observation {
    Observation(.response(.text(body, headers: headers)), receivedAt: begin, clockTolerance: .zero)
  }

  /// The recipe of a request that is sent after `token-value` was taken.
  static func recipe(
    _ target: String = "/", _ fields: KeyValuePairs<String, String> = [:], body: String = "",
    taken: String = "token-value"
  ) throws -> StepRecipe {
    var trace = Trace()
    _ = trace.begin()
    trace.takes("t", .string(taken), from: observation(JSONWriter.text(["a": .string(taken)])))
    _ = trace.begin()
    trace.sends(
      HTTPRequest(
        method: "POST", target: target, headers: HeaderList(fields), body: Array(body.utf8)),
      pause: .seconds(1))
    var secrets = KnownSecrets()
    secrets.add("S3cretValue", named: "key")
    var writer = RecipeWriter(
      trace: trace, origin: "http://t.example",
      devices: [Trace.Value(reference: "~device", text: "device-id")], mask: secrets.mask)
    var step = StepRecord(
      name: "A", about: nil, action: .request,
      location: SourceLocation(file: "suite.yaml", position: .start), device: "device", covers: [],
      isFinal: false, verdict: .passed,
      exchanges: [ExchangeRecord(method: "GET", url: "u", status: 200, duration: .zero)])
    step.traceNumber = 1
    var steps = [step]
    writer.write(to: &steps)
    return try #require(steps[0].recipe)
  }

  @Test(arguments: [
    ("plain", "plain", []), ("", "", []), ("a token-value b", "a ‹$t_1› b", []),
    ("token-valuetoken-value", "‹$t_1›‹$t_1›", []), ("token-valu", "token-valu", []),
    ("is S3cretValue", "is ‹key›", []), ("device-id", "‹~device›", []),
    ("x dG9rZW4tdmFsdWUh", "x ‹$base64_1›", ["‹$t_1›!"]), ("cGxhaW4h", "cGxhaW4h", []),
  ])
  func `puts references in place of what is known`(
    text: String, expected: String, encoded: [String]
  ) throws {
    let request = try Self.recipe(body: text)
    #expect(request.body == expected)
    #expect(request.encoded == encoded)
    #expect(request.pauseMilliseconds == 1000)
  }

  @Test func `cuts each part of a target and of a form for itself`() throws {
    #expect(
      try Self.recipe("/a/value%2F%2B?b=x%20value%2F%2B&c=d%20e", taken: "value/+").target
        == "/a/‹$t_1›?b=x%20‹$t_1›&c=d%20e")
    let form = "application/x-www-form-urlencoded"
    #expect(
      try Self.recipe("/", ["Content-Type": form], body: "a=x+token-value&b=c+d").body
        == "a=x+‹$t_1›&b=c+d")
    #expect(
      try Self.recipe(
        "/", ["Content-Type": "application/json"], body: #"{"x": "a\"bc"}"#, taken: "a\"bc"
      ).body == #"{"x": "‹$t_1›"}"#)
  }

  @Test(arguments: [
    ("http://t.example/next", "/next?b=2", "‹/t_1›?b=2"), ("/next", "/next", "‹/t_1›"),
    ("/next", "/nextly", "/nextly"), ("http://other.example/next", "/next", "/next"),
  ])
  func `takes a URL of an answer as it is`(taken: String, target: String, text: String) throws {
    #expect(try Self.recipe(target, taken: taken).target == text)
  }

  @Test func `shows of a header what reports show of it`() throws {
    let request = try Self.recipe(
      "/", ["Accept": "a/b", "Authorization": "Bearer token-value", "X-Token": "unwritten"])
    #expect(request.headers.map(\.value) == ["a/b", "Bearer ‹$t_1›", "‹X-Token›"])
  }

  /// A value that is saved, and where it was taken from.
  @Test(
    arguments: [
      ("abcd", #"{"x": ["abcd"], "y": "abcd"}"#, .init("code_1", .json, "/y")),
      (12345, #"{"x": 12345}"#, .init("code_1", .json, "/x")), ("abc", #"{"x": "abc"}"#, nil),
      ("h-value", #"{"x": 1}"#, .init("code_1", .header, "X-H")),
      ("plain body", "plain body", .init("code_1", .body)), ("nowhere", #"{"x": 1}"#, nil),
    ] as [(JSONValue, String, StepRecipe.Take?)])
  func `remembers where a value came from`(
    value: JSONValue, body: String, take: StepRecipe.Take?
  ) {
    var trace = Trace()
    _ = trace.begin()
    trace.takes("code", value, from: Self.observation(body, headers: ["X-H": "h-value"]))
    trace.takes("again", value, from: Self.observation(body, headers: ["X-H": "h-value"]))
    #expect(trace.entries[0].takes == [take].compactMap(\.self))
  }

  @Test func `knows what a shared fragment took`() {
    var shared = Trace()
    shared.prefix = "s_"
    _ = shared.begin()
    shared.takes("r", "request", from: Self.observation(#"{"q": "request"}"#))
    #expect(shared.entries[0].takes == [.init("s_r_1", .json, "/q")])
    var trace = Trace()
    trace.values += shared.values
    #expect(trace.values.map(\.text) == ["request"])
    let (first, outer) = trace.begin()
    let (second, around) = trace.begin()
    trace.end(around)
    #expect(first == 0 && outer == nil && second == 1 && around == 0)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Recipes show how a step is done again, with variables of the environment for the secrets.

import Redaction
import Results
import SourceText
import Testing

@Suite struct RecipeMaskTests {
  private static let location = SourceLocation(
    file: "s.yaml", position: Position(line: 1, column: 1))

  private static func record(_ recipe: StepRecipe) -> ScenarioRecord {
    var step = StepRecord(
      name: "step", about: nil, action: .request, location: location, device: "device", covers: [],
      isFinal: false, verdict: .passed)
    step.recipe = recipe
    var outer = step
    outer.steps = [step]
    return ScenarioRecord(
      name: "s", about: nil, location: location, tags: [], isAdvisory: false, verdict: .passed,
      startedAfter: .zero, duration: .zero, steps: [outer], missingFacts: [])
  }

  private static var secrets: KnownSecrets {
    var secrets = KnownSecrets(own: OwnTexts([Array("X-Custom: written here".utf8)]))
    for text in ["S3cretValue", "other-s3cret", "three little words"] {
      secrets.add(text, named: "token")
    }
    secrets.add("user-4711", named: "user id")
    return secrets
  }

  private static func masked(_ recipe: StepRecipe) -> StepRecipe? {
    secrets.mask.masked(record(recipe), keeping: .all).value.steps[0].recipe
  }

  @Test(arguments: [
    ("/words", [StepRecipe.Piece.literal("/words")]),
    ("S3cretValue", [.environment("SSO_SECRET_TOKEN")]),
    (
      #"{"a": "S3cretValue", "b": 1}"#,
      [.literal(#"{"a": ""#), .environment("SSO_SECRET_TOKEN"), .literal(#"", "b": 1}"#)]
    ),
    (
      "S3cretValue,other-s3cret,S3cretValue",
      [
        .environment("SSO_SECRET_TOKEN"), .literal(","), .environment("SSO_SECRET_TOKEN_2"),
        .literal(","), .environment("SSO_SECRET_TOKEN"),
      ]
    ),
    ("a user-4711", [.literal("a "), .environment("SSO_SECRET_USER_ID")]),
    // A secret of several words: none of them is one.
    ("S3cretValue & three little words", [.environment("SSO_SECRET_TOKEN_2")]),
    // Nobody has told that it is a secret.
    ("a 9f86d081884c7d659a2feaa0c55ad015", [.literal("a "), .environment("SSO_SECRET_VALUE")]),
  ])
  func `variables stand for the secrets in what is sent`(
    text: String, pieces: [StepRecipe.Piece]
  ) {
    let target = StepRecipe(request: .init(method: "GET", target: [.literal(text)]))
    #expect(Self.masked(target)?.request?.target == pieces)
    let body = StepRecipe(request: .init(method: "GET", target: [], body: [.literal(text)]))
    #expect(Self.masked(body)?.request?.body == pieces)
  }

  @Test(arguments: StepRecipe.Coding.allCases)
  func `looks into what is encoded, but not into what an emulator writes`(
    coding: StepRecipe.Coding
  ) {
    let recipe = StepRecipe(
      request: .init(
        method: "POST", target: [.targetOrigin, .encoded(coding, [.literal("S3cretValue")])]))
    let inner: StepRecipe.Piece =
      coding == .plain ? .literal("S3cretValue") : .environment("SSO_SECRET_TOKEN")
    #expect(Self.masked(recipe)?.request?.target == [.targetOrigin, .encoded(coding, [inner])])
  }

  @Test(arguments: [
    ("Accept", [StepRecipe.Piece.literal("a/b")], [StepRecipe.Piece.literal("a/b")]),
    ("Accept", [.literal("S3cretValue")], [.environment("SSO_SECRET_TOKEN")]),
    (
      "Authorization", [.literal("Bearer "), .value("token")],
      [.literal("Bearer "), .value("token")]
    ),
    ("Authorization", [.literal("Basic")], [.literal("Basic")]),
    ("Authorization", [.literal("unwritten")], [.environment("SSO_SECRET_AUTHORIZATION")]),
    ("X-Custom", [.literal("written here")], [.literal("written here")]),
    ("X-Custom", [.literal("unwritten")], [.environment("SSO_SECRET_X_CUSTOM")]),
  ])
  func `shows of a header what reports show of it`(
    name: String, value: [StepRecipe.Piece], shown: [StepRecipe.Piece]
  ) {
    let recipe = StepRecipe(
      request: .init(method: "GET", target: [], headers: [.init(name: name, value: value)]))
    #expect(Self.masked(recipe)?.request?.headers == [.init(name: name, value: shown)])
  }

  @Test func `masks what no variable can stand for`() {
    var request = StepRecipe.Request(
      method: "S3cretValue", target: [],
      headers: [.init(name: "S3cretValue", value: [.literal("written here")])])
    request.redirectURL = "https://app/?a=S3cretValue"
    let recipe = StepRecipe(
      request: request,
      takes: [
        .init(name: "a", origin: .text), .init(name: "b", origin: .body("/a/S3cretValue")),
        .init(name: "c", origin: .header("Date")),
      ])
    let masked = Self.masked(recipe)
    #expect(masked?.request?.method == "‹token›")
    #expect(masked?.request?.headers == [.init(name: "‹token›", value: [.literal("written here")])])
    #expect(masked?.request?.redirectURL == "https://app/?a=‹token›")
    #expect(masked?.takes.map(\.origin) == [.text, .body("/a/‹token›"), .header("Date")])
    // A step that sends nothing has takes all the same.
    let taking = StepRecipe(takes: [.init(name: "b", origin: .body("/a/S3cretValue"))])
    #expect(Self.masked(taking)?.takes.map(\.origin) == [.body("/a/‹token›")])
  }

  @Test(arguments: [
    (Evidence.Choice.all, true), (.notable, true), (.onlyNotable, false), (.none, false),
  ])
  func `keeps recipes as long as there is room`(choice: Evidence.Choice, isKept: Bool) {
    let recipe = StepRecipe(request: .init(method: "GET", target: [.literal("S3cretValue")]))
    let steps = Self.secrets.mask.masked(Self.record(recipe), keeping: choice).value.steps
    let shown: [StepRecipe.Piece]? = isKept ? [.environment("SSO_SECRET_TOKEN")] : nil
    #expect(steps[0].recipe?.request?.target == shown)
    #expect(steps[0].steps[0].recipe?.request?.target == shown)
  }

  @Test func `keeps no recipe where not all secrets are known`() {
    var secrets = Self.secrets
    for index in 0..<500 { secrets.add("secret \(index) \(index)!", named: "token") }
    let recipe = StepRecipe(request: .init(method: "GET", target: [.literal("/a")]))
    let steps = secrets.mask.masked(Self.record(recipe), keeping: .all).value.steps
    #expect(steps[0].recipe == nil)
    #expect(steps[0].steps[0].recipe == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0
// What is wrong with a profile, an account or the way to the target is found before anything else
// is sent, and told in a few lines; what is wrong with a service is left to the suites.

import Formats
import Foundation
import HTTP
import Record
import SelfTest
import TestSupport
import Testing

@Suite(.waits) struct PreflightTests {
  /// Something that makes the target impossible to judge.
  struct Obstacle: Sendable, CustomTestStringConvertible {
    let what: String
    /// The options besides the profile.
    var options: [String] = []
    /// A line of the profile.
    var judgedBy = AlteringServer.claim
    /// Whether a cookbook is left that it does not concern.
    var isOfOne = false
    var alteration = Alteration.none
    /// The base URL, of that of the server.
    var url: @Sendable (String) -> String = { $0 }
    var isServed = true
    /// What the first lines say is wrong, and what to do.
    let cause: String
    let advice: String
    var testDescription: String { what }

    /// The suites that ask whether the claimed cookbooks can be judged.
    var preflights: [String] {
      PreflightTests.preflights.filter {
        judgedBy == AlteringServer.claim || $0.contains("apple-v1") || !$0.contains("-v")
      }
    }
  }

  static let obstacles: [Obstacle] =
    [
      Obstacle(
        what: "nobody listens", isServed: false, cause: "no connection to 127.0.0.1:",
        advice: "Check 'base-url' in the profile: the host, the port"),
      Obstacle(
        what: "a host that there is not", url: { _ in "http://no-such-host.invalid" },
        cause: "no-such-host.invalid", advice: "Check 'base-url' in the profile: the host"),
      Obstacle(
        what: "https to an http port", url: { $0.replacing("http:", with: "https:") },
        cause: "no secure connection to 127.0.0.1:", advice: "whether it is http or https"),
      Obstacle(
        what: "a wrong path in base-url", url: { "\($0)/wrong/path" }, cause: "not the API",
        advice: "This is not the API. Check 'base-url' in the profile"),
      Obstacle(
        what: "a resource that V1 denies",
        options: ["--set", "resources={permitted: [orchrd-kids], denied: [x]}"],
        judgedBy: "cookbooks: [apple-sso-rest-api-v1]\n", cause: "found 403",
        advice: "Set resources.permitted to resources"),
      Obstacle(
        what: "a clock that is ahead", alteration: clock(ahead: 47),
        cause: "ahead of ours; clock-tolerance is 10s",
        advice: "Set the clock of this machine by a time server (NTP)"),
      Obstacle(
        what: "no V1", isOfOne: true, alteration: withoutV1, cause: "found 404",
        advice: "write 'cookbooks: [apple-sso-rest-api-v2]' in the profile"),
    ] + settings

  /// Values that the command line sets, each with the cause and the advice.
  private static let settings = rows(
    """
    software_statement=eyJhbGciOi.wrong.one
      400 → Set software_statement to the statement
    service_provider=Orchard
      found 400 → Set service_provider to an id of the TVE Dashboard
    service_provider=ISLAND
      found 401 → have 'ISLAND' added to the application
    mvpd=harbor
      found 400 → Set mvpd to the id of an MVPD that 'ORCHARD' has an active integration with
    mvpd=Quarry
      configuration_fallback → Set mvpd to an MVPD that is on for Apple single
    basic_mvpd=quarry
      found 400 → Set basic_mvpd to the id of an MVPD
    resources={permitted: [orchard-live, orchrd-kids], denied: [x]}
      preauthorization_denied_by_mvpd → Set resources.permitted to resources
    domain=orchid.example
      found 400 → Set domain to a domain that is registered for 'ORCHARD'
    redirect_url=orchard.example/signed-in
      invalid_parameter_redirect_url → Set redirect_url to a URL that the service accepts
    """
  ).map { setting, outcome in
    let parts = outcome.components(separatedBy: " → ")
    return Obstacle(
      what: setting,
      options: ["--set", setting]
        // The two MVPDs have to differ.
        + (setting == "mvpd=Quarry" ? ["--set", "basic_mvpd=Lantern"] : []),
      isOfOne: setting.contains("orchard-live")
        || setting.hasPrefix("domain="),
      cause: parts[0], advice: parts[1])
  }

  static let withoutV1 = Alteration.behaviour(0) { request, ask, _ in
    request.target.hasPrefix("/api/v1") || request.target.hasPrefix("/reggie")
      ? HTTPResponse(status: 404, reason: "", headers: HeaderList(), body: []) : ask(request)
  }

  /// A service whose clock is so many seconds ahead.
  static func clock(ahead seconds: Int) -> Alteration {
    .answer(at: Endpoint.registrationAndV2) { response, _ in
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.timeZone = TimeZone(identifier: "GMT")
      format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
      let date = Date().addingTimeInterval(Double(seconds))
      response.headers.set("Date", format.string(from: date))
    }
  }

  /// Runs a command line with a server that has the obstacle.
  static func run(
    _ words: [String], _ obstacle: Obstacle, in folder: TemporaryFolder
  ) throws -> (finished: Finished, exchanges: [AlteringServer.Exchange]) {
    let server = try AlteringServer(obstacle.alteration)
    defer { server.stop() }
    if !obstacle.isServed { server.stop() }
    let profile = try folder.write(
      server.profile.replacing(server.url, with: obstacle.url(server.url))
        .replacing(AlteringServer.claim, with: obstacle.judgedBy),
      to: "profile.yaml")
    let finished = Product.run(
      words + ["--target", profile] + obstacle.options,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites])
    return (finished, server.exchanges)
  }

  @Test(arguments: obstacles)
  func `the doctor says what is wrong and what to do`(obstacle: Obstacle) throws {
    let (finished, _) = try Self.run(
      ["doctor"] + obstacle.preflights, obstacle, in: TemporaryFolder())
    #expect(finished.status == (obstacle.isOfOne ? 0 : 3), "\(finished)")
    let words = Self.words(finished.output)
    #expect(words.contains("FAILED"), "\(finished.output)")
    #expect(words.contains(Self.words(obstacle.cause)), "\(finished.output)")
    #expect(words.contains(Self.words(obstacle.advice)), "\(finished.output)")
    let list = Self.beforeLetter(finished.output)
    #expect(list.split(separator: "\n").count < 40, "\(finished.output)")
    #expect(finished.output.utf8.count < list.utf8.count + 12_000, "\(finished.output)")
  }

  /// One value that the command line sets is enough: the doctor finds the others in the same way.
  @Test(arguments: obstacles.dropLast(settings.count - 1))
  func `a run ends before it sends more, and every report says why`(obstacle: Obstacle) throws {
    let folder = try TemporaryFolder()
    // One scenario of each cookbook, since another cookbook goes on.
    let isOfAll = obstacle.judgedBy == AlteringServer.claim
    let suites = (["apple-v1/x-1-formats.yaml"] + (isOfAll ? ["apple-v2/x-4-methods.yaml"] : []))
      .map { "\(Product.suites)/\($0)" }
    let ofV2 =
      isOfAll ? ["--scenario", "A GET for the partner session is refused"] : []
    let (finished, exchanges) = try Self.run(
      ["run"] + obstacle.preflights + suites + [
        "--reports", "\(folder.path)/Reports", "--scenario", "A registration code comes in XML",
      ] + ofV2, obstacle, in: folder)
    #expect(finished.status == 3, "\(finished)")
    let head = Self.words(finished.output.split(separator: "\n").prefix(8).joined(separator: "\n"))
    let cause = obstacle.cause.replacing("found ", with: "the status is ")
    #expect(head.contains(Self.words(cause)), "\(finished.output)")
    // Where nothing else was judged, the message is all there is to read.
    let isAll = !finished.output.contains(" steps, ")
    let screen = Self.beforeLetter(finished.output).split(separator: "\n")
    #expect(screen.count <= (isAll ? 10 : 25), "\(finished.output)")
    #expect(Self.words(finished.output).contains(Self.words(obstacle.advice)))
    #expect(finished.output.contains("no verdict possible"))
    #expect(exchanges.count < 60)
    for name in ReportedRun.names {
      let report = try folder.report(name).replacing("\\", with: "")
        .replacing("&apos;", with: "'").replacing("&#39;", with: "'")
      #expect(Self.words(report).contains(Self.words(obstacle.advice)), "\(name)")
    }
  }

  /// What comes before the text to send.
  private static func beforeLetter(_ output: String) -> String {
    output.components(separatedBy: "\nA text to send")[0]
  }

  /// The text without line breaks and indentation.
  static func words(_ text: String) -> String {
    String(decoding: Array(text.utf8.split { $0 <= 0x20 }.joined(separator: [0x20])), as: UTF8.self)
  }

  @Test(arguments: [
    ("apple-sso-rest-api-v1", "/api/v2/"), ("apple-sso-rest-api-v2", "/api/v1/"),
    ("apple-sso-rest-api-v2", "/reggie/"),
  ])
  func `the doctor calls no endpoint of a cookbook that is not claimed`(
    cookbook: String, path: String
  ) throws {
    let obstacle = Obstacle(
      what: "none", judgedBy: "cookbooks: [\(cookbook)]\n", cause: "", advice: "")
    let (finished, exchanges) = try Self.run(["doctor"], obstacle, in: TemporaryFolder())
    #expect(finished.status == 0, "\(finished)")
    #expect(!exchanges.isEmpty)
    #expect(!exchanges.contains { "\($0.request.target)".hasPrefix(path) })
  }

  @Test func `the doctor prints a checklist of what is right`() throws {
    let (finished, _) = try Self.run(
      ["doctor"], Obstacle(what: "none", cause: "", advice: ""), in: TemporaryFolder())
    #expect(finished.status == 0, "\(finished)")
    #expect(!finished.output.contains("FAILED"))
    #expect(finished.output.hasSuffix("the target can be judged: 34 of 34 checks passed\n"))
  }

  /// The statement of the application that everything is right with.
  private static let statement = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJvcmNoYXJkLXR2In0.bWFkZS11cA"

  @Test(arguments: [
    "basic_mvpd=Lantern", "picker_mvpd=Harbor", "picker_mvpd=Nowhere", "degraded_mvpd=Lantern",
    "degraded_mvpd=Nowhere", "degraded_authz_all_mvpd=Lantern", "degraded_authz_none_mvpd=Lantern",
    "temporary_mvpd=Lantern", "temporary_mvpd=Nowhere", "no_logout_mvpd=Harbor",
    "unintegrated_mvpd=Lantern", "other_service_provider=NOWHERE", "short_lived_mvpd=Harbor",
    "preauthorize_limit=4", "preauthorize_limit=10",
    "authorize_limit=2", "resources={permitted: [orchard-live], denied: [orchard-archive]}",
    "unintegrated_provider_id=tvp-harbor-2201", "foreign_software_statement=nonsense",
  ])
  func `the doctor names a fact that is not what it is called`(setting: String) throws {
    let obstacle = Obstacle(what: setting, options: ["--set", setting], cause: "", advice: "")
    let suites = Self.preflights + Product.files(of: ["profile-facts"])
    let (finished, _) = try Self.run(["doctor"] + suites, obstacle, in: TemporaryFolder())
    #expect(finished.status == 0, "\(finished)")
    let words = Self.words(finished.output)
    let name = setting.prefix { $0 != "=" }
    #expect(words.contains("→ Set \(name)"), "\(finished.output)")
    // What is essential has been tried by other checks.
    if !["basic_mvpd"].contains(name) {
      #expect(words.contains("look at \(name)"), "\(finished.output)")
    }
  }

  @Test(arguments: [
    "basic_mvpd=Harbor", "degraded_mvpd=Harbor", "degraded_authz_all_mvpd=Quarry",
    "degraded_authz_none_mvpd=Harbor", "temporary_mvpd=Harbor", "unintegrated_mvpd=Quarry",
    "other_service_provider=ORCHARD", "foreign_software_statement=\(statement)",
    "unapproved_software_statement=\(statement)", "short_lived_software_statement=\(statement)",
  ])
  func `facts that have to differ are compared before anything is sent`(setting: String) throws {
    let obstacle = Obstacle(what: setting, options: ["--set", setting], cause: "", advice: "")
    let (finished, exchanges) = try Self.run(["doctor"], obstacle, in: TemporaryFolder())
    #expect(finished.status == 2 && exchanges.isEmpty, "\(finished)")
    let name = setting.prefix { $0 != "=" }
    #expect(finished.error.contains("'\(name)' and '"), "\(finished.error)")
    #expect(finished.error.contains("are the same, and have to differ"), "\(finished.error)")
  }

  @Test func `a failure that rests on a fact alone names it, with its place`() throws {
    let folder = try TemporaryFolder()
    let server = try AlteringServer()
    defer { server.stop() }
    let wrong = server.profile.replacing("Pinewood", with: "Harbor")
    let line =
      try #require(
        wrong.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("picker_mvpd") }) + 1
    let profile = try folder.write(wrong, to: "staging.yaml")
    let finished = Product.run(
      [
        "run", "\(Product.suites)/apple-v2", "\(Product.suites)/rest-api-v2", "--scenario",
        "only in the picker", "--target", profile, "--reports", "\(folder.path)/Reports",
      ])
    #expect(finished.status == 1, "\(finished)")
    let doubt = "Perhaps picker_mvpd in \(profile):\(line) is wrong"
    #expect(Self.words(finished.output).contains(doubt), "\(finished.output)")
    for name in ["report.md", "report.html"] {
      let report = try folder.report(name).replacing("\\", with: "")
      #expect(report.contains(doubt), "\(name)")
    }
    // What the run leaves out is left to the doctor.
    #expect(!finished.output.contains("picker_mvpd is only in the picker"))
  }

  @Test func `init finds the MVPDs of a service, and the profile works`() throws {
    let folder = try TemporaryFolder()
    let blank = JSONEdit.substitute("requestor/mvpds/*/id", "Pinewood", by: "Pine Wood")
    let server = try AlteringServer(.json(at: [.configuration], blank))
    defer { server.stop() }
    let words = [
      "init", "--from", server.url, "--set", "service_provider=ORCHARD", "-", "--cookbook",
      "apple-sso-rest-api-v2", "--cookbook", "apple-sso-rest-api-v1",
    ]
    let suites = ["SSO_CONFORMANCE_SUITES": Product.suites]
    let variables = suites.merging(["SSO_SOFTWARE_STATEMENT": Self.statement]) { $1 }
    let finished = Product.run(words, environment: variables)
    #expect(finished.status == 0, "\(finished)")
    for line in [
      "base-url: \(server.url)", "service_provider: ORCHARD", "mvpd: Harbor", "basic_mvpd: Quarry",
      "picker_mvpd: \"Pine Wood\"", "temporary_mvpd: FreeHour", "Found: Pine Wood (Pinewood Fiber)",
      "software_statement: !env SSO_SOFTWARE_STATEMENT",
    ] {
      #expect(
        finished.output.contains("  \(line)\n") || finished.output.contains("\(line)\n"), "\(line)")
    }
    #expect(!finished.output.contains(Self.statement))
    let profile = try folder.write(
      finished.output.replacing("MY_SECOND", with: "X").replacing(
        "example.com", with: "orchard.example"
      )
      .replacing("channel-1, channel-2", with: "orchard-live").replacing(
        "channel-9", with: "orchard-premium"),
      to: "found.yaml")
    let judged = Product.run(
      ["doctor", "--target", profile] + Self.preflights, environment: variables)
    #expect(judged.status == 0, "\(judged)")
    let refused = Product.run(
      words, environment: suites.merging(["SSO_SOFTWARE_STATEMENT": "nonsense"]) { $1 })
    #expect(refused.status == 3, "\(refused)")
    #expect(Self.words(refused.error).contains("Set software_statement to the statement"))
  }

  @Test func `the doctor finds the preflights of a suite's cookbook and of its base`() {
    let finished = Product.run(["doctor", "\(Product.suites)/apple-v2/e-logout.yaml"])
    #expect(finished.status == 0, "\(finished)")
    #expect(finished.output.contains("the target can be judged: "))
  }

  @Test(arguments: LongRun.isWanted ? SampledDefect.all : SampledDefect.ofEachSuite)
  func `a defect that the suites can judge passes`(sample: SampledDefect) throws {
    #expect(try Self.doctor(sample.defect().deviation) == 0)
  }

  /// No application can register.
  @Test func `a fault that makes everything impossible does not`() throws {
    let fault = Alteration.status(at: [.register], 201, to: 403)
    #expect(try Self.doctor(Deviation(alterations: [fault])) == 3)
  }

  @Test(.enabled(if: LongRun.isWanted, LongRun.how), arguments: Variant.all)
  func `a service that is right in another way passes`(variant: Variant) throws {
    #expect(try Self.doctor(variant.deviation) == 0, "\(variant.name)")
  }

  /// The exit status of `doctor` for a service.
  static func doctor(_ deviation: Deviation) throws -> Int32 {
    let server = try AlteringServer(deviation)
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let profile = try folder.write(server.profile, to: "profile.yaml")
    return Product.run(["doctor"] + preflights + ["--target", profile]).status
  }

  /// The shipped preflights; reading all suites takes longer than the checks.
  static let preflights = ["", "apple-v1/", "rest-api-v2/", "apple-v2/"]
    .map { "\(Product.suites)/\($0)preflight.yaml" }

  @Test(arguments: [9, -9])
  func `a clock that is off by less than the tolerance ends nothing`(seconds: Int) throws {
    let obstacle = Obstacle(what: "", alteration: Self.clock(ahead: seconds), cause: "", advice: "")
    let (finished, _) = try Self.run(
      ["doctor"] + obstacle.preflights, obstacle, in: TemporaryFolder())
    #expect(finished.status == 0, "\(finished)")
  }
}

// SPDX-License-Identifier: Apache-2.0
// Records made by hand, for the tests of the reports.

import Expectations
import Formats
import HTTP
import Reports
import Suites
import Text

@testable import Record

/// Runs that never were.
enum SampleRecords {
  static let base = "https://api.staging.example"
  static let profiles = "Suites/apple-v2/c-profiles.yaml"

  static func at(_ line: Int, _ file: String = profiles) -> SourceLocation {
    SourceLocation(file: file, position: Position(line: line, column: 9))
  }

  static func requirement(
    _ id: String, _ level: Requirement.Level, _ text: String,
    _ shownBy: Set<Requirement.Witness> = [.service],
    step: String = "Create the profile", ambiguity: String? = nil
  ) -> Requirement {
    Requirement(
      id: id, level: level, subject: "service", text: text, shownBy: shownBy, endpoint: nil,
      source: "partner-authentication", ambiguity: ambiguity, step: step,
      url: WebAddress("https://docs.example/cookbook#\(id)"),
      effect: "The viewer is asked to sign in again.")
  }

  static let catalogue = catalogue(
    title: "Partner authentication",
    text: "The service creates a profile of type `appleSSO` and returns it.")

  /// - Parameters:
  ///   - title: Of the second phase.
  ///   - text: Of its third requirement.
  static func catalogue(title: String, text: String) -> Catalogue {
    Catalogue(
      cookbook: "apple-sso-rest-api-v2", revision: "0be4216b",
      phases: [
        Catalogue.Phase(
          id: "A", title: "Registration",
          requirements: [
            requirement(
              "V2-A1-01", .must, "The service answers with an access token.", step: "Token"),
            requirement(
              "V2-A1-02", .must, "The application caches the token.", [.application], step: "Token"),
          ]),
        Catalogue.Phase(
          id: "C", title: title,
          requirements: [
            requirement("V2-C1-01", .must, "The configuration names each MVPD by its id."),
            requirement(
              "V2-C9-02", .should, "The answer has no `code` in the partner flow.",
              ambiguity: "AMB-07"), requirement("V2-C13-01", .must, text),
            requirement("V2-C14-01", .must, "The user's picker shows what the MVPD allows."),
            requirement(
              "V2-C14-02", .mustNot, "The framework is asked twice.", [.framework], step: "Ask"),
            requirement("V2-C15-01", .must, "Nobody covers this one."),
          ]),
      ],
      ambiguities: [
        "AMB-07": Ambiguity(
          text: "Times are numbers or texts. Either is accepted.",
          url: WebAddress("https://docs.example/times"))
      ])
  }

  static func exchange(
    _ method: String, _ path: String, _ status: Int, detail: ExchangeRecord.Detail? = nil,
    issues: [WireIssue] = []
  ) -> ExchangeRecord {
    ExchangeRecord(
      method: method, url: "\(base)\(path)", status: status, duration: .microseconds(12_345),
      issues: issues, detail: detail)
  }

  static func request(
    _ name: String, _ line: Int, covers: [Cover] = [], verdict: Verdict = .passed,
    exchanges: [ExchangeRecord] = [], about: String? = nil, warnings: [Finding] = [],
    chosen: [String] = [], isFinal: Bool = false, notes: [StepNote] = []
  ) -> StepRecord {
    StepRecord(
      name: name, about: about, action: .request, location: at(line), device: "device",
      covers: covers, isFinal: isFinal, verdict: verdict, warnings: warnings, chosen: chosen,
      exchanges: exchanges, notes: notes, startedAfter: .milliseconds(10),
      duration: .microseconds(12_900))
  }

  static let token = SharedFragmentRecord(
    id: 1, name: "access-token", location: at(4, "Suites/fragments.yaml"), verdict: .passed,
    duration: .milliseconds(30),
    steps: [
      StepRecord(
        name: "Obtain an access token", about: nil, action: .request,
        location: at(9, "Suites/fragments.yaml"), device: "device", covers: ["V2-A1-01"],
        isFinal: false, verdict: .passed, exchanges: [exchange("POST", "/o/client/token", 200)],
        duration: .milliseconds(29))
    ])

  static func useToken(_ line: Int, verdict: Verdict = .passed) -> StepRecord {
    StepRecord(
      name: "access-token", about: nil, action: .use, location: at(line), device: "device",
      covers: [], isFinal: false, verdict: verdict, sharedFragment: 1)
  }

  static func scenario(
    _ name: String, _ line: Int, _ verdict: Verdict = .passed, about: String? = nil,
    isAdvisory: Bool = false, missing: [String] = [], after: Int = 0, steps: [StepRecord]
  ) -> ScenarioRecord {
    var scenario = ScenarioRecord(
      name: name, about: about, location: at(line), tags: ["essential"], isAdvisory: isAdvisory,
      verdict: verdict, startedAfter: .milliseconds(after), duration: .microseconds(45_678),
      steps: steps, missingFacts: missing)
    // The same trouble at the same call in three tries is conduct.
    if steps.troubleMet != nil {
      scenario.tries = Array(repeating: EarlierTry(steps: steps), count: 2)
    }
    return scenario
  }

  static func suite(
    _ scenarios: [ScenarioRecord], name: String = "Partner profile", about: String? = nil
  ) -> SuiteRecord {
    SuiteRecord(
      name: name, about: about, file: profiles, digest: String(repeating: "0a", count: 32),
      cookbook: "apple-sso-rest-api-v2", phase: "C", scenarios: scenarios)
  }

  static func run(
    _ suites: [SuiteRecord], shared: [SharedFragmentRecord] = [token], isStrict: Bool = false,
    isInterrupted: Bool = false, remarks: [String] = []
  ) -> RunRecord {
    var record = RunRecord(
      tool: ToolRecord(name: "sso-conformance", version: "0.1.0"),
      target: TargetRecord(
        name: "staging", url: base, serviceProvider: "REF30", mvpds: ["Cablevision", "Other"],
        framework: "apple (emulated)"), startedAt: Timestamp(milliseconds: 1_795_239_000_123),
      duration: .microseconds(1_234_567), jobs: 4, isStrict: isStrict, isInterrupted: isInterrupted,
      remarks: remarks, catalogues: [catalogue], sharedFragments: shared, suites: suites)
    record.target.argument = "staging.yaml"
    return record
  }

  /// A run of one suite.
  static func run(
    of scenarios: [ScenarioRecord], shared: [SharedFragmentRecord] = [token]
  ) -> RunRecord {
    run([suite(scenarios)], shared: shared)
  }

  /// A run of one scenario, with one step.
  static func run(of step: StepRecord) -> RunRecord {
    run(of: [scenario("one", 1, step.verdict, steps: [step])])
  }

  /// A scenario for each of these verdicts, whose only step ended so.
  static func scenarios(_ verdicts: [Verdict], step: String = "ask") -> [ScenarioRecord] {
    verdicts.enumerated().map { number, verdict in
      scenario(
        "number \(number)", number + 1, verdict,
        steps: [request(step, number + 1, verdict: verdict)])
    }
  }

  /// So many findings, at `/m0` and so on.
  static func findings(_ count: Int) -> Verdict {
    .failed((0..<count).map { finding("/m\($0)", 9, "1", "2") })
  }

  /// An answer without headers.
  static func detail(_ body: String, count: Int = 0) -> ExchangeRecord.Detail {
    ExchangeRecord.Detail(
      requestHeaders: [], requestBody: "", reason: "", responseHeaders: [], responseBody: body,
      responseByteCount: count)
  }

  static let configuration = request(
    "Retrieve configuration", 20, covers: ["V2-C1-01"],
    exchanges: [exchange("GET", "/api/v2/REF30/configuration", 200)])

  static let frameworkCall = StepRecord(
    name: "Complete authentication with the framework", about: nil, action: .partner,
    location: at(30), device: "device", covers: [], isFinal: false, verdict: .passed,
    call: PartnerCallRecord(
      name: "authenticate", request: #"{"verificationToken":"…"}"#,
      answer: #"{"samlAttributeQueryResponse":"…"}"#), duration: .microseconds(400))

  /// All is well, but one part was not tried.
  static let conformant = run([
    suite([
      scenario(
        "The user signs in through the picker", 12,
        steps: [
          useToken(14), configuration, frameworkCall,
          request(
            "Create the profile", 40, covers: ["V2-C13-01", "V2-C9-02"],
            exchanges: [exchange("POST", "/api/v2/REF30/profiles/sso/Apple", 201)],
            chosen: ["a new profile"]),
        ]),
      scenario(
        "The picker shows a second MVPD", 60,
        .skipped(because: "the target's profile lacks the fact 'picker_mvpd'"),
        missing: ["picker_mvpd"], after: 50,
        steps: [request("Pick", 62, covers: ["V2-C14-01"], verdict: .notReached)]),
    ])
  ])

  static let rules = "Suites/application/apple-v2/a-registration.yaml"

  static func rule(
    _ name: String, _ line: Int, covers: [Cover], _ verdict: Verdict, notes: [StepNote] = [],
    exchanges: [ExchangeRecord] = [], advice: String? = nil, occasion: TimedCall? = nil,
    times: Int = 1
  ) -> ScenarioRecord {
    let place = at(line, rules)
    let isSkipped = verdict.kind == .skipped
    let step = StepRecord(
      name: name, about: nil, action: .traffic, location: place, device: "application",
      covers: covers, isFinal: false, verdict: isSkipped ? .notReached : verdict,
      exchanges: exchanges, notes: notes, advice: advice, occasion: occasion)
    return ScenarioRecord(
      name: name, about: "Tokens are for the whole life of a registration.", location: place,
      tags: [], isAdvisory: false, verdict: verdict, startedAfter: .zero, duration: .zero,
      steps: Array(repeating: step, count: times), missingFacts: [])
  }

  static let brokenToken = Finding(
    place: .body(JSONPointer([.name("form"), .name("client_id")])),
    position: Position(line: 20, column: 14), expected: "that of the registration",
    found: .text("‹client_id›"), nearest: "no registration of this device gave this client_id",
    order: {
      var order = CallOrder(.value, of: tokenCall)
      order.others = [
        TimedCall(
          method: "POST", path: "/o/client/register", status: 201,
          time: Timestamp(milliseconds: 1_795_238_935_000), recording: "a.har", entry: 4)
      ]
      order.count = 1
      return order
    }())

  static let tokenCall = TimedCall(
    method: "POST", path: "/o/client/token", status: 200,
    time: Timestamp(milliseconds: 1_795_238_940_000), recording: "a.har", entry: 17)

  /// Traffic of an application that breaks a rule on two occasions.
  static let audited: RunRecord = {
    let suite = SuiteRecord(
      name: "Registration and access tokens", about: "What the application does first.",
      file: rules, digest: String(repeating: "0b", count: 32), cookbook: "apple-sso-rest-api-v2",
      phase: "A", subject: .application,
      scenarios: [
        rule(
          "The token call sends the credentials of the registration", 12, covers: ["V2-A1-02"],
          .failed([brokenToken]),
          notes: [
            """
            POST /o/client/token, entry 17 of a.har, sent at 2026-11-21T05:29:00.000Z, and 1 \
            further occasion
            """
          ],
          exchanges: [
            exchange(
              "POST", "/o/client/token", 200,
              detail: ExchangeRecord.Detail(
                requestHeaders: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
                requestBody: "client_id=‹client_id›", reason: "OK",
                responseHeaders: [HeaderField("Content-Type", "application/json")],
                responseBody: #"{"access_token":"‹access_token›"}"#, responseByteCount: 40))
          ], advice: "Keep the client id of the registration.", occasion: tokenCall, times: 2),
        rule(
          "The application asks once", 30, covers: ["V2-C14-02"], .passed,
          notes: ["obeyed on 3 occasions, such as entry 5 of a.har"]),
        rule(
          "The application logs out", 40, covers: ["V2-C1-01"],
          .skipped(because: "the recordings have no occasion for it")),
      ])
    var record = run([suite], shared: [])
    record.target = TargetRecord(
      name: "application", url: base, serviceProvider: nil, mvpds: [],
      framework: "that of the application")
    record.jobs = 1
    record.subject = .application
    record.audit = AuditRecord(
      recordings: ["a.har", "b.har"], origins: [base], judged: 1204,
      ignored: ["ads.example": 80, "cdn.example": 8], unanswered: 2, deliberate: 0, sessions: 3,
      span: Timestamp(milliseconds: 1_795_238_000_000)...Timestamp(milliseconds: 1_795_238_900_000))
    return record
  }()

  /// The certificate of a service and of an application.
  static let merged: RunRecord = (try? RecordMerge.merged([audited, conformant])) ?? audited
}

extension Report {
  func bytes(of record: RunRecord) -> [UInt8] { bytes(of: RunJudgement(record)) }

  func text(of record: RunRecord) -> String { String(decoding: bytes(of: record), as: UTF8.self) }
}

extension RecordDiff {
  /// Compares two records that no test judges otherwise.
  init(from before: RunRecord, to after: RunRecord) {
    self.init(from: RunJudgement(before), to: RunJudgement(after))
  }
}

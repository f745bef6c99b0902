// SPDX-License-Identifier: Apache-2.0
// Tests of the stand-in for the framework: as source, in an application, and against web pages.

import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

/// `serve --partner` while it runs.
final class ServedPartner {
  /// That of the framework.
  let url: BaseURL
  /// That of the service.
  let serviceURL: BaseURL
  private let service: RunningProduct

  init(_ options: [String], emulator: String = "apple", in folder: TemporaryFolder) throws {
    service = try RunningProduct(
      ["serve", "--partner", "emulator:\(emulator)"] + options, in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites])
    let service = service
    try waitUntil {
      service.output.contains("run --target") || service.output.contains("Ctrl-C ends the audit")
    }
    func url(_ beginning: String) throws -> BaseURL {
      let line = try #require(
        service.output.split(separator: "\n").first { $0.hasPrefix(beginning) })
      return try BaseURL(String(try #require(line.split(separator: " ").last)))
    }
    self.url = try url("The framework")
    serviceURL = try url("The reference service")
  }

  /// Interrupts it, and returns what it said to the end.
  func finish() -> Finished {
    service.send(SIGINT)
    return service.wait()
  }

  deinit { service.send(SIGTERM) }

  /// The answer to a request, as `STATUS BODY`.
  func answer(
    _ path: String, _ body: String, _ more: [(String, String)] = [], method: String = "POST",
    type: String? = "application/json"
  ) throws -> String {
    try Self.answer(path, body, more, method: method, type: type, at: url)
  }

  static func answer(
    _ path: String, _ body: String, _ more: [(String, String)] = [], method: String = "POST",
    type: String? = "application/json", at url: BaseURL
  ) throws -> String {
    var headers = HeaderList(more.map { HeaderField($0.0, $0.1) })
    if let type { headers.append("Content-Type", type) }
    let client = HTTPClient(settings: ClientSettings())
    defer { client.close() }
    let response = try client.exchange(
      HTTPRequest(
        method: method, target: "/partner/\(path)", headers: headers, body: Array(body.utf8)),
      with: url.origin, deadline: Deadline(after: .seconds(30))
    ).response
    return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
  }
}

@Suite(.waits) struct ServedPartnerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Requests after one another, and what each is answered.
  @Test(
    arguments: [
      (
        "apple",
        [
          ("call", #"{"call": "permission"}"#, #"200 {"result":{"accessStatus":"granted"}}"#),
          ("call", #"{"call": "metadata"}"#, #"200 {"result":{"accountProviderIdentifier":null}}"#),
          (
            "call", #"{"call": "metadata", "with": {"includeAccountProviderIdentifier": true}}"#,
            #"200 {"result":{"accountProviderIdentifier":"apple-mso-101"}}"#
          ),
          ("state", #"{"state": "denied"}"#, #"200 {"state":"denied"}"#),
          ("call", #"{"call": "permission"}"#, #"200 {"result":{"accessStatus":"denied"}}"#),
          ("user", #"{"action": "grant-permission"}"#, #"200 {"action":"grant-permission"}"#),
          ("call", #"{"call": "permission"}"#, #"200 {"result":{"accessStatus":"granted"}}"#),
          (
            "state",
            #"{"state": "granted-signed-in", "options": {"provider": "P"}, "device": "b"}"#,
            #"200 {"state":"granted-signed-in"}"#
          ),
          (
            "call",
            #"{"call": "metadata", "with": {"includeAccountProviderIdentifier": true}, "device": "b"}"#,
            #"200 {"result":{"accountProviderIdentifier":"P"}}"#
          ),
          (
            "call", #"{"call": "permission", "device": "c"}"#,
            #"200 {"result":{"accessStatus":"denied"}}"#
          ),
        ]
      ),
      (
        "amazon",
        [
          ("state", #"{"state": "sdk-error"}"#, #"200 {"state":"sdk-error"}"#),
          (
            "call", #"{"call": "getSSOTokenSync"}"#,
            #"200 {"error":{"domain":"SSOEnabler","ErrorCode":1,"ErrorDescription":"No user is signed in."}}"#
          ),
          ("state", #"{"state": "sdk-time-out"}"#, #"200 {"state":"sdk-time-out"}"#),
          ("call", #"{"call": "getSSOTokenAsync"}"#, #"202 {"awaits":{}}"#),
        ]
      ),
      (
        "roku",
        [
          ("state", #"{"state": "missing"}"#, #"200 {"state":"missing"}"#),
          (
            "values", "{}",
            #"200 {"identity_token":{"header":"X-Roku-Reserved-Roku-Connect-Token","value":null}}"#
          ),
        ]
      ),
      (
        "identity-service",
        [
          ("user", #"{"action": "sign-out"}"#, #"200 {"action":"sign-out"}"#),
          (
            "call", #"{"call": "getToken"}"#,
            #"200 {"error":{"domain":"identity-service","message":"Sign in first."}}"#
          ),
        ]
      ),
    ] as [(String, [(String, String, String)])])
  func `answers as the framework, and as the person who steers it`(
    emulator: String, requests: [(String, String, String)]
  ) throws {
    let partner = try ServedPartner([], emulator: emulator, in: folder)
    for (path, body, answer) in requests { #expect(try partner.answer(path, body) == answer) }
  }

  @Test(arguments: [
    ("state", #"{"state": "denyed"}"#, "there is no state 'denyed', did you mean 'denied'?"),
    ("state", #"{"state": "no-delegate"}"#, "is the application's doing"),
    ("state", #"{"state": "header-not-base64"}"#, "is the application's doing"),
    ("state", #"{"state": "saml-double-encoded"}"#, "is the application's doing"),
    ("state", #"{"state": "existing-apple-profile"}"#, "is the service's"),
    ("state", #"{"state": "existing-regular-profile"}"#, "is the service's"),
    ("state", "{}", "the request has no 'state'"), ("state", "[]", "is an object"),
    ("state", #"{"stat": "denied"}"#, "did you mean 'state'?"),
    ("state", #"{"state": "denied", "options": {"delegate": "none"}}"#, "is for suites"),
    ("state", #"{"state": "denied", "options": {"expire": 1}}"#, "did you mean 'expires'?"),
    ("state", #"{"state": "denied", "options": {"needsUser": 1}}"#, "true or false"),
    ("user", #"{"action": "sign-in"}"#, "needs a provider"),
    ("user", #"{"action": "cancel", "provider": "a"}"#, "has no 'provider'"),
    ("user", #"{"action": "sign-of"}"#, "did you mean 'sign-out'?"),
    ("call", #"{"call": "metdata"}"#, "did you mean 'metadata'?"),
    ("call", #"{"call": "metadata", "with": {"isInterruptionAllowd": true}}"#, "did you mean"),
    ("call", #"{"call": "permission", "wait": 61}"#, "'wait' is a number of seconds, 0 to 60"),
    ("call", #"{"call": "permission", "call": "metadata"}"#, "a member twice"),
    ("call", #"{"call": "#, "no JSON"),
  ])
  func `refuses a mistake, and says what is meant or whose it is`(
    path: String, body: String, message: String
  ) throws {
    let partner = try ServedPartner([], in: folder)
    let answer = try partner.answer(path, body)
    #expect(answer.hasPrefix("400 ") && answer.contains(message), "\(answer)")
  }

  @Test func `lets a call wait for the person, for as long as it says`() throws {
    let partner = try ServedPartner(["--partner-state", "granted-not-signed-in"], in: folder)
    let picker =
      #"{"call": "metadata", "with": {"isInterruptionAllowed": true, "includeAccountProviderIdentifier": true, "featuredAccountProviderIdentifiers": ["apple-mso-104"]"#
    let waiting = try partner.answer("call", picker + "}}")
    #expect(
      waiting.hasPrefix(
        #"202 {"awaits":{"choice":"picker","providers":[{"identifier":"apple-mso-104""#))
    // Long before a minute is over.
    let start = ContinuousClock.now
    #expect(try partner.answer("call", picker + #"}, "wait": 1}"#) == waiting)
    #expect(.now - start >= .seconds(1))
    // The application's turn is no reason to wait, though the person's choice is there.
    _ = try partner.answer("user", #"{"action": "choose-provider", "provider": "apple-mso-101"}"#)
    let asking = picker + #", "delegate": "asks"}, "wait": 60}"#
    #expect(
      try partner.answer("call", asking)
        == #"202 {"awaits":{"choice":"delegate","provider":"apple-mso-101"}}"#)
    #expect(.now - start < .seconds(50))
    _ = try partner.answer("user", #"{"action": "cancel"}"#)
    #expect(try partner.answer("call", picker + "}}").contains(#""code":2"#))
    let url = partner.url
    let answered = Mutex("")
    let threads = ThreadGroup()
    threads.start {
      let answer = try? ServedPartner.answer("call", picker + #"}, "wait": 60}"#, at: url)
      answered.withLock { $0 = answer ?? "" }
    }
    _ = try partner.answer("user", #"{"action": "choose-provider", "provider": "apple-mso-102"}"#)
    try waitForEnd(of: threads)
    #expect(
      answered.withLock { $0 } == #"200 {"result":{"accountProviderIdentifier":"apple-mso-102"}}"#)
  }

  @Test func `writes down the calls, one line each and without secrets`() throws {
    let path = "\(folder.path)/calls.jsonl"
    let options = ["--partner-state", "granted-not-signed-in", "--record-partner-log", path]
    do {
      let partner = try ServedPartner(options, in: folder)
      _ = try partner.answer("call", #"{"call": "permission", "id": "p"}"#)
      // A picker that waits is asked for again by its stand-in.
      let picker = #"{"call": "metadata", "id": "m", "with": {"isInterruptionAllowed": true, "#
      let asks = picker + #""delegate": "asks", "includeAccountProviderIdentifier": true}}"#
      #expect(try partner.answer("call", asks).hasPrefix("202 "))
      _ = try partner.answer("user", #"{"action": "choose-provider", "provider": "apple-mso-101"}"#)
      #expect(try partner.answer("call", asks).hasPrefix("202 "))
      _ = try partner.answer("call", asks.replacing("asks", with: "accepts"))
      _ = try partner.answer(
        "call",
        #"{"call": "metadata", "with": {"verificationToken": "token-of-service", "attributeNames": ["a"]}, "device": "b"}"#
      )
      #expect(try partner.answer("call", #"{"call": "nothing"}"#).hasPrefix("400 "))
    }
    try waitUntil {
      (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").count == 5
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines[0].hasPrefix(#"{"frameworkLog":1,"partner":"apple","key":""#))
    #expect(lines[1].contains(#""device":1,"call":"permission","request":{"prompting":false}"#))
    let asked = #""request":{"asked":"shouldAuthenticate","provider":"apple-mso-101"}"#
    #expect(lines[2].contains(asked) && lines[2].contains(#""answer":{"accepts":true}"#))
    #expect(lines[3].contains(#""delegate":true"#) && lines[3].contains("apple-mso-101"))
    #expect(
      lines[4].contains(#""device":2,"#) && lines[4].contains(#""verificationToken":{"hmac":""#))
    #expect(!text.contains("token-of-service"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let again = try RunningProduct(
      ["serve", "--partner", "emulator:apple", "--record-partner-log", path], in: folder
    ).wait()
    #expect(again.status == 2)
    #expect(again.error.contains("it is there already, and is not written over"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  /// What a web page of another origin can send, and what else is no request of a stand-in.
  @Test(
    arguments: [
      ("state", [("Host", "evil.example")], "application/json", "421"),
      ("state", [("Host", "evil.example:80")], "application/json", "421"),
      ("state", [("Host", "0.0.0.0")], "application/json", "421"),
      ("state", [("Origin", "https://evil.example")], "application/json", "403"),
      ("state", [("Origin", "null")], "application/json", "403"),
      ("state", [("Origin", "http://localhost")], "application/json", "403"),
      ("call", [("Origin", "null")], "application/json", "403"),
      ("state", [], "text/plain", "415"), ("state", [], nil, "415"),
      ("state", [], "application/x-www-form-urlencoded", "415"),
      ("state", [], "multipart/form-data; boundary=a", "415"),
      ("state", [], "application/jsonp", "415"),
      ("other", [], "application/json", "404"),
      ("state", [], "application/json; charset=utf-8", "200"),
    ] as [(String, [(String, String)], String?, String)])
  func `is neither read nor steered by a web page`(
    path: String, headers: [(String, String)], type: String?, status: String
  ) throws {
    let partner = try ServedPartner([], in: folder)
    let body = path == "call" ? #"{"call": "permission"}"# : #"{"state": "denied"}"#
    let answer = try partner.answer(path, body, headers, type: type)
    #expect(answer.hasPrefix("\(status) "), "\(answer)")
    #expect(!answer.contains("accessStatus"))
    let after = try partner.answer("call", #"{"call": "permission"}"#)
    #expect(after.contains("granted") == (status != "200"), "\(after)")
  }

  @Test func `takes POST alone, from its own origin too`() throws {
    let partner = try ServedPartner([], in: folder)
    #expect(try partner.answer("state", "", method: "GET").hasPrefix("405 "))
    #expect(
      try partner.answer("state", "", [("Origin", "null")], method: "OPTIONS").hasPrefix("403 "))
    let own = [("Origin", "http://\(partner.url.origin.hostAndPort)")]
    #expect(try partner.answer("state", #"{"state": "denied"}"#, own).hasPrefix("200 "))
    let long = #"{"state": "\#(String(repeating: "a", count: 1_100_000))"}"#
    #expect(try partner.answer("state", long).hasPrefix("413 "))
  }

  @Test(arguments: [
    (["--partner", "apple"], "--partner is emulator:NAME here, not 'apple'"),
    (["--partner", "emulator:aple"], "did you mean 'apple'?"),
    (["--partner", "emulator:apple", "--partner-state", "no-delegate"], "the application's doing"),
    (["--partner", "emulator:apple", "--partner-state", "denyed"], "did you mean 'denied'?"),
    (["--partner-state", "denied"], "--partner-state goes with --partner"),
    (["--record-partner-log", "f"], "--record-partner-log goes with --partner"),
    (["--allow-host", "http://a"], "--allow-host is a name or an address"),
  ])
  func `refuses to start in a way that there is not`(options: [String], message: String) throws {
    let finished = try RunningProduct(["serve"] + options, in: folder).wait()
    #expect(finished.status == 2)
    #expect(finished.error.contains(message), "\(finished.error)")
  }
}

/// The compiler of the toolchain that runs the tests.
private enum SwiftCompiler {
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

@Suite(.waits, .enabled(if: SwiftCompiler.path != nil, "there is no swiftc here"))
struct StandInTests {
  private let folder: TemporaryFolder

  static let source = "\(Product.suites)/partner-framework/VideoSubscriberAccountStandIn.swift"
  init() throws { folder = try TemporaryFolder() }

  /// A source file for the compiler alone: no target of the package has it.
  private func copy(_ name: String) throws -> String {
    let file = SharedFolder.project.appending(path: "Tests/StandIn/\(name).txt")
    return try folder.write(try String(contentsOf: file, encoding: .utf8), to: name)
  }

  private func compile(_ arguments: [String]) throws -> String {
    let compiler = try #require(SwiftCompiler.path)
    let result = try LimitedProcess.run(
      compiler, arguments + ["-warnings-as-errors"], in: folder.url, joinsErrors: true, seconds: 300
    )
    return result.status == 0 ? "" : result.output
  }

  @Test(arguments: ["5", "6"]) func `is Swift of each language mode`(version: String) throws {
    let words = ["-typecheck", "-swift-version", version, "-parse-as-library"]
    #expect(try compile(words + [Self.source, try copy("Application.swift")]) == "")
  }

  /// As the manual puts it into a project.
  @Test(arguments: [true, false]) func `is Swift in a condition of its own`(isSet: Bool) throws {
    let source = try String(contentsOfFile: Self.source, encoding: .utf8)
    let file = try folder.write("#if SSO_STAND_IN\n\(source)#endif\n", to: "InCondition.swift")
    let words = ["-typecheck", "-swift-version", "6", "-parse-as-library", file]
    let more = isSet ? ["-D", "SSO_STAND_IN", try copy("Application.swift")] : []
    #expect(try compile(words + more) == "")
  }

  @Test(arguments: ["5", "6"]) func `is Swift where there is UIKit`(version: String) throws {
    let module = [
      "-emit-module", "-module-name", "UIKit", "-parse-as-library", try copy("UIKit.swift"),
    ]
    #expect(try compile(module) == "")
    let user = try folder.write(
      """
      import UIKit
      @MainActor let picker: UITableViewController.Type = VSStandInPicker.self
      """, to: "User.swift")
    #expect(
      try compile([
        "-typecheck", "-swift-version", version, "-parse-as-library", "-I", folder.path,
        Self.source,
        user,
      ]) == "")
  }

  @Test func `is printed by the program as it is`() throws {
    let printed = try RunningProduct(
      ["partner", "--stand-in"], in: folder, environment: ["SSO_CONFORMANCE_SUITES": Product.suites]
    ).wait()
    #expect(printed.status == 0)
    #expect(
      printed.output
        == String(decoding: try Data(contentsOf: URL(filePath: Self.source)), as: UTF8.self))
    let other = try RunningProduct(["partner", "--stand-in", "--emulator", "roku"], in: folder)
      .wait()
    #expect(other.status == 2)
  }

  private static let saml = "SAML urn:oasis:names:tc:SAML:2.0:status:Success"
  private static let signedIn = "valid, no response, no provider response"

  @Test func `answers an application as the framework does, in state after state`() throws {
    #expect(
      try compile([
        "-parse-as-library", "-swift-version", "6", try copy("Application.swift"), Self.source,
        "-o",
        "application",
      ]) == "")
    let partner = try ServedPartner([], in: folder)
    for (state, steps, lines) in Self.walks {
      if !state.isEmpty {
        #expect(try partner.answer("state", state).hasPrefix("200 "), "\(state)")
      }
      let application = try LimitedProcess.run(
        "\(folder.path)/application", steps, in: folder.url,
        // A proxy that is not there: the stand-in asks none.
        environment: [
          "SSO_CONFORMANCE_PARTNER_URL": "\(partner.url)", "http_proxy": "http://127.0.0.1:9",
        ])
      #expect(application.output.split(separator: "\n").map(String.init) == lines, "\(state)")
    }
  }

  private static let walks: [(state: String, steps: [String], lines: [String])] = [
    (
      "", ["permission", "async-permission", "query", "defaults", "authenticate"],
      [
        "permission granted", "permission granted", "apple-mso-101, \(signedIn)",
        "no identifier, no date, no response, no provider response",
        "apple-mso-101, valid, SAML, \(saml)",
      ]
    ),
    (
      #"{"state": "denied-with-error"}"#, ["permission", "async-permission", "query"],
      [
        "permission denied error VSErrorDomain 0 accessNotGranted",
        "permission caught accessNotGranted", "error VSErrorDomain 0 accessNotGranted",
      ]
    ),
    (
      #"{"state": "not-determined"}"#, ["silent-permission", "query"],
      ["permission notDetermined", "error VSErrorDomain 0 accessNotGranted"]
    ),
    (
      #"{"state": "granted-not-signed-in"}"#,
      [
        "query", "cancelled", "no-delegate", "picker=cancel", "refuses=apple-mso-101",
        "picker=apple-mso-103", "picker=other", "picker=apple-mso-102", "query",
      ],
      [
        "no metadata, no error", "error VSErrorDomain 2 userCancelled",
        "error VSErrorDomain 3 serviceTemporarilyUnavailable",
        "presents apple-mso-102 apple-mso-101 apple-mso-103", "dismisses",
        "error VSErrorDomain 2 userCancelled",
        "presents apple-mso-102 apple-mso-101 apple-mso-103", "asks for apple-mso-101", "dismisses",
        "error VSErrorDomain 1 unsupportedProvider apple-mso-101",
        "presents apple-mso-102 apple-mso-101 apple-mso-103", "dismisses",
        "error VSErrorDomain 1 unsupportedProvider apple-mso-103",
        "presents apple-mso-102 apple-mso-101 apple-mso-103", "dismisses",
        "error VSErrorDomain 1 unsupportedProvider",
        "presents apple-mso-102 apple-mso-101 apple-mso-103", "asks for apple-mso-102", "dismisses",
        "apple-mso-102, \(signedIn)", "apple-mso-102, \(signedIn)",
      ]
    ),
    (
      #"{"state": "granted-signed-in"}"#,
      ["forced=cancel", "query", "forced=apple-mso-102", "query"],
      [
        "presents apple-mso-102 apple-mso-101 apple-mso-103", "dismisses",
        "error VSErrorDomain 2 userCancelled", "apple-mso-101, \(signedIn)",
        "presents apple-mso-102 apple-mso-101 apple-mso-103", "asks for apple-mso-102", "dismisses",
        "apple-mso-102, \(signedIn)", "apple-mso-102, \(signedIn)",
      ]
    ),
    (
      #"{"state": "provider-expired"}"#, ["query"],
      ["apple-mso-101, expired, no response, no provider response"]
    ),
    (#"{"state": "metadata-error-unknown"}"#, ["query"], ["error VSErrorDomain 99 no VSError"]),
    (#"{"state": "metadata-nil"}"#, ["query"], ["no metadata, no error"]),
    (
      #"{"state": "metadata-empty"}"#, ["query"],
      ["no identifier, no date, no response, no provider response"]
    ),
    (#"{"state": "framework-timeout"}"#, ["cancelled"], ["error VSErrorDomain 2 userCancelled"]),
    (
      #"{"state": "framework-unavailable"}"#, ["permission"],
      ["permission notDetermined error VSStandInErrorDomain 0 no VSError"]
    ),
  ]
}

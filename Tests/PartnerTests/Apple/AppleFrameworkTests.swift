// SPDX-License-Identifier: Apache-2.0
// The Apple emulator: its states and rules, and the options of a step.

import Formats
import TestSupport
import Testing
import Text

@testable import Partner

struct AppleFrameworkTests {
  static let query: JSONValue = ["isInterruptionAllowed": true]

  func options(_ members: (String, JSONValue)...) -> JSONObject {
    JSONObject(members.map { (name: $0.0, value: $0.1) })
  }

  @Test func `lets any provider be signed in, with all that it answers`() throws {
    let unlike = [
      "framework-timeout", "provider-changes-during-authentication", "saml-other-issuer",
    ]
    for state in AppleState.all where !unlike.contains(state.name) {
      let framework = try open(state.name, options(("provider", "live-7")))
      try framework.user(.grantPermission)
      for (name, call) in [("metadata", Self.query), ("authenticate", authentication())] {
        let text = JSONWriter.text(try framework.call(name, call))
        #expect(!text.contains("apple-mso-"), "\(state.name)")
      }
    }
  }

  @Test(arguments: [
    ("provider-mismatch", true), ("provider-sso-disabled", true), ("provider-degraded", true),
    ("granted-not-signed-in-user-picks-provider", true), ("signed-in-in-settings", true),
    ("provider-picker-only-signed-in", false), ("provider-not-in-configuration", false),
    ("unsupported-provider", false), ("unsupported-provider-unknown", false),
  ])
  func `takes the provider for onboarded unless the state says otherwise`(
    state: String, isOnboarded: Bool
  ) throws {
    for id in ["live-7", "apple-mso-103", "apple-mso-101"] {
      let framework = try open(state, options(("provider", .string(id))))
      let answer = try framework.call("authenticate", authentication())
      if isOnboarded {
        #expect(answer["accountProviderIdentifier"] == .string(id))
      } else {
        #expect(answer["error"]?["unsupportedProviderIdentifier"] == .string(id))
      }
    }
  }

  @Test func `keeps another provider apart from the state's own`() throws {
    for id in ["apple-mso-101", "apple-mso-102", "live-7"] {
      let changing = try open(
        "provider-changes-during-authentication", options(("provider", .string(id))))
      let answer = try changing.call("authenticate", authentication())
      #expect(answer["accountProviderIdentifier"] != .string(id))
      let filtered = try open("signed-in-provider-filtered", options(("provider", .string(id))))
      #expect(
        try filtered.call("metadata", Self.query)["error"]?["unsupportedProviderIdentifier"]
          == .string(id))
    }
  }

  @Test func `lets the user sign in with any provider`() throws {
    let framework = try open("granted-not-signed-in")
    #expect(try framework.call("metadata", Self.query)["error"]?["code"] == 2)
    try framework.user(.chooseProvider("live-8"))
    #expect(try framework.call("metadata", Self.query)["accountProviderIdentifier"] == "live-8")
    try framework.user(.switchProvider(provider: "live-9"))
    let answer = try framework.call("authenticate", authentication(silent: true))
    #expect(answer["accountProviderIdentifier"] == "live-9")
    try framework.user(.signOut)
    try framework.user(.chooseProvider(nil))
    let other = try framework.call("metadata", Self.query)
    #expect(other["error"]?["code"] == 1)
    #expect(other["error"]?["unsupportedProviderIdentifier"] == nil)
    try framework.user(.cancel)
    #expect(try framework.call("metadata", Self.query)["error"]?["code"] == 2)
  }

  @Test func `lets the user cancel the picker and the sign-in alike`() throws {
    let expired = try open("granted-signed-in", options(("needsUser", true)))
    try expired.user(.cancel)
    let answer = try expired.call("authenticate", authentication())
    #expect(answer["error"]?["message"] == "Cancelled")
    let unknown = try open("granted-signed-in", options(("provider", .null), ("pickerChoice", "p")))
    try unknown.user(.cancel)
    let query = try unknown.call("metadata", Self.query)
    #expect(query["error"]?["message"] == "The request was cancelled by the user.")
  }

  @Test func `signs the user in for good once the screen was shown`() throws {
    let framework = try open("granted-signed-in", options(("needsUser", true), ("expires", 5)))
    #expect(try framework.call("authenticate", authentication())["error"] == nil)
    let answer = try framework.call("authenticate", authentication(silent: true))
    #expect(answer["authenticationExpirationDate"] == 1_896_048_000_000)
  }

  @Test(arguments: [
    (0, "Access not granted"), (1, "Unsupported provider"), (2, "Cancelled"),
    (3, "Service temporarily unavailable"), (4, "Provider rejected"),
    (5, "Invalid verification token"), (6, "Rejected"), (7, "Unsupported in this region"),
    (8, "Unknown error"), (-1, "Unknown error"),
  ])
  func `says what an error means`(code: Int, message: String) throws {
    let framework = try open("granted-signed-in", options(("fault", ["code": .integer(code)])))
    let answer = try framework.call("metadata", Self.query)
    #expect(answer["error"]?["message"] == .string(message))
  }

  @Test(arguments: [("allow", "granted"), ("deny", "denied"), ("dismiss", "notDetermined")])
  func `asks the user for permission when it may, and remembers it`(
    choice: String, status: String
  ) throws {
    let framework = try open("not-determined", options(("promptChoice", .string(choice))))
    for (prompting, expected) in [(false, "notDetermined"), (true, status), (false, status)] {
      let answer = try framework.call("permission", ["prompting": .boolean(prompting)])
      #expect(answer["accessStatus"] == .string(expected))
    }
    let known = try open("denied", options(("promptChoice", .string(choice))))
    let denied = try known.call("permission", ["prompting": true])
    #expect(denied["accessStatus"] == "denied")
  }

  @Test func `signs nobody in where the step says null`() throws {
    let framework = try open("granted-signed-in", options(("provider", .null)))
    #expect(try framework.call("metadata", ["isInterruptionAllowed": false]) == [:])
  }

  @Test func `judges by the list of supported providers that a request has`() throws {
    let framework = try open("signed-in-provider-filtered", options(("provider", "live-7")))
    func answer(_ supported: JSONValue) throws -> JSONValue {
      try framework.call(
        "metadata",
        ["isInterruptionAllowed": true, "supportedAccountProviderIdentifiers": supported])
    }
    #expect(try answer(["live-7"])["accountProviderIdentifier"] == "live-7")
    #expect(try answer(["live-8"])["error"]?["code"] == 1)
  }

  @Test(arguments: [
    ("includeAccountProviderIdentifier", "accountProviderIdentifier"),
    ("includeAuthenticationExpirationDate", "authenticationExpirationDate"),
  ])
  func `leaves out what is not asked for`(flag: String, member: String) throws {
    let framework = try open("granted-signed-in")
    let answer = try framework.call("metadata", ["isInterruptionAllowed": false, flag: false])
    #expect(answer[member] == nil)
    #expect(answer.object?.count == 1)
  }

  @Test func `lets a sign-in expire by the clock that is handed in`() throws {
    let clock = TestClock()
    let framework = try open("granted-signed-in", options(("expires", "now + 1h")), clock: clock)
    let silent = authentication(silent: true)
    #expect(try framework.call("authenticate", silent)["error"] == nil)
    clock.advance(by: .seconds(3600))
    #expect(try framework.call("authenticate", silent)["error"] == nil)
    clock.advance(by: .milliseconds(1))
    #expect(try framework.call("authenticate", silent)["error"]?["code"] == 4)
  }

  @Test(
    arguments: table(
      #"""
      granted-signed-in | {"promptChoice":"deny","permission":"notDetermined"} | denied
      not-determined | {"promptChoice":"dismiss"} | notDetermined
      denied | {"permission":"restricted"} | restricted
      """#) as [(String, JSONValue, String)])
  func `takes the parameters of the machine as options`(
    state: String, options: JSONValue, status: String
  ) throws {
    let framework = try open(state, try #require(options.object))
    let answer = try framework.call("permission", ["prompting": true])
    #expect(answer["accessStatus"] == .string(status))
  }

  @Test func `refuses another state, and names the nearest`() {
    #expect(throws: PartnerError.unknownState(name: "denyed", suggestion: "denied")) {
      try open("denyed")
    }
    #expect(throws: PartnerError.unknownState(name: "x", suggestion: nil)) { try open("x") }
  }

  @Test func `sends the header that an option names`() throws {
    let framework = try open("granted-signed-in", options(("headerValues", ["W10="])))
    #expect(try framework.status(deadline: never) == "W10=")
  }

  @Test func `has no framework, whatever the user does`() throws {
    let framework = try open("framework-unavailable")
    try framework.user(.grantPermission)
    try framework.user(.signIn(provider: "x"))
    #expect(try framework.status(deadline: never) == nil)
    let unavailable: JSONValue = ["error": ["domain": "unavailable"]]
    #expect(try framework.call("permission", ["prompting": true]) == unavailable)
  }

  @Test func `keeps the header when the user only chooses in the picker`() throws {
    let framework = try open("picker-cancelled")
    let before = try framework.status(deadline: never)
    try framework.user(.chooseProvider("x"))
    #expect(try framework.status(deadline: never) == before)
  }
}

struct AppleOptionTests {
  static func error(_ code: Int, _ message: String, _ provider: String? = nil) -> String {
    let more = provider.map { #","unsupportedProviderIdentifier":"\#($0)""# } ?? ""
    return #"{"error":{"domain":"VSErrorDomain","code":\#(code),"message":"\#(message)"\#(more)}}"#
  }

  /// The account of the provider `p`.
  static func account(until expiry: Int? = nil) -> String {
    let more = expiry.map { #","authenticationExpirationDate":\#($0)"# } ?? ""
    return #"{"accountProviderIdentifier":"p"\#(more)}"#
  }

  /// The forms of a point in time and of a distance, in messages.
  static let time = "is null, or milliseconds since 1970, or now + 24h, now - 1d, not"
  static let distance = "is a number of milliseconds, or a duration such as 2h, not"

  @Test(
    arguments: table(
      #"""
      {"expires":"now + 1h","elapsed":"1h"} | true
      {"expires":"now + 1h","elapsed":3600001} | true | 4
      {"expires":"now + 1h","clockOffset":"1h"} | true
      {"expires":"now + 1h","clockOffset":3600001} | true | 4
      {"expires":"now + 1h","deviceClockOffset":3600001} | true | 4
      {"expires":"now + 1h","elapsed":3600001,"clockOffset":-1} | true
      {"expires":"now + 1h","elapsed":3600001} | false
      {"expires":"now"} | true
      {"expires":"now - 1ms"} | true | 4
      {"expires":null} | true
      {"needsUser":true} | true | 4
      {"needsUser":true} | false
      {"needsUser":true,"signIn":"cancel"} | false | 2
      {"needsUser":true,"signIn":"reject"} | false | 4
      {"signIn":"reject"} | false
      {"provider":null} | true | 4
      {"provider":null,"delegate":"none"} | false | 3
      {"provider":null,"pickerChoice":"p","delegate":"refuses"} | false | 1
      {"provider":null,"pickerChoice":"p"} | false
      {"fault":{"code":6},"faultOn":"authentication"} | true | 6
      {"fault":{"code":6},"faultOn":"all"} | true | 6
      {"requestSupported":["q"]} | false
      {"permission":"denied"} | false | 0
      """#) as [(JSONValue, Bool, Int?)])
  func `authenticates by the options`(options: JSONValue, silent: Bool, code: Int?) throws {
    let framework = try open("granted-signed-in", try #require(options.object))
    let answer = try framework.call("authenticate", authentication(silent: silent))
    #expect(answer["error"]?["code"] == code.map(JSONValue.integer))
    #expect((answer["samlAttributeQueryResponse"] == nil) == (code != nil))
  }

  static let answers: [(JSONValue, String)] = table(
    #"""
    {"fault":{"code":3}} | \#(error(3, "Service temporarily unavailable"))
    {"fault":{"code":8,"message":"x"}} | \#(error(8, "x"))
    {"fault":"empty"} | {}
    {"fault":"nil"} | {}
    {"provider":null,"delegate":"none"} | \#(error(3, "No delegate to present the picker"))
    {"provider":null,"pickerChoice":"p","signIn":"reject"} | \#(error(4, "Provider rejected"))
    {"provider":null,"pickerChoice":"p","signIn":"cancel"} | \#(error(2, "Cancelled"))
    {"provider":null,"pickerChoice":"p","delegate":"refuses"} | \#(error(1, "Unsupported provider", "p"))
    {"provider":null,"pickerChoice":"other"} | \#(error(1, "Unsupported provider"))
    {"provider":"p","requestSupported":["q"]} | \#(error(1, "Unsupported provider", "p"))
    {"expires":null,"provider":"p","requestSupported":["q","p"]} | \#(account())
    {"expires":null,"provider":"p","fault":{"code":3},"faultOn":"authentication"} | \#(account())
    {"expires":null,"provider":"p","needsUser":true} | \#(account())
    {"fault":{"code":5,"domain":"D","unsupportedProviderIdentifier":"u"}} | {"error":{"domain":"D","code":5,"message":"Invalid verification token","unsupportedProviderIdentifier":"u"}}
    {"fault":{"code":4,"userInfo":{"VSErrorInfoKeySAMLResponse":"<a/>","VSErrorInfoKeySAMLResponseStatus":"s","VSErrorInfoKeyUnsupportedProviderIdentifier":"u"}}} | {"error":{"domain":"VSErrorDomain","code":4,"message":"Provider rejected","unsupportedProviderIdentifier":"u","samlResponse":"<a/>","samlResponseStatus":"s"}}
    {"expires":"now","provider":"p"} | \#(account(until: 1893456000000))
    {"expires":"now + 2h","provider":"p"} | \#(account(until: 1893463200000))
    {"expires":"7","provider":"p"} | \#(account(until: 7))
    {"expires":1000000000000000,"provider":"p"} | \#(account(until: 1000000000000000))
    {"expires":null,"provider":"p"} | \#(account())
    {"expires":"now - 1d","provider":"p"} | \#(account(until: 1893369600000))
    {"expires":5,"provider":"p"} | \#(account(until: 5))
    """#)

  @Test(arguments: answers)
  func `answers by the options`(options: JSONValue, answer: String) throws {
    let framework = try open("granted-signed-in", try #require(options.object))
    #expect(try JSONWriter.text(framework.call("metadata", AppleFrameworkTests.query)) == answer)
  }

  static let refusals: [(JSONValue, String, String)] = table(
    #"""
    {"expire":5} | expire | is unknown, did you mean 'expires'?
    {"expires":"soon"} | expires | \#(time) 'soon'
    {"expires":1000000000000001} | expires | \#(time) 1000000000000001
    {"expires":"now * 1d"} | expires | \#(time) 'now * 1d'
    {"elapsed":1000000000000001} | elapsed | \#(distance) 1000000000000001
    {"fault":{"code":1,"userInfo":{"x":1}}} | fault | is wrong: userInfo has no 'x'; it has VSErrorInfoKeySAMLResponse, VSErrorInfoKeySAMLResponseStatus, VSErrorInfoKeyUnsupportedProviderIdentifier
    {"lastKnownProvider":{"id":1}} | lastKnownProvider | is wrong: 'id' of lastKnownProvider is a string, not 1
    {"headerValues":"x"} | headerValues | is an array of strings, not 'x'
    {"missing":[1]} | missing | is an array of strings, not an array
    {"elapsed":true} | elapsed | \#(distance) true
    {"saml":"prety"} | saml | is one of ok, compact, pretty, malformed, empty, expired, not-yet-valid, wrong-audience, replayed, bad-signature, other-issuer, status-responder, attributes-missing, large, skewed, not 'prety', did you mean 'pretty'?
    {"provider":7} | provider | is a string, not 7
    {"provider":""} | provider | is the id of a provider, not ''
    {"needsUser":"yes"} | needsUser | is true or false, not 'yes'
    {"requestSupported":"x"} | requestSupported | is an array of strings, not 'x'
    {"fault":3} | fault | is null, never, nil, empty or an error {code: n}, not 3
    {"fault":{}} | fault | is wrong: an error has a code, a number
    {"permissionError":{"cod":1}} | permissionError | is wrong: the error has no 'cod', did you mean 'code'?
    {"headerValues":[]} | headerValues | names no value
    """#)

  @Test(arguments: refusals)
  func `refuses another option, or value`(options: JSONValue, name: String, reason: String) throws {
    let options = try #require(options.object)
    #expect(throws: PartnerError.invalidOption(name: name, reason: reason)) {
      try open("granted-signed-in", options)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The options of a step for the Apple emulator: what it answers by them, and what it refuses.

import Formats
import Testing

@testable import Partner

@Suite struct AppleOptionTests {
  @Test(
    arguments: [
      (["expires": "now + 1h", "elapsed": "1h"], true, nil),
      (["expires": "now + 1h", "elapsed": 3_600_001], true, 4),
      (["expires": "now + 1h", "clockOffset": "1h"], true, nil),
      (["expires": "now + 1h", "clockOffset": 3_600_001], true, 4),
      (["expires": "now + 1h", "deviceClockOffset": 3_600_001], true, 4),
      (["expires": "now + 1h", "elapsed": 3_600_001, "clockOffset": -1], true, nil),
      (["expires": "now + 1h", "elapsed": 3_600_001], false, nil),
      (["expires": "now"], true, nil), (["expires": "now - 1ms"], true, 4),
      (["expires": .null], true, nil), (["needsUser": true], true, 4),
      (["needsUser": true], false, nil), (["needsUser": true, "signIn": "cancel"], false, 2),
      (["needsUser": true, "signIn": "reject"], false, 4),
      (["signIn": "reject"], false, nil), (["provider": .null], true, 4),
      (["provider": .null, "delegate": "none"], false, 3),
      (["provider": .null, "pickerChoice": "p", "delegate": "refuses"], false, 1),
      (["provider": .null, "pickerChoice": "p"], false, nil),
      (["fault": ["code": 6], "faultOn": "authentication"], true, 6),
      (["fault": ["code": 6], "faultOn": "all"], true, 6),
      (["requestSupported": ["q"]], false, nil), (["permission": "denied"], false, 0),
    ] as [(JSONValue, Bool, Int?)])
  func `authenticates by the options`(options: JSONValue, silent: Bool, code: Int?) throws {
    let framework = try open("granted-signed-in", try #require(options.object))
    let answer = try framework.call("authenticate", authentication(silent: silent))
    #expect(answer["error"]?["code"] == code.map(JSONValue.integer))
    #expect((answer["samlAttributeQueryResponse"] == nil) == (code != nil))
  }

  @Test(
    arguments: [
      (
        ["fault": ["code": 3]],
        #"{"error":{"domain":"VSErrorDomain","code":3,"message":"Service temporarily unavailable"}}"#
      ),
      (
        ["fault": ["code": 8, "message": "x"]],
        #"{"error":{"domain":"VSErrorDomain","code":8,"message":"x"}}"#
      ),
      (["fault": "empty"], "{}"), (["fault": "nil"], "{}"),
      (
        ["provider": .null, "delegate": "none"],
        #"{"error":{"domain":"VSErrorDomain","code":3,"message":"No delegate to present the picker"}}"#
      ),
      (
        ["provider": .null, "pickerChoice": "p", "signIn": "reject"],
        #"{"error":{"domain":"VSErrorDomain","code":4,"message":"Provider rejected"}}"#
      ),
      (
        ["provider": .null, "pickerChoice": "p", "signIn": "cancel"],
        #"{"error":{"domain":"VSErrorDomain","code":2,"message":"Cancelled"}}"#
      ),
      (
        ["provider": .null, "pickerChoice": "p", "delegate": "refuses"],
        #"{"error":{"domain":"VSErrorDomain","code":1,"message":"Unsupported provider","unsupportedProviderIdentifier":"p"}}"#
      ),
      (
        ["provider": .null, "pickerChoice": "other"],
        #"{"error":{"domain":"VSErrorDomain","code":1,"message":"Unsupported provider"}}"#
      ),
      (
        ["provider": "p", "requestSupported": ["q"]],
        #"{"error":{"domain":"VSErrorDomain","code":1,"message":"Unsupported provider","unsupportedProviderIdentifier":"p"}}"#
      ),
      (
        ["expires": .null, "provider": "p", "requestSupported": ["q", "p"]],
        #"{"accountProviderIdentifier":"p"}"#
      ),
      (
        ["expires": .null, "provider": "p", "fault": ["code": 3], "faultOn": "authentication"],
        #"{"accountProviderIdentifier":"p"}"#
      ),
      (
        ["expires": .null, "provider": "p", "needsUser": true],
        #"{"accountProviderIdentifier":"p"}"#
      ),
      (
        ["fault": ["code": 5, "domain": "D", "unsupportedProviderIdentifier": "u"]],
        #"{"error":{"domain":"D","code":5,"message":"Invalid verification token","unsupportedProviderIdentifier":"u"}}"#
      ),
      (
        [
          "fault": [
            "code": 4,
            "userInfo": [
              "VSErrorInfoKeySAMLResponse": "<a/>", "VSErrorInfoKeySAMLResponseStatus": "s",
              "VSErrorInfoKeyUnsupportedProviderIdentifier": "u",
            ],
          ]
        ],
        #"{"error":{"domain":"VSErrorDomain","code":4,"message":"Provider rejected","unsupportedProviderIdentifier":"u","samlResponse":"<a/>","samlResponseStatus":"s"}}"#
      ),
      (
        ["expires": "now", "provider": "p"],
        #"{"accountProviderIdentifier":"p","authenticationExpirationDate":1893456000000}"#
      ),
      (
        ["expires": "now + 2h", "provider": "p"],
        #"{"accountProviderIdentifier":"p","authenticationExpirationDate":1893463200000}"#
      ),
      (
        ["expires": "7", "provider": "p"],
        #"{"accountProviderIdentifier":"p","authenticationExpirationDate":7}"#
      ),
      (
        ["expires": 1_000_000_000_000_000, "provider": "p"],
        #"{"accountProviderIdentifier":"p","authenticationExpirationDate":1000000000000000}"#
      ),
      (["expires": .null, "provider": "p"], #"{"accountProviderIdentifier":"p"}"#),
      (
        ["expires": "now - 1d", "provider": "p"],
        #"{"accountProviderIdentifier":"p","authenticationExpirationDate":1893369600000}"#
      ),
      (
        ["expires": 5, "provider": "p"],
        #"{"accountProviderIdentifier":"p","authenticationExpirationDate":5}"#
      ),
    ] as [(JSONValue, String)])
  func `answers by the options`(options: JSONValue, answer: String) throws {
    let framework = try open("granted-signed-in", try #require(options.object))
    #expect(try JSONWriter.text(framework.call("metadata", AppleFrameworkTests.query)) == answer)
  }

  @Test(
    arguments: [
      (["expire": 5], "expire", "is unknown, did you mean 'expires'?"),
      (
        ["expires": "soon"], "expires",
        "is null, or milliseconds since 1970, or now + 24h, now - 1d, not 'soon'"
      ),
      (
        ["expires": 1_000_000_000_000_001], "expires",
        "is null, or milliseconds since 1970, or now + 24h, now - 1d, not 1000000000000001"
      ),
      (
        ["expires": "now * 1d"], "expires",
        "is null, or milliseconds since 1970, or now + 24h, now - 1d, not 'now * 1d'"
      ),
      (
        ["elapsed": 1_000_000_000_000_001], "elapsed",
        "is a number of milliseconds, or a duration such as 2h, not 1000000000000001"
      ),
      (
        ["fault": ["code": 1, "userInfo": ["x": 1]]], "fault",
        "is wrong: userInfo has no 'x'; it has VSErrorInfoKeySAMLResponse, VSErrorInfoKeySAMLResponseStatus, VSErrorInfoKeyUnsupportedProviderIdentifier"
      ),
      (
        ["lastKnownProvider": ["id": 1]], "lastKnownProvider",
        "is wrong: 'id' of lastKnownProvider is a string, not 1"
      ),
      (["headerValues": "x"], "headerValues", "is a list of texts, not 'x'"),
      (["missing": [1]], "missing", "is a list of texts, not an array"),
      (
        ["elapsed": true], "elapsed",
        "is a number of milliseconds, or a duration such as 2h, not true"
      ),
      (
        ["saml": "prety"], "saml",
        "is one of ok, compact, pretty, malformed, empty, expired, not-yet-valid, wrong-audience, replayed, bad-signature, other-issuer, status-responder, attributes-missing, large, skewed, not 'prety', did you mean 'pretty'?"
      ),
      (["provider": 7], "provider", "is the id of a provider, not 7"),
      (["provider": ""], "provider", "is the id of a provider, not ''"),
      (["needsUser": "yes"], "needsUser", "is true or false, not 'yes'"),
      (["requestSupported": "x"], "requestSupported", "is a list of texts, not 'x'"),
      (["fault": 3], "fault", "is null, never, nil, empty or an error {code: n}, not 3"),
      (["fault": [:]], "fault", "is wrong: an error has a code, a number"),
      (
        ["permissionError": ["cod": 1]], "permissionError",
        "is wrong: the error has no 'cod', did you mean 'code'?"
      ),
      (["headerValues": []], "headerValues", "names no value"),
    ] as [(JSONValue, String, String)])
  func `refuses another option, or value`(options: JSONValue, name: String, reason: String) throws {
    let options = try #require(options.object)
    #expect(throws: PartnerError.invalidOption(name: name, reason: reason)) {
      try open("granted-signed-in", options)
    }
  }
}

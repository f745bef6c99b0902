// SPDX-License-Identifier: Apache-2.0
// Calls of the framework: how they are read, answered and misused.

import Formats
import TestSupport
import Testing
import Text

@testable import Partner

struct CallTests {
  @Test(
    arguments: table(
      #"""
      metadata | {"channelIdentifier":"c","includeAccountProviderIdentifier":false,"includeAuthenticationExpirationDate":false,"isInterruptionAllowed":true,"supportedAccountProviderIdentifiers":["a","b"],"featuredAccountProviderIdentifiers":["b","c"]}
      authenticate | {"verificationToken":"t","attributeNames":["uid","zip"],"isInterruptionAllowed":false,"channelIdentifier":"c","includeAccountProviderIdentifier":false,"includeAuthenticationExpirationDate":false,"supportedAccountProviderIdentifiers":["a"],"featuredAccountProviderIdentifiers":["b"]}
      authenticate | {"verificationToken":"t","attributeNames":[],"isInterruptionAllowed":true}
      permission | {"prompting":false}
      """#) as [(String, JSONValue)])
  func `are written with all that they ask`(name: String, arguments: JSONValue) throws {
    let call = try PartnerCall.written(name, arguments)
    #expect(call.name == name)
    #expect(JSONValue.object(call.arguments) == arguments)
  }

  @Test(
    arguments: table(
      #"""
      {"code":"1"} | 'code' of an error is an integer, not '1'
      {"code":1,"message":["x"]} | 'message' of an error is a string, not an array
      "x" | an error is an object, not 'x'
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" | an error is an object, not a string
      100000000000000000000 | an error is an object, not a number
      {"code":1,"mesage":"m"} | an error has no 'mesage', did you mean 'message'?
      {"code":1,"zzzzzz":"m"} | an error has no 'zzzzzz'; it has domain, code, message, unsupportedProviderIdentifier, samlResponse, samlResponseStatus
      {"code":1,"message":"m","code":1} | an error has 'code' twice
      {"code":null,"code":1} | an error has 'code' twice
      {"message":"m"} | an error has no 'code'
      {"domain":null} | an error has no 'code'
      {"domain":"VSErrorDomain","code":null} | an error has no 'code'
      """#) as [(JSONValue, String)])
  func `refuse another form of an error`(error: JSONValue, sentence: String) {
    #expect(throws: FormError(sentence)) {
      try FrameworkRegistry.standard.completed(error: error)
    }
  }

  @Test(
    arguments: table(
      #"""
      permission | {} | the answer has no 'accessStatus', one of KNOWN
      permission | {"accessStatus":null,"error":{"code":1}} | the answer has no 'accessStatus', one of KNOWN
      permission | {"accessStatus":"Granted"} | 'accessStatus' of the answer is one of KNOWN, not 'Granted', did you mean 'granted'?
      permission | {"accessStatus":"granted","error":"x"} | 'error' of the answer is an object, not 'x'
      permission | {"accessStatus":"granted","acessStatus":"denied"} | the answer has no 'acessStatus', did you mean 'accessStatus'?
      metadata | {"accountProviderIdentifier":1} | 'accountProviderIdentifier' of the answer is a string, not 1
      metadata | {"authenticationExpirationDate":"5"} | 'authenticationExpirationDate' of the answer is an integer, not '5'
      metadata | {"accountProviderIdentifer":"p"} | the answer has no 'accountProviderIdentifer', did you mean 'accountProviderIdentifier'?
      metadata | [] | the answer is an object, not an array
      """#) as [(String, JSONValue, String)])
  func `refuse another form of an answer`(call: String, answer: JSONValue, sentence: String) {
    let known = AccessStatus.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(throws: FormError(sentence.replacing("KNOWN", with: known))) {
      try FrameworkRegistry.standard.call(named: call)?.answer.completed(answer, "the answer")
    }
  }

  @Test func `take null for what is missing`() throws {
    for arguments in [.null, ["prompting": .null]] as [JSONValue] {
      #expect(try PartnerCall.written("permission", arguments).arguments["prompting"] == true)
    }
  }

  @Test(
    arguments: table(
      #"""
      permission | {"prompting":1} | 'prompting' of the permission call is true or false, not 1
      permission | {"promting":true} | the permission call has no 'promting', did you mean 'prompting'?
      permission | [] | the permission call is an object, not an array
      metadata | {"isInterruptionAllowed":true,"isInterruptionAllowed":false} | the metadata call has 'isInterruptionAllowed' twice
      metadata | {"isInterruptionAllowed":true,"supportedAccountProviderIdentifiers":["a",1]} | 'supportedAccountProviderIdentifiers' of the metadata call is an array of strings, not an array
      metadata | {"isInterruptionAllowed":"yes"} | 'isInterruptionAllowed' of the metadata call is true or false, not 'yes'
      authenticate | {"isInterruptionAllowed":true,"attributeNames":"uid"} | 'attributeNames' of the authenticate call is an array of strings, not 'uid'
      authenticate | {"isInterruptionAllowed":true,"verificationToken":1} | 'verificationToken' of the authenticate call is a string, not another number
      metdata | {} | unknown call 'metdata', did you mean 'metadata'?
      """#) as [(String, JSONValue, String)])
  func `refuse another form of a call`(name: String, arguments: JSONValue, sentence: String) {
    #expect(throws: PartnerMisuse(sentence)) { try PartnerCall.written(name, arguments) }
  }

  @Test func `read an error without a domain as one of the framework`() throws {
    let error = try FrameworkRegistry.standard.completed(error: ["code": 2, "message": "m"])
    #expect(PartnerAnswer.words(for: error) == "error 2 of VSErrorDomain: m")
    let other = try FrameworkRegistry.standard.completed(error: ["domain": "unavailable"])
    #expect(other == FrameworkError.unavailable.object)
    let unavailable = FrameworkError.unavailable.object
    #expect(PartnerAnswer.words(for: unavailable) == "no framework on this device")
  }

  @Test(arguments: [
    (
      PartnerError.neverAnswers(call: "metadata"), "the framework never answered the metadata call"
    ),
    (.failed("a"), "a"), (.unsupported("b"), "b"),
    (
      .unknownState(name: "x", suggestion: "y"),
      "unknown state 'x', did you mean 'y'? (sso-conformance partner lists them)"
    ),
    (
      .unknownState(name: "x", suggestion: nil),
      "unknown state 'x' (sso-conformance partner lists them)"
    ), (.invalidOption(name: "o", reason: "is wrong"), "option 'o' is wrong"),
    (.misuse(PartnerMisuse("a")), "a"),
  ])
  func `say why there is no answer`(error: PartnerError, text: String) {
    #expect(error.description == text)
  }
}

struct ApplicationViewTests {
  private static let error = FrameworkError(code: 2, message: "m")
  private static let account = AccountMetadata(
    accountProviderIdentifier: "p", authenticationExpirationDate: clock)
  private static let known = #"{"id":"p","expirationDate":"1893456000000"}"#
  private static let failure = #""error":{"code":"2","message":"m"}"#

  /// What happens after a query that told the provider, and the provider in the header then.
  private static let rows: [(String, @Sendable (inout ApplicationView) -> Void, String)] = [
    ("nothing", { _ in }, known),
    ("a query that fails", { $0.learn(error) }, "{\(failure)}"),
    ("a query without a provider", { $0.learn(AccountMetadata()) }, "{}"),
    (
      "a query after one that failed",
      {
        $0.learn(error)
        $0.learn(account)
      }, known
    ),
    (
      "an authentication that fails", { $0.learn(error, isAuthentication: true) },
      "\(known.dropLast()),\(failure)}"
    ),
    (
      "an authentication after one that failed",
      {
        $0.learn(error, isAuthentication: true)
        $0.learn(AccountMetadata(), isAuthentication: true)
      }, known
    ),
    (
      "an authentication by another provider",
      {
        $0.learn(AccountMetadata(accountProviderIdentifier: "q"), isAuthentication: true)
      }, #"{"id":"q"}"#
    ), ("access is denied", { $0.permission = PermissionAnswer(.denied) }, "{}"),
  ]

  @Test(arguments: rows.indices) func `knows the provider of the last answer`(index: Int) {
    let (name, happens, provider) = Self.rows[index]
    var view = ApplicationView()
    view.permission = PermissionAnswer(.granted)
    view.learn(Self.account)
    happens(&view)
    let info = view.status?.json["frameworkProviderInfo"]
    #expect(info.map { JSONWriter.text($0) } == provider, "\(name)")
  }

  @Test func `knows nothing without a framework`() {
    var view = ApplicationView()
    #expect(view.status == nil)
    view.permission = PermissionAnswer(.restricted, error: Self.error)
    let info = view.status?.json["frameworkPermissionInfo"]
    #expect(info.map { JSONWriter.text($0) } == #"{"accessStatus":"restricted",\#(Self.failure)}"#)
    view.permission = nil
    #expect(view.status == nil)
  }
}

struct AppleCallTests {
  /// Whoever asks wrongly on purpose gets an answer: no rule is the emulator's.
  @Test func `are answered as the framework does, whatever a cookbook says`() throws {
    let framework = try open(
      "granted-not-signed-in-user-picks-provider",
      JSONObject([(name: "provider", value: .string("p"))]))
    #expect(try framework.call("metadata", [:]) == [:])
    #expect(try framework.call("authenticate", ["attributeNames": ["a"]])["error"] != nil)
    let channel: JSONValue = ["isInterruptionAllowed": true, "channelIdentifier": "x"]
    #expect(try framework.call("metadata", channel)["accountProviderIdentifier"] == "p")
    #expect(try open("denied").call("metadata", channel)["error"]?["code"] == 0)
  }

  @Test func `asks with the defaults of the cookbook`() throws {
    let metadata = try PartnerCall.written("metadata", ["isInterruptionAllowed": false])
    #expect(AppleCall(metadata) == .metadata(MetadataRequest(isInterruptionAllowed: false)))
    #expect(
      JSONValue.object(metadata.arguments) == [
        "isInterruptionAllowed": false, "channelIdentifier": "https://saml.sp.auth.adobe.com",
        "includeAccountProviderIdentifier": true, "includeAuthenticationExpirationDate": true,
      ])
  }

  @Test(arguments: [
    ("\"grant-permission\"", UserAction.grantPermission),
    ("\"deny-permission\"", .denyPermission), ("\"sign-out\"", .signOut), ("\"cancel\"", .cancel),
    (#"{"sign-in":"a"}"#, .signIn(provider: "a")),
    (#"{"switch-provider":"a"}"#, .switchProvider(provider: "a")),
    (#"{"choose-provider":"a"}"#, .chooseProvider("a")),
    (#"{"choose-provider":"other"}"#, .chooseProvider(nil)),
  ])
  func `writes what the user does`(text: String, action: UserAction) {
    #expect(JSONWriter.text(action.json) == text)
  }
}

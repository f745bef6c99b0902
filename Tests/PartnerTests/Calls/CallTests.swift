// SPDX-License-Identifier: Apache-2.0
// Calls of the framework: how they are read, answered and misused.

import Formats
import TestSupport
import Testing
import Text

@testable import Partner

@Suite struct CallTests {
  @Test(
    arguments: table(
      #"""
      metadata | {"channelIdentifier":"c","includeAccountProviderIdentifier":false,"includeAuthenticationExpirationDate":false,"isInterruptionAllowed":true,"supportedAccountProviderIdentifiers":["a","b"],"featuredAccountProviderIdentifiers":["b","c"]}
      authenticate | {"verificationToken":"t","attributeNames":["uid","zip"],"isInterruptionAllowed":false,"channelIdentifier":"c","includeAccountProviderIdentifier":false,"includeAuthenticationExpirationDate":false,"supportedAccountProviderIdentifiers":["a"],"featuredAccountProviderIdentifiers":["b"]}
      authenticate | {"verificationToken":"t","attributeNames":[],"isInterruptionAllowed":true}
      permission | {"prompting":false}
      """#) as [(String, JSONValue)])
  func `are written with all that they ask`(name: String, arguments: JSONValue) throws {
    let call = try PartnerCall(name: name, arguments: arguments)
    #expect(call.name == name)
    #expect(call.arguments == arguments)
    #expect(JSONWriter.text(call.arguments) == JSONWriter.text(arguments))
  }

  @Test(
    arguments: table(
      #"""
      {"domain":"VSErrorDomain","code":1}
      {"domain":"unavailable"}
      {"domain":"D","message":"m"}
      {"domain":"VSErrorDomain","code":4,"message":"m","unsupportedProviderIdentifier":"p","samlResponse":"<a/>","samlResponseStatus":"s"}
      """#) as [(JSONValue)])
  func `read an error and write it again`(error: JSONValue) throws {
    #expect(try JSONWriter.text(FrameworkError(error).json) == JSONWriter.text(error))
    let answer: JSONValue = ["accessStatus": "denied", "error": error]
    #expect(try JSONWriter.text(PermissionAnswer(answer).json) == JSONWriter.text(answer))
  }

  @Test(
    arguments: table(
      #"""
      {} | an error of VSErrorDomain needs a code
      {"domain":"VSErrorDomain","message":"m"} | an error of VSErrorDomain needs a code
      {"code":"1"} | 'code' of an error is an integer, not '1'
      {"code":true} | 'code' of an error is an integer, not true
      {"code":1,"message":["x"]} | 'message' of an error is a string, not an array
      "x" | an error is an object, not 'x'
      null | an error is an object, not null
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" | an error is an object, not 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" | an error is an object, not a string
      -1234567890123456789 | an error is an object, not -1234567890123456789
      100000000000000000000 | an error is an object, not a number
      {"domain":1} | 'domain' of an error is a string, not 1
      {"code":1,"unsupportedProviderIdentifier":false} | 'unsupportedProviderIdentifier' of an error is a string, not false
      {"code":1,"samlResponse":1} | 'samlResponse' of an error is a string, not 1
      {"code":1,"samlResponseStatus":{}} | 'samlResponseStatus' of an error is a string, not an object
      {"code":1,"mesage":"m"} | an error has no 'mesage', did you mean 'message'?
      {"code":1,"zzzzzz":"m"} | an error has no 'zzzzzz'; it has domain, code, message, unsupportedProviderIdentifier, samlResponse, samlResponseStatus
      {"code":1,"code":2} | an error has 'code' twice
      {"code":1,"message":"m","code":1} | an error has 'code' twice
      {"code":null,"code":1} | an error has 'code' twice
      {"code":1,"message":"m","message":"n"} | an error has 'message' twice
      """#) as [(JSONValue, String)])
  func `refuse another form of an error`(error: JSONValue, sentence: String) {
    #expect(throws: FormError(sentence)) { try FrameworkError(error) }
  }

  @Test(
    arguments: table(
      #"""
      {} | the answer to a permission call has no 'accessStatus', one of KNOWN
      {"accessStatus":null,"error":{"code":1}} | the answer to a permission call has no 'accessStatus', one of KNOWN
      {"accessStatus":"Granted"} | 'accessStatus' is one of KNOWN, not 'Granted'
      {"accessStatus":true} | 'accessStatus' of the answer to a permission call is a string, not true
      {"accessStatus":"granted","error":{}} | an error of VSErrorDomain needs a code
      {"accessStatus":"granted","error":"x"} | an error is an object, not 'x'
      {"accessStatus":"granted","accessStatus":"denied"} | the answer to a permission call has 'accessStatus' twice
      {"accessStatus":"granted","acessStatus":"denied"} | the answer to a permission call has no 'acessStatus', did you mean 'accessStatus'?
      "granted" | the answer to a permission call is an object, not 'granted'
      """#) as [(JSONValue, String)])
  func `refuse another form of a permission`(answer: JSONValue, sentence: String) {
    let known = AccessStatus.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(throws: FormError(sentence.replacing("KNOWN", with: known))) {
      try PermissionAnswer(answer)
    }
  }

  @Test(
    arguments: table(
      #"""
      {"accountProviderIdentifier":1} | 'accountProviderIdentifier' of metadata is a string, not 1
      {"authenticationExpirationDate":"5"} | 'authenticationExpirationDate' of metadata is an integer, not '5'
      {"samlAttributeQueryResponse":[]} | 'samlAttributeQueryResponse' of metadata is a string, not an array
      {"accountProviderIdentifer":"p"} | metadata has no 'accountProviderIdentifer', did you mean 'accountProviderIdentifier'?
      [] | metadata is an object, not an array
      """#) as [(JSONValue, String)])
  func `refuse another form of an account`(account: JSONValue, sentence: String) {
    #expect(throws: FormError(sentence)) { try AccountMetadata(account) }
  }

  @Test func `take null for what is missing`() throws {
    #expect(try AccountMetadata(.null) == AccountMetadata())
    #expect(try AccountMetadata(["accountProviderIdentifier": .null]) == AccountMetadata())
    #expect(
      try PermissionAnswer(["accessStatus": "denied", "error": .null]) == PermissionAnswer(.denied))
    #expect(try PartnerCall(name: "permission", arguments: .null) == .permission(prompting: true))
    #expect(
      try PartnerCall(name: "permission", arguments: ["prompting": .null])
        == .permission(prompting: true))
  }

  @Test(
    arguments: table(
      #"""
      permission | {"prompting":1} | 'prompting' of a permission call is true or false, not 1
      permission | {"promting":true} | a permission call has no 'promting', did you mean 'prompting'?
      permission | [] | a permission call is an object, not an array
      metadata | {"isInterruptionAllowed":true,"isInterruptionAllowed":false} | a metadata request has 'isInterruptionAllowed' twice
      metadata | {"isInterruptionAllowed":true,"supportedAccountProviderIdentifiers":["a",1]} | 'supportedAccountProviderIdentifiers' of a metadata request is an array of strings, not an array
      metadata | {"isInterruptionAllowed":"yes"} | 'isInterruptionAllowed' of a metadata request is true or false, not 'yes'
      authenticate | {"isInterruptionAllowed":true,"attributeNames":"uid"} | 'attributeNames' of an authentication request is an array of strings, not 'uid'
      authenticate | {"isInterruptionAllowed":true,"verificationToken":1} | 'verificationToken' of an authentication request is a string, not 1
      metdata | {} | unknown call 'metdata', did you mean 'metadata'?
      """#) as [(String, JSONValue, String)])
  func `refuse another form of a call`(name: String, arguments: JSONValue, sentence: String) {
    #expect(throws: PartnerMisuse(sentence)) { try PartnerCall(name: name, arguments: arguments) }
  }

  @Test func `read an error without a domain as one of the framework`() throws {
    #expect(try FrameworkError(["code": 2]) == FrameworkError(domain: "VSErrorDomain", code: 2))
    #expect(try FrameworkError(["domain": .null, "code": 2]).domain == "VSErrorDomain")
    #expect(FrameworkError.unavailable.isUnavailable)
    #expect(!FrameworkError(domain: "unavailable", code: 1).isUnavailable)
    #expect(FrameworkError(code: 2, message: "m").description == "error 2 of VSErrorDomain: m")
    #expect(FrameworkError(domain: "D").description == "error of D")
  }

  @Test(
    arguments: [
      [:], ["accountProviderIdentifier": "p"],
      [
        "accountProviderIdentifier": "p", "authenticationExpirationDate": 5,
        "samlAttributeQueryResponse": "<a/>",
      ],
    ] as [JSONValue])
  func `read an account and write it again`(account: JSONValue) throws {
    #expect(try JSONWriter.text(AccountMetadata(account).json) == JSONWriter.text(account))
  }

  @Test(arguments: AccessStatus.allCases)
  func `read a permission and write it again`(status: AccessStatus) throws {
    let answer: JSONValue = ["accessStatus": .string(status.rawValue)]
    #expect(try PermissionAnswer(answer) == PermissionAnswer(status))
    #expect(PermissionAnswer(status).json == answer)
  }

  @Test(arguments: UserAction.Kind.allCases)
  func `take what the user does with a provider where it needs one`(kind: UserAction.Kind) {
    let isOfProvider = [.signIn, .switchProvider, .chooseProvider].contains(kind)
    let (with, without) = (UserAction(kind, provider: "p"), UserAction(kind, provider: nil))
    #expect((with != nil) == isOfProvider)
    #expect((without == nil) == isOfProvider)
    let action = with ?? without
    #expect(action?.kind == kind)
    #expect(action?.name == kind.rawValue)
    #expect(action?.provider == (isOfProvider ? "p" : nil))
    #expect(kind.takesProvider == isOfProvider)
    let staysInApplication = kind == .chooseProvider || kind == .cancel
    #expect(action?.leavesApplication == !staysInApplication)
  }

  @Test func `choose another provider by a word of its own`() {
    #expect(UserAction(.chooseProvider, provider: "other") == .chooseProvider(nil))
    #expect(UserAction(.signIn, provider: "other") == .signIn(provider: "other"))
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
    (.misuse(PartnerMisuse("a", breaking: .token)), "a (V2-C10-06, V2-C10-09)"),
    (.misuse(PartnerMisuse("a")), "a"),
  ])
  func `say why there is no answer`(error: PartnerError, text: String) {
    #expect(error.description == text)
  }
}

@Suite struct ApplicationViewTests {
  private static let error = FrameworkError(code: 2, message: "m")
  private static let account = AccountMetadata(
    accountProviderIdentifier: "p", authenticationExpirationDate: clock)
  private static let known = #"{"id":"p","expirationDate":"1893456000000"}"#
  private static let failure = #""error":{"code":"2","message":"m"}"#

  /// What happens after a query that told the provider, and the provider in the header then.
  private static let rows: [(String, @Sendable (inout ApplicationView) -> Void, String)] = [
    ("nothing", { _ in }, known),
    ("a query that fails", { $0.learn(.error(error)) }, "{\(failure)}"),
    ("a query without a provider", { $0.learn(.metadata(AccountMetadata())) }, "{}"),
    (
      "a query after one that failed",
      {
        $0.learn(.error(error))
        $0.learn(.metadata(account))
      }, known
    ),
    (
      "an authentication that fails", { $0.learn(.error(error), isAuthentication: true) },
      "\(known.dropLast()),\(failure)}"
    ),
    (
      "an authentication after one that failed",
      {
        $0.learn(.error(error), isAuthentication: true)
        $0.learn(.metadata(AccountMetadata()), isAuthentication: true)
      }, known
    ),
    (
      "an authentication by another provider",
      {
        $0.learn(.metadata(AccountMetadata(accountProviderIdentifier: "q")), isAuthentication: true)
      }, #"{"id":"q"}"#
    ), ("access is denied", { $0.learn(.permission(PermissionAnswer(.denied))) }, "{}"),
  ]

  @Test(arguments: rows.indices) func `knows the provider of the last answer`(index: Int) {
    let (name, happens, provider) = Self.rows[index]
    var view = ApplicationView()
    view.learn(.permission(PermissionAnswer(.granted)))
    view.learn(.metadata(Self.account))
    happens(&view)
    let info = view.status?.json["frameworkProviderInfo"]
    #expect(info.map { JSONWriter.text($0) } == provider, "\(name)")
  }

  @Test func `knows nothing without a framework`() {
    var view = ApplicationView()
    #expect(view.status == nil)
    view.learn(.permission(PermissionAnswer(.restricted, error: Self.error)))
    let info = view.status?.json["frameworkPermissionInfo"]
    #expect(info.map { JSONWriter.text($0) } == #"{"accessStatus":"restricted",\#(Self.failure)}"#)
    view.permission = nil
    #expect(view.status == nil)
  }
}

@Suite struct MisuseTests {
  @Test(
    arguments: table(
      #"""
      metadata | {"isInterruptionAllowed":false,"channelIdentifier":"x"} | V2-B1-08
      metadata | {"isInterruptionAllowed":true,"channelIdentifier":""} | V2-C3-08
      metadata | {} | V2-B1-04 & V2-C3-04 & V2-D1-05 & V2-D5-05
      metadata | {"isInterruptionAllowed":null} | V2-B1-04 & V2-C3-04 & V2-D1-05 & V2-D5-05
      authenticate | {"verificationToken":"x","attributeNames":["uid"]} | V2-C10-04
      authenticate | {"verificationToken":"x","attributeNames":["uid"],"isInterruptionAllowed":true,"channelIdentifier":"x"} | V2-C10-11
      authenticate | {"verificationToken":"x","isInterruptionAllowed":true} | V2-C10-10
      authenticate | {"verificationToken":"x","attributeNames":[],"isInterruptionAllowed":true} | V2-C10-10
      authenticate | {"attributeNames":["uid"],"isInterruptionAllowed":true} | V2-C10-06 & V2-C10-09
      metadata | {"isInterruptionAllowed":"no"}
      metadata | {"isInterruptionAlowed":true}
      permission | {"prompt":true}
      permision | {}
      """#) as [(String, JSONValue, [String])])
  func `names the requirements that a call breaks, in any state`(
    name: String, arguments: JSONValue, requirements: [String]
  ) throws {
    for state in ["granted-signed-in", "denied", "framework-unavailable", "framework-timeout"] {
      let framework = try open(state)
      let before = try framework.status(deadline: never)
      do {
        _ = try framework.call(name, arguments)
        Issue.record("answered")
      } catch let error as PartnerMisuse {
        #expect((error.rule?.requirements(in: nil) ?? []) == requirements)
      } catch {
        guard case .misuse(let misuse)? = error as? PartnerError else { throw error }
        #expect((misuse.rule?.requirements(in: nil) ?? []) == requirements)
      }
      #expect(try framework.status(deadline: never) == before)
    }
  }

  @Test(
    arguments: table(
      #"""
      metadata | {"isInterruptionAllowed":false,"channelIdentifier":"x"} | V1-02-07
      metadata | {"isInterruptionAllowed":true,"channelIdentifier":"x"} | V1-04-07
      metadata | {} | V1-02-10, V1-04-10
      authenticate | {} | V1-07-10
      authenticate | {"isInterruptionAllowed":false,"channelIdentifier":"x"} | V1-07-06
      authenticate | {"isInterruptionAllowed":false,"verificationToken":"x"} | V1-07-11
      authenticate | {"isInterruptionAllowed":false,"attributeNames":["uid"]} | V1-07-12
      """#) as [(String, JSONValue, String)])
  func `names those of the cookbook for V1 to a suite of that`(
    name: String, arguments: JSONValue, requirements: String
  ) throws {
    do {
      _ = try open("granted-signed-in").call(name, arguments)
      Issue.record("answered")
    } catch let error as PartnerMisuse {
      #expect(
        error.description(in: "apple-sso-rest-api-v1") == "\(error.sentence) (\(requirements))")
    } catch {
      let error = try #require(error as? PartnerError)
      #expect(error.description(in: "apple-sso-rest-api-v1").hasSuffix(" (\(requirements))"))
    }
  }

  @Test func `asks with the defaults of the cookbook`() throws {
    let metadata = try PartnerCall(name: "metadata", arguments: ["isInterruptionAllowed": false])
    #expect(metadata == .metadata(MetadataRequest(isInterruptionAllowed: false)))
    let text = try JSONWriter.text(
      PartnerCall(name: "metadata", arguments: ["isInterruptionAllowed": true]).arguments)
    #expect(
      text == #"{"channelIdentifier":"https://saml.sp.auth.adobe.com","#
        + #""includeAccountProviderIdentifier":true,"includeAuthenticationExpirationDate":true,"#
        + #""isInterruptionAllowed":true}"#)
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

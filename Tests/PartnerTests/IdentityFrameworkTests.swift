// SPDX-License-Identifier: Apache-2.0
// The emulators that give tokens: what each state does to the token, and Amazon's SDK.

import Formats
import Testing
import Text

@testable import Partner

struct IdentityFrameworkTests {
  private static let emulators: [FrameworkEmulator] = [.amazon, .roku, .identityService]

  private static func token(
    _ state: String, _ options: JSONObject = JSONObject(), of emulator: FrameworkEmulator = .amazon
  ) throws -> String? {
    try open(state, options, emulator: emulator).value("identity_token", deadline: never)
  }

  @Test(arguments: emulators) func `signs a token for an hour`(emulator: FrameworkEmulator) throws {
    let token = try #require(try Self.token("valid", of: emulator))
    #expect(JWS.isSigned(token, key: "the key of all emulated identities"))
    let claims = try #require(try JWS.document(token)["claims"])
    #expect(claims["iss"] == .string(emulator.name))
    #expect(claims["iat"] == 1_893_456_000)
    #expect(claims["exp"] == 1_893_459_600)
  }

  @Test(arguments: [
    ("expired", "signed over jane"), ("unsigned", "unsigned jane"), ("cut", "no token"),
    ("changed", "foreign jane"), ("foreign-key", "foreign jane"), ("no-subject", "signed nobody"),
    ("other-identity", "signed john"), ("other-platform", "signed john of another"),
    ("rotated", "signed jane"), ("missing", "nothing"), ("sdk-error", "nothing"),
  ])
  func `spoils the token`(state: String, what: String) throws {
    let own = try JWS.document(try #require(try Self.token("valid")))["claims"]
    var found = "nothing"
    if let token = try Self.token(state) {
      found = "no token"
      if let document = try? JWS.document(token), let claims = document["claims"] {
        let isSigned = JWS.isSigned(token, key: "the key of all emulated identities")
        found = isSigned ? "signed" : document["header"]?["alg"] == "none" ? "unsigned" : "foreign"
        if claims["exp"]?.number?.integer ?? 0 < 1_893_456_000 { found += " over" }
        found +=
          claims["sub"] == nil ? " nobody" : claims["sub"] == own?["sub"] ? " jane" : " john"
        if claims["iss"] != "amazon" { found += " of another" }
      }
    }
    #expect(found == what)
  }

  @Test func `gives all devices of an identity one subject, and sends a given token`() throws {
    func subject(_ options: JSONObject) throws -> JSONValue? {
      try JWS.document(try #require(try Self.token("valid", options)))["claims"]?["sub"]
    }
    let jane = JSONObject([(name: "identity", value: "jane"), (name: "key", value: "k")])
    #expect(try subject(jane) == subject(JSONObject([(name: "identity", value: "jane")])))
    #expect(try subject(jane) != subject(JSONObject([(name: "identity", value: "john")])))
    #expect(JWS.isSigned(try #require(try Self.token("valid", jane)), key: "k"))
    let given = JSONObject([(name: "token", value: "a.b.c")])
    #expect(try Self.token("valid", given) == "a.b.c")
  }

  @Test func `plays Amazon's SDK with its errors`() throws {
    func ask(_ state: String, _ call: String) throws -> JSONValue {
      try open(state, emulator: .amazon).answer(
        to: PartnerCall(name: call, arguments: .null, of: FrameworkEmulator.amazon.declaration),
        deadline: never
      ).json
    }
    #expect(try ask("valid", "getSSOTokenSync")["SSOToken"] != nil)
    #expect(try ask("sdk-error", "getSSOTokenSync")["error"]?["ErrorCode"] == 1)
    #expect(try ask("sdk-time-out", "getSSOTokenSync")["error"]?["ErrorCode"] == 2)
    #expect(throws: PartnerError.neverAnswers(call: "getSSOTokenAsync")) {
      try ask("sdk-time-out", "getSSOTokenAsync")
    }
    let absent = try ask("sdk-absent", "getSSOTokenSync")["error"]
    #expect(absent?["domain"] == "unavailable")
    #expect(absent?["message"]?.string?.hasPrefix("ClassNotFoundException") == true)
  }

  @Test func `knows who signs in at the identity service, and out`() throws {
    let service = try open("valid", emulator: .identityService)
    let before = try service.value("identity_token", deadline: never)
    let call = try PartnerCall(
      name: "signIn", arguments: ["user": "jane"],
      of: FrameworkEmulator.identityService.declaration)
    let token = try service.answer(to: call, deadline: never).json["token"]?.string
    #expect(token != nil && token != before)
    try service.user(UserAction("sign-out"), deadline: never)
    #expect(try service.value("identity_token", deadline: never) == nil)
  }
}

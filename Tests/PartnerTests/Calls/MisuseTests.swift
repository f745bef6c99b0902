// SPDX-License-Identifier: Apache-2.0
// Calls that a conforming application does not make, and what the user does as JSON.

import Formats
import Testing

@testable import Partner

@Suite struct MisuseTests {
  @Test(
    arguments: [
      ("metadata", ["isInterruptionAllowed": false, "channelIdentifier": "x"], ["V2-B1-08"]),
      ("metadata", ["isInterruptionAllowed": true, "channelIdentifier": ""], ["V2-C3-08"]),
      ("metadata", [:], ["V2-B1-04", "V2-C3-04", "V2-D1-05", "V2-D5-05"]),
      (
        "metadata", ["isInterruptionAllowed": .null],
        ["V2-B1-04", "V2-C3-04", "V2-D1-05", "V2-D5-05"]
      ),
      ("authenticate", ["verificationToken": "x", "attributeNames": ["uid"]], ["V2-C10-04"]),
      (
        "authenticate",
        [
          "verificationToken": "x", "attributeNames": ["uid"], "isInterruptionAllowed": true,
          "channelIdentifier": "x",
        ], ["V2-C10-11"]
      ),
      ("authenticate", ["verificationToken": "x", "isInterruptionAllowed": true], ["V2-C10-10"]),
      (
        "authenticate",
        ["verificationToken": "x", "attributeNames": [], "isInterruptionAllowed": true],
        ["V2-C10-10"]
      ),
      (
        "authenticate", ["attributeNames": ["uid"], "isInterruptionAllowed": true],
        ["V2-C10-06", "V2-C10-09"]
      ),
      ("metadata", ["isInterruptionAllowed": "no"], []),
      ("metadata", ["isInterruptionAlowed": true], []),
      ("permission", ["prompt": true], []),
      ("permision", [:], []),
    ] as [(String, JSONValue, [String])])
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
    arguments: [
      ("metadata", ["isInterruptionAllowed": false, "channelIdentifier": "x"], "V1-02-07"),
      ("metadata", ["isInterruptionAllowed": true, "channelIdentifier": "x"], "V1-04-07"),
      ("metadata", [:], "V1-02-10, V1-04-10"),
      ("authenticate", [:], "V1-07-10"),
      ("authenticate", ["isInterruptionAllowed": false, "channelIdentifier": "x"], "V1-07-06"),
      ("authenticate", ["isInterruptionAllowed": false, "verificationToken": "x"], "V1-07-11"),
      ("authenticate", ["isInterruptionAllowed": false, "attributeNames": ["uid"]], "V1-07-12"),
    ] as [(String, JSONValue, String)])
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
    #expect(try PartnerCall(name: "permission", arguments: .null) == .permission(prompting: true))
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

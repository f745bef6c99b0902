// SPDX-License-Identifier: Apache-2.0
// The cookbooks' rules for calls: which calls they refuse, and what they say.

import Formats
import TestSupport
import Testing

@testable import Partner

struct CallRuleTests {
  private static let declaration = FrameworkEmulator.apple.declaration

  private func refusal(
    _ name: String, _ arguments: JSONValue, _ steps: [String], _ permission: AskedPermission,
    _ cookbook: String? = nil
  ) throws -> String? {
    try Self.declaration.refusal(
      of: .written(name, arguments), ofSteps: steps, in: cookbook, after: permission)?.sentence
  }

  /// The steps, the call, and what it breaks; without a number, of a suite for V1.
  @Test(
    arguments: table(
      #"""
      metadata | {"isInterruptionAllowed":false} | v2/B1
      metadata | {"isInterruptionAllowed":true} | v2/B1 | V2-B1-04
      metadata | {} | v2/B1 | V2-B1-04
      metadata | {"isInterruptionAllowed":null} | v2/B1 | V2-B1-04
      metadata | {"isInterruptionAllowed":true} | v2/C3
      metadata | {"isInterruptionAllowed":true} | v2/C3 & v2/C4
      metadata | {"isInterruptionAllowed":false} | v2/C3 & v2/C4 | V2-C3-04
      metadata | {"isInterruptionAllowed":true} | v2/D1 | V2-D1-05
      metadata | {"isInterruptionAllowed":true} | v2/D5 | V2-D5-05
      metadata | {"isInterruptionAllowed":true} | v2/B1 & v2/D5 | V2-B1-04, V2-D5-05
      authenticate | {"verificationToken":"x","attributeNames":["a"],"isInterruptionAllowed":true} | v2/C10
      authenticate | {"verificationToken":"x","attributeNames":["a"],"isInterruptionAllowed":false} | v2/C10
      authenticate | {"verificationToken":"x","attributeNames":["a"]} | v2/C10 | V2-C10-04
      metadata | {"isInterruptionAllowed":false} | v1/2
      metadata | {"isInterruptionAllowed":true} | v1/2 | V1-02-10
      metadata | {"isInterruptionAllowed":true} | v1/4
      metadata | {"isInterruptionAllowed":false} | v1/4 | V1-04-10
      authenticate | {"verificationToken":"x","attributeNames":["a"],"isInterruptionAllowed":false} | v1/7
      authenticate | {"verificationToken":"x","attributeNames":["a"],"isInterruptionAllowed":true} | v1/7 | V1-07-10
      metadata | {"isInterruptionAllowed":true} | v1/7 | V1-07-10
      // Without a step, or with one that has no such rule, only what is wrong in each step is refused.
      metadata | {"isInterruptionAllowed":true}
      metadata | {"isInterruptionAllowed":false} | v2/A3
      metadata | {} |  | V1-02-10, V1-04-10
      metadata | {} | v2/A3 | V1-02-10, V1-04-10
      metadata | {"isInterruptionAllowed":false,"channelIdentifier":"x"} | v2/D1 | V2-B1-08, V2-C3-08
      metadata | {"isInterruptionAllowed":false,"channelIdentifier":"x"} | v2/B1 | V2-B1-08
      metadata | {"isInterruptionAllowed":true,"channelIdentifier":""} | v2/C3 | V2-C3-08
      authenticate | {"verificationToken":"x","attributeNames":["a"],"isInterruptionAllowed":true,"channelIdentifier":"x"} | v2/C10 | V2-C10-11
      authenticate | {"verificationToken":"x","isInterruptionAllowed":true} | v2/C10 | V2-C10-10
      authenticate | {"verificationToken":"x","attributeNames":[],"isInterruptionAllowed":true} | v2/C10 | V2-C10-10
      authenticate | {"attributeNames":["a"],"isInterruptionAllowed":true} | v2/C10 | V2-C10-06, V2-C10-09
      authenticate | {"verificationToken":"","attributeNames":["a"],"isInterruptionAllowed":true} | v2/C10 | V2-C10-06, V2-C10-09
      // A question about permission is always right.
      permission | {"prompting":false} | v2/B1
      """#) as [(String, JSONValue, [String], String)])
  func `refuse another call than the step of the cookbook has`(
    name: String, arguments: JSONValue, steps: [String], broken: String
  ) throws {
    let steps = steps.map {
      $0.replacing("v2/", with: "apple-sso-rest-api-v2/")
        .replacing("v1/", with: "apple-sso-rest-api-v1/")
    }
    let sentence = try refusal(name, arguments, steps, .granted, "apple-sso-rest-api-v1")
    #expect((sentence == nil) == broken.isEmpty, "\(sentence ?? "")")
    #expect(sentence?.contains(" (\(broken)); ") ?? true, "\(sentence ?? "")")
  }

  @Test(
    arguments: table(
      #"""
      metadata | B1 | V2-B1-02 | V2-B1-03
      metadata | C3 | V2-C3-02 | V2-C3-03
      authenticate | C10 | V2-C10-02 | V2-C10-03
      metadata | D1 | V2-D1-03 | V2-D1-04
      metadata | D5 | V2-D5-03 | V2-D5-04
      authenticate | A3 | V2-C10-02 | V2-C10-03
      metadata | A3 | V2-B1-02, V2-C3-02, V2-D1-03, V2-D5-03 | V2-B1-03, V2-C3-03, V2-D1-04, V2-D5-04
      """#) as [(String, String, String, String)])
  func `refuse a call before permission was asked for, and before it was granted`(
    name: String, number: String, unasked: String, ungranted: String
  ) throws {
    let steps = ["apple-sso-rest-api-v2/\(number)"]
    let first = try refusal(name, [:], steps, .notAsked)
    #expect(
      first
        == "this \(name) call comes before the application has asked for permission (\(unasked));"
        + " write a step 'partner: {permission: {}}' before it, or write 'hostile: true' if it is"
        + " wrong on purpose")
    let second = try refusal(name, [:], steps, .notGranted)
    #expect(
      second == "this \(name) call comes before the user has granted permission (\(ungranted));"
        + " leave it out, or write 'hostile: true' if it is wrong on purpose")
  }

  @Test func `say what the steps ask for`() throws {
    #expect(
      try refusal("metadata", [:], [], .granted) == "isInterruptionAllowed is missing, and the"
        + " cookbook asks for false in step B1 or D1 or D5, true in step C3"
        + " (V2-B1-04, V2-C3-04, V2-D1-05, V2-D5-05); change it, or write 'hostile: true' if it is"
        + " wrong on purpose")
  }

  @Test(
    arguments: [
      ("metadata", .result(JSONObject()), .notAsked, .notAsked),
      ("permission", .result(PermissionAnswer(.denied).object), .notAsked, .notGranted),
      ("permission", .error(FrameworkError.unavailable.object), .notAsked, .notGranted),
      ("permission", .result(PermissionAnswer(.granted).object), .notGranted, .granted),
      ("permission", .result(PermissionAnswer(.denied).object), .granted, .granted),
    ] as [(String, PartnerAnswer, AskedPermission, AskedPermission)])
  func `take a permission that was granted once for granted`(
    name: String, answer: PartnerAnswer, before: AskedPermission, after: AskedPermission
  ) throws {
    let call = try PartnerCall.written(name, .null)
    #expect(PermissionCall.apple.permission(before, after: call, answer) == after)
  }

  @Test func `hold for whatever plays the same framework, and for no other`() throws {
    let states = try FrameworkDeclaration(
      ["states": ["denied"]], otherwise: FrameworkRegistry.standard)
    #expect(states.rules == Self.declaration.rules && states.permission == .apple)
    let own = try FrameworkDeclaration(
      ["calls": ["metadata": [:]]], otherwise: FrameworkRegistry.standard)
    #expect(own.rules.isEmpty && own.permission == nil)
    let call = try PartnerCall(name: "metadata", arguments: .null, of: own)
    #expect(own.refusal(of: call, ofSteps: [], in: nil, after: .notAsked) == nil)
  }
}

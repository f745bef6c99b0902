// SPDX-License-Identifier: Apache-2.0
// The service against the protocol notes: states of the partner framework, codes of errors.

import Formats
import Foundation
import TestSupport
import Testing
import Text

@testable import ReferenceService

@Suite(.enabled(if: SharedFolder.has(ScenarioFile.path), SharedFolder.missing))
struct ScenarioFileTests {
  @Test(arguments: ScenarioFile.expectations(of: "POST /api/v2/{serviceProvider}/sessions/sso/"))
  func `answers a partner session as the notes say`(expectation: ScenarioFile.Expectation) {
    let walk = expectation.walk()
    let form = Walk.parameters.filter { expectation.sendsRedirectURL || $0.0 != "redirectUrl" }
    let answer = walk.post("sessions/sso/\(expectation.partner)", form: form)
    #expect(expectation.statuses.contains(answer.status))
    if let code = expectation.errorCode { #expect(answer["code"] == code) }
    for member in expectation.body.object?.members ?? [] {
      let found = answer[member.name]
      switch member.value {
      case .array(let values) where member.name == "missingParameters":
        #expect(found == .array(values))
      case .array(let values): #expect(values.contains(found), "\(member.name)")
      case .string(let text) where text.hasPrefix("present"):
        #expect(found != .null, "\(member.name)")
      case .string("absent"): #expect(found == .null, "\(member.name)")
      default: #expect(found == member.value, "\(member.name)")
      }
    }
  }

  @Test(arguments: ScenarioFile.expectations(of: "POST /api/v2/{serviceProvider}/profiles/sso/"))
  func `answers a partner profile as the notes say`(expectation: ScenarioFile.Expectation) {
    var walk = expectation.walk()
    let status = walk.status
    walk.status = walk.granted("apple-mso-101")
    let id = walk.requestID(walk.partnerSession())
    walk.status = status
    let saml = TestSAML(inResponseTo: id, issuer: "apple-mso-101", now: walk.clock.now)
    let answer = walk.post(
      "profiles/sso/\(expectation.partner)", form: [("SAMLResponse", Base64.encode(saml.text))])
    let types = answer["profiles"].object?.members.map { $0.value["type"] ?? .null } ?? []
    if expectation.statuses.contains(400) || expectation.statuses.contains(500) {
      let codes = expectation.errorCode?.array ?? [expectation.errorCode ?? .null]
      let fellBack = answer.status == 200 && !types.contains("appleSSO")
      #expect(codes.contains(answer["code"]) || (expectation.mayFallBack && fellBack))
    } else {
      #expect(expectation.statuses.contains(answer.status))
      for member in expectation.body["profiles"]?.object?.members ?? [] {
        #expect(answer["profiles.\(member.name).type"] == member.value["type"])
        #expect(answer["profiles.\(member.name).issuer"] == member.value["issuer"])
      }
    }
  }
}

/// The scenarios of the notes, as far as they say what the service answers.
enum ScenarioFile {
  static let path = "reference/emulator-scenarios.json"

  struct Expectation: CustomTestStringConvertible {
    let scenario: String
    let status: String?
    let statuses: [Int]
    let body: JSONValue
    let errorCode: JSONValue?
    let mayFallBack: Bool
    let partner: String
    let sendsRedirectURL: Bool
    let profilesBefore: [String]
    /// The MVPDs that the scenario has logged out of before this call.
    let logoutsBefore: [String]

    var testDescription: String { scenario }

    /// A device at a service with the MVPDs of the file, signed in as the scenario begins.
    func walk() -> Walk {
      var walk = Walk.ready(data: ScenarioFile.data)
      for profile in profilesBefore {
        let words = profile.split(separator: " ").map(String.init)
        guard words.count == 2 else { continue }
        let platform = ScenarioFile.data.mvpds.first { $0.id == words[1] }?.platformMappingID
        if words[0] == "appleSSO", let platform {
          walk.signInWithPartner(platform)
        } else {
          walk.signIn(words[1])
        }
      }
      for mvpd in logoutsBefore { _ = walk.get("logout/\(mvpd)\(LogoutTests.query)") }
      walk.status = status
      return walk
    }
  }

  /// Those whose fault is in the SAML response are left to the tests of that.
  static func expectations(of call: String) -> [Expectation] {
    (root["scenarios"]?.array ?? []).filter { $0["group"] != "saml" }.flatMap { scenario in
      let expected = scenario["expect"]?["v2"]?.array ?? []
      let isLogout = { (call: JSONValue) in call["call"]?.string?.contains("/logout/") ?? false }
      return expected.indices.filter { index in
        expected[index]["call"]?.string?.hasPrefix(call) ?? false
      }.map { index in
        let expectation = expected[index]
        let logouts = expected[..<index].filter(isLogout)
        let options = scenario["options"]
        let name = "\(expectation["header"]?.string ?? "status")Base64"
        let written = options?["headerValues"]?.array?.first?.string
        return Expectation(
          scenario: scenario["id"]?.string ?? "", status: written ?? scenario[name]?.string,
          statuses: (expectation["status"]?.array ?? []).compactMap { $0.number?.integer },
          body: expectation["body"] ?? .null, errorCode: expectation["errorCode"],
          mayFallBack: expectation["alternative"] != nil,
          partner: options?["partner"]?.string ?? "Apple",
          sendsRedirectURL: options?["client"] != "no redirectUrl",
          profilesBefore: (options?["profilesBefore"]?.array ?? []).compactMap(\.string),
          logoutsBefore: logouts.flatMap { $0["body"]?["logouts"]?.object?.names ?? [] })
      }
    }
  }

  private static let root: JSONValue = {
    let bytes = try? SharedFolder.bytes(path)
    return bytes.flatMap { try? JSONParser.document($0).root } ?? .null
  }()

  /// The standard world with the MVPDs of the file.
  static let data: ServiceData = {
    var data = ServiceData.standard
    data.mvpds = []
    data.serviceProviders[0].integrations = []
    for described in root["configuration"]?["mvpds"]?.array ?? [] {
      let id = described["id"]?.string ?? ""
      var mvpd = ServiceData.MVPD(id: id, displayName: id)
      mvpd.platformMappingID = described["platformMappingId"]?.string
      mvpd.boardingStatus = (described["boardingStatus"]?.string)
        .flatMap(ServiceData.BoardingStatus.init(rawValue:))
      var integration = ServiceData.Integration(id)
      integration.enablePlatformServices = described["enablePlatformServices"]?.boolean ?? false
      if id == "DegradedTV" { integration.degradation = .authNAll }
      data.mvpds.append(mvpd)
      data.serviceProviders[0].integrations.append(integration)
    }
    return data
  }()
}

struct EnhancedErrorsTests {
  /// The codes of a version, with the status where that has one for each, and the action.
  @Test(
    .enabled(if: SharedFolder.has("reference/error-codes.json"), SharedFolder.missing),
    arguments: [
      ("v1", V1ErrorCode.allCases.map { ($0.rawValue, .null, $0.action) }),
      ("v2", ErrorCode.allCases.map { ($0.rawValue, [.integer($0.status)], $0.action) }),
    ] as [(String, [(String, JSONValue, String)])])
  func `has each code with the status and action of the documents, and no other`(
    version: String, codes: [(name: String, status: JSONValue, action: String)]
  ) throws {
    let root = try JSONParser.document(SharedFolder.bytes("reference/error-codes.json")).root
    let entries = (root.array ?? []).filter {
      $0["apiVersion"] == .string(version) && $0["kind"] == "code"
    }
    #expect(Set(entries.compactMap { $0["code"]?.string }) == Set(codes.map(\.name)))
    for code in codes {
      let entry = try #require(entries.first { $0["code"] == .string(code.name) })
      #expect(code.status == .null || entry["status"] == code.status, "\(code)")
      #expect(entry["action"] == .string(code.action), "\(code)")
    }
  }

  @Test func `writes the flat form`() {
    let answer = Walk.ready().get("profiles/Nobody")
    #expect(
      answer.json.object?.names == ["action", "status", "code", "message", "helpUrl", "trace"])
    answer.expect([
      "action": "none", "status": 400, "message": "The mvpd parameter value is missing or invalid.",
    ])
    #expect(answer["trace"].string.map(UUIDText.isUUID) == true)
  }
}

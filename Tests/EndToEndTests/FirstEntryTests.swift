// SPDX-License-Identifier: Apache-2.0
// Tests of what the first entry of "what to fix" says about services that are wrong in one thing.

import Formats
import HTTP
import TestSupport
import Testing

@testable import SelfTest

struct FirstEntryTests {
  /// A service that is wrong in one thing at several calls.
  struct Service: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let suites: [String]
    /// The requirements of which one has to lead.
    let requirements: [String]
    /// Parts of the headline.
    let words: [String]
    let deviation: Deviation

    /// - Parameter alteration: Of a service that is right otherwise.
    init(
      _ name: String, _ suites: [String], _ requirements: [String], _ words: [String],
      _ alteration: Alteration
    ) {
      self.init(name, suites, requirements, words, Deviation(alterations: [alteration]))
    }

    init(
      _ name: String, _ suites: [String], _ requirements: [String], _ words: [String],
      _ deviation: Deviation
    ) {
      testDescription = name
      self.suites = suites
      self.requirements = requirements
      self.words = words
      self.deviation = deviation
    }
  }

  static let services: [Service] = [
    Service(
      "no call tells when a profile begins", ["b-check-authentication", "c-4-partner-profile"],
      ["API-PROFILES-06", "API-PROFILES-MVPD-06", "API-PROFILES-SSO-06"],
      ["other call", "`notBefore` is missing"],
      .json(at: Endpoint.profileMaps, each: "profiles/*", .remove("notBefore"))),
    Service(
      "no error has a message", ["x-7-errors", "d-decisions"], ["API-ERRORS-01"],
      ["other call", "`message` is missing"],
      .json(at: Endpoint.v2, status: 400...499, .remove("message"))),
    Service(
      "decisions need no profile", ["d-decisions"], ["API-PREAUTHORIZE-13", "API-AUTHORIZE-17"],
      ["`decisions[0].authorized` is true"],
      Deviation(
        ["preauthorization-without-profile", "authorization-without-profile"]
          .compactMap { Defect.named($0)?.deviation })),
    Service(
      "decisions outlive their profile", ["x-10-life-and-end", "../identity-sso/e-logout"],
      ["API-AUTHORIZE-17"], ["`decisions[0].authorized` is true and must be false"],
      Deviation([Defect.named("cached-authorization")].compactMap { $0?.deviation })),
    Service(
      "the configuration says that an MVPD is onboarded, and it is only in the picker",
      ["c-2-configuration", "p-account"], ["V2-C2-06"],
      ["`mvpds[2].boardingStatus` is \"SUPPORTED\" and must be \"PICKER\""],
      Deviation(
        [Defect.named("configuration-picker-only-as-supported")].compactMap { $0?.deviation })),
    Service(
      "no call checks the token", ["x-3-access-tokens"], ["API-HDR-AUTH-02"],
      ["other call", "the status is 200 and must be 401"],
      .behaviour("") { request, ask, good in
        let answer = ask(request)
        if answer.status < 400, let own = request.headers["Authorization"] { good = own }
        guard answer.status == 401 else { return answer }
        return ask(request.setting("Authorization", good))
      }),
    Service(
      "a logout of V1 keeps the token",
      ["../apple-v1/c-1-logout-on-tvos", "../apple-v1/b-01-check-authentication"], ["V1-LO-08"],
      [
        "GET /api/v1/checkauthn", "after 'Initiate the logout'",
        "the status is 200 and must be 403",
      ],
      Deviation([Defect.named("v1-logout-without-effect")].compactMap { $0?.deviation })),
    Service(
      "a login leads nowhere", ["x-6-basic-authentication"], ["API-AUTHENTICATE-04"],
      [
        "GET /api/v2/authenticate/{serviceProvider}/{code}: the user agent is sent to /nowhere (404)",
        "must be sent back to the application's redirect URL",
      ],
      Deviation([Defect.named("login-leads-nowhere")].compactMap { $0?.deviation })),
    Service(
      "a deleted code of V1 lives on", ["../apple-v1/b-10-regular-authentication"], ["V1-10-29"],
      ["the status is 200 and must be 400 to 499"],
      Deviation([Defect.named("v1-deleted-codes-live-on")].compactMap { $0?.deviation })),
    Service(
      "all registrations are one client", ["x-9-isolation"], ["API-DCR-REGISTER-08"],
      ["POST /o/client/register", "`client_id` is ", "and must be another value"],
      .behaviour([[UInt8]: HTTPResponse]()) { request, ask, known in
        guard Endpoint(request) == .register else { return ask(request) }
        if let answer = known[request.body] { return answer }
        let answer = ask(request)
        if answer.status == 201 { known[request.body] = answer }
        return answer
      }),
  ]

  @Test(arguments: services) func `names what is wrong`(service: Service) throws {
    let run = try SuiteRun(against: service.deviation, suites: service.suites)
    let lines = run.finished.output.split(separator: "\n")
    let begin = try #require(
      lines.firstIndex { $0.hasPrefix("To fix") }, "\(run.finished.output.suffix(3000))")
    let entry = lines[(begin + 1)...].prefix { $0.hasPrefix("  ") }
    let headline = entry.prefix { !$0.hasPrefix("    ") }.joined().split(separator: " ")
      .joined(separator: " ")
    for words in service.words { #expect(headline.contains(words), "\(headline)") }
    let requirement = try #require(entry.first { $0.hasPrefix("    ") })
    #expect(service.requirements.contains(String(requirement.split(separator: " ")[0])), "\(entry)")
  }
}

// SPDX-License-Identifier: Apache-2.0
// What `explain` says that the harness refuses, tried requirement by requirement.

import Reports
import Suites
import TestSupport
import Testing

@testable import Command

struct RefusedCallTests {
  /// For each requirement a call that breaks it: in which state, whether the application has asked
  /// for permission before, and in which step of the cookbook.
  private static let wrong =
    table(
      #"""
      V2-B1-02 | granted-signed-in | false | B1 | metadata: {isInterruptionAllowed: false}
      V2-B1-03 | denied | true | B1 | metadata: {isInterruptionAllowed: false}
      V2-B1-04 | granted-signed-in | true | B1 | metadata: {isInterruptionAllowed: true}
      V2-B1-08 | granted-signed-in | true | B1 | metadata: {isInterruptionAllowed: false, channelIdentifier: tv}
      V2-C3-02 | granted-signed-in | false | C3 | metadata: {isInterruptionAllowed: true}
      V2-C3-03 | restricted | true | C3 | metadata: {isInterruptionAllowed: true}
      V2-C3-04 | granted-signed-in | true | C3 | metadata: {isInterruptionAllowed: false}
      V2-C3-08 | granted-signed-in | true | C3 | metadata: {isInterruptionAllowed: true, channelIdentifier: tv}
      V2-C10-02 | granted-signed-in | false | C10 | authenticate: {verificationToken: PGEvPg==, attributeNames: [uid], isInterruptionAllowed: true}
      V2-C10-03 | denied | true | C10 | authenticate: {verificationToken: PGEvPg==, attributeNames: [uid], isInterruptionAllowed: true}
      V2-C10-04 | granted-signed-in | true | C10 | authenticate: {verificationToken: PGEvPg==, attributeNames: [uid]}
      V2-C10-06 | granted-signed-in | true | C10 | authenticate: {attributeNames: [uid], isInterruptionAllowed: true}
      V2-C10-09 | granted-signed-in | true | C10 | authenticate: {attributeNames: [uid], isInterruptionAllowed: true}
      V2-C10-10 | granted-signed-in | true | C10 | authenticate: {verificationToken: PGEvPg==, isInterruptionAllowed: true}
      V2-C10-11 | granted-signed-in | true | C10 | authenticate: {verificationToken: PGEvPg==, attributeNames: [uid], isInterruptionAllowed: true, channelIdentifier: tv}
      V2-D1-03 | granted-signed-in | false | D1 | metadata: {isInterruptionAllowed: false}
      V2-D1-04 | not-determined-then-denied | true | D1 | metadata: {isInterruptionAllowed: false}
      V2-D1-05 | granted-signed-in | true | D1 | metadata: {isInterruptionAllowed: true}
      V2-D5-03 | granted-signed-in | false | D5 | metadata: {isInterruptionAllowed: false}
      V2-D5-04 | denied | true | D5 | metadata: {isInterruptionAllowed: false}
      V2-D5-05 | granted-signed-in | true | D5 | metadata: {isInterruptionAllowed: true}
      V1-02-02 | granted-signed-in | false | 2 | metadata: {isInterruptionAllowed: false}
      V1-02-03 | denied | true | 2 | metadata: {isInterruptionAllowed: false}
      V1-02-07 | granted-signed-in | true | 2 | metadata: {isInterruptionAllowed: false, channelIdentifier: tv}
      V1-02-10 | granted-signed-in | true | 2 | metadata: {isInterruptionAllowed: true}
      V1-04-02 | granted-signed-in | false | 4 | metadata: {isInterruptionAllowed: true}
      V1-04-03 | denied | true | 4 | metadata: {isInterruptionAllowed: true}
      V1-04-07 | granted-signed-in | true | 4 | metadata: {isInterruptionAllowed: true, channelIdentifier: tv}
      V1-04-10 | granted-signed-in | true | 4 | metadata: {isInterruptionAllowed: false}
      V1-07-02 | granted-signed-in | false | 7 | authenticate: {verificationToken: PGEvPg==, attributeNames: [uid], isInterruptionAllowed: false}
      V1-07-03 | denied | true | 7 | authenticate: {verificationToken: PGEvPg==, attributeNames: [uid], isInterruptionAllowed: false}
      V1-07-06 | granted-signed-in | true | 7 | authenticate: {verificationToken: PGEvPg==, attributeNames: [uid], isInterruptionAllowed: false, channelIdentifier: tv}
      V1-07-10 | granted-signed-in | true | 7 | authenticate: {verificationToken: PGEvPg==, attributeNames: [uid], isInterruptionAllowed: true}
      V1-07-11 | granted-signed-in | true | 7 | authenticate: {verificationToken: PGEvPg==, attributeNames: [], isInterruptionAllowed: false}
      V1-07-12 | granted-signed-in | true | 7 | authenticate: {attributeNames: [uid], isInterruptionAllowed: false}
      """#) as [(String, String, Bool, String, String)]

  /// A suite with two scenarios for each wrong call: as a mistake, and as one on purpose.
  private static func suite(of cookbook: String, _ prefix: String) -> String {
    var text = "suite: Wrong calls\ncookbook: \(cookbook)\nscenarios:\n"
    for (id, state, asks, step, call) in wrong where id.hasPrefix(prefix) {
      for name in [id, "\(id) on purpose"] {
        let key = name == id ? "" : "hostile: true, expect: {json: !object {}}, "
        let ask = asks ? "{partner: {permission: {}}, expect: {json: !object {}}}, " : ""
        text += """
            - scenario: \(name)
              steps: [{partner: {state: \(state)}}, \(ask){cookbook-step: \(step), \(key)partner: {\(call)}}]

          """
      }
    }
    return text
  }

  @Test(arguments: [("apple-sso-rest-api-v2", "V2"), ("apple-sso-rest-api-v1", "V1")])
  func `a run refuses a call for each requirement, unless it is wrong on purpose`(
    cookbook: String, prefix: String
  ) throws {
    let folder = try TemporaryFolder()
    let suite = try folder.write(Self.suite(of: cookbook, prefix), to: "wrong.yaml")
    let run = try CommandRun([suite], in: folder)
    for (id, _, _, _, _) in Self.wrong where id.hasPrefix(prefix) {
      #expect(run.verdicts[id] == "error", "\(id)")
      let problem = run.problem(of: id)
      let ids = problem.split(separator: "(").last?.split(separator: ")").first ?? ""
      #expect(ids.split(separator: ", ").contains(id[...]), "\(id): \(problem)")
      #expect(run.verdicts["\(id) on purpose"] == "passed", "\(id)")
    }
  }

  /// A claim without a wrong call that is tried above would be one that nothing shows.
  @Test func `explain says so of these requirements, and of no other`() throws {
    let console = Console(
      environment: [SuiteLocation.variable: CommandLine.suites], isInteractive: false
    ) { _, _ in }
    let collection = try SuiteLocation.load([CommandLine.suites], console)
    let explainer = Explainer(
      collection, AuditOptions.shippedRules(console, of: Set(collection.catalogues.keys)))
    let claimed = explainer.requirements.keys.filter { id in
      explainer.explanations(of: id).contains { $0.markdown.contains("the harness refuses") }
    }
    #expect(claimed.sorted() == Self.wrong.map(\.0).sorted())
  }
}

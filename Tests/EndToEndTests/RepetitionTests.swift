// SPDX-License-Identifier: Apache-2.0
// The commands of a certificate show its failure again.

import Foundation
import HTTP
import SelfTest
import TestSupport
import Testing
import Text

@Suite(.waits) struct RepetitionTests {
  /// Defects, some with services that are right in another way, a suite that sees each, and what the
  /// variables of its first command stand for in the request.
  static let services: [(defect: String, suite: String, values: [String: String])] = [
    (
      "session-authenticate-direct", "x-6-basic-authentication",
      ["SSO_ACCESS_TOKEN": "Authorization", "SSO_AP_DEVICE_IDENTIFIER": "AP-Device-Identifier"]
    ),
    (
      "token-created-in-seconds", "a-registration",
      ["SSO_CLIENT_ID": "client_id", "SSO_CLIENT_SECRET": "client_secret"]
    ),
  ]

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "there is no curl here"),
    arguments: services)
  func `repeat what failed`(
    service: (defect: String, suite: String, values: [String: String])
  ) throws {
    let defect = try #require(Defect.named(service.defect))
    let server = try AlteringServer(defect.deviation)
    defer { server.stop() }
    let run = try SuiteRun(server, suites: [service.suite])
    #expect(run.status == 1, "\(run.finished.output)")
    let certificate = try run.report("report.md")
    let commands = certificate.matches(of: /```sh\n((?:.|\n)*?)\n```/).map { String($0.1) }
    let request = try #require(commands.first { $0.contains("curl --include") })
    let scenario = try #require(commands.first { $0.hasPrefix("sso-conformance run ") })

    // The same request, also where another one would be as good.
    let url = try #require(request.firstMatch(of: /--url 'http:\/\/[^\/]+([^']*)'/)?.1)
    let sent = try #require(
      server.exchanges.map(\.request).last { $0.target == url && $0.method == "POST" })
    var variables = ["PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1"]
    for (name, place) in service.values {
      #expect(request.contains("# \(name): ") && request.contains("\"$\(name)\""), "\(request)")
      let field = sent.headers[place].map { String($0.split(separator: " ").last ?? "") }
      variables[name] = try #require(field ?? sent.formValue(place) as String?)
    }
    let again = try LimitedProcess.run("/bin/sh", ["-c", request], environment: variables)
    #expect(again.status == 0, "\(request)\n\(again.errors)")
    let got = try #require(server.exchanges.last?.request)
    #expect(got.method == sent.method && got.target == sent.target)
    #expect(got.body == sent.body, "\(String(decoding: got.body, as: UTF8.self))")
    let names = Set((got.headers.fields + sent.headers.fields).map { $0.name.lowercased() })
    for name in names { #expect(got.headers[name] == sent.headers[name], "\(name)") }

    // The same scenario alone, which fails again.
    let words = try LimitedProcess.run(
      "/bin/sh",
      ["-c", scenario.replacing("sso-conformance run ", with: "printf '%s\\n' ")],
      environment: ["PATH": "/usr/bin:/bin"])
    let repeated = Product.run(
      ["run"] + words.output.split(separator: "\n").map(String.init)
        + ["--reports", run.folder.file("again")])
    #expect(repeated.status == 1, "\(scenario)\n\(repeated.output)\(repeated.error)")
    #expect(repeated.output.contains("1 scenario: 1 failed"), "\(repeated.output)")
  }
}

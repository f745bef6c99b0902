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
  static let services: [(defect: String, suite: String, places: [String: String])] = [
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
    service: (defect: String, suite: String, places: [String: String])
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

    // Several scenarios send such a request; the command repeats one of them in every byte.
    let url = try #require(request.firstMatch(of: /--url 'http:\/\/[^\/]+([^']*)'/)?.1)
    let sent = server.exchanges.map(\.request).filter { $0.target == url && $0.method == "POST" }
    let repeats = try sent.contains { one in
      guard let values = Self.values(of: request, in: one, service.places) else { return false }
      let again = try LimitedProcess.run(
        "/bin/sh", ["-c", request],
        environment: values.merging(
          ["PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1"], uniquingKeysWith: { $1 }))
      #expect(again.status == 0, "\(request)\n\(again.errors)")
      let got = try #require(server.exchanges.last?.request)
      return got.target == one.target && got.body == one.body
        && (got.headers.fields + one.headers.fields)
          .allSatisfy { got.headers[$0.name] == one.headers[$0.name] }
    }
    #expect(repeats, "\(request)")

    // The same scenario alone, which fails again.
    let words = try LimitedProcess.run(
      "/bin/sh",
      ["-c", scenario.replacing("sso-conformance run ", with: "printf '%s\\n' ")],
      environment: ["PATH": "/usr/bin:/bin"])
    let repeated = Product.run(
      ["run"] + words.output.split(separator: "\n").map(String.init)
        + ["--reports", run.folder.file("again")])
    #expect(repeated.status == 1, "\(scenario)\n\(repeated.output)\(repeated.error)")
    let requirement = #/To fix(?: first)?:\n.*?\n    (API-[A-Z0-9-]+) /#.dotMatchesNewlines()
    // Which of several requirements leads depends on the answers of the whole run.
    _ = try #require(repeated.output.firstMatch(of: requirement)?.1, "\(repeated.output)")
  }

  /// The values of a command's variables in a request: a header's last word, or a value of the form.
  ///
  /// - Returns: nil where the request lacks one of them.
  private static func values(
    of command: String, in request: HTTPRequest, _ places: [String: String]
  ) -> [String: String]? {
    var values: [String: String] = [:]
    for name in command.matches(of: #/(?m)^\# (SSO_[A-Z_]+?)(_[0-9]+)?: /#) {
      guard let place = places[String(name.1)] else { return nil }
      let field = request.headers[place]?.split(separator: " ").last.map(String.init)
      guard let value = field ?? request.formValue(place) else { return nil }
      values["\(name.1)\(name.2 ?? "")"] = value
    }
    return values.count == places.count ? values : nil
  }
}

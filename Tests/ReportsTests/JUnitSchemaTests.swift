// SPDX-License-Identifier: Apache-2.0
// JUnit files against the schemas of their readers.

import Foundation
import Record
import Reports
import TestSupport
import Testing

@Suite struct JUnitSchemaTests {
  static let xmllint = ["/usr/bin/xmllint", "/opt/homebrew/bin/xmllint", "/usr/local/bin/xmllint"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static let jenkins = "junit/jenkins-xunit-junit-10.xsd"

  @Test(
    .enabled(if: SharedFolder.has(jenkins), SharedFolder.missing),
    .enabled(if: xmllint != nil, "xmllint is not installed"),
    arguments: [(JUnitProfile.jenkins, [jenkins]), (.rich, [])])
  func `validates`(profile: JUnitProfile, schemas: [String]) throws {
    let tool = try #require(Self.xmllint)
    for record in [
      SampleRecords.conformant, SampleRecords.failing, SampleRecords.run([]), CauseTests.blocked(2),
    ] {
      for file in JUnitReport(profile: profile).files(of: RunJudgement(record)) {
        let options =
          schemas.isEmpty
          ? [[]]
          : schemas.map {
            ["--schema", SharedFolder.url.appending(path: $0).path]
          }
        for option in options {
          let (status, output) = try run(tool, ["--noout"] + option + ["-"], input: file.bytes)
          #expect(status == 0, "\(file.name) by \(option): \(output)")
        }
      }
    }
  }

  private func run(
    _ tool: String, _ arguments: [String], input: [UInt8]
  ) throws -> (status: Int32, output: String) {
    let result = try LimitedProcess.run(tool, arguments, input: input, joinsErrors: true)
    return (result.status, result.output)
  }
}

// SPDX-License-Identifier: Apache-2.0
// The command line of `sso-selftest`: its help, and what it tells of deviations.

import Command
import TestSupport
import Testing

@Suite struct CommandTests {
  @Test(arguments: [(["--help"], "help-selftest.txt"), (["serve", "--help"], "help-serve.txt")])
  func `explains itself as reviewed`(words: [String], file: String) throws {
    let line = CommandLine(words)
    #expect(line.status == .success)
    try Golden.check(line.output, file)
    #expect(line.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `lists the defects and the variants`() {
    let line = CommandLine(["serve", "--list"])
    #expect(line.status == .success)
    #expect(line.output.contains("\n  register-issued-today\n"))
    #expect(line.output.contains("\n  service-providers-in-lower-case\n"))
  }

  @Test(arguments: [
    (["--defectss"], "error: unknown option '--defectss', did you mean '--defects'?"),
    (
      ["serve", "--defect", "register-issued-toda"],
      "error: --defect does not know 'register-issued-toda', did you mean 'register-issued-today'?"
    ),
  ])
  func `says what is wrong with a command line`(words: [String], message: String) {
    let line = CommandLine(words)
    #expect(line.status == .invalidInput)
    #expect(line.errors.hasPrefix(message), "\(line.errors)")
    #expect(line.errors.contains("usage: sso-selftest "), "\(line.errors)")
  }
}

// SPDX-License-Identifier: Apache-2.0
// `partner` and `partner show`.

import Foundation
import Partner
import TestSupport
import Testing

@testable import Command

@Suite struct PartnerTests {
  @Test func `lists the states as reviewed`() throws {
    try Golden.check(CommandLine(["partner"]).output, "partner.txt")
  }

  @Test func `lists those of one emulator`() {
    let line = CommandLine(["partner", "--emulator", "generic"])
    #expect(line.output.hasPrefix("generic: "))
    #expect(!line.output.contains("apple"))
  }

  @Test(arguments: FrameworkRegistry.shipped.emulators.flatMap { $0.states.map(\.name) })
  func `shows what each call answers in a state`(state: String) {
    let line = CommandLine(["partner", "show", state])
    #expect(line.status == .success)
    for call in ["permission: {", "metadata: {", "authenticate: {"] {
      #expect(line.output.components(separatedBy: "\n\(call)").count > 2, "\(call)")
    }
    #expect(line.output.contains("AP-Partner-Framework-Status: "))
  }

  @Test func `shows a state as reviewed where no clock is told`() throws {
    try Golden.check(CommandLine(["partner", "show", "denied"]).output, "partner-denied.txt")
  }

  @Test func `shows what differs once something has happened`() {
    let text = CommandLine(["partner", "show", "not-determined-then-granted"]).output
    #expect(text.contains("\nOnce permission was called with {\"prompting\":true}:\n"))
  }
}

// SPDX-License-Identifier: Apache-2.0
// A mistake is printed by where it is, whatever the name of that.

import Testing
import Text

@testable import Command

struct DiagnosticTests {
  @Test(
    arguments: [
      (.file("a.yaml"), "a.yaml:1:1: error: wrong"),
      (.file("--a.yaml"), "--a.yaml:1:1: error: wrong"),
      (.option("--set"), "error: wrong"), (.option("a name of a service"), "error: wrong"),
    ] as [(Diagnostic.Origin, String)])
  func `has a place in a file, and none on the command line`(
    origin: Diagnostic.Origin, line: String
  ) {
    #expect(Diagnostic(.error, "wrong", in: origin).line == line)
  }
}

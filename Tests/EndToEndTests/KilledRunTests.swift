// SPDX-License-Identifier: Apache-2.0
// A run that is killed leaves no program behind that ends with its input.

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct KilledRunTests {
  @Test func `ends the input of its programs`() throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\necho $$ >> pids\nexec cat >/dev/null\n", to: "program")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/program")
    try folder.write(
      """
      suite: S
      scenarios:
        - scenario: a
          steps:
            - partner: {state: any}
              timeout: 30s
      """, to: "suite.yaml")
    try folder.write(
      "base-url: http://127.0.0.1:9\npartner: {command: [./program]}\n", to: "profile.yaml")
    let product = try RunningProduct(
      ["run", "suite.yaml", "--target", "profile.yaml"], in: folder,
      environment: ["PATH": "/usr/bin:/bin", "SSO_CONFORMANCE_SUITES": Product.suites])
    func numbers() -> [Int32] {
      String(decoding: (try? folder.bytes("pids")) ?? [], as: UTF8.self)
        .split(whereSeparator: \.isNewline).compactMap { Int32($0) }
    }
    try waitUntil { numbers().count == 1 }
    product.send(SIGKILL)
    #expect(product.wait().status == -SIGKILL)
    #expect(staying(numbers()) == [])
  }
}

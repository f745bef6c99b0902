// SPDX-License-Identifier: Apache-2.0
// A run that is killed leaves no program behind.

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct KilledRunTests {
  @Test(arguments: [
    "exec sleep 60",
    "trap '' TERM INT HUP; sleep 60 & echo $! >> pids; for i in $(seq 60); do sleep 1; done",
    "setsid sh -c 'echo $$ >> pids; exec sleep 60' </dev/null >/dev/null 2>&1 & exec sleep 60",
  ])
  func `takes its programs along`(script: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\necho $$ >> pids\n\(script)\n", to: "program")
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
    let count = script.hasPrefix("exec") ? 1 : 2
    try waitUntil { numbers().count == count }
    product.send(SIGKILL)
    #expect(product.wait().status == -SIGKILL)
    #expect(staying(numbers()) == [])
  }
}

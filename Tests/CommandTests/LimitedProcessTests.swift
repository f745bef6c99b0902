// SPDX-License-Identifier: Apache-2.0
// The processes of the tests end with their test, whatever they leave behind.

import Foundation
import TestSupport
import Testing

@Suite(.waits, .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cwd")))
struct LimitedProcessTests {
  @Test(arguments: [
    "exec sleep 60", "sleep 60 & echo $! >> pids; exec sleep 60",
    "trap '' TERM INT HUP; setsid sleep 60 & echo $! >> pids; sleep 60",
  ])
  func `are killed at their time, with all that they have started`(script: String) throws {
    let folder = try ProgramFolder()
    let result = try LimitedProcess.run(
      "/bin/sh", ["-c", "echo $$ >> pids; \(script)"], in: URL(filePath: folder.path),
      seconds: 0.5)
    #expect(result.status == -SIGKILL)
    #expect(!folder.numbers(in: "pids").isEmpty)
    #expect(staying(folder.numbers(in: "pids")) == [])
  }

  @Test func `leave nothing behind in their folder`() throws {
    var folder: ProgramFolder? = try ProgramFolder()
    let path = try #require(folder?.path)
    let process = try LimitedProcess(
      "/bin/sh", ["-c", "setsid sleep 60 & echo $! >> pids; exec sleep 60"],
      in: URL(filePath: path))
    try waitUntil { folder?.text(of: "pids").hasSuffix("\n") == true }
    let numbers = try #require(folder?.numbers(in: "pids"))
    folder = nil
    #expect(staying(numbers + [process.number]) == [])
  }
}

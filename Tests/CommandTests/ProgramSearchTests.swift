// SPDX-License-Identifier: Apache-2.0
// Finding the program that is named, and saying why it can't be started.

import Foundation
import TestSupport
import Testing

@testable import Command

@Suite struct ProgramSearchTests {
  private func folder() throws -> ProgramFolder {
    let folder = try ProgramFolder()
    try folder.script("exit 0", as: "good")
    try folder.write("#!/bin/sh\n", to: "plain")
    try folder.write("#!/no/such/interpreter\n", to: "lost", permissions: 0o755)
    try folder.write("exit 0\n", to: "headless", permissions: 0o755)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("astray"), withDestinationPath: "absent")
    try FileManager.default.createDirectory(
      atPath: folder.file("inner"), withIntermediateDirectories: true)
    return folder
  }

  @Test(arguments: [
    ("./absent", "there is no program './absent'"),
    ("./inner", "'./inner' is a folder, not a program"),
    ("./plain", "'./plain' is not executable; chmod +x makes it so"),
    (
      "./lost",
      "'./lost' can't be started: its first line names the interpreter '/no/such/interpreter', and"
        + " there is no such program"
    ),
    (
      "./headless",
      "'./headless' can't be started: it is not a program for this machine; a script begins with a"
        + " line '#!/bin/sh'"
    ),
    (
      "absent",
      "there is no program 'absent' in the folders of PATH; write './absent' for one beside the"
        + " profile"
    ),
    ("plain", "'plain' is not executable; chmod +x makes it so"),
    ("./astray", "'./astray' is a link, and there is nothing where it leads to"),
    ("", "no program is named"),
  ])
  func `says what keeps a program from being started`(name: String, message: String) throws {
    let folder = try folder()
    #expect(throws: ChildProcessError(message)) {
      try ChildProcesses().start(
        ProgramCommand([name], folder: folder.path), environment: ["PATH": folder.path],
        lineLimitBytes: 1000
      ) { _ in }
    }
  }

  @Test func `waits a little for a program that is open for writing`() throws {
    let folder = try folder()
    let writer = try #require(FileHandle(forWritingAtPath: folder.file("good")))
    let processes = ChildProcesses()
    func start() throws {
      let process = try processes.start(
        ProgramCommand(["./good"], folder: folder.path), environment: [:], lineLimitBytes: 1000
      ) { _ in }
      process.end()
      processes.wait()
    }
    #expect(
      throws: ChildProcessError("'./good' can't be started: a process has it open for writing")
    ) { try start() }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { try? writer.close() }
    #expect(throws: Never.self) { try start() }
  }

  @Test func `finds a name in the folders of PATH, the first that can be executed`() throws {
    let first = try folder()
    let second = try folder()
    try second.script("exit 0", as: "plain")
    #expect(
      try ProgramCommand(["plain"]).file(
        environment: ["PATH": "/no/such:\(first.path):\(second.path)"]) == second.file("plain"))
  }

  @Test func `passes over a folder of that name`() throws {
    let first = try folder()
    let second = try folder()
    try second.script("exit 0", as: "inner2")
    try FileManager.default.createDirectory(
      atPath: first.file("inner2"), withIntermediateDirectories: true)
    let path = ["PATH": "\(first.path):\(second.path)"]
    #expect(try ProgramCommand(["inner2"]).file(environment: path) == second.file("inner2"))
    // It is not a program that only lacks a permission either.
    #expect(
      throws: ChildProcessError(
        "there is no program 'inner' in the folders of PATH; write './inner' for one beside the"
          + " profile")
    ) { try ProgramCommand(["inner"]).file(environment: path) }
  }

  @Test func `takes a path with a slash from the folder it runs in`() throws {
    let folder = try folder()
    #expect(
      try ProgramCommand(["./good"], folder: folder.path).file(environment: [:])
        == "\(folder.path)/./good")
  }
}

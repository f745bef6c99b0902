// SPDX-License-Identifier: Apache-2.0
// Tests of programs that are started: found, read, ended with signals, within limits.

import Foundation
import Partner
import Synchronization
import TestSupport
import Testing

@testable import Command

@Suite(.waits) final class ChildProcessTests {
  static let past = ContinuousClock.now
  static var soon: ContinuousClock.Instant { .now + .seconds(30) }

  let processes = ChildProcesses(patience: .milliseconds(100), grace: .milliseconds(500))

  /// What a fault keeps from ending is killed with it.
  let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  deinit { processes.wait() }

  private func start(
    _ script: String, folder: String? = nil, lineLimitBytes: Int = 1000,
    errors: @escaping @Sendable (ErrorText) -> Void = { _ in }
  ) throws -> ChildProcess {
    try processes.start(
      ProgramCommand(["sh", "-c", script], folder: folder ?? home.path),
      environment: ProcessInfo.processInfo.environment, lineLimitBytes: lineLimitBytes,
      errors: errors)
  }

  private func lines(_ process: ChildProcess, _ count: Int) -> [String] {
    (0..<count).compactMap { _ in
      if case .line(let line) = process.receive(until: Self.soon) {
        String(decoding: line, as: UTF8.self)
      } else {
        nil
      }
    }
  }

  @Test func `gives lines as they were written, without line feeds`() throws {
    let process = try start(#"printf 'one\ntwo\r\n\n'; printf 'thr'; printf 'ee\nrest'"#)
    #expect(lines(process, 4) == ["one", "two", "", "three"])
    #expect(process.receive(until: Self.soon) == .ended("with status 0"))
  }

  @Test func `sends a line and its line feed`() throws {
    let process = try start("cat")
    for line in ["a b", ""] { #expect(process.send(Array(line.utf8), until: Self.soon) == .sent) }
    #expect(lines(process, 2) == ["a b", ""])
  }

  @Test func `gives up at the deadline, and what has come by then it gives`() throws {
    let process = try start(#"printf 'one\ntwo\n'; cat >/dev/null"#)
    #expect(lines(process, 1) == ["one"])
    #expect(process.receive(until: Self.past) == .line(Array("two".utf8)))
    #expect(process.receive(until: Self.past) == .late)
    #expect(process.receive(until: .now + .milliseconds(20)) == .late)
    let deaf = try start("sleep 60")
    let line = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(deaf.send(line, until: .now + .milliseconds(20)) == .late)
  }

  @Test(arguments: [
    (#"printf '0123456789\n'"#, LineConversation.Reception.line(Array("0123456789".utf8))),
    (#"printf '0123456789a\n'"#, .tooLong), ("printf 0123456789a; sleep 60", .tooLong),
    ("yes | tr -d '\\n'", .tooLong),
  ])
  func `refuses a long line`(script: String, expected: LineConversation.Reception) throws {
    #expect(try start(script, lineLimitBytes: 10).receive(until: Self.soon) == expected)
  }

  @Test(
    arguments: [
      ("exit 0", "with status 0"), ("exit 3", "with status 3"), ("kill -KILL $$", "by signal 9"),
      // Not ignored, though we ignore it.
      ("kill -PIPE $$", "by signal 13"), ("kill -INT $$", "by signal 2"),
      // A closed output is not an end.
      ("exec >&-; exec sleep 60", nil),
    ] as [(String, String?)])
  func `says how a program ended`(script: String, how: String?) throws {
    let process = try start(script)
    #expect(process.receive(until: Self.soon) == .ended(how))
    if let how { #expect(process.send([0x61], until: Self.soon) == .ended(how)) }
  }

  @Test func `runs in a folder, with the environment and the arguments as they are`() throws {
    try home.script(#"pwd -P; printf '%s\n' "$A" "$1" "$2""#, as: "where")
    let process = try processes.start(
      ProgramCommand(["./where", "a  b", "$A"], folder: home.path), environment: ["A": "x=y z"],
      lineLimitBytes: 1000
    ) { _ in }
    let resolved = URL(filePath: home.path).resolvingSymlinksInPath().path
    #expect(lines(process, 4) == [resolved, "x=y z", "a  b", "$A"])
  }

  @Test func `inherits no descriptor`() throws {
    let first = try start("cat")
    let process = try start("ls /proc/self/fd | tr '\\n' ' '; echo")
    // The fourth is that of the listing itself.
    #expect(lines(process, 1) == ["0 1 2 3 "])
    first.end()
  }

  @Test(arguments: [
    "cat", "sleep 60", "sleep 60 & cat", "trap ': > told' TERM; sleep 60",
    "trap '' TERM INT HUP; for i in $(seq 60); do sleep 1; done",
    "sh -c 'trap \"\" TERM; for i in $(seq 60); do sleep 1; done' & exit 0",
  ])
  func `ends a program and what it started`(script: String) throws {
    let folder = try TemporaryFolder()
    let process = try start("echo $$ > pids; echo ready; \(script)", folder: folder.path)
    #expect(lines(process, 1) == ["ready"])
    process.end()
    processes.wait()
    #expect(!folder.numbers(in: "pids").isEmpty)
    let isTold = FileManager.default.fileExists(atPath: folder.file("told"))
    #expect(isTold == script.contains("told"))
    #expect(staying(folder.numbers(in: "pids")) == [])
    #expect(processes.processes == [])
    #expect(staying(members(ofGroup: process.number)) == [])
  }

  @Test func `ends a program that nobody refers to any more`() throws {
    var process: ChildProcess? = try start("cat")
    let number = try #require(process?.number)
    process = nil
    processes.wait()
    #expect(staying([number]) == [])
  }

  @Test func `an interruption ends all waiting, and what is killed ends at once`() throws {
    let stubborn = try start(
      "trap '' TERM INT HUP; echo ready; for i in $(seq 60); do sleep 1; done")
    #expect(lines(stubborn, 1) == ["ready"])
    processes.kill()
    #expect(stubborn.receive(until: Self.soon) == .ended("by signal 9"))
    let process = try start("sleep 60")
    processes.interrupt()
    #expect(process.receive(until: Self.soon) == .ended("with the run"))
    #expect(throws: PartnerError.self) { try start("cat") }
  }

  @Test func `hands on the last of what went to standard error`() throws {
    let heard = Mutex<[String]>([])
    let process = try start(
      "echo one >&2; echo; cat >/dev/null; echo two >&2"
    ) { text in
      let words = String(decoding: text.bytes, as: UTF8.self)
      heard.withLock { $0.append("\(text.droppedBytes) \(words)\(text.isLast ? "." : "")") }
    }
    #expect(lines(process, 1) == [""])
    process.passOnErrors()
    process.end()
    processes.wait()
    #expect(heard.withLock { $0 } == ["0 one\n", "0 two\n."])
  }

  @Test func `keeps a program from waiting for its standard error to be read`() throws {
    let heard = Mutex<[(Int, Int)]>([])
    let process = try start("head -c 5000000 /dev/zero >&2; echo done") { text in
      heard.withLock { $0.append((text.bytes.count, text.droppedBytes)) }
    }
    #expect(lines(process, 1) == ["done"])
    process.passOnErrors()
    #expect(heard.withLock { $0.map(\.0) } == [ErrorOutput.tailBytes])
    #expect(heard.withLock { $0.map(\.1) } == [5_000_000 - ErrorOutput.tailBytes])
  }
}

@Suite(.waits, .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cwd")))
struct LimitedProcessTests {
  @Test(arguments: [
    "exec sleep 60", "sleep 60 & echo $! >> pids; exec sleep 60",
    "trap '' TERM INT HUP; setsid sleep 60 & echo $! >> pids; sleep 60",
  ])
  func `are killed at their time, with all that they have started`(script: String) throws {
    let folder = try TemporaryFolder()
    let result = try LimitedProcess.run(
      "/bin/sh", ["-c", "echo $$ >> pids; \(script)"], in: URL(filePath: folder.path),
      seconds: 0.5)
    #expect(result.status == -SIGKILL)
    #expect(!folder.numbers(in: "pids").isEmpty)
    #expect(staying(folder.numbers(in: "pids")) == [])
  }

  @Test func `leave nothing behind in their folder`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
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

struct ProgramSearchTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.script("exit 0", as: "good")
    try folder.write("#!/bin/sh\n", to: "plain")
    try folder.write("#!/no/such/interpreter\n", to: "lost", permissions: 0o755)
    try folder.write("exit 0\n", to: "headless", permissions: 0o755)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("astray"), withDestinationPath: "absent")
    try folder.write("", to: "inner/file")
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
    ), ("absent", notFound("absent")), ("inner", notFound("inner")),
    ("plain", "'plain' is not executable; chmod +x makes it so"),
    ("./astray", "'./astray' is a link, and there is nothing where it leads to"),
    ("", "no program is named"),
  ])
  func `says what keeps a program from being started`(name: String, message: String) throws {
    let folder = try folder()
    #expect(throws: PartnerError.failed(message)) {
      try ChildProcesses().start(
        ProgramCommand([name], folder: folder.path), environment: ["PATH": folder.path],
        lineLimitBytes: 1000
      ) { _ in }
    }
  }

  private static func notFound(_ name: String) -> String {
    "there is no program '\(name)' in the folders of PATH; write './\(name)' for one beside the"
      + " profile"
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
      throws: PartnerError.failed("'./good' can't be started: a process has it open for writing")
    ) { try start() }
    DispatchQueue(label: "own thread").asyncAfter(deadline: .now() + 0.05) { try? writer.close() }
    #expect(throws: Never.self) { try start() }
  }

  /// What can't be executed is passed over, as is a folder; a path with a slash is taken from the
  /// folder that the program runs in.
  @Test func `finds a name in the folders of PATH, the first that can be executed`() throws {
    let (first, second) = (try folder(), try folder())
    let path = ["PATH": "/no/such:\(first.path):\(second.path)"]
    try first.write("", to: "inner2/file")
    for name in ["plain", "inner2"] {
      try second.script("exit 0", as: name)
      #expect(try ProgramCommand([name]).file(environment: path) == second.file(name))
    }
    let beside = ProgramCommand(["./good"], folder: first.path)
    #expect(try beside.file(environment: [:]) == "\(first.path)/./good")
  }
}

/// Of a signal that nobody else in this process waits for.
struct SignalsTests {
  /// What the process does at a signal, as an address: 0 by default, 1 nothing.
  private static func disposition(_ number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    return withUnsafeBytes(of: &action) { $0.loadUnaligned(as: Int.self) }
  }

  @Test func `have the process as it was once they are waited for no more`() throws {
    let number = SIGUSR2
    signal(number, SIG_IGN)
    defer { signal(number, SIG_DFL) }
    let came = DispatchSemaphore(value: 0)
    let first = Signals().onInterruption(of: [number]) { came.signal() }
    let told = DispatchSemaphore(value: 0)
    let second = Signals().onInterruption(of: [number]) { told.signal() }
    #expect(Self.disposition(number) > 1)
    first.end()
    first.end()
    #expect(Self.disposition(number) > 1)
    kill(getpid(), number)
    #expect(told.wait(timeout: .now() + .seconds(60)) == .success)
    second.end()
    #expect(Self.disposition(number) == 1)
    kill(getpid(), number)
    #expect(came.wait(timeout: .now()) == .timedOut)
  }
}

struct ErrorOutputTests {
  private let output: ErrorOutput
  private let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    output = ErrorOutput(ends[0])
    writing = ends[1]
  }

  @Test(arguments: [1, ErrorOutput.tailBytes, ErrorOutput.tailBytes + 1, 3 * ErrorOutput.tailBytes])
  func `keeps the last part, and counts what it leaves out`(count: Int) {
    defer { close(writing) }
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    #expect(write(writing, bytes, count) == count)
    let dropped = max(0, count - ErrorOutput.tailBytes)
    #expect(output.take() == ErrorText(Array(bytes.dropFirst(dropped)), droppedBytes: dropped))
    // What was taken counts no more.
    #expect(output.take() == nil)
    #expect(write(writing, "a", 1) == 1)
    #expect(output.take() == ErrorText([UInt8(ascii: "a")]))
  }

  @Test func `gives the last text once the program is gone, though it be empty`() {
    #expect(output.take() == nil && output.waitDescriptor >= 0)
    #expect(write(writing, "b", 1) == 1)
    close(writing)
    #expect(output.take(isLast: true) == ErrorText([UInt8(ascii: "b")], isLast: true))
    #expect(output.waitDescriptor < 0 && output.take() == nil)
    #expect(output.take(isLast: true) == ErrorText([], isLast: true))
  }
}

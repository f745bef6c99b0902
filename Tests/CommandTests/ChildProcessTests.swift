// SPDX-License-Identifier: Apache-2.0
// Programs on pipes: lines both ways, each way to start and to end, nothing left behind.

import Foundation
import Partner
import Synchronization
import TestSupport
import Testing

@testable import Command

@Suite(.waits) final class ChildProcessTests {
  static let past = ContinuousClock.now
  static var soon: ContinuousClock.Instant { .now + .seconds(30) }

  let processes = ChildProcesses(patience: .milliseconds(100), grace: .milliseconds(100))

  /// What a fault keeps from ending is killed with it.
  let home: ProgramFolder

  init() throws { home = try ProgramFolder() }

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
    #expect(process.send(Array("a b".utf8), until: Self.soon) == .sent)
    #expect(process.send([], until: Self.soon) == .sent)
    #expect(lines(process, 2) == ["a b", ""])
  }

  @Test func `with a deadline in the past it gives what has come and does not wait`() throws {
    let process = try start(#"printf 'one\ntwo\n'; cat >/dev/null"#)
    #expect(lines(process, 1) == ["one"])
    #expect(process.receive(until: Self.past) == .line(Array("two".utf8)))
    #expect(process.receive(until: Self.past) == .late)
  }

  @Test func `gives up at the deadline`() throws {
    let process = try start("cat >/dev/null")
    #expect(process.receive(until: .now + .milliseconds(20)) == .late)
  }

  @Test func `gives up at the deadline where the program does not read`() throws {
    let process = try start("sleep 60")
    let line = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(process.send(line, until: .now + .milliseconds(20)) == .late)
  }

  @Test(arguments: [
    (#"printf '0123456789\n'"#, LineConversation.Reception.line(Array("0123456789".utf8))),
    (#"printf '0123456789a\n'"#, .tooLong),
    ("printf 0123456789a; sleep 60", .tooLong),
    ("yes | tr -d '\\n'", .tooLong),
  ])
  func `refuses a line over the limit`(script: String, expected: LineConversation.Reception) throws
  {
    let process = try start(script, lineLimitBytes: 10)
    #expect(process.receive(until: Self.soon) == expected)
  }

  @Test(arguments: [
    ("exit 0", "with status 0"),
    ("exit 3", "with status 3"),
    ("kill -KILL $$", "by signal 9"),
    // Not ignored, though we ignore it.
    ("kill -PIPE $$", "by signal 13"),
    ("kill -INT $$", "by signal 2"),
  ])
  func `says how a program ended`(script: String, how: String) throws {
    let process = try start(script)
    #expect(process.receive(until: Self.soon) == .ended(how))
    #expect(process.send([0x61], until: Self.soon) == .ended(how))
  }

  @Test func `tells a closed output from an end`() throws {
    let process = try start("exec >&-; exec sleep 60")
    #expect(process.receive(until: Self.soon) == .ended(nil))
  }

  @Test func `runs in the folder that is asked for`() throws {
    let folder = try ProgramFolder()
    try folder.script("pwd -P", as: "where")
    let process = try processes.start(
      ProgramCommand(["./where"], folder: folder.path), environment: [:], lineLimitBytes: 1000
    ) { _ in }
    let resolved = URL(filePath: folder.path).resolvingSymlinksInPath().path
    #expect(lines(process, 1) == [resolved])
  }

  @Test func `gives the environment and the arguments as they are`() throws {
    let process = try processes.start(
      ProgramCommand(["/bin/sh", "-c", #"printf '%s\n' "$A" "$1" "$2""#, "sh", "a  b", "$A"]),
      environment: ["A": "x=y z"], lineLimitBytes: 1000
    ) { _ in }
    #expect(lines(process, 3) == ["x=y z", "a  b", "$A"])
  }

  @Test func `inherits no descriptor`() throws {
    let first = try start("cat")
    let process = try start("ls /proc/self/fd | tr '\\n' ' '; echo")
    // The fourth is that of the listing itself.
    #expect(lines(process, 1) == ["0 1 2 3 "])
    first.end()
  }

  @Test(arguments: [
    "cat",
    "sleep 60",
    "trap '' TERM INT HUP; for i in $(seq 60); do sleep 1; done",
    "sleep 60 & cat",
    "sh -c 'trap \"\" TERM; for i in $(seq 60); do sleep 1; done' & exit 0",
  ])
  func `ends a program and what it started`(script: String) throws {
    let folder = try ProgramFolder()
    let process = try start("echo $$ > pids; echo ready; \(script)", folder: folder.path)
    #expect(lines(process, 1) == ["ready"])
    process.end()
    processes.wait()
    #expect(!folder.numbers(in: "pids").isEmpty)
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

  @Test func `an interruption ends all waiting`() throws {
    let process = try start("sleep 60")
    processes.interrupt()
    #expect(process.receive(until: Self.soon) == .ended("with the run"))
    #expect(throws: ChildProcessError.self) { try start("cat") }
  }

  @Test func `kills at once what is there`() throws {
    let process = try start(
      "trap '' TERM INT HUP; echo ready; for i in $(seq 60); do sleep 1; done")
    #expect(lines(process, 1) == ["ready"])
    processes.kill()
    #expect(process.receive(until: Self.soon) == .ended("by signal 9"))
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

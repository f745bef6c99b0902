// SPDX-License-Identifier: Apache-2.0
// The programs at the edges: limits, standard streams, serving, fuzzing.

import Formats
import Foundation
import HTTP
import Record
import SelfTest
import TestSupport
import Testing

@Suite(.waits) struct LimitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ options: [String] = [], limits: String) throws -> Finished {
    try RunningProduct(
      ["run", "\(Product.suites)/apple-v2/p-account.yaml"] + options, in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites], limits: limits
    ).wait()
  }

  @Test(arguments: ["ulimit -n 11", "ulimit -n 14", "ulimit -n 20"])
  func `ends with 3 where not even one job is possible`(limits: String) throws {
    let finished = try run(limits: limits)
    #expect(finished.status == 3, "\(finished)")
    #expect(finished.error.hasPrefix("error: the "), "\(finished)")
    #expect(finished.error.contains("open files"), "\(finished)")
  }

  @Test func `runs fewer jobs at the limit of open files, and says so`() throws {
    let finished = try run(["--jobs", "64"], limits: "ulimit -n 64")
    #expect(finished.status == 0, "\(finished)")
    let record = try folder.record()
    #expect(2..<15 ~= record.jobs)
    let remark = "\(record.jobs) jobs instead of 64: the limit on open files (ulimit -n) allows no"
    #expect(record.remarks.contains { $0.hasPrefix(remark) })
    #expect(finished.output.contains(remark))
  }

  /// The second has a descriptor whose number is above the soft limit.
  @Test(arguments: ["ulimit -S -n 64", "exec 9</dev/null; ulimit -S -n 8"])
  func `raises a soft limit of open files where it may`(limits: String) throws {
    let finished = try run(["--jobs", "50"], limits: limits)
    #expect(finished.status == 0, "\(finished)")
    let record = try folder.record()
    #expect(record.jobs == 50)
    #expect(record.remarks.isEmpty)
  }

  /// Whether this user may be another one, for whom the number of threads is limited.
  private static let canBeNobody: Bool = {
    let result = try? LimitedProcess.run(
      "/usr/bin/setpriv",
      [
        "--reuid", "59991", "--clear-groups", "prlimit", "--nproc=9", "test", "-x",
        Product.executable.path,
      ])
    return result?.status == 0
  }()

  @Test(
    .enabled(if: canBeNobody, "the number of threads is limited for users other than root"),
    arguments: [(1, 3), (2, 3), (5, 3), (12, 0)] as [(Int, Int32)])
  func `ends with 3, or in the right verdict, at the limit of threads`(
    count: Int, status: Int32
  ) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    // A user of whom there are no processes.
    let user = "setpriv --reuid 59991 --clear-groups prlimit --nproc=\(count)"
    let finished = try run(limits: "exec \(user) \"$0\" \"$@\"")
    #expect(finished.status == status, "\(finished)")
    if status == 3 { #expect(finished.error.contains("threads"), "\(finished)") }
  }
}

@Suite(.waits) struct StandardStreamTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a line of the shell, in which `"$@"` is the program with its words and `status` the file
  /// for what it ends with.
  private func shell(_ line: String, _ words: [String]) throws -> (status: String, error: String) {
    let result = try LimitedProcess.run(
      "/bin/sh", ["-c", line, "sh", Product.executable.path] + words, in: folder.url,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        "SSO_CONFORMANCE_SUITES": Product.suites,
      ])
    return (folder.text(of: "status"), result.errors)
  }

  private static let lines = [
    "\"$@\" > /dev/full; echo $? > status", "(\"$@\"; echo $? > status) | head -n 1",
    "(\"$@\"; echo $? > status) | true", "\"$@\" >&-; echo $? > status",
    "\"$@\" <&- >&-; echo $? > status", "\"$@\" <&- >&- 2>&-; echo $? > status",
  ]

  @Test(arguments: zip(lines, [true, false, true, false, true, false]))
  func `a run has its reports and its verdict`(line: String, isConformant: Bool) throws {
    let fault = try #require(Defect.named("partner-logout-called-logout"))
    let server = try AlteringServer(isConformant ? Deviation() : fault.deviation)
    defer { server.stop() }
    let profile = try folder.write(server.profile, to: "profile.yaml")
    let (status, error) = try shell(
      line, ["run", "\(Product.suites)/apple-v2/e-logout.yaml", "--target", profile])
    #expect(status == (isConformant ? "0\n" : "1\n"), "\(error)")
    #expect(error.isEmpty)
    let judgement = RunJudgement(try folder.record())
    #expect(judgement.totals.scenarios > 3)
    #expect(!judgement.record.isInterrupted)
    try HostileTests.checkWellFormed(try folder.bytes("Reports/junit.xml"))
    #expect(try folder.report("report.md").hasPrefix("# "))
    // What was meant for the terminal went nowhere else.
    let requests = server.exchanges.map(\.request)
    #expect(!requests.isEmpty)
    #expect(requests.allSatisfy { ["GET", "POST", "DELETE"].contains($0.method) })
  }

  @Test(arguments: [["list"], ["--help"], ["partner"], ["completion", "bash"]])
  func `another command ends with 4 where its output is lost`(words: [String]) throws {
    let (status, error) = try shell("\"$@\" > /dev/full; echo $? > status", words)
    #expect(status == "4\n")
    #expect(error == "error: the output can't be written\n")
  }

  @Test(
    arguments: [["list"], ["--help"], ["partner"], ["completion", "bash"]],
    ["(sleep 0.1; \"$@\"; echo $? > status) | true", "\"$@\" >&-; echo $? > status"])
  func `another command ends in peace where its output is read by nobody`(
    words: [String], line: String
  ) throws {
    let (status, error) = try shell(line, words)
    #expect(status == "0\n")
    #expect(error.isEmpty)
  }

  @Test(arguments: [
    // What went wrong before counts, not the output that is lost.
    (["check", "absent.yaml"], ">", "2\n", "there is no such file or folder"),
    // A warning that nobody could read is no error.
    (["check", "warned.yaml"], "2>", "0\n", ""), (["check", "absent.yaml"], "2>", "2\n", ""),
  ])
  func `another command keeps its status where only messages are lost`(
    words: [String], redirection: String, status: String, message: String
  ) throws {
    try folder.write(
      "suite: S\nscenarios:\n  - scenario: A\n    steps:\n"
        + "      - {step: A, request: {GET: /}, expect: {json: {a: no}}}\n", to: "warned.yaml")
    let finished = try shell("\"$@\" \(redirection) /dev/full; echo $? > status", words)
    #expect(finished.status == status)
    #expect(!finished.error.contains("can't be written"))
    #expect(message.isEmpty ? finished.error.isEmpty : finished.error.contains(message))
  }
}

@Suite(.waits) struct ServeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts `sso-selftest serve`, and runs a command line against it with the profile that it
  /// prints.
  ///
  /// - Returns: What the command line did, and what `serve` printed.
  private func against(
    _ options: [String], program: String = "sso-conformance", _ words: [String]
  ) throws -> (finished: Finished, printed: String) {
    let measurer = BuiltProgram.path(of: "sso-selftest")
    let environment = ["SSO_CONFORMANCE_SUITES": Product.suites]
    let service = try RunningProduct(
      measurer, ["serve"] + options, in: folder, environment: environment)
    defer { service.send(SIGTERM) }
    try waitUntil { service.output.contains("run --target") }
    let printed = service.output
    let profile = printed.split(separator: "\n").drop { !$0.hasPrefix("target:") }
    let path = try folder.write(
      profile.prefix { $0.contains(":") }.joined(separator: "\n") + "\n", to: "profile.yaml")
    let product = try RunningProduct(
      BuiltProgram.path(of: program), words + ["--target", path], in: folder,
      environment: environment)
    return (product.wait(), printed)
  }

  private static let registration = "\(Product.suites)/rest-api-v2/a-registration.yaml"

  @Test func `is wrong in the way that it is told`() throws {
    let (finished, printed) = try against(
      ["--defect", "register-issued-today"],
      ["run", Self.registration, "--reports", "\(folder.path)/Reports"])
    #expect(printed.contains("It deviates: register-issued-today"), "\(printed)")
    #expect(finished.status == 1, "\(finished)")
    #expect(finished.output.contains("client_id_issued_at"), "\(finished)")
  }

  @Test func `is a target on which suites can be measured`() throws {
    let (finished, _) = try against(
      ["--variant", "service-providers-in-lower-case"],
      program: "sso-selftest", [Self.registration, "--at-least", "0.5"])
    #expect(finished.status == 0, "\(finished)")
    #expect(finished.output.contains("mutants: "), "\(finished)")
    #expect(!finished.output.contains("defects: "), "\(finished)")
  }
}

@Suite(.waits) struct FuzzCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fuzz(_ words: [String]) throws -> (status: Int32, output: String) {
    // A crash on purpose needs no backtrace, which takes a second.
    let result = try LimitedProcess.run(
      Product.executable.deletingLastPathComponent().appending(path: "fuzz").path, words,
      in: folder.url, environment: ["SWIFT_BACKTRACE": "enable=no"])
    return (result.status, result.output)
  }

  @Test func `keeps the input of a crash, of a broken promise and of greed`() throws {
    let surfaces = ["planted-crash", "planted-flaw", "planted-greed"]
    let found = try fuzz(surfaces + ["--seed", "7", "--rounds", "300", "--seconds", "60"])
    #expect(found.status == 1)
    let lines = found.output.split(separator: "\n")
    for (surface, what) in zip(surfaces, ["it crashes with", "flaw: an x", "KB of memory"]) {
      #expect(lines.contains { $0.hasPrefix("\(surface): seed 7, round") && $0.contains(what) })
      let input = try #require(
        try FileManager.default.contentsOfDirectory(
          atPath: folder.url.appending(path: "Fuzzed").path
        ).first { $0.hasPrefix("\(surface)-7-") })
      #expect(try folder.bytes("Fuzzed/\(input)").contains(UInt8(ascii: "x")))
      let again = try fuzz([surface, "--input", "Fuzzed/\(input)"])
      #expect(again.status != 0)
    }
  }

  @Test func `tries every surface, and tells rounds and seed`() throws {
    let clean = try fuzz(["--seed", "1", "--rounds", "3", "--seconds", "60"])
    #expect(clean.status == 0, "\(clean.output)")
    let lines = clean.output.split(separator: "\n").dropFirst()
    #expect(lines.count >= 15)
    #expect(lines.allSatisfy { $0.contains(" 3 rounds in ") && $0.contains("seed 1: no flaw") })
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "Fuzzed").path))
  }

  @Test(arguments: [
    (["nosuch"], "error: unknown surface 'nosuch'"), (["--seed"], "error: --seed needs a value"),
    (["--rounds", "0"], "error: --rounds takes a number from 1, and not '0'"),
    (["--input", "x"], "error: --input needs the name of one surface"),
  ])
  func `refuses other words`(words: [String], message: String) throws {
    let refused = try fuzz(words)
    #expect(refused.status == 2)
    #expect(refused.output.hasPrefix("\(message)\n"))
  }
}

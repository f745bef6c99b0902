// SPDX-License-Identifier: Apache-2.0
// Runs under limits of the system: a clear error or the right verdict, and never a hang.

import Formats
import Foundation
import Record
import TestSupport
import Testing

@Suite(.waits) struct LimitTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ options: [String] = [], limits: String) throws -> Finished {
    try RunningProduct(
      ["run", "\(Product.suites)/apple-v2/p-account.yaml"] + options, in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites], limits: limits
    ).wait()
  }

  private func record() throws -> RunRecord {
    try RunRecord(JSONParser.document(try folder.bytes("Reports/report.json")).root)
  }

  @Test(arguments: [
    ("ulimit -n 11", "open files"), ("ulimit -n 14", "open files"), ("ulimit -n 25", "open files"),
  ])
  func `ends with 2 where not even one job is possible`(limits: String, what: String) throws {
    let finished = try run(limits: limits)
    #expect(finished.status == 2, "\(finished)")
    #expect(finished.error.hasPrefix("error: a run needs "), "\(finished)")
    #expect(finished.error.contains("\(what) besides those that it has"), "\(finished)")
  }

  @Test func `runs fewer jobs at the limit of open files, and says so`() throws {
    let finished = try run(["--jobs", "200"], limits: "ulimit -n 64")
    #expect(finished.status == 0, "\(finished)")
    let record = try record()
    #expect(1..<10 ~= record.jobs)
    let remark = "\(record.jobs) jobs instead of 200: the limit on open files (ulimit -n) allows no"
    #expect(record.remarks.contains { $0.hasPrefix(remark) })
    #expect(finished.output.contains(remark))
  }

  /// The second has a descriptor whose number is above the soft limit.
  @Test(arguments: ["ulimit -S -n 64", "exec 9</dev/null; ulimit -S -n 8"])
  func `raises a soft limit of open files where it may`(limits: String) throws {
    let finished = try run(["--jobs", "50"], limits: limits)
    #expect(finished.status == 0, "\(finished)")
    let record = try record()
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
    arguments: [(1, 2), (2, 2), (5, 2), (12, 0)] as [(Int, Int32)])
  func `ends with 2, or in the right verdict, at the limit of threads`(
    count: Int, status: Int32
  ) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    // A user of whom there are no processes.
    let user = "setpriv --reuid 59991 --clear-groups prlimit --nproc=\(count)"
    let finished = try run(limits: "exec \(user) \"$0\" \"$@\"")
    #expect(finished.status == status, "\(finished)")
    if status == 2 { #expect(finished.error.contains("threads"), "\(finished)") }
  }
}

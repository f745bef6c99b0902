// SPDX-License-Identifier: Apache-2.0
// Tests of standard input that is read within a limit.

import Command
import Foundation
import TestSupport
import Testing

@Suite struct TerminalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// What is read of so many bytes that stand at standard input. A file gives them: a program that
  /// another test starts meanwhile and that takes it over waits for nothing.
  private func input(of count: Int, limit: Int) throws -> [UInt8]? {
    let path = try folder.write(String(repeating: "x", count: count), to: "input")
    let file = open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    let former = fcntl(0, F_DUPFD_CLOEXEC, 3)
    dup2(file, 0)
    close(file)
    defer {
      if former >= 0 { dup2(former, 0) } else { close(0) }
      if former >= 0 { close(former) }
    }
    return Terminal.readInput(limit: limit)
  }

  /// One after the other: there is one standard input. The last are of more than one piece.
  @Test func `reads standard input to its end, up to the limit and no more`() throws {
    for (count, limit, isRead) in [
      (0, 0, true), (0, 100, true), (1, 0, false), (99, 100, true), (100, 100, true),
      (101, 100, false), (65536, 65536, true), (65537, 65536, false), (200_000, 200_000, true),
      (200_000, 199_999, false),
    ] {
      #expect(
        try input(of: count, limit: limit)
          == (isRead ? [UInt8](repeating: UInt8(ascii: "x"), count: count) : nil),
        "\(count) bytes, limit \(limit)")
    }
  }
}

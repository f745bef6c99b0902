// SPDX-License-Identifier: Apache-2.0
// Tests of what is kept of a program's standard error.

import Foundation
import Testing

@testable import Command

@Suite struct ErrorOutputTests {
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
    #expect(output.take() == nil)
    #expect(output.waitDescriptor >= 0)
    #expect(write(writing, "b", 1) == 1)
    close(writing)
    #expect(output.take(isLast: true) == ErrorText([UInt8(ascii: "b")], isLast: true))
    #expect(output.waitDescriptor < 0)
    #expect(output.take() == nil)
    #expect(output.take(isLast: true) == ErrorText([], isLast: true))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests of files that are read within a limit.

import Foundation
import Host
import TestSupport
import Testing

@Suite struct FileReadingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func message(_ path: String, limit: Int = 100) -> String {
    do throws(FileError) {
      return "\(try Files.read(path, limit: limit, patience: 0).count) bytes"
    } catch {
      return error.message
    }
  }

  @Test func `reads as many bytes as the limit allows, and says where there are more`() throws {
    let path = try folder.write(String(repeating: "x", count: 100), to: "file")
    #expect(message(path) == "100 bytes")
    #expect(message(path, limit: 99) == "it has more than 99 bytes, which is the limit")
  }

  @Test(arguments: [
    ("", "it is a folder"), ("/absent", "there is no such file or folder"),
  ])
  func `says what can't be read`(name: String, expected: String) {
    #expect(message("\(folder.path)\(name)") == expected)
  }

  @Test func `stops at the limit where there is no end`() {
    #expect(message("/dev/zero") == "it has more than 100 bytes, which is the limit")
  }

  @Test func `does not wait for a pipe that nobody writes to`() throws {
    let path = "\(folder.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(
      message(path)
        == "it is not a file but a pipe or a device, and nothing came from it in 0 s")
  }

  @Test func `reads a pipe, such as that of a shell's <(command)`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    #expect(write(ends[1], "abc", 3) == 3)
    close(ends[1])
    defer { close(ends[0]) }
    #expect(try Files.read("/dev/fd/\(ends[0])", limit: 100) == Array("abc".utf8))
  }

  @Test func `opens a file to read parts of it, and nothing else`() throws {
    let file = try #require(OpenFile(try folder.write("abcdef", to: "file")))
    #expect(file.count == 6)
    #expect(file.read(2, 4) == Array("cdef".utf8))
    #expect(file.read(2, 5) == nil)
    #expect(file.read(6, 0) == [])
    let path = "\(folder.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    for other in [path, folder.path, "/dev/null", "\(folder.path)/absent"] {
      #expect(OpenFile(other) == nil, "\(other)")
    }
  }
}

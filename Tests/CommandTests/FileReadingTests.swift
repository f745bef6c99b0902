// SPDX-License-Identifier: Apache-2.0
// Tests of files that are read within a limit.

import Command
import Foundation
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

  /// Of a pipe that its writer keeps open.
  @Test(arguments: [
    (101, "it has more than 100 bytes, which is the limit"),
    (100, "it is not a file but a pipe or a device, and nothing came from it in 0 s"),
  ])
  func `stops at the limit where there is no end`(count: Int, expected: String) {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let bytes = [UInt8](repeating: 0x78, count: count)
    #expect(write(ends[1], bytes, count) == count)
    #expect(message("/dev/fd/\(ends[0])") == expected)
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

  @Test func `tells files from folders, links and what is neither`() throws {
    let file = try folder.write("", to: "file")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "file")
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    #expect(Files.kind(file) == .file)
    #expect(Files.kind(folder.path) == .folder)
    #expect(Files.kind("\(folder.path)/link") == .link)
    #expect(Files.kind("\(folder.path)/pipe") == .other)
    #expect(Files.kind("\(folder.path)/absent") == nil)
    #expect(try Files.list(folder.path).sorted() == ["file", "link", "pipe"])
    let error = #expect(throws: FileError.self) { try Files.list("\(folder.path)/absent") }
    #expect(error?.message == "there is no such file or folder")
    Files.removeEmptyFolder(folder.path)
    #expect(Files.kind(folder.path) == .folder)
    for name in ["file", "link", "pipe", "absent"] { Files.remove("\(folder.path)/\(name)") }
    Files.removeEmptyFolder(folder.path)
    #expect(Files.kind(folder.path) == nil)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 32])
  func `makes as many random bytes as are asked for`(count: Int) {
    #expect(Machine.randomBytes(count).count == count)
    #expect(count < 7 || Machine.randomBytes(count) != Machine.randomBytes(count))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Tests of files that are written aside and renamed.

import Foundation
import Host
import TestSupport
import Testing

@Suite struct FileWritingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test func `writes pieces in their order, in place of what was there`() throws {
    let path = try folder.write("earlier", to: "report.md")
    try Files.write(to: path) { take in
      for piece in ["one ", "", "two ", String(repeating: "x", count: 1_000_000)] {
        take(Array(piece.utf8))
      }
      // Until it is whole, the earlier one is there.
      #expect((try? Files.read(path)) == Array("earlier".utf8))
    }
    let bytes = try Files.read(path)
    #expect(bytes.count == 1_000_008)
    #expect(bytes.starts(with: "one two xx".utf8))
    #expect(try names == ["report.md"])
  }

  @Test(arguments: [
    ("absent/report.md", "it can't be written: no such file or directory"),
    ("folder", "it can't be written: is a directory"),
  ])
  func `says why a file can't be written, and leaves nothing`(
    name: String, message: String
  ) throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "folder"), withIntermediateDirectories: true)
    var found: FileError?
    do throws(FileError) {
      try Files.write(Array("text".utf8), to: "\(folder.path)/\(name)")
    } catch {
      found = error
    }
    #expect(found?.message == message)
    #expect(try names == ["folder"])
  }
}

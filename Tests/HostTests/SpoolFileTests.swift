// SPDX-License-Identifier: Apache-2.0
// Tests of the file without a name.

import Foundation
import Host
import TestSupport
import Testing

@Suite struct SpoolFileTests {
  @Test func `gives back what it was given, and leaves nothing in the folder`() throws {
    let folder = try TemporaryFolder()
    let spool = SpoolFile(in: folder.path)
    let pieces = (0..<200).map { Array("piece \($0)".utf8) }
    let offsets = pieces.map { spool.append($0) }
    #expect(offsets.prefix(2) == [0, 7])
    for (piece, offset) in zip(pieces, offsets).reversed() {
      #expect(spool.read(try #require(offset), piece.count) == piece)
    }
    #expect(spool.read(1_000_000, 1) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `takes nothing where no file can be made`() {
    let spool = SpoolFile(in: "/absent")
    #expect(spool.append([1]) == nil)
    #expect(spool.append([1]) == nil)
    #expect(spool.read(0, 1) == nil)
  }

  /// What was kept elsewhere stays in order that way.
  @Test func `takes nothing more once a file could not be made`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/later"
    let spool = SpoolFile(in: path)
    #expect(spool.append([1]) == nil)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(spool.append([2]) == nil)
    #expect(SpoolFile(in: path).append([3]) == 0)
  }
}

// SPDX-License-Identifier: Apache-2.0
// The shipped suites, damaged at random: never a crash, and every remark lies in its file.

import Foundation
import SourceText
import SuiteModel
import TestSupport
import Testing

@Suite struct LoaderFuzzTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `survives damaged suites, and points into them`(seed: UInt64) throws {
    let texts = try Self.shipped()
    let paths = texts.keys.filter { $0.hasSuffix(".yaml") }.sorted()
    var random = SeededGenerator(state: seed)
    let rounds = ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 100
    for round in 0..<rounds {
      let path = paths[random.below(paths.count)]
      var damaged = texts
      damaged[path] = Self.damaged(texts[path] ?? [], &random)
      let suite = path.hasSuffix("fragments.yaml") ? "Suites/apple-v2" : path
      let loaded = SuiteLoader.load([suite], shipped: nil, files: Self.files(damaged))
      for diagnostic in loaded.diagnostics {
        let lines = damaged[diagnostic.file].map { Self.lines(of: $0) } ?? []
        let line = diagnostic.position.line
        let isInside =
          line >= 1 && line <= lines.count && diagnostic.position.column >= 1
          && diagnostic.position.column <= lines[line - 1] + 2
        #expect(isInside, "seed \(seed), round \(round): \(diagnostic)")
      }
    }
  }

  /// The number of scalars of each line.
  private static func lines(of bytes: [UInt8]) -> [Int] {
    let file = SourceFile(name: "", bytes: bytes)
    var result: [Int] = []
    while let line = file.line(of: Position(line: result.count + 1, column: 1)) {
      result.append(line.unicodeScalars.count)
    }
    return result
  }

  private static func shipped() throws -> [String: [UInt8]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var texts: [String: [UInt8]] = [:]
    for folder in ["Suites", "Suites/apple-v2", "Suites/cookbooks"] {
      let url = root.appending(path: folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: url.path)
      where name.hasSuffix(".yaml") || name.hasSuffix(".json") {
        texts["\(folder)/\(name)"] = Array(try Data(contentsOf: url.appending(path: name)))
      }
    }
    return texts
  }

  private static func files(_ texts: [String: [UInt8]]) -> SuiteFiles {
    let folders: Set<String> = [
      "Suites", "Suites/apple-v2", "Suites/cookbooks",
    ]
    return SuiteFiles(
      kind: { texts[$0] != nil ? .file : folders.contains($0) ? .folder : nil },
      read: { path throws(FileProblem) in
        guard let bytes = texts[path] else { throw FileProblem("gone") }
        return bytes
      },
      list: { folder throws(FileProblem) in
        texts.keys.filter { SourcePath.folder(of: $0) == folder }.map {
          String($0.dropFirst(folder.count + 1))
        }
      })
  }

  /// One to six changes, each of a kind that happens to people or to disks.
  private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(6) {
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
      let line = random.below(lines.count)
      let other = random.below(lines.count)
      switch random.below(9) {
      case 0 where !bytes.isEmpty:
        bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        continue
      case 1 where !bytes.isEmpty:
        bytes[random.below(bytes.count)] = Self.marks[random.below(Self.marks.count)]
        continue
      case 2: lines.remove(at: line)
      case 3: lines.insert(lines[line], at: other)
      case 4: lines.swapAt(line, other)
      case 5: swapTokens(&lines, line, other, &random)
      case 6: lines[line] = [0x20, 0x20] + lines[line]
      case 7: lines[line] = Array(lines[line].drop { $0 == 0x20 })
      default: lines[line].append(contentsOf: Self.tails[random.below(Self.tails.count)].utf8)
      }
      bytes = Array(lines.joined(separator: [0x0A]))
    }
    return bytes
  }

  private static func swapTokens(
    _ lines: inout [[UInt8]], _ line: Int, _ other: Int, _ random: inout SeededGenerator
  ) {
    func tokens(_ line: [UInt8]) -> [ArraySlice<UInt8>] {
      line.split(separator: 0x20, omittingEmptySubsequences: false)
    }
    var left = tokens(lines[line])
    let right = tokens(lines[other])
    guard !left.isEmpty, !right.isEmpty else { return }
    left[random.below(left.count)] = right[random.below(right.count)]
    lines[line] = Array(left.joined(separator: [0x20]))
  }

  private static let marks = Array("${}[]!|&*#:,-'\"\\\t\r\n09azé".utf8)
  private static let tails = [
    " ${", " ${now + 99999999999999999999h}", " ${a[99999999999999999999]}", " {", "]", ": x",
    " !x",
    " !each ${what}", " ${mvpd.a.b[0] | base64 | nope}", " *a", " &a", " é\u{1F600}", " $${x", " |",
  ]
}

extension SeededGenerator {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}

private enum SourcePath {
  static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}

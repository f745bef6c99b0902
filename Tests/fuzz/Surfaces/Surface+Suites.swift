// SPDX-License-Identifier: Apache-2.0
// Suites, fragments, facts and catalogues: every mistake at a place of its file.

import Suites
import Text

extension Surface {
  static let suites = Surface(
    name: "suites", about: "suites, fragments, facts and catalogues of cookbooks",
    pieces: [
      " ${", "${now + 99999999999999999999h}", "${a[99999999999999999999]}", "${mvpd.a.b[0]}",
      "${x | base64 | nope}", "$${", " !x", " !each ${what}", " !absent", " !matches '('",
      "\n      - step: x\n        request: GET /\n", "    covers: [", "retry:", "burst:", "cases:",
      "from:", "wait: 1e300s", "expect:", "status: 2xx", "json:", "save:", "either:", "preflight:",
    ], patience: (base: 2, perByte: 0.000_02),
    seeds: { corpus in
      try SuiteFolder.files(corpus).map { Array("#\($0.path)\n".utf8) + $0.bytes }
    },
    makeCheck: { corpus in
      let shipped = Dictionary(
        uniqueKeysWithValues: try SuiteFolder.files(corpus).map { ($0.path, $0.bytes) })
      return { bytes throws(Flaw) in
        let (path, content) = SuiteFolder.split(bytes)
        var files = shipped
        files[path] = content
        let loaded = SuiteLoader.load(
          [SuiteFolder.suite(using: path)], shipped: "Suites", files: SuiteFolder.access(files))
        for diagnostic in loaded.diagnostics {
          guard let file = files[diagnostic.file] else {
            // A file that is missing has no places.
            try Flaw.unless(
              diagnostic.position == .start, "a place in no file: \(diagnostic)")
            continue
          }
          try Places(of: SourceFile(name: "", bytes: file))
            .check(diagnostic.position, "'\(diagnostic)'", beyond: 2)
        }
        return !loaded.hasErrors
      }
    })
}

/// The shipped suites in memory. The first line of an input says which file it replaces:
/// `#Suites/apple-v2/e-logout.yaml`.
enum SuiteFolder {
  private static let folders: Set<String> = [
    "Suites", "Suites/apple-v1", "Suites/apple-v2", "Suites/cookbooks",
  ]
  private static let standard = "Suites/apple-v2/p-account.yaml"

  static func files(_ corpus: Corpus) throws -> [(path: String, bytes: [UInt8])] {
    try corpus.files(in: "Suites", ".yaml").filter {
      !$0.path.contains("/targets/") && !$0.path.contains("/selftest/")
    }
      + corpus.files(in: "Suites/cookbooks", ".json")
  }

  /// The path that the first line names, and the content; JSON has no such comment, so it is cut off.
  static func split(_ bytes: [UInt8]) -> (path: String, content: [UInt8]) {
    guard bytes.first == UInt8(ascii: "#"), let end = bytes.prefix(200).firstIndex(of: 0x0A) else {
      return (standard, bytes)
    }
    let path = String(decoding: bytes[1..<end], as: UTF8.self)
    guard folders.contains(folder(of: path)), path.hasSuffix(".yaml") || path.hasSuffix(".json")
    else { return (standard, bytes) }
    return path.hasSuffix(".json") ? (path, Array(bytes[(end + 1)...])) : (path, bytes)
  }

  /// A suite that uses the file, or is it.
  static func suite(using path: String) -> String {
    let isSuite = ["fragments.yaml", "facts.yaml", ".json"].allSatisfy { !path.hasSuffix($0) }
    if isSuite { return path }
    return path.contains("v1")
      ? "Suites/apple-v1/c-2-logout-on-ios.yaml" : "Suites/apple-v2/e-logout.yaml"
  }

  static func access(_ texts: [String: [UInt8]]) -> SuiteFiles {
    SuiteFiles(
      kind: { texts[$0] != nil ? .file : folders.contains($0) ? .folder : nil },
      read: { path throws(FileProblem) in
        guard let bytes = texts[path] else { throw FileProblem("gone") }
        return bytes
      },
      list: { folder throws(FileProblem) in
        texts.keys.filter { self.folder(of: $0) == folder }.map {
          String($0.dropFirst(folder.count + 1))
        }
      })
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}

// SPDX-License-Identifier: Apache-2.0
// A surface to fuzz, its corpus, and the flaws that are found there.

import Formats
import Foundation
import Text

/// A reader of text from outside: what it is fed, and what must hold of whatever it makes of that.
struct Surface: Sendable {
  /// What inputs look like, for mutations that keep some of it.
  enum Form: Sendable {
    case text
    /// JSON is also changed as a tree.
    case json
  }

  /// Tries an input.
  ///
  /// - Returns: Whether the input was read, not refused.
  /// - Throws: the flaw that it shows.
  typealias Check = @Sendable ([UInt8]) throws(Flaw) -> Bool

  let name: String
  let about: String
  var form = Form.text
  /// What is put into inputs: the words of the language.
  var pieces: [String] = []
  /// How long an input may take, in seconds of processor time in a release build.
  var patience = (base: 0.25, perByte: 0.000_005)
  /// The inputs that the mutations begin with.
  let seeds: @Sendable (Corpus) throws -> [[UInt8]]
  /// Prepares the check, once a process.
  let makeCheck: @Sendable (Corpus) throws -> Check
}

extension Surface {
  /// All surfaces, in the order of the help.
  static let all: [Surface] = [
    .yaml, .suites, .profiles, .json, .jsonPath, .xml, .expressions, .answers, .requests, .reports,
    .known, .recordings, .har, .frameworkLogs, .messages, .encodings, .secrets, .printed,
  ]

  /// Inputs that stand in the code.
  static func texts(_ texts: [String]) -> @Sendable (Corpus) -> [[UInt8]] {
    { _ in texts.map { Array($0.utf8) } }
  }

  /// A check that needs no preparation.
  static func always(_ check: @escaping Check) -> @Sendable (Corpus) -> Check { { _ in check } }
}

/// The files of the repository, and the public corpora in the folder `shared` beside it if they are
/// there.
struct Corpus: Sendable {
  let root: URL

  /// - Parameter root: The checkout; by default that of these sources, or else the current folder.
  init() {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let isThere = FileManager.default.fileExists(atPath: sources.appending(path: "Suites").path)
    root = isThere ? sources : URL(filePath: FileManager.default.currentDirectoryPath)
  }
}

extension Corpus {
  /// The files below a folder, by their paths from the root, in order.
  func files(in folder: String, _ suffix: String) throws -> [(path: String, bytes: [UInt8])] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted()
      .map { ("\(folder)/\($0)", try bytes("\(folder)/\($0)")) }
  }

  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  /// A public corpus as JSON; null without the folder.
  func shared(_ name: String) -> JSONValue {
    let url = root.appending(path: "../shared/corpora/\(name)")
    guard let data = try? Data(contentsOf: url) else { return .null }
    return (try? JSONParser.document([UInt8](data)).root) ?? .null
  }
}

/// What a surface did with an input that it must not do.
struct Flaw: Error {
  let message: String

  init(_ message: String) { self.message = message }

  /// - Throws: a flaw if the condition does not hold.
  static func unless(_ condition: Bool, _ message: @autoclosure () -> String) throws(Flaw) {
    if !condition { throw Flaw(message()) }
  }

  /// Checks what is said of a mistake in an input.
  ///
  /// - Throws: a flaw if the place is not in the input, or nothing is said.
  static func check(_ mistake: String, at offset: ByteOffset, of bytes: [UInt8]) throws(Flaw) {
    try unless(
      0...bytes.count ~= offset.value, "the mistake is at \(offset) of \(bytes.count) bytes")
    try unless(!mistake.isEmpty, "a mistake without words")
  }
}

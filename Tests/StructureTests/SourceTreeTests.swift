// SPDX-License-Identifier: Apache-2.0
// Where things stand in Sources: one name a type, files named for what is in them, small folders.

import Foundation
import Testing

@Suite struct SourceTreeTests {
  @Test func `declares no type twice`() throws {
    var files: [String: Set<String>] = [:]
    for file in try Repository.swiftFiles(in: "Sources") {
      // `TLSStream+Glibc.swift` and `TLSStream+Darwin.swift` are never compiled together.
      let place = file.path.replacing(/\+(Glibc|Darwin|POSIX)\.swift$/, with: ".swift")
      for type in file.types { files[type, default: []].insert(place) }
    }
    let repeated = files.filter { $0.value.count > 1 }
      .map { "\($0.key): \($0.value.sorted().joined(separator: ", "))" }.sorted()
    #expect(repeated == [], "give each type a name of its own")
  }

  /// Files whose name says what they hold, which is not one type.
  private static let otherNames: Set<String> = ["Main"]
  /// Folders whose files are named for the routes or states in them.
  private static let topicFolders = ["PartnerFramework/Apple/States", "ReferenceService/Endpoints"]

  @Test func `names each file for a type in it, or for the type and a topic`() throws {
    let misnamed = try Repository.swiftFiles(in: "Sources").filter { file in
      if Self.otherNames.contains(file.name) { return false }
      if Self.topicFolders.contains(where: { file.folder.contains($0) }) { return false }
      let parts = file.name.split(separator: "+", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return !file.types.contains(file.name) }
      return !file.extended.contains(parts[0]) && !file.types.contains(parts[0])
    }
    #expect(
      misnamed.map(\.path).sorted() == [],
      "name the file for its type, or 'Type+Topic.swift' for an extension of the type")
  }

  /// What is printed has to be a `Printed`, and `Terminal.write` takes nothing else.
  @Test func `writes to the standard streams in one place`() throws {
    let form =
      /\b(?:print|debugPrint|dump|puts|fputs|printf|vprintf|putchar|fwrite|perror)\(|standardOutput|standardError|STD(?:OUT|ERR)_FILENO|\bstd(?:out|err)\b/
    var others: [String] = []
    for file in try Repository.swiftFiles(in: "Sources") {
      let code = file.text.split(separator: "\n").filter {
        !$0.drop { $0 == " " }.hasPrefix("//")
      }
      others += code.filter { $0.contains(form) }.map { "\(file.path): \($0)" }
    }
    #expect(others == [], "give a Printed to the console")
  }

  /// Whoever says that a record is masked has to be the one who masks it, or to pass on a part of
  /// one that is.
  @Test func `calls nothing masked but where it is masked`() throws {
    let files = try Repository.swiftFiles(in: "Sources")
      .filter { $0.text.contains("Masked(alreadyMasked:") }.map(\.path).sorted()
    #expect(
      files == [
        "Sources/Harness/Redaction/Masking/Mask+Records.swift",
        "Sources/Harness/Reporting/Terminal/FailureLog.swift",
      ], "let Mask make it")
  }

  @Test func `has at most fifteen files in a folder`() throws {
    var counts: [String: Int] = [:]
    for file in try Repository.swiftFiles(in: "Sources") { counts[file.folder, default: 0] += 1 }
    let large = counts.filter { $0.value > 15 }
      .map { "\($0.key): \($0.value)" }.sorted()
    #expect(large == [], "sort the files into folders named for the reader's question")
  }

  @Test func `cites no document that is not here`() throws {
    let documents = try Repository.documents()
    var unknown: [String] = []
    for file in try Repository.swiftFiles(in: "Sources") + Repository.swiftFiles(in: "Tests") {
      for comment in file.comments {
        for match in comment.matches(of: /[\w.\/-]+\.md\b/) {
          let cited = String(match.output)
          // A run writes this one.
          if cited == "report.md" { continue }
          if !documents.contains(where: { $0 == cited || $0.hasSuffix("/\(cited)") }) {
            unknown.append("\(file.path): \(cited)")
          }
        }
      }
    }
    #expect(unknown == [], "the comment cites a document that a reader can't open")
  }
}

// SPDX-License-Identifier: Apache-2.0
// Where things stand in the source tree: one name a type, one way to the standard streams.

import Foundation
import Testing

struct SourceTreeTests {
  @Test func `has no file that is too long to read`() throws {
    let files = try Repository.swiftFiles(in: "Sources") + Repository.swiftFiles(in: "Tests")
    #expect(files.filter { $0.lineCount > 500 }.map(\.path) == [], "split it by subject")
  }

  @Test func `lets nothing but the self-test import it`() throws {
    let own = ["Sources/SelfTest/", "Sources/sso-selftest/"]
    let others = try Repository.swiftFiles(in: "Sources").filter { file in
      file.imports.contains("SelfTest") && !own.contains { file.path.hasPrefix($0) }
    }
    #expect(others.map(\.path) == [])
  }

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
      .filter { $0.text.contains(/Masked\(\s*alreadyMasked:/) }.map(\.path).sorted()
    #expect(
      files == [
        "Sources/Record/RecordMask.swift",
        "Sources/Reports/Terminal/FailureLog.swift",
      ], "let Mask make it")
  }

  /// What is one partner's stands in its own folder, where secrets are recognised, and in the service
  /// that the product is tested with; the registry names the emulator's type.
  @Test func `names nothing of one partner beside its folder`() throws {
    let own = ["Partner/Apple", "Redaction", "ReferenceService", "SelfTest"]
    let form = /\b(?:Apple\w*|tvOS|iOS|iPadOS|VSErrorDomain|SAML)\b|\.apple\b/
    var others: [String] = []
    for file in try Repository.swiftFiles(in: "Sources")
    where !own.contains(where: { file.path.hasPrefix("Sources/\($0)/") }) {
      others += file.text.split(separator: "\n").filter { $0.contains(form) }
        .map { "\(file.path): \($0)" }
    }
    let registry = "emulators: [.apple, .amazon, .roku, .identityService])"
    #expect(
      others == ["Sources/Partner/FrameworkRegistry.swift:     \(registry)"],
      "let the partner's framework declare it")
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

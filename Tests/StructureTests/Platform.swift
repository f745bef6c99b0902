// SPDX-License-Identifier: Apache-2.0
// What a platform compiles of a file, and what the parser of the toolchain finds in it.

import Foundation
import TestSupport

/// What the parser says against a file.
struct ParserComplaint: Error, CustomStringConvertible {
  let description: String
}

/// The compiler of the toolchain that runs the tests.
enum Compiler {
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// A platform, as the conditions of `#if` see it.
struct Platform {
  let triple: String
  /// The conditions that hold.
  private let holding: Set<String>

  static let darwin = Platform(
    triple: "arm64-apple-macosx15.0",
    holding: ["canImport(Darwin)", "os(macOS)", "!canImport(Glibc)", "DEBUG"])
  static let linux = Platform(
    triple: "x86_64-unknown-linux-gnu",
    holding: [
      "canImport(Glibc)", "canImport(FoundationEssentials)", "!os(macOS)", "!canImport(Darwin)",
      "DEBUG",
    ])

  /// Linux with the C library of the static SDK.
  static let musl = Platform(
    triple: "x86_64-swift-linux-musl",
    holding: [
      "canImport(Musl)", "canImport(FoundationEssentials)", "!os(macOS)", "!canImport(Darwin)",
      "!canImport(Glibc)", "DEBUG",
    ])

  /// A condition of `#if` with a module.
  struct Condition {
    let line: Int
    fileprivate(set) var hasElse = false
  }

  private static var directive: Regex<(Substring, Substring, Substring)> {
    /^\s*#(if|elseif|else|endif)\b\s*(.*)/
  }

  /// The `#if` that ask for a platform.
  static func conditions(in text: String) -> [Condition] {
    var open: [(condition: Condition, isOfPlatform: Bool)] = []
    var closed: [Condition] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      switch line.firstMatch(of: directive)?.output {
      case (_, "if", let condition)?:
        open.append((Condition(line: index + 1), condition.contains("canImport(")))
      case (_, "else", _)?, (_, "elseif", _)?:
        if !open.isEmpty { open[open.count - 1].condition.hasElse = true }
      case (_, "endif", _)?:
        if let last = open.popLast(), last.isOfPlatform { closed.append(last.condition) }
      default: break
      }
    }
    return closed
  }

  /// The text with the lines of other platforms left empty, so that all keep their numbers.
  func active(_ text: String) -> String {
    /// Of each open `#if`: whether its branch is compiled, and whether one was.
    var open: [(isActive: Bool, wasActive: Bool)] = []
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let directive = line.firstMatch(of: Self.directive)?.output else {
        return open.allSatisfy(\.isActive) ? String(line) : ""
      }
      let holds = holding.contains(String(directive.2))
      switch directive.1 {
      case "if": open.append((holds, holds))
      case "endif": _ = open.popLast()
      default:
        guard let last = open.popLast() else { break }
        let isActive = !last.wasActive && (directive.1 == "else" || holds)
        open.append((isActive, last.wasActive || isActive))
      }
      return ""
    }.joined(separator: "\n")
  }

  /// What the parser finds in the files.
  func tree(of files: [SwiftFile]) throws -> SyntaxTree {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var words = [
      "-frontend", "-dump-parse", "-swift-version", "6", "-package-name", "package", "-target",
      triple,
    ]
    let texts = files.map { active($0.text) }
    for (index, text) in texts.enumerated() {
      words += ["-primary-file", try folder.write(text, to: "\(index)-\(files[index].name).swift")]
    }
    let result = try LimitedProcess.run(Compiler.path ?? "", words)
    guard result.status == 0 else { throw ParserComplaint(description: result.errors) }
    return SyntaxTree(dump: result.output, texts: texts)
  }
}

/// What some files declare and mention.
struct SyntaxTree {
  /// The types at the top level, by name.
  let types: Set<String>
  /// The words of the code: names of all kinds, not those in comments and texts.
  let words: Set<String>
  private let extensions: [Substring]

  fileprivate init(dump: String, texts: [String]) {
    types = Set(
      dump.matches(
        of: /\n  \((?:struct_decl|class_decl|enum_decl|protocol_decl|typealias) [^\n]*?"([^"\n]+)"/
      ).map { String($0.output.1) })
    words = Set(
      texts.joined(separator: "\n").replacing(/\/\/[^\n]*|"[^"\n]*"/, with: "")
        .matches(of: /\w+/).map { String($0.output) })
    extensions = dump.split(separator: "\n  (").filter { $0.hasPrefix("extension_decl") }
  }

  /// The functions that are not private in extensions of a type: `take()`, `free(_:)`.
  func functions(of type: String) -> Set<String> {
    let members = extensions.filter { $0.prefix { $0 != "\n" }.contains("\"\(type)\"") }
      .flatMap { $0.split(separator: "\n    (") }
    return Set(
      members.filter { $0.hasPrefix("func_decl") && !$0.contains("access_level=private") }
        .compactMap { $0.firstMatch(of: /"([^"\n]+)"/).map { String($0.output.1) } })
  }
}

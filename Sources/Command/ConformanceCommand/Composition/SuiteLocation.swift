// SPDX-License-Identifier: Apache-2.0
// Where suites are found, and how what is wrong with them is printed.

import Host
import SourceText
import SuiteModel

/// Where suites are found.
enum SuiteLocation {
  static let folder = "Suites"
  static let variable = "SSO_CONFORMANCE_SUITES"

  /// The shipped suites: in the current folder, where the environment says, beside the program.
  static func shipped(_ console: Console) -> String? {
    if Files.kind(folder) == .folder { return folder }
    if let path = console.environment[variable], !path.isEmpty { return path }
    guard let program = Machine.executableFolder else { return nil }
    let shared = "\(program)/../share/\(ConformanceCommand.name)/\(folder)"
    return Files.kind(shared) == .folder ? shared : nil
  }

  /// Loads the suites that are named, or else the shipped ones.
  static func load(_ named: [String], _ console: Console) throws(UsageError) -> SuiteCollection {
    let shipped = shipped(console)
    guard !named.isEmpty || shipped != nil else {
      throw UsageError(
        "no suites are named, there is no folder '\(folder)' here, and \(variable) is not set")
    }
    return SuiteLoader.load(
      named.isEmpty ? shipped.map { [$0] } ?? [] : named, shipped: shipped, files: files)
  }

  private static let files = SuiteFiles(
    kind: { path in
      switch Files.kind(path) {
      case .file?: .file
      case .folder?: .folder
      case .link?: .link
      case .other?: .other
      case nil: nil
      }
    },
    read: { path throws(FileProblem) in
      do throws(FileError) { return try Files.read(path) } catch {
        throw FileProblem(error.message)
      }
    },
    list: { path throws(FileProblem) in
      do throws(FileError) { return try Files.list(path) } catch {
        throw FileProblem(error.message)
      }
    })
}

extension SuiteCollection {
  /// All that is wrong, each with the line and carets; warnings if they are wanted.
  func report(withWarnings: Bool) -> String {
    diagnostics.filter { withWarnings || $0.severity == .error }.map { diagnostic in
      var text = "\(diagnostic)\n"
      if let file = files[diagnostic.file],
        let excerpt = Excerpt(of: file, at: diagnostic.position, length: diagnostic.length)
      {
        text += "\(excerpt)\n"
      }
      return text
    }.joined()
  }
}

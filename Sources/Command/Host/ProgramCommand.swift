// SPDX-License-Identifier: Apache-2.0
// The command line of a program, and the file that it starts.

package import Partner
import Suites

/// A command line that starts a program.
package struct ProgramCommand: Sendable, Equatable {
  /// The program's name or path, followed by its arguments.
  package let words: [String]
  /// The folder that the program runs in. A relative path to the program starts here, too. Nil
  /// stands for the current folder.
  package let folder: String?

  /// - Parameter words: At least one.
  package init(_ words: [String], folder: String? = nil) {
    self.words = words
    self.folder = folder
  }
}

extension ProgramCommand {
  /// The program as it was written.
  package var program: String { words.first ?? "" }

  /// The file to execute. A name with a slash is a path; any other name is searched for in the
  /// folders of `PATH`.
  ///
  /// - Throws: `PartnerError.failed` where there is no such file, it isn't executable, or the
  ///   interpreter of a script is missing.
  package func file(environment: [String: String]) throws(PartnerError) -> String {
    guard !program.isEmpty else { throw .failed("no program is named") }
    let file = program.contains("/") ? try named() : try searched(environment["PATH"] ?? "")
    if let interpreter = ProcessSystem.interpreter(of: file),
      !ProcessSystem.isExecutable(interpreter)
    {
      throw .failed(
        "'\(program)' can't be started: its first line names the interpreter '\(interpreter)', and"
          + " there is no such program")
    }
    return file
  }

  private func named() throws(PartnerError) -> String {
    let path = absolute(program)
    switch Files.kind(path) {
    case nil: throw .failed("there is no program '\(program)'")
    case .folder?: throw .failed("'\(program)' is a folder, not a program")
    case .link? where !ProcessSystem.exists(path):
      throw .failed("'\(program)' is a link, and there is nothing where it leads to")
    case .file?, .link?, .other?: break
    }
    guard ProcessSystem.isExecutable(path) else {
      throw .failed("'\(program)' is not executable; chmod +x makes it so")
    }
    return path
  }

  private func searched(_ path: String) throws(PartnerError) -> String {
    var isThere = false
    for folder in path.split(separator: ":", omittingEmptySubsequences: false) {
      let file = folder.isEmpty ? program : "\(folder)/\(program)"
      guard let kind = Files.kind(file), kind != .folder else { continue }
      if ProcessSystem.isExecutable(file) { return file }
      isThere = true
    }
    throw .failed(
      isThere
        ? "'\(program)' is not executable; chmod +x makes it so"
        : "there is no program '\(program)' in the folders of PATH;"
          + " write './\(program)' for one beside the profile")
  }

  /// The absolute path. A relative one would change its meaning in the program's folder.
  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let relative = folder.map { "\($0)/\(path)" } ?? path
    guard !relative.hasPrefix("/"), let current = ProcessSystem.currentFolder else {
      return relative
    }
    return "\(current)/\(relative)"
  }
}

// SPDX-License-Identifier: Apache-2.0
// From the name of a program to the file that is executed.

/// A program that is to be started.
package struct ProgramCommand: Sendable, Equatable {
  /// The program, then its arguments.
  package let words: [String]
  /// Where it runs, and what a relative path to it is relative to; nil: the current folder.
  package let folder: String?

  /// - Parameter words: At least one.
  package init(_ words: [String], folder: String? = nil) {
    self.words = words
    self.folder = folder
  }
}

extension ProgramCommand {
  /// As it was written.
  package var program: String { words.first ?? "" }

  /// The file to be executed: a name with a slash in it is a path, another one is looked for in
  /// the folders of `PATH`.
  ///
  /// - Throws: what keeps it from being executed, as a sentence.
  package func file(environment: [String: String]) throws(ChildProcessError) -> String {
    guard !program.isEmpty else { throw ChildProcessError("no program is named") }
    guard program.contains("/") else { return try searched(environment["PATH"] ?? "") }
    let path = absolute(program)
    switch Files.kind(path) {
    case nil: throw ChildProcessError("there is no program '\(program)'")
    case .folder?: throw ChildProcessError("'\(program)' is a folder, not a program")
    case .file?, .link?, .other?: break
    }
    guard ProcessSystem.isExecutable(path) else {
      throw ChildProcessError("'\(program)' is not executable; chmod +x makes it so")
    }
    return path
  }

  private func searched(_ path: String) throws(ChildProcessError) -> String {
    var isThere = false
    for folder in path.split(separator: ":", omittingEmptySubsequences: false) {
      let file = folder.isEmpty ? program : "\(folder)/\(program)"
      guard let kind = Files.kind(file), kind != .folder else { continue }
      if ProcessSystem.isExecutable(file) { return file }
      isThere = true
    }
    throw ChildProcessError(
      isThere
        ? "'\(program)' is not executable; chmod +x makes it so"
        : "there is no program '\(program)' in the folders of PATH;"
          + " write './\(program)' for one beside the profile")
  }

  /// A path that stays the same when the folder is entered.
  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let relative = folder.map { "\($0)/\(path)" } ?? path
    guard !relative.hasPrefix("/"), let current = ProcessSystem.currentFolder else {
      return relative
    }
    return "\(current)/\(relative)"
  }
}

/// Why a program could not be started: a sentence.
package struct ChildProcessError: Error, Sendable, Equatable {
  package let message: String

  init(_ message: String) {
    self.message = message
  }
}

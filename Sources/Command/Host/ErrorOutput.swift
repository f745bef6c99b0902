// SPDX-License-Identifier: Apache-2.0
// Reads the standard error of a program, and finds the file of a program.

package import Partner
import Suites
import Synchronization

/// A part of what a program writes to its standard error.
package struct ErrorText: Sendable, Equatable {
  /// It may end within a line, and within a character.
  package let bytes: [UInt8]
  /// How many bytes were left out before these.
  package let droppedBytes: Int
  /// Whether nothing more comes.
  package let isLast: Bool

  package init(_ bytes: [UInt8], droppedBytes: Int = 0, isLast: Bool = false) {
    self.bytes = bytes
    self.droppedBytes = droppedBytes
    self.isLast = isLast
  }
}

/// Reads a program's standard error while somebody waits for the program, so that the program never
/// waits for us. Of the text that nobody has taken yet, the last part is kept.
final class ErrorOutput: Sendable {
  /// How many bytes are kept.
  static let tailBytes = 16 << 10
  /// How many bytes are read at a time. A program that writes without end must not hold us up.
  private static let turnBytes = 1 << 20

  private struct State {
    var isOpen = true
    var tail: [UInt8] = []
    var dropped = 0
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// - Parameter descriptor: A non-blocking descriptor, which this object closes.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }
}

extension ErrorOutput {
  /// The text since the last call; nil if it is empty and more may come.
  ///
  /// - Parameter isLast: Whether nobody writes any more.
  func take(isLast: Bool = false) -> ErrorText? {
    read()
    return state.withLock { state in
      guard isLast || !state.tail.isEmpty else { return nil }
      defer { (state.tail, state.dropped) = ([], 0) }
      return ErrorText(state.tail, droppedBytes: state.dropped, isLast: isLast)
    }
  }

  /// The descriptor to wait on for more; below zero where nothing more comes.
  var waitDescriptor: Int32 { state.withLock { $0.isOpen ? descriptor : -1 } }

  /// Stops reading.
  func close() {
    state.withLock { state in
      if state.isOpen { ProcessSystem.closeDescriptor(descriptor) }
      state.isOpen = false
    }
  }

  /// Reads what has come.
  func read() {
    state.withLock { state in
      guard state.isOpen else { return }
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      var count = 0
      while count < Self.turnBytes {
        switch ProcessSystem.read(descriptor, into: &buffer) {
        case .later: return
        case .over:
          ProcessSystem.closeDescriptor(descriptor)
          state.isOpen = false
          return
        case .bytes(let number):
          count += number
          state.tail += buffer[..<number]
          let surplus = state.tail.count - Self.tailBytes
          if surplus > 0 {
            state.tail.removeFirst(surplus)
            state.dropped += surplus
          }
        }
      }
    }
  }
}

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

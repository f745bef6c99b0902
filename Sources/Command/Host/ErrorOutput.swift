// SPDX-License-Identifier: Apache-2.0
// Reads the standard error of a program.

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

/// Reads a program's standard error while a caller waits for the program, so that the program never
/// waits for us. The last part of the text is kept until it is taken.
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
  /// - Parameter isLast: Whether the program writes no more.
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

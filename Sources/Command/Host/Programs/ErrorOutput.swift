// SPDX-License-Identifier: Apache-2.0
// Reads the standard error of a program.

import Dispatch
import Synchronization

/// Reads a program's standard error as soon as something is there, so that the program never waits
/// for us. Of the text that nobody has taken yet, the last part is kept.
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
  private let source: Mutex<any DispatchSourceRead>
  private let state = Mutex(State())

  /// - Parameter descriptor: A non-blocking descriptor, which this object closes.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    source = Mutex(
      DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global()))
    source.withLock { source in
      // The handlers keep this object alive until the source is cancelled.
      source.setEventHandler { [self] in read() }
      source.setCancelHandler { ProcessSystem.closeDescriptor(descriptor) }
      source.resume()
    }
  }
}

extension ErrorOutput {
  /// The text written since the last call, in whole lines if possible; nil if there is none.
  func take() -> (text: String, droppedBytes: Int)? {
    read()
    return state.withLock { state in
      guard !state.tail.isEmpty else { return nil }
      defer { (state.tail, state.dropped) = ([], 0) }
      return (String(decoding: state.tail, as: UTF8.self), state.dropped)
    }
  }

  /// Stops reading.
  func close() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    if wasOpen { source.withLock { $0.cancel() } }
  }

  private func read() {
    let isOver = state.withLock { state -> Bool in
      guard state.isOpen else { return false }
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      var count = 0
      while count < Self.turnBytes {
        switch ProcessSystem.read(descriptor, into: &buffer) {
        case .later: return false
        // At the end of the stream the handler would be called again and again.
        case .over: return true
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
      return false
    }
    if isOver { close() }
  }
}
